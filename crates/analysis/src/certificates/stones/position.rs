//! Positions and rounds of a game, as read and played one by one.

use super::sowing::{RoundEnd, Sowing, SowingOptions};
use crate::certificates::fault::Fault;
use crate::certificates::following::{Budget, to_end};
use crate::certificates::game::Played;

/// The size of a game.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) holes: u32,
    /// The number of stones in each hole at the start.
    pub(super) seeds: u32,
}

/// A position between rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::certificates) struct Position {
    pub(super) holes: Vec<u32>,
    pub(super) east_has_sente: bool,
    pub(super) east_cup: u32,
    pub(super) west_cup: u32,
    pub(super) pie_is_open: bool,
    pub(super) round: u64,
}

/// Reads a number in decimal digits without a sign or leading zeros.
fn number(text: &str) -> Option<u32> {
    let value: u32 = text.parse().ok()?;
    (value.to_string() == text).then_some(value)
}

impl Position {
    /// Reads all six fields. The error names the fault.
    pub(super) fn read(size: Size, text: &str) -> Result<Position, Fault> {
        let fields: Vec<&str> = text.split(' ').collect();
        let &[holes, sente, east_cup, west_cup, phase, round] = fields.as_slice() else {
            return Err(Fault::Count {
                found: fields.len() as u64,
                what: "fields separated by single spaces, not ",
                expected: 6,
            });
        };
        let holes: Option<Vec<u32>> = holes.split(',').map(number).collect();
        let holes = holes.ok_or("the holes must be numbers separated by commas")?;
        if holes.len() != size.holes as usize {
            return Err(Fault::Count {
                found: holes.len() as u64,
                what: "holes, not ",
                expected: size.holes.into(),
            });
        }
        let east_has_sente = match sente {
            "E" => true,
            "W" => false,
            _ => return Err("the side with sente must be E or W".into()),
        };
        let cups = number(east_cup).zip(number(west_cup));
        let (east_cup, west_cup) = cups.ok_or("the cups must be numbers")?;
        let pie_is_open = match phase {
            "-" => false,
            "pie" => true,
            _ => return Err("the phase must be '-' or 'pie'".into()),
        };
        let round = number(round).filter(|&round| round > 0);
        let round = u64::from(round.ok_or("the round must be a number, 1 or more")?);
        let all = holes
            .iter()
            .chain([&east_cup, &west_cup])
            .map(|&stones| u64::from(stones));
        let game = u64::from(size.holes) * u64::from(size.seeds);
        let all: u64 = all.sum();
        if all != game {
            return Err(Fault::Count {
                found: all,
                what: "stones, but the game has ",
                expected: game,
            });
        }
        if pie_is_open && round > 2 {
            return Err("the pie decision is open only before round 2".into());
        }
        Ok(Position {
            holes,
            east_has_sente,
            east_cup,
            west_cup,
            pie_is_open,
            round,
        })
    }

    /// Makes the pie decision.
    pub(super) fn decide(&mut self, turn: bool) -> Result<(), Fault> {
        if !self.pie_is_open {
            return Err("the pie decision is not open".into());
        }
        self.pie_is_open = false;
        self.round = 2;
        if turn {
            self.holes.reverse();
            std::mem::swap(&mut self.east_cup, &mut self.west_cup);
            self.east_has_sente = !self.east_has_sente;
        }
        Ok(())
    }

    /// Lifts the holes of a written round. The error tells why this is not possible.
    pub(super) fn take(&self, round: &str) -> Result<Sowing, Fault> {
        if self.pie_is_open {
            return Err("the pie decision comes first: turn or stay".into());
        }
        let (first, second) = if self.east_has_sente {
            ('E', 'W')
        } else {
            ('W', 'E')
        };
        let holes = round
            .strip_prefix(first)
            .and_then(|rest| rest.split_once(second));
        let holes = holes.and_then(|(first, second)| number(first).zip(number(second)));
        let (sente, gote) = holes.ok_or(Fault::NotOf {
            what: "round in which",
            side: first,
            is: " has sente",
        })?;
        for hole in [sente, gote] {
            let stones = (hole as usize)
                .checked_sub(1)
                .and_then(|index| self.holes.get(index));
            match stones {
                None => {
                    return Err(Fault::NoPlace {
                        place: "hole",
                        number: hole.into(),
                    });
                }
                Some(0 | 1) => {
                    return Err(Fault::TooFew {
                        place: "hole",
                        number: hole.into(),
                        what: "stones",
                    });
                }
                Some(_) => {}
            }
        }
        if sente == gote {
            return Err("both take the same hole".into());
        }
        let (east, west) = if self.east_has_sente {
            (sente, gote)
        } else {
            (gote, sente)
        };
        Ok(Sowing::start(
            &self.holes,
            east as usize - 1,
            west as usize - 1,
        ))
    }

    /// Plays a round that ends. Returns whether it captured, and the number of disputed cases.
    pub(super) fn play(
        &mut self,
        options: SowingOptions,
        round: &str,
        budget: &mut Budget,
    ) -> Result<Played, Fault> {
        let step = |sowing: &mut Sowing, _: &mut Budget| Ok(sowing.step(options));
        let ended = to_end(self.take(round)?, step, budget)?;
        let (over, on_the_way) = ended.ok_or("its sowing never ends")?;
        let RoundEnd {
            holes,
            east_captures,
            west_captures,
            disputed,
        } = over;
        let disputed = on_the_way + u64::from(disputed);
        self.pie_is_open = self.round == 1 && self.east_cup == 0 && self.west_cup == 0;
        self.holes = holes;
        self.east_cup += east_captures;
        self.west_cup += west_captures;
        if self.round >= u64::from(u32::MAX) {
            return Err("the number of a round exceeds 32 bits".into());
        }
        self.round += 1;
        let captured = east_captures + west_captures > 0;
        self.east_has_sente ^= captured;
        Ok(Played { captured, disputed })
    }
}
