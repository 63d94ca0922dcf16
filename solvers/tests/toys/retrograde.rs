//! The engine on toy games that are nothing but random graphs, against plain iteration.

use proptest::prelude::*;
use sowlab_solvers::retrograde::{
    self, Layered, MOST_LAYER, Reply, Sink, SolveError, solve_in_memory,
};
use sowlab_solvers::table::{Directory, TableError, build, verify};
use sowlab_solvers::{Turn, Value};

#[path = "../support/zero.rs"]
mod zero;

use zero::{Reversible, solve_zero_in_memory};

/// Options with replies for every position of every layer.
#[derive(Debug, Clone)]
struct Toy {
    layers: Vec<Vec<Vec<Vec<Reply>>>>,
    predecessors: bool,
}

impl Layered for Toy {
    type Scratch = ();

    fn name(&self) -> String {
        "toy".into()
    }

    fn positions(&self, layer: u32) -> Option<u64> {
        Some(self.layers.get(layer as usize)?.len() as u64)
    }

    fn bound(&self, layer: u32) -> i32 {
        3 + 2 * layer as i32
    }

    fn scratch(&self) {}

    fn expand(&self, (): &mut (), layer: u32, ranks: &[u64], sink: &mut impl Sink) {
        for &rank in ranks {
            for option in &self.layers[layer as usize][rank as usize] {
                option.iter().for_each(|&reply| sink.reply(reply));
                sink.end_option();
            }
            sink.end_position();
        }
    }

    fn reversible(&self) -> Option<&dyn retrograde::Reversible> {
        self.predecessors
            .then_some(self as &dyn retrograde::Reversible)
    }
}

impl retrograde::Reversible for Toy {
    fn predecessors(&self, layer: u32, ranks: &[u64], visit: &mut dyn FnMut(u64, Turn)) {
        self.predecessors_by_rank(layer, ranks, &mut |_, before, turn| visit(before, turn));
    }
}

impl Reversible for Toy {
    fn predecessors_by_rank(
        &self,
        layer: u32,
        ranks: &[u64],
        visit: &mut impl FnMut(u64, u64, Turn),
    ) {
        for &to in ranks {
            for (before, options) in self.layers[layer as usize].iter().enumerate() {
                for reply in options.iter().flatten() {
                    if let Reply::Same { rank, turn } = *reply
                        && rank == to
                    {
                        visit(to, before as u64, turn);
                    }
                }
            }
        }
    }
}

/// Lower and upper of a layer, by iterating the equations as they are written. One side loses by infinite play as much
/// as the other wins by it.
fn ends(toy: &Toy, layer: usize, below: &dyn Fn(usize, u64) -> (i32, i32)) -> Vec<(i32, i32)> {
    let bound = toy.bound(layer as u32);
    let mut values = vec![(-bound, bound); toy.layers[layer].len()];
    loop {
        let seen = |(lower, upper): (i32, i32), turn| match turn {
            Turn::Other => (-upper, -lower),
            Turn::Same => (lower, upper),
        };
        let reply = |reply: &Reply| match *reply {
            Reply::Same { rank, turn } => seen(values[rank as usize], turn),
            Reply::Below {
                layer,
                rank,
                gain,
                turn,
            } => {
                let (lower, upper) = seen(below(layer as usize, rank), turn);
                (gain + lower, gain + upper)
            }
            Reply::Over { margin } => (margin, margin),
            Reply::Endless => (-bound, bound),
        };
        let next: Vec<(i32, i32)> = toy.layers[layer]
            .iter()
            .map(|options| {
                let worst = options.iter().map(|replies| {
                    let lower = replies.iter().map(|r| reply(r).0).min().unwrap();
                    let upper = replies.iter().map(|r| reply(r).1).min().unwrap();
                    (lower, upper)
                });
                worst
                    .reduce(|best, option| (best.0.max(option.0), best.1.max(option.1)))
                    .unwrap()
            })
            .collect();
        if next == values {
            return values;
        }
        values = next;
    }
}

fn plain(toy: &Toy) -> Vec<Vec<Value>> {
    let mut solved: Vec<Vec<Value>> = Vec::new();
    for layer in 0..toy.layers.len() {
        let outer = ends(toy, layer, &|layer, rank| {
            let value = solved[layer][rank as usize];
            (value.lower, value.upper)
        });
        let inner = ends(toy, layer, &|layer, rank| {
            let value = solved[layer][rank as usize];
            (value.zero, value.zero)
        });
        let values = outer.iter().zip(&inner);
        solved.push(
            values
                .map(|(&(lower, upper), &(low, high))| Value {
                    lower,
                    zero: match (low > 0, high < 0) {
                        (true, _) => low,
                        (_, true) => high,
                        _ => 0,
                    },
                    upper,
                })
                .collect(),
        );
    }
    solved
}

/// A reply in a layer of this toy whose layers have N positions each. Gains keep margins
/// within the bound.
fn any_reply(layer: usize, sizes: Vec<usize>) -> impl Strategy<Value = Reply> {
    let bound = 3 + 2 * layer as i32;
    (
        0..10,
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        any::<bool>(),
    )
        .prop_map(move |(kind, layer_index, index, passes)| match kind {
            0 => Reply::Endless,
            1 | 2 => Reply::Over {
                margin: index.index(2 * bound as usize + 1) as i32 - bound,
            },
            3..=6 if layer > 0 => {
                let to = layer_index.index(layer);
                let room = 2 * (layer - to) as i32;
                Reply::Below {
                    layer: to as u32,
                    rank: index.index(sizes[to]) as u64,
                    gain: layer_index.index(2 * room as usize + 1) as i32 - room,
                    turn: Turn::other_if(passes),
                }
            }
            _ => Reply::Same {
                rank: index.index(sizes[layer]) as u64,
                turn: Turn::other_if(passes),
            },
        })
}

/// A toy whose options have up to the given number of replies; with predecessors, if that is one.
fn any_toy(most_replies: usize) -> impl Strategy<Value = Toy> {
    let predecessors = most_replies == 1;
    (prop::collection::vec(1usize..25, 1..4)).prop_flat_map(move |sizes| {
        let layers: Vec<_> = (0..sizes.len())
            .map(|layer| {
                let option =
                    prop::collection::vec(any_reply(layer, sizes.clone()), 1..=most_replies);
                let options = prop::collection::vec(option, 1..4);
                prop::collection::vec(options, sizes[layer])
            })
            .collect();
        layers.prop_map(move |layers| Toy {
            layers,
            predecessors,
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_toy_is_solved(toy in prop_oneof![any_toy(1), any_toy(3)]) {
        let most = toy.layers.len() as u32 - 1;
        let found = solve_in_memory(&toy, most, &()).unwrap();
        for (layer, expected) in plain(&toy).iter().enumerate() {
            for (rank, value) in expected.iter().enumerate() {
                prop_assert_eq!(found[layer].get(rank as u64), *value, "{} {}", layer, rank);
            }
        }
    }

    #[test]
    fn zero_of_every_reversible_toy_is_solved(toy in any_toy(1)) {
        let most = toy.layers.len() as u32 - 1;
        let found = solve_zero_in_memory(&toy, most, &()).unwrap();
        for (layer, expected) in plain(&toy).iter().enumerate() {
            let expected: Vec<i8> = expected.iter().map(|value| value.zero as i8).collect();
            prop_assert_eq!(&found[layer], &expected, "{}", layer);
        }
    }
}

#[test]
fn a_layer_that_does_not_exist_is_an_error() {
    let toy = Toy {
        layers: vec![vec![vec![vec![Reply::Endless]]]],
        predecessors: false,
    };
    assert_eq!(
        solve_in_memory(&toy, 1, &()).err(),
        Some(SolveError::NoLayer(1))
    );
    let values = solve_in_memory(&toy, 0, &()).unwrap();
    let expected = Value {
        lower: -3,
        zero: 0,
        upper: 3,
    };
    assert_eq!(values[0].get(0), expected);
}

/// A toy by another name.
struct Named(String);

impl Layered for Named {
    type Scratch = ();

    fn name(&self) -> String {
        self.0.clone()
    }

    fn positions(&self, layer: u32) -> Option<u64> {
        (layer == 0).then_some(0)
    }

    fn scratch(&self) {}

    fn expand(&self, (): &mut (), _: u32, _: &[u64], _: &mut impl Sink) {}
}

#[test]
fn a_name_too_long_for_a_table_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let name = "name".repeat(1025);
    let built = build(&Named(name), folder.path(), 0, &(), &mut |_| ());
    assert!(matches!(built, Err(TableError::LongName(4100))));
}

/// One position a layer, which leads to that of the layer below; the last is lost.
struct Ladder {
    /// The gain of a step down, and the loss at the end.
    gain: i32,
    lost: i32,
}

impl Layered for Ladder {
    type Scratch = ();

    fn name(&self) -> String {
        "ladder".into()
    }

    fn positions(&self, _: u32) -> Option<u64> {
        Some(1)
    }

    fn bound(&self, _: u32) -> i32 {
        self.lost
    }

    fn scratch(&self) {}

    fn expand(&self, (): &mut (), layer: u32, ranks: &[u64], sink: &mut impl Sink) {
        for _ in ranks {
            sink.reply(match layer.checked_sub(1) {
                None => Reply::Over { margin: -self.lost },
                Some(layer) => Reply::Below {
                    layer,
                    rank: 0,
                    gain: self.gain,
                    turn: Turn::other_if(self.gain == 0),
                },
            });
            sink.end_option();
            sink.end_position();
        }
    }
}

impl Reversible for Ladder {
    fn predecessors_by_rank(&self, _: u32, _: &[u64], _: &mut impl FnMut(u64, u64, Turn)) {}
}

#[test]
fn as_many_layers_as_a_byte_numbers_and_no_more() {
    let ladder = Ladder { gain: 0, lost: 1 };
    let solved = solve_in_memory(&ladder, MOST_LAYER, &()).unwrap();
    for (layer, finished) in solved.iter().enumerate() {
        let margin = if layer % 2 == 0 { -1 } else { 1 };
        assert_eq!(finished.get(0), Value::settled(margin), "{layer}");
    }
    let refused = SolveError::TooManyLayers(MOST_LAYER + 1);
    assert_eq!(
        solve_in_memory(&ladder, MOST_LAYER + 1, &()).err(),
        Some(refused)
    );
    assert_eq!(
        solve_zero_in_memory(&ladder, MOST_LAYER + 1, &()).err(),
        Some(refused)
    );
}

#[test]
fn a_gain_may_be_twice_the_bound() {
    let ladder = Ladder {
        gain: 254,
        lost: 127,
    };
    let solved = solve_in_memory(&ladder, 1, &()).unwrap();
    assert_eq!(solved[1].get(0), Value::settled(127));
    assert_eq!(
        solve_zero_in_memory(&ladder, 1, &()).unwrap(),
        [[-127], [127]]
    );
}

#[test]
fn a_table_with_false_counts_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let ladder = Ladder { gain: 0, lost: 1 };
    let built = build(&ladder, folder.path(), 1, &(), &mut |_| ()).unwrap();
    assert_eq!((built[0].header.losses, built[1].header.wins), (1, 1));
    let verify = || verify(&ladder, folder.path(), 1, None, &(), &mut |_| ());
    verify().unwrap();
    let path = Directory::new(folder.path(), "ladder").table_path(1);
    let whole = std::fs::read(&path).unwrap();
    // Before the name, the one block of sixteen bytes, and the checksum of all that.
    let checksum_at = 88 + "ladder".len() + 16;
    for count in [40, 48, 56, 64] {
        let mut altered = whole.clone();
        altered[count] ^= 1;
        let checksum = xxhash_rust::xxh3::xxh3_64(&altered[..checksum_at]);
        altered[checksum_at..checksum_at + 8].copy_from_slice(&checksum.to_le_bytes());
        std::fs::write(&path, altered).unwrap();
        assert!(matches!(verify(), Err(TableError::Damaged { .. })));
    }
}

#[test]
fn a_table_of_another_number_of_positions_is_refused() {
    let toy = |positions| Toy {
        layers: vec![vec![vec![vec![Reply::Endless]]; positions]],
        predecessors: false,
    };
    let folder = tempfile::tempdir().unwrap();
    build(&toy(3), folder.path(), 0, &(), &mut |_| ()).unwrap();
    let errors = [
        build(&toy(4), folder.path(), 0, &(), &mut |_| ()).err(),
        verify(&toy(4), folder.path(), 0, None, &(), &mut |_| ()).err(),
    ];
    for error in errors {
        let Some(TableError::Positions {
            found, expected, ..
        }) = error
        else {
            panic!("{error:?}");
        };
        assert_eq!((found, expected), (3, 4));
    }
}
