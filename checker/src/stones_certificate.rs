//! Certificates of the stones family: positions, rounds, decisions and claims.

use serde::{Deserialize, Serialize};

use crate::certificate::{Claim, Options, Play, Shown};
use crate::error::{CheckError, Result, input_unless, refuse_unless};
use crate::reason::Reason;
use crate::recurrence::Steps;
use crate::rules::{Holes, Rules};
use crate::sowing::{Round, recurs, sow};

/// The options of the rules.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct StonesOptions {
    holes: usize,
    seeds: u32,
    capture: Capture,
    both_out: BothOut,
    mixed_out: MixedOut,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Capture {
    Normal,
    Reversed,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum BothOut {
    Relay,
    End,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum MixedOut {
    End,
    Forfeit,
}

impl StonesOptions {
    fn rules(&self) -> Rules {
        Rules {
            holes: self.holes,
            seeds: self.seeds,
            reversed: self.capture == Capture::Reversed,
            relay: self.both_out == BothOut::Relay,
            forfeit: self.mixed_out == MixedOut::Forfeit,
            exchanged: false,
        }
    }
}

impl Options for StonesOptions {
    type Play = Position;

    fn start(&self, text: &str, steps: u64) -> Result<Position> {
        let rules = self.rules();
        input_unless(rules.fits(), Reason::NoRules)?;
        let none = || {
            CheckError::Refused(Reason::NoPosition {
                position: text.to_owned(),
            })
        };
        Position::read(rules, text, steps).ok_or_else(none)
    }

    fn name(&self) -> (String, Option<u32>) {
        (self.rules().to_string(), Some(self.seeds))
    }
}

/// A position between rounds.
pub(crate) struct Position {
    rules: Rules,
    holes: Holes,
    east_has_sente: bool,
    /// East's and West's cup.
    cups: [u32; 2],
    pie: bool,
    round: u32,
    /// The number of disputed cases so far.
    disputed: u64,
    steps: Steps,
}

impl Position {
    /// Parses a position with all six fields, in the format of [`Play::text`].
    fn read(rules: Rules, text: &str, steps: u64) -> Option<Position> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, sente, east_cup, west_cup, phase, round] = fields.try_into().ok()?;
        let mut holes = [0; 16];
        for (hole, stones) in board.split(',').enumerate() {
            *holes.get_mut(hole)? = stones.parse().ok()?;
        }
        let cups: [u32; 2] = [east_cup.parse().ok()?, west_cup.parse().ok()?];
        let (east_has_sente, pie, round) = (sente == "E", phase == "pie", round.parse().ok()?);
        let all: u64 = holes
            .iter()
            .map(|&stones| u64::from(stones))
            .chain(cups.map(u64::from))
            .sum();
        let fits =
            all == rules.holes as u64 * u64::from(rules.seeds) && round > 0 && !(pie && round > 2);
        let steps = Steps::new(steps);
        let position = Position {
            rules,
            holes,
            east_has_sente,
            cups,
            pie,
            round,
            disputed: 0,
            steps,
        };
        (fits && position.text() == text).then_some(position)
    }

    /// Parses a round, written with the side that has sente first. Returns the holes of East and West (from 0), or
    /// `None` if the round cannot be played.
    fn holes_of(&self, round: &str) -> Option<[usize; 2]> {
        let [first, second] = if self.east_has_sente {
            ['E', 'W']
        } else {
            ['W', 'E']
        };
        let (sente, gote) = round.strip_prefix(first)?.split_once(second)?;
        let hole = |text: &str| {
            (1..=16)
                .find(|hole: &usize| hole.to_string() == text)
                .map(|hole| hole - 1)
        };
        let (sente, gote) = (hole(sente)?, hole(gote)?);
        let playable =
            !self.pie && sente != gote && self.holes[sente] >= 2 && self.holes[gote] >= 2;
        playable.then_some(if self.east_has_sente {
            [sente, gote]
        } else {
            [gote, sente]
        })
    }

    /// Returns [`holes_of`](Position::holes_of), or the error of a round that cannot be played.
    fn chosen(&self, round: &str) -> Result<[usize; 2]> {
        let none = || {
            CheckError::Refused(Reason::NotPlayable {
                round: round.to_owned(),
            })
        };
        self.holes_of(round).ok_or_else(none)
    }

    /// Plays a round.
    fn play_round(&mut self, round: &str) -> Result<()> {
        let [east, west] = self.chosen(round)?;
        let (holes, east, west) = match sow(&self.rules, &self.holes, east, west, self.steps.left())
        {
            Round::Over {
                holes,
                east,
                west,
                steps,
                disputed,
            } => {
                self.steps.take(Some(steps))?;
                self.disputed += disputed;
                (holes, east, west)
            }
            Round::Endless => {
                return Err(CheckError::Refused(Reason::NothingFollows {
                    round: round.to_owned(),
                }));
            }
            Round::Longer => return self.steps.take(None),
        };
        self.pie = self.round == 1 && self.cups == [0, 0];
        self.holes = holes;
        self.cups[0] += u32::from(east);
        self.cups[1] += u32::from(west);
        let late = CheckError::Refused(Reason::ManyRounds);
        self.round = self.round.checked_add(1).ok_or(late)?;
        self.east_has_sente ^= east + west > 0;
        Ok(())
    }

    /// Decides the pie.
    fn decide(&mut self, turn: bool) {
        (self.pie, self.round) = (false, 2);
        if turn {
            self.holes[..self.rules.holes].reverse();
            self.cups.reverse();
            self.east_has_sente = !self.east_has_sente;
        }
    }

    /// Checks a non-terminating round, and returns the claim in words.
    fn recurs(&mut self, round: &str, first: u64, period: u64) -> Result<Shown> {
        let chosen = self.chosen(round)?;
        self.steps.take(first.checked_add(period))?;
        self.disputed += recurs(&self.rules, &self.holes, chosen, first, period, round)
            .map_err(CheckError::Refused)?;
        Ok(Shown::EndlessRound {
            round: round.to_owned(),
            period,
        })
    }

    /// Checks quiet rounds that lead back to the same board, and returns the claim in words.
    fn repetition(&mut self, rounds: &[String]) -> Result<Shown> {
        let playable = !self.pie && !rounds.is_empty();
        refuse_unless(playable, Reason::NoRepetition)?;
        let start = self.holes;
        for (number, round) in (1..).zip(rounds) {
            self.play_round(round)?;
            // The board cannot repeat after a capture, with fewer stones.
            let right = !self.pie && (self.holes == start) == (number == rounds.len());
            let wrong = Reason::NotBack {
                round: round.clone(),
            };
            refuse_unless(right, wrong)?;
        }
        Ok(Shown::Repetition {
            rounds: rounds.len(),
        })
    }
}

impl Play for Position {
    fn text(&self) -> String {
        let holes = self.holes.map(|stones| stones.to_string())[..self.rules.holes].join(",");
        let (sente, [east_cup, west_cup]) =
            (if self.east_has_sente { "E" } else { "W" }, self.cups);
        let (phase, round) = (if self.pie { "pie" } else { "-" }, self.round);
        format!("{holes} {sente} {east_cup} {west_cup} {phase} {round}")
    }

    fn play(&mut self, item: &str) -> Result<()> {
        match item {
            "turn" | "stay" if self.pie => {
                self.decide(item == "turn");
                Ok(())
            }
            round => self.play_round(round),
        }
    }

    fn check(&mut self, claim: &Claim) -> Result<Shown> {
        match claim {
            Claim::EndlessRound {
                round,
                first_step,
                period,
            } => self.recurs(round, *first_step, *period),
            Claim::Repetition { rounds } => self.repetition(rounds),
            Claim::EndlessMove { .. } => Err(CheckError::Input(Reason::OtherClaim)),
        }
    }

    fn disputed(&self) -> u64 {
        self.disputed
    }
}
