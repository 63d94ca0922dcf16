//! Retrograde analysis of the games for which others have published values.

use sowlab::games::two_rank::{ReferenceLayers, TwoRankLayers, parse};
use sowlab_solvers::Turn;
use sowlab_solvers::retrograde::{Layered, Reply, Reversible, Sink, solve_in_memory};

#[path = "../../../benches/retrograde/backwards.rs"]
mod backwards;

use backwards::solve_zero_in_memory;

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
    let zeros = solve_zero_in_memory(&game, 10, &()).unwrap();
    for (stones, expected) in LINCKE {
        let mut counts = [0; 3];
        for rank in 0..tables[stones].positions() {
            let zero = tables[stones].get(rank).zero;
            assert_eq!(i32::from(zeros[stones][rank as usize]), zero);
            counts[(1 - zero.signum()) as usize] += 1;
        }
        assert_eq!(counts, expected, "{stones} stones");
    }
}

/// Takes down the replies that stay in the layer.
#[derive(Default)]
struct Edges {
    position: u64,
    replies: Vec<(u64, u64, Turn)>,
}

impl Sink for Edges {
    fn reply(&mut self, reply: Reply) {
        if let Reply::Same { rank, turn } = reply {
            self.replies.push((self.position, rank, turn));
        }
    }

    fn end_option(&mut self) {}

    fn end_position(&mut self) {
        self.position += 1;
    }
}

/// Forward and backward, the edges within a layer are the same ones.
#[test]
fn predecessors_are_the_positions_that_lead_there() {
    for (name, layers) in [
        ("awari", &[3, 6, 7][..]),
        ("trysse", &[6]),
        ("warri:origin=skip", &[6]),
        ("ethiopian:pits=2,seeds=6", &[14, 20]),
        ("kalah:pits=2,seeds=4", &[13]),
        ("oware", &[6]),
        ("oware:grand-slam=illegal", &[5]),
        ("bestemshe", &[6]),
        ("bestemshe:pits=2", &[12, 16]),
    ] {
        for &layer in layers {
            let game = TwoRankLayers::new(parse(name).unwrap(), 40).unwrap();
            let positions = game.positions(layer).unwrap();
            let ranks: Vec<u64> = (0..positions).collect();
            let mut edges = Edges::default();
            game.expand(&mut (), layer, &ranks, &mut edges);
            assert_eq!(edges.position, positions);
            let mut forward = edges.replies;
            let mut backward = Vec::new();
            game.predecessors_by_rank(layer, &ranks, &mut |to, before, turn| {
                backward.push((before, to, turn));
            });
            for edges in [&mut forward, &mut backward] {
                edges.sort_unstable();
            }
            assert!(!forward.is_empty());
            assert_eq!(forward, backward, "{name}, layer {layer}");
            let mut one_by_one = Vec::new();
            for &rank in &ranks {
                game.predecessors(layer, &[rank], &mut |before, turn| {
                    one_by_one.push((before, rank, turn))
                });
            }
            one_by_one.sort_unstable();
            assert_eq!(one_by_one, forward, "{name}, layer {layer}");
        }
    }
}

/// Each position is in one step, and replies within the layer are in earlier ones.
#[test]
fn steps_are_an_order_of_the_replies() {
    for (name, layers) in [
        ("kalah:pits=2,seeds=4", &[0, 1, 7, 12][..]),
        ("kalah:pits=3,seeds=4,empty-capture=yes", &[5, 8]),
        ("basic:pits=3,seeds=3", &[6, 7]),
        ("egyptian:pits=1,seeds=9", &[8, 9]),
    ] {
        for &layer in layers {
            let game = TwoRankLayers::new(parse(name).unwrap(), 40).unwrap();
            let positions = game.positions(layer).unwrap();
            let mut step_of = vec![None; positions as usize];
            let order = game.ordered().unwrap();
            for step in 0..order.steps(layer) {
                for part in 0..order.shard_count(layer, step) {
                    let mut ranks = Vec::new();
                    order.push_shard(layer, step, part, &mut ranks);
                    assert!(ranks.is_sorted());
                    for rank in ranks {
                        assert_eq!(
                            step_of[rank as usize].replace(step),
                            None,
                            "{name}, {layer}"
                        );
                    }
                }
            }
            let ranks: Vec<u64> = (0..positions).collect();
            let mut edges = Edges::default();
            game.expand(&mut (), layer, &ranks, &mut edges);
            assert!(step_of.iter().all(Option::is_some), "{name}, layer {layer}");
            for (before, after, _) in edges.replies {
                assert!(step_of[after as usize] < step_of[before as usize]);
            }
        }
    }
}

/// Takes down everything.
#[derive(Default, PartialEq, Debug)]
struct Record {
    replies: Vec<Reply>,
    options: Vec<usize>,
    positions: Vec<usize>,
}

impl Sink for Record {
    fn reply(&mut self, reply: Reply) {
        self.replies.push(reply);
    }

    fn end_option(&mut self) {
        self.options.push(self.replies.len());
    }

    fn end_position(&mut self) {
        self.positions.push(self.options.len());
    }
}

/// The layers that tables are checked with are those that build them, played another way.
#[test]
fn the_reference_layers_have_the_same_replies() {
    for (name, layers) in [
        ("awari", &[0, 1, 5, 7][..]),
        ("kalah", &[0, 6, 7]),
        ("kalah:pits=3,seeds=4,empty-capture=yes", &[9, 12]),
        ("trysse", &[6]),
        ("warri:origin=skip", &[6]),
        ("basic:pits=3,seeds=3", &[9]),
        ("egyptian:pits=2,seeds=9", &[20]),
        ("ethiopian:pits=2,seeds=6", &[14, 24]),
        ("oware", &[5]),
        ("oware:grand-slam=illegal-unless-only", &[5]),
        ("bestemshe", &[6]),
        ("bestemshe:pits=2", &[14, 18]),
    ] {
        let game = parse(name).unwrap();
        let kernel = TwoRankLayers::new(game.clone(), 40).unwrap();
        let plain = ReferenceLayers::new(&game, 40).unwrap();
        assert_eq!(kernel.name(), plain.name());
        for &layer in layers {
            let positions = kernel.positions(layer).unwrap();
            assert_eq!(plain.positions(layer), Some(positions));
            let ranks: Vec<u64> = (0..positions).collect();
            let (mut expected, mut found) = (Record::default(), Record::default());
            plain.expand(&mut (), layer, &ranks, &mut expected);
            kernel.expand(&mut (), layer, &ranks, &mut found);
            assert!(!expected.replies.is_empty());
            assert_eq!(found, expected, "{name}, layer {layer}");
        }
    }
}
