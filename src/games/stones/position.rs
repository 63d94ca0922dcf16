//! A position of a game: board, cups, who has sente, what is to be chosen, and the round.

use std::fmt;

use super::board::Board;
use super::round::{Cups, Ending, Round, Side};
use super::rules::{Capture, MAX_HOLES, Rules};
use super::sowing::{JointMove, Sower};

/// What is to be chosen in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The side with sente chooses a hole.
    Sente,
    /// The side with sente has taken the hole with this index (0 is hole 1; its stones still count
    /// as lying in it), and the other side chooses.
    Gote {
        /// The index of the hole taken.
        taken: u8,
    },
    /// The first round is over, and the side that had sente in it may turn the board.
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
/// The round counts the rounds that were begun: it is 1 at the opening and 2 while the pie
/// decision is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    rest: u64,
}

const _: () = assert!(size_of::<Position>() == 24);

const PIE: u64 = MAX_HOLES as u64 + 1;

/// Why a position is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Stones in lanes past the last hole.
    #[error("stones lie past hole {holes}, the last one")]
    PastTheRank {
        /// The number of holes.
        holes: usize,
    },
    /// Board and cups together are not the stones of the game.
    #[error(
        "{board} stones on the board and {cups} in the cups make {}, but the game has {stones}",
        board + cups
    )]
    Stones {
        /// Stones on the board.
        board: u32,
        /// Stones in both cups.
        cups: u32,
        /// Stones of the game.
        stones: usize,
    },
    /// The hole that sente is said to have taken cannot be taken.
    #[error("phase: hole {0} cannot have been taken by sente, it holds fewer than two stones")]
    Taken(u8),
    /// Gote is to choose, but has no hole to choose.
    #[error(
        "phase: hole {0} cannot have been taken by sente, gote would have no other hole to choose"
    )]
    NothingForGote(u8),
    /// The pie decision is open, but not after the first round.
    #[error("round: the pie decision is open after the first round only, not in round {0}")]
    LatePie(u32),
    /// The round is zero.
    #[error("round: rounds are counted from 1")]
    RoundZero,
}

/// Why a choice is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// There is no such hole.
    #[error("there is no hole {hole}: holes are numbered 1 to {holes} from West's end")]
    NoSuchHole {
        /// The number given.
        hole: usize,
        /// The number of holes.
        holes: usize,
    },
    /// The hole holds fewer than two stones.
    #[error("hole {hole} holds {stones}: only a hole with two or more stones may be chosen")]
    TooFewStones {
        /// The hole, from 1.
        hole: usize,
        /// What it holds.
        stones: u8,
    },
    /// Both sides want one hole.
    #[error("hole {0} is chosen twice: gote takes another hole than sente")]
    Twice(usize),
    /// Sente has already taken another hole.
    #[error("sente has already taken hole {taken}, not hole {hole}")]
    AlreadyTaken {
        /// The hole taken, from 1.
        taken: usize,
        /// The hole given, from 1.
        hole: usize,
    },
    /// The game is over.
    #[error("the game is over: fewer than two holes hold two or more stones")]
    Over,
    /// The pie decision was asked for when it is not open.
    #[error("the pie decision is not open: it is made once, after the first round")]
    NoPie,
}

impl Position {
    /// The opening: all stones on the board, East has sente.
    pub fn opening(rules: &Rules) -> Position {
        let mut lanes = [0; MAX_HOLES];
        lanes[..rules.holes()].fill(rules.seeds() as u8);
        Position::pack(
            rules.holes(),
            Board::from_lanes(lanes),
            Cups::default(),
            Side::East,
            Phase::Sente,
            1,
        )
    }

    /// A position of a game by these rules.
    ///
    /// # Errors
    /// Board and cups must hold the stones of the game, the phase must be possible, and rounds
    /// count from 1.
    pub fn new(
        rules: &Rules,
        board: Board,
        cups: Cups,
        sente: Side,
        phase: Phase,
        round: u32,
    ) -> Result<Position, PositionError> {
        let holes = rules.holes();
        if board.lanes()[holes..].iter().any(|&stones| stones > 0) {
            return Err(PositionError::PastTheRank { holes });
        }
        if board.stones() + cups.stones() != rules.stones() as u32 {
            return Err(PositionError::Stones {
                board: board.stones(),
                cups: cups.stones(),
                stones: rules.stones(),
            });
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
        sente: Side,
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
            | u64::from(sente == Side::West) << 16
            | phase << 17
            | (holes as u64) << 22
            | u64::from(round) << 32;
        Position { board, rest }
    }

    /// The stones on the board.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// The stones in the cups.
    #[inline]
    pub fn cups(&self) -> Cups {
        Cups {
            east: self.rest as u8,
            west: (self.rest >> 8) as u8,
        }
    }

    /// The side with sente: it chooses first in the next round.
    #[inline]
    pub fn sente(&self) -> Side {
        if self.rest >> 16 & 1 == 0 {
            Side::East
        } else {
            Side::West
        }
    }

    /// What is to be chosen.
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

    /// The number of holes.
    #[inline]
    pub fn holes(&self) -> usize {
        (self.rest >> 22 & 31) as usize
    }

    /// Whether the pie decision is still to come: round 1, nothing captured, no hole taken.
    pub fn is_opening(&self) -> bool {
        self.round() == 1 && self.phase() == Phase::Sente && self.cups() == Cups::default()
    }

    /// The round, from 1.
    #[inline]
    pub fn round(&self) -> u32 {
        (self.rest >> 32) as u32
    }

    /// The side that is to choose now: in the pie decision the side that had sente in round 1.
    pub fn to_choose(&self) -> Side {
        match self.phase() {
            Phase::Sente => self.sente(),
            Phase::Gote { .. } => !self.sente(),
            // Sente passed on if and only if something was captured.
            Phase::Pie if self.cups() == Cups::default() => self.sente(),
            Phase::Pie => !self.sente(),
        }
    }

    /// The holes that may be chosen now, one bit a hole, bit 0 for hole 1; none if the game is
    /// over.
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

    /// The board as the side with sente sees it, turned so that sente sits at East's end: equal
    /// for positions that differ only by the names of the sides.
    #[inline]
    pub fn canonical_board(&self) -> Board {
        match self.sente() {
            Side::East => self.board,
            Side::West => self.board.turned(self.holes()),
        }
    }

    /// The position after the side that chooses first has taken a hole (numbered from 1).
    ///
    /// # Errors
    /// The hole must exist and hold two or more stones, and the other side must have another.
    pub fn take(&self, hole: usize) -> Result<Position, ChoiceError> {
        let index = self.checked(hole)?;
        Ok(Position::pack(
            self.holes(),
            self.board,
            self.cups(),
            self.sente(),
            Phase::Gote { taken: index as u8 },
            self.round(),
        ))
    }

    /// Checks a joint move given by holes numbered from 1.
    ///
    /// # Errors
    /// Two different holes that exist and hold two or more stones; if sente has already taken a
    /// hole, this one.
    pub fn joint_move(&self, east: usize, west: usize) -> Result<JointMove, ChoiceError> {
        let chosen = JointMove {
            east: self.checked(east)? as u8,
            west: self.checked(west)? as u8,
        };
        if east == west {
            return Err(ChoiceError::Twice(east));
        }
        if let Phase::Gote { taken } = self.phase() {
            let of_sente = match self.sente() {
                Side::East => chosen.east,
                Side::West => chosen.west,
            };
            if of_sente != taken {
                return Err(ChoiceError::AlreadyTaken {
                    taken: usize::from(taken) + 1,
                    hole: usize::from(of_sente) + 1,
                });
            }
        }
        Ok(chosen)
    }

    fn checked(&self, hole: usize) -> Result<usize, ChoiceError> {
        if !(1..=self.holes()).contains(&hole) {
            return Err(ChoiceError::NoSuchHole {
                hole,
                holes: self.holes(),
            });
        }
        let stones = self.board.get(hole - 1);
        if stones < 2 {
            return Err(ChoiceError::TooFewStones { hole, stones });
        }
        if self.board.playable().count_ones() < 2 {
            return Err(ChoiceError::Over);
        }
        Ok(hole - 1)
    }

    /// Plays a round (a pie decision that is still open counts as `stay`).
    pub fn play(&self, sower: &Sower, chosen: JointMove) -> Played {
        let round = sower.sow(self.board, chosen.east.into(), chosen.west.into());
        self.after(sower.rules(), &round)
    }

    /// What a round, sown from this position, leads to.
    pub fn after(&self, rules: &Rules, round: &Round) -> Played {
        let sente = match round.ending {
            Ending::Endless { .. } => {
                return Played {
                    round: *round,
                    position: None,
                    settled: None,
                };
            }
            Ending::Quiet => self.sente(),
            Ending::Capture => !self.sente(),
        };
        let before = self.cups();
        let cups = Cups {
            east: before.east + round.captured.east,
            west: before.west + round.captured.west,
        };
        let first = self.round() == 1 && self.phase() != Phase::Pie && before == Cups::default();
        let position = Position::pack(
            self.holes(),
            round.board,
            cups,
            sente,
            if first { Phase::Pie } else { Phase::Sente },
            if self.phase() == Phase::Pie {
                3
            } else {
                self.round().saturating_add(1)
            },
        );
        Played {
            round: *round,
            position: Some(position),
            settled: position.settled(rules, !self.sente()),
        }
    }

    /// Decides the pie: the side that had sente in the first round turns the board by 180° with
    /// the cups (a complete exchange of roles) or lets it stay.
    ///
    /// # Errors
    /// The decision must be open.
    pub fn decide_pie(&self, turn: bool) -> Result<Position, ChoiceError> {
        if self.phase() != Phase::Pie {
            return Err(ChoiceError::NoPie);
        }
        let (board, cups, sente) = if turn {
            (
                self.board.turned(self.holes()),
                self.cups().turned(),
                !self.sente(),
            )
        } else {
            (self.board, self.cups(), self.sente())
        };
        Ok(Position::pack(
            self.holes(),
            board,
            cups,
            sente,
            Phase::Sente,
            2,
        ))
    }

    /// The cups once the stones left on the board are given out, if the game is over (fewer than
    /// two holes hold two or more stones); `last_gote` had gote in the last round played.
    pub fn settled(&self, rules: &Rules, last_gote: Side) -> Option<Cups> {
        let heir = match self.board.playable().count_ones() {
            0 => last_gote,
            1 => self.sente(),
            _ => return None,
        };
        let heir = match rules.capture {
            Capture::Normal => heir,
            Capture::Reversed => !heir,
        };
        let mut cups = self.cups();
        cups[heir] += self.board.stones() as u8;
        Some(cups)
    }

    /// As [`Position::settled`] for a position on its own, which does not say how its last round
    /// went: it counts as reached by a quiet round, so that the side without sente was gote.
    pub fn settled_alone(&self, rules: &Rules) -> Option<Cups> {
        self.settled(rules, !self.sente())
    }
}

/// A round that was played, and where it led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The sowing itself.
    pub round: Round,
    /// The position after it, the board as sown; `None` for an endless round, which has none.
    pub position: Option<Position>,
    /// The cups once the rest is given out, if the round ended the game.
    pub settled: Option<Cups>,
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
