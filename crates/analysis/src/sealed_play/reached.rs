//! Every board that play can reach, with its rounds.

use rustc_hash::FxHashMap;
use sowlab_solvers::mcts::sealed::Plans;
use sowlab_solvers::{JointGame, Resolution, Step, Turn};

use sowlab_games::stones::{Board, StonesGame};

/// The boards that play from some boards can reach, with these first. They are turned so that the side with sente is
/// East.
pub(super) struct Reached {
    pub(super) boards: Vec<Board>,
    /// The rounds of each board.
    pub(super) rounds: Vec<Rounds>,
}

/// The plans of both sides on a board, and the outcomes of their rounds.
pub(super) struct Rounds {
    pub(super) plans: Plans<u8>,
    /// The outcomes, in the order of the rounds of the plans.
    pub(super) outcomes: Vec<Outcome>,
}

/// The outcome of a round: a gain of the side with sente in stones, and the index of the board after it.
#[derive(Clone, Copy)]
pub(super) struct Outcome {
    pub(super) gain: f64,
    pub(super) next: Option<(usize, Turn)>,
}

impl Reached {
    /// Lists the boards from different boards on which both sides have a choice. `None` if play reaches more than
    /// `most` boards.
    pub(super) fn new(game: &StonesGame, from: &[Board], most: usize) -> Option<Reached> {
        let places = from.iter().enumerate().map(|(at, &board)| (board, at));
        let mut places = FxHashMap::from_iter(places);
        let mut boards = from.to_vec();
        let mut rounds = Vec::new();
        while let Some(board) = boards.get(rounds.len()).copied() {
            let plans = Plans::new(game, &board);
            let outcomes = plans.rounds.iter().map(|&(east, west)| {
                let over = |margin: i32| Outcome {
                    gain: margin.into(),
                    next: None,
                };
                match game.resolve(&board, east, west) {
                    Resolution::Over { margin } => over(margin),
                    Resolution::Endless => over(0),
                    Resolution::Next(Step { state, gain, turn }) => {
                        let place = *places.entry(state).or_insert_with(|| {
                            boards.push(state);
                            boards.len() - 1
                        });
                        Outcome {
                            gain: gain.into(),
                            next: Some((place, turn)),
                        }
                    }
                }
            });
            let outcomes = outcomes.collect();
            rounds.push(Rounds { plans, outcomes });
            if boards.len() > most {
                return None;
            }
        }
        Some(Reached { boards, rounds })
    }
}
