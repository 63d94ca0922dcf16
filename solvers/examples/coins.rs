//! A game in under a hundred lines, solved in three ways that agree.
//!
//! Coins of different worth lie in a row. The sides take turns; each takes the coin at one end or at
//! the other. By how much does the side that begins win?
//!
//! `cargo run --release -p sowlab-solvers --example coins`

use sowlab_solvers::mcts::{Limits, Options, Simulate, Uct};
use sowlab_solvers::retrograde::{Layered, Reply, Sink, solve_in_memory};
use sowlab_solvers::search::{AlphaBeta, TranspositionTable};
use sowlab_solvers::{Game, Key, Keyed, Problem, Side, Step, Turn};

struct Coins(Vec<i32>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Left,
    Right,
}

impl Game for Coins {
    /// The rest of the row: from this coin up to that one.
    type State = (usize, usize);
    type Move = End;

    fn side_to_move(&self, &(from, to): &(usize, usize)) -> Side {
        let taken = self.0.len() - (to - from);
        [Side::First, Side::Second][taken % 2]
    }

    fn terminal(&self, &(from, to): &(usize, usize)) -> Option<i32> {
        (from == to).then_some(0)
    }

    fn moves(&self, &(from, to): &(usize, usize), moves: &mut Vec<End>) {
        if from < to {
            moves.extend([End::Left, End::Right]);
        }
    }

    fn play(&self, &(from, to): &(usize, usize), taken: End) -> Step<(usize, usize)> {
        let (state, gain) = match taken {
            End::Left => ((from + 1, to), self.0[from]),
            End::Right => ((from, to - 1), self.0[to - 1]),
        };
        Step {
            state,
            gain,
            turn: Turn::Other,
        }
    }

    fn bound(&self, &(from, to): &(usize, usize)) -> i32 {
        self.0[from..to].iter().sum()
    }

    /// Required by alpha-beta.
    fn always_ends(&self) -> bool {
        true
    }
}

/// The states as keys for the table of alpha-beta.
impl Keyed<(usize, usize)> for Coins {
    fn key(&self, &(from, to): &(usize, usize)) -> Key {
        let bits = (from << 8 | to) as u128;
        Key { bits, tag: 0 }
    }
}

/// The playouts of Monte Carlo tree search, one by one.
impl Simulate for Coins {}

/// The layers of retrograde analysis: one for each number of coins left. It has a position for each coin with which
/// the rest of the row may begin.
impl Layered for Coins {
    type Scratch = Vec<End>;

    fn name(&self) -> String {
        format!("coins:{:?}", self.0)
    }

    fn positions(&self, left: u32) -> Option<u64> {
        Some((self.0.len() + 1).checked_sub(left as usize)? as u64)
    }

    fn bound(&self, _: u32) -> i32 {
        self.0.iter().sum()
    }

    fn scratch(&self) -> Vec<End> {
        Vec::new()
    }

    fn expand(&self, moves: &mut Vec<End>, left: u32, ranks: &[u64], sink: &mut impl Sink) {
        for &rank in ranks {
            let state = (rank as usize, rank as usize + left as usize);
            if let Some(margin) = self.terminal(&state) {
                sink.reply(Reply::Over { margin });
                sink.end_option();
            }
            moves.clear();
            self.moves(&state, moves);
            for &taken in moves.iter() {
                let Step { state, gain, turn } = self.play(&state, taken);
                sink.reply(Reply::Below {
                    layer: left - 1,
                    rank: state.0 as u64,
                    gain,
                    turn,
                });
                sink.end_option();
            }
            sink.end_position();
        }
    }
}

fn main() {
    let coins = vec![6, 1, 9, 3, 2, 8, 4, 7, 5, 5, 3, 9];
    let start = (0, coins.len());

    let game = Coins(coins);
    let table = TranspositionTable::new(1 << 16).expect("some memory");
    let search = AlphaBeta::new(Problem::new(&game), &table, &());
    let proven = search.value(&start, 0, &mut |_| ()).ok();
    println!(
        "alpha-beta:          {proven:?} in {} nodes",
        search.nodes()
    );

    let layers = solve_in_memory(&game, start.1 as u32, &()).expect("the layers are numbered");
    let value = layers[start.1].get(0);
    println!("retrograde analysis: {value:?} in {} layers", layers.len());

    let mut uct = Uct::new(Problem::new(&game), Options::default());
    let report = uct.search(&start, Limits::playouts(200_000), 1, &());
    println!(
        "tree search:         {:?}, best {:?}",
        report.proven(),
        report.best
    );

    assert_eq!(proven, Some(value.zero));
    assert_eq!(proven, report.proven());
    assert_eq!(
        (value.lower, value.upper),
        (value.zero, value.zero),
        "play ends"
    );
    println!("All agree: who begins wins by {}.", value.zero);
}

#[test]
fn all_agree() {
    main();
}
