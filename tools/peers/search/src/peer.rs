//! The crate `minimax` on the game.

use std::time::Duration;

use minimax::{
    Evaluation, Evaluator, Game, IterativeOptions, IterativeSearch, ParallelOptions,
    ParallelSearch, Strategy, Winner,
};

use crate::kalah::{Choice, KALAH_6_4, Node};

#[derive(Clone)]
struct Board {
    node: Node,
    /// Of the side whose choice it is, and of the other.
    stores: [i16; 2],
}

struct Kalah;

impl Game for Kalah {
    type S = Board;
    type M = Choice;

    /// The crate knows wins and losses only, so that a finished game goes on with passes to where
    /// it is evaluated.
    fn generate_moves(board: &Board, moves: &mut Vec<Choice>) -> Option<Winner> {
        let legal = KALAH_6_4.legal(board.node.state);
        if board.node.passes || legal.is_empty() {
            moves.push(None);
        } else {
            // As this project's search orders them: another turn first, the nearest pit first.
            moves.extend(legal.map(Some));
            moves.sort_by_key(|&choice| {
                let (after, gained) = board.node.after(choice);
                let near = choice.map_or(0, |chosen| chosen.lane() as i32);
                -(if after.passes {
                    1 << 16 | near
                } else {
                    gained << 4 | near
                })
            });
        }
        None
    }

    fn apply(board: &mut Board, choice: Choice) -> Option<Board> {
        let [mine, others] = board.stores;
        let over = KALAH_6_4.legal(board.node.state).is_empty();
        let (node, gained) = if over {
            let passes = !board.node.passes;
            (
                Node {
                    passes,
                    ..board.node
                },
                0,
            )
        } else {
            board.node.after(choice)
        };
        Some(Board {
            node,
            stores: [others, mine + gained as i16],
        })
    }

    fn get_winner(_: &Board) -> Option<Winner> {
        None
    }

    fn zobrist_hash(board: &Board) -> u64 {
        let half = |half: [u8; 8]| u64::from_le_bytes(half);
        let [mine, others] = board.stores;
        let rest = u64::from(board.node.passes) | (mine as u64) << 8 | (others as u64) << 16;
        [half(board.node.state.other_pits()), rest]
            .into_iter()
            .fold(mix(half(board.node.state.mover_pits())), |hash, word| {
                mix(hash ^ word)
            })
    }
}

/// The finalizer of splitmix64.
fn mix(word: u64) -> u64 {
    let mut word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[derive(Clone)]
struct StoreDifference;

impl Evaluator for StoreDifference {
    type G = Kalah;

    fn evaluate(&self, board: &Board) -> Evaluation {
        let [mine, others] = board.stores;
        mine - others + board.node.end().unwrap_or(0) as i16
    }
}

/// How the crate is set up, by name.
pub fn set_ups(bytes: usize) -> [(&'static str, IterativeOptions); 3] {
    let plain = || IterativeOptions::new().with_table_byte_size(bytes);
    [
        ("as it comes", plain()),
        ("MTD(f)", plain().with_mtdf()),
        (
            "null windows and countermoves",
            plain().with_null_window_search(true).with_countermoves(),
        ),
    ]
}

/// The value to a depth.
pub fn value(options: IterativeOptions, depth: u8, threads: usize) -> i32 {
    let board = Board {
        node: Node::start(),
        stores: [0; 2],
    };
    let value = if threads == 1 {
        let mut search = IterativeSearch::new(StoreDifference, options);
        search.set_max_depth(depth);
        search.choose_move(&board);
        search.root_value()
    } else {
        let threads = ParallelOptions::new().with_num_threads(threads);
        let mut search = ParallelSearch::new(StoreDifference, options, threads);
        search.set_timeout(Duration::from_secs(3600));
        search.set_max_depth(depth);
        search.choose_move(&board);
        search.root_value()
    };
    value.into()
}
