//! Transitions of a position: choices, rounds, the pie decision and the end.

use super::super::round::{Cups, Round, Seat};
use super::super::rules::Rules;
use super::super::sowing::{JointMove, Sower};
use super::{ChoiceError, Phase, Position};
use sowlab_solvers::Turn;

/// A round that was played, and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The sowing of the round.
    pub round: Round,
    /// The position after the round, the board as sown; `None` for a non-terminating round.
    pub position: Option<Position>,
    /// The cups including the awarded rest, if the round ended the game.
    pub settled: Option<Cups>,
}

impl Position {
    /// Returns the position after the side with sente has taken a hole (numbered from 1).
    ///
    /// # Errors
    /// The hole does not exist or has fewer than two stones, or the other side would have no hole to choose.
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

    /// Converts the index of a hole to the board rotated so that sente is East, as solvers count; and back.
    #[inline]
    pub fn index_for_sente(&self, hole: u8) -> u8 {
        match self.sente() {
            Seat::East => hole,
            Seat::West => self.holes() as u8 - 1 - hole,
        }
    }

    /// Returns the joint move of two choices (sente's, gote's), which are [indices](Position::index_for_sente) on the
    /// board rotated so that sente is East.
    pub fn turned_back(&self, first: u8, second: u8) -> JointMove {
        let (first, second) = (self.index_for_sente(first), self.index_for_sente(second));
        JointMove::of(self.sente(), first, second)
    }

    /// Returns the joint move of the round that gote completes by taking the hole of this index (0 is hole 1); `None`
    /// if sente has not taken a hole.
    pub fn completed(&self, hole: u8) -> Option<JointMove> {
        match self.phase() {
            Phase::Gote { taken } => Some(JointMove::of(self.sente(), taken, hole)),
            Phase::Sente | Phase::Pie => None,
        }
    }

    /// Checks a joint move, given by holes numbered from 1.
    ///
    /// # Errors
    /// The holes are equal, a hole does not exist or has fewer than two stones, or sente has already taken another
    /// hole.
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
                Seat::East => chosen.east,
                Seat::West => chosen.west,
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

    /// Plays a round; an open pie decision counts as `stay`.
    pub fn play(&self, sower: &Sower, chosen: JointMove) -> Played {
        let round = sower.sow(self.board, chosen.east.into(), chosen.west.into());
        self.after(sower.rules(), &round)
    }

    /// Returns the result of a round that was sown from this position.
    pub fn after(&self, rules: &Rules, round: &Round) -> Played {
        let sente = match round.ending.turn() {
            None => {
                return Played {
                    round: *round,
                    position: None,
                    settled: None,
                };
            }
            Some(Turn::Same) => self.sente(),
            Some(Turn::Other) => !self.sente(),
        };
        let before = self.cups();
        let cups = Cups {
            east: before.east + round.captured.east,
            west: before.west + round.captured.west,
        };
        let position = Position::pack(
            self.holes(),
            round.board,
            cups,
            sente,
            if self.leads_to_pie() {
                Phase::Pie
            } else {
                Phase::Sente
            },
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

    /// Decides the pie: the side that had sente in the first round swaps, or keeps its side. A swap rotates the board
    /// by 180° together with the cups, a complete exchange of roles.
    ///
    /// # Errors
    /// The decision is not open.
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

    /// Returns the cups including the awarded rest, if the game is over (fewer than two holes have two or more stones).
    /// `last_gote` is the side that had gote in the last round played.
    pub fn settled(&self, rules: &Rules, last_gote: Seat) -> Option<Cups> {
        let sente = self.sente();
        let passed = Turn::other_if(last_gote == sente);
        let margin = rules.given_out(&self.board, passed)?;
        let heir = if margin > 0 { sente } else { !sente };
        let mut cups = self.cups();
        cups[heir] += self.board.stones() as u8;
        Some(cups)
    }

    /// Returns [`Position::settled`] for a position alone. Only an open pie decision tells how the last round went: the
    /// side that decides had sente in it. Any other position counts as reached by a quiet round, so the side without
    /// sente had gote.
    pub fn settled_alone(&self, rules: &Rules) -> Option<Cups> {
        let last_sente = match self.phase() {
            Phase::Pie => self.to_choose(),
            Phase::Sente | Phase::Gote { .. } => self.sente(),
        };
        self.settled(rules, !last_sente)
    }
}
