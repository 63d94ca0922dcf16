//! Certificates of infinite play (`….certificate.json`, format `sowlab-certificate`, version 1 or 2, of the stones
//! family).

use std::fmt;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::error::{CheckError, Result, input_unless, printable, refuse_unless};
use crate::file;
use crate::reason::Reason;
use crate::rules::{Holes, Rules};
use crate::sowing::{Round, recurs, sow};

/// The maximum size of a file in bytes; a certificate has a few kilobytes.
const LONGEST: u64 = 16 << 20;

/// A certificate, with fields in the order of the file, because the checksum covers them in this order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    format: String,
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    rules: RuleOptions,
    start: String,
    play: Vec<String>,
    position: String,
    claim: Claim,
    disputed: u64,
    sha256: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct RuleOptions {
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

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum Claim {
    EndlessRound {
        round: String,
        first_step: u64,
        period: u64,
    },
    Repetition {
        rounds: Vec<String>,
    },
}

/// A position between rounds.
struct Position {
    rules: Rules,
    holes: Holes,
    east_has_sente: bool,
    /// East's and West's cup.
    cups: [u32; 2],
    pie: bool,
    round: u32,
    /// The number of disputed cases so far.
    disputed: u64,
    /// The number of sowing steps left, and the limit.
    steps: [u64; 2],
}

/// A certificate that holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConfirmedCertificate {
    /// The rules, without the number of seeds.
    pub game: String,
    /// The stones in each hole of the opening.
    pub seeds: u32,
    /// The start position.
    pub start: String,
    /// The rounds and decisions played from the start.
    pub play: Vec<String>,
    /// The claim. A document has it in words.
    pub shows: Shown,
}

/// What a certificate shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A round never ends.
    EndlessRound {
        /// The round.
        round: String,
        /// The steps until the sowing repeats.
        period: u64,
    },
    /// Quiet rounds lead back to the same board.
    Repetition {
        /// The number of rounds.
        rounds: usize,
    },
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::EndlessRound { round, period } => {
                write!(f, "{round} never ends: period {period} steps")
            }
            Shown::Repetition { rounds } => {
                write!(f, "{rounds} rounds lead back to the same board")
            }
        }
    }
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for ConfirmedCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ConfirmedCertificate {
            game,
            seeds,
            start,
            play,
            shows,
        } = self;
        let after = if play.is_empty() {
            String::new()
        } else {
            format!(", after {}", play.join(" "))
        };
        write!(
            f,
            "{shows} ({game}, {seeds} stones per hole, from {start}{after})"
        )
    }
}

/// Reads a certificate and checks all of it: the rules, the start and every round of the play. It also checks the final
/// position, the claim, the number of disputed cases and the checksum. `steps` limits the sowing steps of all rounds
/// together.
///
/// # Errors
/// The file cannot be read, its rounds take more steps, or the first part that is wrong.
pub fn check(path: &Path, steps: u64) -> Result<ConfirmedCertificate> {
    let mut text = String::new();
    file::open(path)?
        .take(LONGEST + 1)
        .read_to_string(&mut text)?;
    input_unless(text.len() as u64 <= LONGEST, Reason::LongFile)?;
    check_text(&text, steps)
}

/// Checks the text of a certificate as [`check`] does.
///
/// # Errors
/// Those of [`check`].
pub fn check_text(text: &str, steps: u64) -> Result<ConfirmedCertificate> {
    let other = |error| {
        CheckError::Input(Reason::InvalidCertificate {
            cause: printable(error),
        })
    };
    // Editors on Windows prepend a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str::<Certificate>(text)
        .map_err(other)?
        .check(steps)
}

impl Certificate {
    fn check(mut self, steps: u64) -> Result<ConfirmedCertificate> {
        let version = if self.game.is_some() { 2 } else { 1 };
        let stones = self.game.as_deref().unwrap_or("stones") == "stones";
        input_unless(
            stones && self.format == "sowlab-certificate" && self.version == version,
            Reason::NoCertificate,
        )?;
        let rules = Rules {
            holes: self.rules.holes,
            seeds: self.rules.seeds,
            reversed: self.rules.capture == Capture::Reversed,
            relay: self.rules.both_out == BothOut::Relay,
            forfeit: self.rules.mixed_out == MixedOut::Forfeit,
            exchanged: false,
        };
        input_unless(rules.fits(), Reason::NoRules)?;
        let none = || {
            CheckError::Refused(Reason::NoPosition {
                position: self.start.clone(),
            })
        };
        let mut place = Position::read(rules, &self.start, steps).ok_or_else(none)?;
        for item in &self.play {
            match item.as_str() {
                "turn" | "stay" if place.pie => place.decide(item == "turn"),
                round => place.play(round)?,
            }
        }
        let there = place.text() == self.position;
        refuse_unless(there, Reason::OtherPosition)?;
        let shows = match &self.claim {
            Claim::EndlessRound {
                round,
                first_step,
                period,
            } => place.recurs(round, *first_step, *period)?,
            Claim::Repetition { rounds } => place.repetition(rounds)?,
        };
        let wrong = Reason::OtherDisputed {
            found: place.disputed,
            stated: self.disputed,
        };
        refuse_unless(place.disputed == self.disputed, wrong)?;
        let stated = std::mem::take(&mut self.sha256);
        let text = serde_json::to_string(&self).map_err(std::io::Error::from)?;
        let written = format!("{:x}", Sha256::digest(text)) == stated;
        refuse_unless(written, Reason::Changed)?;
        let Certificate { start, play, .. } = self;
        Ok(ConfirmedCertificate {
            game: rules.to_string(),
            seeds: rules.seeds,
            start,
            play,
            shows,
        })
    }
}

impl Position {
    /// Parses a position with all six fields, in the format of [`Position::text`].
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
        let steps = [steps; 2];
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

    fn text(&self) -> String {
        let holes = self.holes.map(|stones| stones.to_string())[..self.rules.holes].join(",");
        let (sente, [east_cup, west_cup]) =
            (if self.east_has_sente { "E" } else { "W" }, self.cups);
        let (phase, round) = (if self.pie { "pie" } else { "-" }, self.round);
        format!("{holes} {sente} {east_cup} {west_cup} {phase} {round}")
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

    /// Subtracts steps from those that are left.
    fn take_steps(&mut self, steps: Option<u64>) -> Result<()> {
        let [left, most] = self.steps;
        let longer = || CheckError::Input(Reason::LongPlay { steps: most });
        self.steps[0] = steps
            .and_then(|steps| left.checked_sub(steps))
            .ok_or_else(longer)?;
        Ok(())
    }

    /// Plays a round.
    fn play(&mut self, round: &str) -> Result<()> {
        let [east, west] = self.chosen(round)?;
        let (holes, east, west) = match sow(&self.rules, &self.holes, east, west, self.steps[0]) {
            Round::Over {
                holes,
                east,
                west,
                steps,
                disputed,
            } => {
                self.take_steps(Some(steps))?;
                self.disputed += disputed;
                (holes, east, west)
            }
            Round::Endless => {
                return Err(CheckError::Refused(Reason::NothingFollows {
                    round: round.to_owned(),
                }));
            }
            Round::Longer => return self.take_steps(None),
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
        self.take_steps(first.checked_add(period))?;
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
            self.play(round)?;
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
