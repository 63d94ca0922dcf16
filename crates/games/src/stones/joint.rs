//! The stones family as the solvers see it.

use std::cell::RefCell;

use sowlab_solvers::order::PieGame;
use sowlab_solvers::reach::{PackedStates, Packing};
use sowlab_solvers::{JointGame, Key, Keyed, Resolution, Step, Turn, VisitRound};

use super::board::Board;
use super::round::Round;
use super::rules::Rules;
use super::sowing::{Batch, JointMove, Sower};

/// A rule set with its kernel, for solvers.
///
/// A state is the [`Board`] alone, turned so that the side with sente is East: the cups change
/// nothing about what can still be won, and the names of the sides neither. Choices are indices of
/// holes on this board (0 is hole 1, at the end of the side with gote). Margins are in stones.
pub struct StonesGame {
    sower: Sower,
}

impl StonesGame {
    /// The game by these rules.
    pub fn new(rules: &Rules) -> StonesGame {
        StonesGame {
            sower: Sower::new(rules),
        }
    }

    /// The kernel.
    pub fn sower(&self) -> &Sower {
        &self.sower
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.sower.rules()
    }

    /// What a round, sown from a state, leads to, whether the game is over then or not; `None` if it
    /// never ends.
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

    /// What a round, sown from a state, leads to.
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

    /// Every stone on a board goes to one side or, in infinite play, counts for one.
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
