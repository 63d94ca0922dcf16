//! Certificates of play that never ends (`….certificate.json`, format `sowlab-certificate`,
//! version 1, stones family).

use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::CheckError;
use crate::rules::Rules;
use crate::sowing::{Holes, Round, Sowing, Step, sow};

/// The largest file that is read; a certificate has a few kilobytes.
const LONGEST: u64 = 16 << 20;

/// A certificate, field by field in the order of the file: the checksum is that of these fields.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    format: String,
    version: u32,
    rules: RuleOptions,
    start: String,
    play: Vec<String>,
    position: String,
    claim: Claim,
    disputed: u64,
    sha256: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct RuleOptions {
    holes: usize,
    seeds: u32,
    capture: String,
    both_out: String,
    mixed_out: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum Claim {
    EndlessRound { round: String, first_step: u64, period: u64 },
    Repetition { rounds: Vec<String> },
}

/// A position between rounds.
#[derive(Clone, PartialEq, Eq)]
struct Position {
    holes: Holes,
    east_has_sente: bool,
    east_cup: u32,
    west_cup: u32,
    pie: bool,
    round: u32,
}

fn refuse<T>(reason: impl Into<String>) -> Result<T, CheckError> {
    Err(CheckError::Refused(reason.into()))
}

/// Reads a certificate and checks it whole: rules, start, every round of the play, the position it
/// leads to, the claim in all its parts, the number of disputed cases, the checksum. Returns what it
/// shows, in words.
///
/// # Errors
/// The file cannot be read, or the first thing in it that is wrong.
pub fn check(path: &Path) -> Result<String, CheckError> {
    let failed = |error: &dyn std::fmt::Display| CheckError::input(error);
    let mut text = String::new();
    let file = std::fs::File::open(path).map_err(|error| failed(&error))?;
    file.take(LONGEST + 1).read_to_string(&mut text).map_err(|error| failed(&error))?;
    if text.len() as u64 > LONGEST {
        return refuse(format!("a certificate has no more than {LONGEST} bytes"));
    }
    let certificate: Certificate = serde_json::from_str(&text).map_err(|error| failed(&error))?;
    certificate.check()
}

impl Certificate {
    fn check(&self) -> Result<String, CheckError> {
        if (self.format.as_str(), self.version) != ("sowlab-certificate", 1) {
            return refuse(format!(
                "format '{}' version {}: not sowlab-certificate version 1",
                self.format, self.version
            ));
        }
        let RuleOptions { holes, seeds, capture, both_out, mixed_out } = &self.rules;
        let name = format!(
            "stones:holes={holes},seeds={seeds},capture={capture},both-out={both_out},mixed-out={mixed_out}"
        );
        let rules = Rules::parse(&name).map_err(|error| CheckError::Refused(error.to_string()))?;
        let claimed = Position::read(&rules, &self.position)?;
        let mut position = Position::read(&rules, &self.start)?;
        let mut disputed = 0;
        for item in &self.play {
            match item.as_str() {
                "turn" | "stay" if position.pie => position.decide(&rules, item == "turn"),
                round => disputed += position.play(&rules, round)?.disputed,
            }
        }
        if position != claimed {
            return refuse("the play does not lead to the position of the claim");
        }
        let shown = match &self.claim {
            Claim::EndlessRound { round, first_step, period } => {
                let (east, west) = position.choices(&rules, round)?;
                let Round::Endless { first_step: first, period: found } =
                    sow(&rules, &position.holes, east, west)
                else {
                    return refuse(format!("the sowing of {round} ends"));
                };
                if (first, found) != (*first_step, *period) {
                    return refuse(format!(
                        "the first state to recur is that after {first} steps, with period {found}, not {first_step} and {period}"
                    ));
                }
                // Disputed cases up to the first recurrence of that state.
                let mut sowing = Sowing::new(&rules, position.holes, east, west);
                for _ in 0..first + found {
                    if let Step::Continues { disputed: true } = sowing.step(&rules) {
                        disputed += 1;
                    }
                }
                format!("{round} never ends: period {found} steps")
            }
            Claim::Repetition { rounds } => {
                if position.pie || rounds.is_empty() {
                    return refuse("a repetition needs a round, and no open pie decision");
                }
                let start = position.holes;
                for (number, round) in rounds.iter().enumerate() {
                    let played = position.play(&rules, round)?;
                    disputed += played.disputed;
                    let last = number + 1 == rounds.len();
                    if played.captured || position.pie || (position.holes == start) != last {
                        return refuse(format!(
                            "{round} captures, or the board is back not exactly after the last round"
                        ));
                    }
                }
                format!("{} rounds lead back to the same board", rounds.len())
            }
        };
        if disputed != self.disputed {
            return refuse(format!("it meets {disputed} disputed cases, not {}", self.disputed));
        }
        let unsigned = Certificate { sha256: String::new(), ..self.clone() };
        let text =
            serde_json::to_string(&unsigned).map_err(|error| CheckError::Refused(error.to_string()))?;
        let digest = Sha256::digest(text.as_bytes());
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        match digest == self.sha256 {
            true => Ok(shown),
            false => refuse("the checksum does not fit: the file was changed"),
        }
    }
}

/// What a round of the play did.
struct Played {
    captured: bool,
    disputed: u64,
}

impl Position {
    /// Reads a position with all six fields.
    fn read(rules: &Rules, text: &str) -> Result<Position, CheckError> {
        let bad = || CheckError::Refused(format!("'{text}' is no position of this game"));
        let fields: Vec<&str> = text.split(' ').collect();
        let &[holes, sente, east_cup, west_cup, phase, round] = &fields[..] else {
            return Err(bad());
        };
        let number = |text: &str| text.parse::<u32>().ok().filter(|n| n.to_string() == text);
        let counts: Vec<u32> = holes.split(',').map(number).collect::<Option<_>>().ok_or_else(bad)?;
        let all: u64 = counts.iter().map(|&n| u64::from(n)).sum();
        let cups = number(east_cup).zip(number(west_cup)).ok_or_else(bad)?;
        let game = rules.holes as u64 * u64::from(rules.seeds);
        let round = number(round).filter(|&round| round > 0).ok_or_else(bad)?;
        let pie = phase == "pie";
        let fits = counts.len() == rules.holes
            && all + u64::from(cups.0) + u64::from(cups.1) == game
            && ["E", "W"].contains(&sente)
            && ["-", "pie"].contains(&phase)
            && !(pie && round > 2);
        if !fits {
            return Err(bad());
        }
        let mut holes = [0; 16];
        for (hole, count) in holes.iter_mut().zip(counts) {
            *hole = u8::try_from(count).map_err(|_| bad())?;
        }
        let (east_cup, west_cup) = cups;
        Ok(Position { holes, east_has_sente: sente == "E", east_cup, west_cup, pie, round })
    }

    /// The holes of a written round, East's first, from 0.
    fn choices(&self, rules: &Rules, round: &str) -> Result<(usize, usize), CheckError> {
        let bad = || CheckError::Refused(format!("'{round}' is no round that can be played where it stands"));
        let (sente, gote) = if self.east_has_sente { ('E', 'W') } else { ('W', 'E') };
        let parts = round.strip_prefix(sente).and_then(|rest| rest.split_once(gote));
        let (sente, gote) = parts.ok_or_else(bad)?;
        let hole = |text: &str| {
            let hole = text.parse::<usize>().ok().filter(|n| n.to_string() == text)?;
            let index = hole.checked_sub(1).filter(|&index| index < rules.holes)?;
            (self.holes[index] >= 2).then_some(index)
        };
        let (sente, gote) = hole(sente).zip(hole(gote)).ok_or_else(bad)?;
        if sente == gote || self.pie {
            return Err(bad());
        }
        Ok(if self.east_has_sente { (sente, gote) } else { (gote, sente) })
    }

    fn play(&mut self, rules: &Rules, round: &str) -> Result<Played, CheckError> {
        let (east, west) = self.choices(rules, round)?;
        if let Round::Endless { .. } = sow(rules, &self.holes, east, west) {
            return refuse(format!("the sowing of {round} never ends, so nothing follows it"));
        }
        let mut sowing = Sowing::new(rules, self.holes, east, west);
        let mut disputed = 0;
        let (east, west) = loop {
            match sowing.step(rules) {
                Step::Continues { disputed: case } => disputed += u64::from(case),
                Step::Ends { east, west, disputed: case } => {
                    disputed += u64::from(case);
                    break (east, west);
                }
            }
        };
        self.pie = self.round == 1 && self.east_cup == 0 && self.west_cup == 0;
        self.holes = *sowing.holes();
        self.east_cup += u32::from(east);
        self.west_cup += u32::from(west);
        self.round += 1;
        let captured = east + west > 0;
        self.east_has_sente ^= captured;
        Ok(Played { captured, disputed })
    }

    /// Decides the pie.
    fn decide(&mut self, rules: &Rules, turn: bool) {
        self.pie = false;
        self.round = 2;
        if turn {
            self.holes[..rules.holes].reverse();
            std::mem::swap(&mut self.east_cup, &mut self.west_cup);
            self.east_has_sente = !self.east_has_sente;
        }
    }
}
