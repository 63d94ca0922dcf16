//! The stones family as a joint game for the solvers.

use std::cell::RefCell;

use sowlab_solvers::order::PieGame;
use sowlab_solvers::reach::{PackedStates, Packing};
use sowlab_solvers::{JointGame, Key, Keyed, Resolution, Step, Turn, VisitRound};

use super::board::Board;
use super::round::Round;
use super::rules::Rules;
use super::sowing::{Batch, JointMove, Sower};

/// A variant with its sowing kernel, for solvers.
///
/// A state is the [`Board`] alone, rotated so that the side with sente is East. Neither the cups nor the names of the
/// sides affect the remaining play. Choices are indices of holes on this board (0 is hole 1, at the end of the side
/// with gote). Margins are in stones.
pub struct StonesGame {
    sower: Sower,
}

impl StonesGame {
    /// Creates the game of these rules.
    pub fn new(rules: &Rules) -> StonesGame {
        StonesGame {
            sower: Sower::new(rules),
        }
    }

    /// Returns the kernel.
    pub fn sower(&self) -> &Sower {
        &self.sower
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rules {
        self.sower.rules()
    }

    /// Returns the step of a round that was sown from a state, including rounds that end the game; `None` if the round
    /// is non-terminating.
    #[inline]
    fn step(&self, round: &Round) -> Option<Step<Board>> {
        let turn = round.ending.turn()?;
        let state = match turn {
            Turn::Same => round.board,
            Turn::Other => round.board.turned(self.rules().holes()),
        };
        let gain = i32::from(round.captured.east) - i32::from(round.captured.west);
        Some(Step { state, gain, turn })
    }

    /// Returns the resolution of a round that was sown from a state.
    #[inline]
    pub fn resolution(&self, round: &Round) -> Resolution<Board> {
        PieGame::resolution(self, self.step(round))
    }
}

thread_local! {
    static BATCH: RefCell<Batch> = RefCell::new(Batch::new());
}

impl JointGame for StonesGame {
    type State = Board;
    type Choice = u8;

    #[inline]
    fn terminal(&self, board: &Board) -> Option<i32> {
        self.rules().given_out(board, Turn::Same)
    }

    fn leader_choices(&self, board: &Board, choices: &mut Vec<u8>) {
        self.each_choice(board, None, |hole| choices.push(hole));
    }

    fn follower_choices(&self, board: &Board, first: u8, choices: &mut Vec<u8>) {
        self.each_choice(board, Some(first), |hole| choices.push(hole));
    }

    fn resolve(&self, board: &Board, first: u8, second: u8) -> Resolution<Board> {
        PieGame::resolution(self, self.round(board, first, second))
    }

    fn expand(&self, boards: &[Board], visit: &mut VisitRound<'_, Board, u8>) {
        BATCH.with_borrow_mut(|batch| {
            batch.clear();
            for &board in boards {
                batch.push(board);
            }
            batch.sow_without_periods(&self.sower);
            batch.for_each(&self.sower, |index, JointMove { east, west }, round| {
                visit(index, east, west, self.resolution(round));
            });
        });
    }

    #[inline]
    fn bound(&self, board: &Board) -> i32 {
        board.stones() as i32
    }

    /// Returns `true`: every stone on a board goes to one side. In infinite play under the conventions *loss* and *win*
    /// it counts for one.
    fn margins_have_parity_of_bound(&self) -> bool {
        true
    }
}

impl PieGame for StonesGame {
    #[inline]
    fn round(&self, board: &Board, first: u8, second: u8) -> Option<Step<Board>> {
        let sower = &self.sower;
        self.step(&sower.sow_without_period(*board, first.into(), second.into()))
    }

    #[inline]
    fn final_margin(&self, board: &Board, turn: Turn) -> Option<i32> {
        self.rules().given_out(board, turn)
    }

    #[inline]
    fn each_choice(&self, board: &Board, first: Option<u8>, mut visit: impl FnMut(u8)) {
        let mut playable = board.playable();
        match first {
            Some(first) => playable &= !(1 << first),
            None if playable & playable.wrapping_sub(1) == 0 => return,
            None => {}
        }
        while playable != 0 {
            visit(playable.trailing_zeros() as u8);
            playable &= playable - 1;
        }
    }
}

impl Keyed<Board> for StonesGame {
    #[inline]
    fn key(&self, board: &Board) -> Key {
        Key {
            bits: u128::from_le_bytes(*board.lanes()),
            tag: 0,
        }
    }
}

impl PackedStates for StonesGame {
    type Packing = StonesGame;

    fn packing(&self) -> &StonesGame {
        self
    }
}

impl Packing<Board> for StonesGame {
    fn packed_bytes(&self) -> usize {
        self.rules().holes()
    }

    fn pack(&self, board: &Board) -> u128 {
        self.key(board).bits
    }

    fn unpack(&self, code: u128) -> Board {
        Board::from_lanes(code.to_le_bytes())
    }
}
