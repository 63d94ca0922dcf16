//! A position of a game: board, cups, the side with sente, the phase and the round.

mod play;
mod refused;

use std::fmt;

use super::board::Board;
use super::round::{Cups, Seat};
use super::rules::{MAX_HOLES, MAX_STONES, Rules};

pub use play::Played;
pub use refused::{ChoiceError, PositionError};

/// The decision that is next in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The side with sente chooses a hole.
    Sente,
    /// The side with sente has taken this hole, and the other side chooses. The stones of the taken hole still count as
    /// lying in it.
    Gote {
        /// The index of the taken hole (0 is hole 1).
        taken: u8,
    },
    /// The first round is over, and the side that had sente in it may swap.
    Pie,
}

/// A position: 24 bytes, compared and hashed as three words.
///
/// | bits of `rest` | field |
/// |---|---|
/// | 0–7, 8–15 | stones in East's cup, in West's |
/// | 16 | side with sente (0 East, 1 West) |
/// | 17–21 | phase: 0 sente chooses, 1–16 the hole that sente has taken, 17 pie |
/// | 22–26 | number of holes |
/// | 32–63 | round, from 1 |
///
/// The round is the one in progress or to be played next: 1 at the opening, and 2 while the pie decision is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    rest: u64,
}

const _: () = assert!(size_of::<Position>() == 24);

const PIE: u64 = MAX_HOLES as u64 + 1;

impl Position {
    /// Returns the opening: all stones on the board, East has sente.
    pub fn opening(rules: &Rules) -> Position {
        Position::pack(
            rules.holes(),
            Board::from_lanes(rules.start()),
            Cups::default(),
            Seat::East,
            Phase::Sente,
            1,
        )
    }

    /// Creates a position of a game under these rules.
    ///
    /// # Errors
    /// Board and cups do not have the stones of the game, the phase is not possible, or the round is 0.
    pub fn new(
        rules: &Rules,
        board: Board,
        cups: Cups,
        sente: Seat,
        phase: Phase,
        round: u32,
    ) -> Result<Position, PositionError> {
        let position = Position::of_any_stones(rules, board, cups, sente, phase, round)?;
        position.check_stones(rules)?;
        Ok(position)
    }

    /// Checks that board and cups have the stones of the game.
    pub(super) fn check_stones(&self, rules: &Rules) -> Result<(), PositionError> {
        let (board, cups) = (self.board.stones(), self.cups().stones());
        match board + cups == rules.stones() as u32 {
            true => Ok(()),
            false => Err(PositionError::Stones {
                board,
                cups,
                stones: rules.stones(),
            }),
        }
    }

    /// Creates a position as [`Position::new`] does, with any number of stones up to 255.
    pub(super) fn of_any_stones(
        rules: &Rules,
        board: Board,
        cups: Cups,
        sente: Seat,
        phase: Phase,
        round: u32,
    ) -> Result<Position, PositionError> {
        let holes = rules.holes();
        if board.lanes()[holes..].iter().any(|&stones| stones > 0) {
            return Err(PositionError::PastTheRank { holes });
        }
        let all = board.stones() + cups.stones();
        if all > MAX_STONES as u32 {
            return Err(PositionError::TooMany(all));
        }
        if round == 0 {
            return Err(PositionError::RoundZero);
        }
        match phase {
            Phase::Gote { taken } => {
                let playable = board.playable();
                let bit = 1u16.checked_shl(taken.into()).unwrap_or(0);
                if playable & bit == 0 {
                    return Err(PositionError::Taken(taken.saturating_add(1)));
                }
                if playable == bit {
                    return Err(PositionError::NothingForGote(taken + 1));
                }
            }
            Phase::Pie if round > 2 => return Err(PositionError::LatePie(round)),
            Phase::Pie | Phase::Sente => {}
        }
        Ok(Position::pack(holes, board, cups, sente, phase, round))
    }

    fn pack(
        holes: usize,
        board: Board,
        cups: Cups,
        sente: Seat,
        phase: Phase,
        round: u32,
    ) -> Position {
        let phase = match phase {
            Phase::Sente => 0,
            Phase::Gote { taken } => u64::from(taken) + 1,
            Phase::Pie => PIE,
        };
        let rest = u64::from(cups.east)
            | u64::from(cups.west) << 8
            | u64::from(sente == Seat::West) << 16
            | phase << 17
            | (holes as u64) << 22
            | u64::from(round) << 32;
        Position { board, rest }
    }

    /// Returns the stones on the board.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Returns the stones in the cups.
    #[inline]
    pub fn cups(&self) -> Cups {
        Cups {
            east: self.rest as u8,
            west: (self.rest >> 8) as u8,
        }
    }

    /// Returns the side with sente, which chooses first in the next round.
    #[inline]
    pub fn sente(&self) -> Seat {
        if self.rest >> 16 & 1 == 0 {
            Seat::East
        } else {
            Seat::West
        }
    }

    /// Returns the phase.
    #[inline]
    pub fn phase(&self) -> Phase {
        match self.rest >> 17 & 31 {
            0 => Phase::Sente,
            PIE => Phase::Pie,
            hole => Phase::Gote {
                taken: hole as u8 - 1,
            },
        }
    }

    /// Returns the number of holes.
    #[inline]
    pub fn holes(&self) -> usize {
        (self.rest >> 22 & 31) as usize
    }

    /// Returns whether the position is one before the first round: round 1, nothing captured, no hole taken.
    pub fn is_opening(&self) -> bool {
        self.round() == 1 && self.phase() == Phase::Sente && self.cups() == Cups::default()
    }

    /// Returns the round, from 1.
    #[inline]
    pub fn round(&self) -> u32 {
        (self.rest >> 32) as u32
    }

    /// Returns the side to choose; in the pie decision it is the side that had sente in round 1.
    pub fn to_choose(&self) -> Seat {
        match self.phase() {
            Phase::Sente => self.sente(),
            Phase::Gote { .. } => !self.sente(),
            // Sente has passed if and only if something was captured.
            Phase::Pie if self.cups() == Cups::default() => self.sente(),
            Phase::Pie => !self.sente(),
        }
    }

    /// Returns the holes that may be chosen now, one bit per hole, bit 0 for hole 1; none if the game is over.
    pub fn choices(&self) -> u16 {
        let playable = self.board.playable();
        if playable.count_ones() < 2 {
            return 0;
        }
        match self.phase() {
            Phase::Gote { taken } => playable & !(1 << taken),
            Phase::Sente | Phase::Pie => playable,
        }
    }

    /// Returns the board in the view of the side with sente, rotated so that sente is at East's end. It is equal for
    /// positions that differ only in the names of the sides.
    #[inline]
    pub fn canonical_board(&self) -> Board {
        match self.sente() {
            Seat::East => self.board,
            Seat::West => self.board.turned(self.holes()),
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
