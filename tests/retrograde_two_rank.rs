//! Retrograde analysis of the games for which others have published values.

use sowlab::games::two_rank::{TwoRankLayers, parse};
use sowlab_solvers::retrograde::solve_in_memory;

/// Positions won, drawn and lost for the side to move in each layer of awari, by stones.
/// T. R. Lincke, *Exploring the computational limits of large exhaustive search problems*, 2002.
const LINCKE: [(usize, [u64; 3]); 3] = [
    (5, [2_165, 0, 2_203]),
    (8, [37_767, 8_351, 29_464]),
    (10, [157_721, 93_743, 101_252]),
];

#[test]
fn awari_has_the_counts_of_lincke() {
    let game = TwoRankLayers::new(parse("awari").unwrap(), 10).unwrap();
    let tables = solve_in_memory(&game, 10, &()).unwrap();
    for (stones, expected) in LINCKE {
        let mut counts = [0; 3];
        for rank in 0..tables[stones].positions() {
            let zero = tables[stones].get(rank).zero;
            counts[(1 - zero.signum()) as usize] += 1;
        }
        assert_eq!(counts, expected, "{stones} stones");
    }
}
