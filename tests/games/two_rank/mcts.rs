//! Monte Carlo tree search with the fast playout, against alpha-beta.

use sowlab::games::two_rank::{BASIC, KALAH};
use sowlab_solvers::mcts::{Limits, Options, Uct};

use super::solve::value;
use sowlab_solvers::{Interval, Problem};

#[test]
fn small_boards_are_proven() {
    for game in [
        KALAH.build(Some("pits=2,seeds=3")).unwrap(),
        KALAH
            .build(Some("pits=3,seeds=2,empty-capture=yes"))
            .unwrap(),
        BASIC.build(Some("pits=2,seeds=3")).unwrap(),
    ] {
        let expected = value(&game, game.start());
        for threads in [1, 2] {
            let mut uct = Uct::new(Problem::new(&game), Options::default());
            let report = uct.search(&game.start(), Limits::playouts(500_000), threads, &());
            let Interval { low, high } = report.interval;
            assert!(low <= expected && expected <= high, "{}", game.name());
            assert_eq!(report.proven(), Some(expected), "{}", game.name());
        }
    }
}
