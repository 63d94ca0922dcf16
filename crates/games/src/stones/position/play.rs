//! What a position leads to: choices, rounds, the pie decision and the end.

use super::super::round::{Cups, Round, Seat};
use super::super::rules::Rules;
use super::super::sowing::{JointMove, Sower};
use super::{ChoiceError, Phase, Position};
use sowlab_solvers::Turn;

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

impl Position {
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

    /// The index of a hole on the board turned so that sente is East, as solvers count; and back.
    #[inline]
    pub fn index_for_sente(&self, hole: u8) -> u8 {
        match self.sente() {
            Seat::East => hole,
            Seat::West => self.holes() as u8 - 1 - hole,
        }
    }

    /// The joint move of choices (sente's, gote's) that are [indices](Position::index_for_sente) on the
    /// board turned so that sente is East.
    pub fn turned_back(&self, first: u8, second: u8) -> JointMove {
        let (first, second) = (self.index_for_sente(first), self.index_for_sente(second));
        JointMove::of(self.sente(), first, second)
    }

    /// The holes of both sides in the round that gote completes by taking the hole of this index (0 is hole
    /// 1), if sente has taken one.
    pub fn completed(&self, hole: u8) -> Option<JointMove> {
        match self.phase() {
            Phase::Gote { taken } => Some(JointMove::of(self.sente(), taken, hole)),
            Phase::Sente | Phase::Pie => None,
        }
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

    /// Plays a round (a pie decision that is still open counts as `stay`).
    pub fn play(&self, sower: &Sower, chosen: JointMove) -> Played {
        let round = sower.sow(self.board, chosen.east.into(), chosen.west.into());
        self.after(sower.rules(), &round)
    }

    /// What a round, sown from this position, leads to.
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
    pub fn settled(&self, rules: &Rules, last_gote: Seat) -> Option<Cups> {
        let sente = self.sente();
        let passed = Turn::other_if(last_gote == sente);
        let margin = rules.given_out(&self.board, passed)?;
        let heir = if margin > 0 { sente } else { !sente };
        let mut cups = self.cups();
        cups[heir] += self.board.stones() as u8;
        Some(cups)
    }

    /// As [`Position::settled`] for a position on its own. Only the open pie decision says how the last round
    /// went: the side that decides had sente in it. Any other position counts as reached by a quiet round, so
    /// that the side without sente was gote.
    pub fn settled_alone(&self, rules: &Rules) -> Option<Cups> {
        let last_sente = match self.phase() {
            Phase::Pie => self.to_choose(),
            Phase::Sente | Phase::Gote { .. } => self.sente(),
        };
        self.settled(rules, !last_sente)
    }
}
