//! Certificates of play that never ends (`….certificate.json`, format `sowlab-certificate`,
//! version 1 or 2, of the stones family).

use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::CheckError;
use crate::rules::Rules;
use crate::sowing::{Holes, Round, sow};
use crate::table::hex;

/// The largest file that is read; a certificate has a few kilobytes.
const LONGEST: u64 = 16 << 20;

/// A certificate, field by field in the order of the file: the checksum is that of these fields.
#[derive(Clone, Debug, Serialize, Deserialize)]
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

/// Reads a certificate and checks it whole: rules, start, every round of the play, the position it
/// leads to, the claim in all its parts, the number of disputed cases, the checksum. Returns what it
/// shows, in words.
///
/// # Errors
/// The file cannot be read, or the first thing in it that is wrong.
pub fn check(path: &Path) -> Result<String, CheckError> {
    let mut text = String::new();
    std::fs::File::open(path)?.take(LONGEST + 1).read_to_string(&mut text)?;
    let too_long = format!("a certificate has no more than {LONGEST} bytes");
    CheckError::input_unless(text.len() as u64 <= LONGEST, too_long)?;
    let head: serde_json::Value = serde_json::from_str(&text).map_err(CheckError::input)?;
    let version = 1 + u32::from(!head["game"].is_null());
    let known = head["format"] == "sowlab-certificate" && head["version"] == version;
    CheckError::input_unless(known, "not a sowlab-certificate of version 1 or 2")?;
    let game = head["game"].as_str().unwrap_or("stones");
    let others = "certificates of the stones family are checked here, others by `sowlab loops verify`";
    CheckError::input_unless(game == "stones", format!("a certificate of {game:?}: {others}"))?;
    serde_json::from_str::<Certificate>(&text).map_err(CheckError::input)?.check()
}

impl Certificate {
    fn check(&self) -> Result<String, CheckError> {
        let RuleOptions { holes, seeds, capture, both_out, mixed_out } = &self.rules;
        let rules = Rules::parse(&format!(
            "stones:holes={holes},seeds={seeds},capture={capture},both-out={both_out},mixed-out={mixed_out}"
        ))?;
        let read = |text: &str| {
            let none = || CheckError::Refused(format!("'{text}' is no position of this game"));
            Position::read(&rules, text).ok_or_else(none)
        };
        let claimed = read(&self.position)?;
        let mut position = read(&self.start)?;
        let mut disputed = 0;
        for item in &self.play {
            match item.as_str() {
                "turn" | "stay" if position.pie => position.decide(&rules, item == "turn"),
                round => disputed += position.play(&rules, round)?.1,
            }
        }
        let there = position == claimed;
        CheckError::refuse_unless(there, "the play does not lead to the position of the claim")?;
        let shown = match &self.claim {
            Claim::EndlessRound { round, first_step, period } => {
                let (east, west) = position.choices(&rules, round)?;
                let sown = sow(&rules, &position.holes, east, west);
                let Round::Endless { first_step: first, period: found, disputed: more } = sown else {
                    return Err(CheckError::Refused(format!("the sowing of {round} ends")));
                };
                let wrong =
                    format!("the first state to recur is that after {first} steps, with period {found}");
                CheckError::refuse_unless((first, found) == (*first_step, *period), wrong)?;
                disputed += more;
                format!("{round} never ends: period {found} steps")
            }
            Claim::Repetition { rounds } => {
                let playable = !position.pie && !rounds.is_empty();
                CheckError::refuse_unless(playable, "a repetition needs a round, and no open pie decision")?;
                let start = position.holes;
                for (number, round) in rounds.iter().enumerate() {
                    let (captured, more) = position.play(&rules, round)?;
                    disputed += more;
                    let back = position.holes == start;
                    let right = !captured && !position.pie && back == (number + 1 == rounds.len());
                    let wrong =
                        format!("{round} captures, or the board is not back just after the last round");
                    CheckError::refuse_unless(right, wrong)?;
                }
                format!("{} rounds lead back to the same board", rounds.len())
            }
        };
        let wrong = format!("it meets {disputed} disputed cases, not {}", self.disputed);
        CheckError::refuse_unless(disputed == self.disputed, wrong)?;
        let unsigned = Certificate { sha256: String::new(), ..self.clone() };
        let text = serde_json::to_string(&unsigned).map_err(CheckError::input)?;
        let written = hex(&Sha256::digest(text.as_bytes())) == self.sha256;
        CheckError::refuse_unless(written, "the checksum does not fit: the file was changed")?;
        Ok(shown)
    }
}

/// A number written without leading zeros or a sign.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| number.to_string() == text)
}

impl Position {
    /// Reads a position with all six fields.
    fn read(rules: &Rules, text: &str) -> Option<Position> {
        let fields: Vec<&str> = text.split(' ').collect();
        let &[board, sente, east_cup, west_cup, phase, round] = &fields[..] else {
            return None;
        };
        let counts: Vec<u32> = board.split(',').map(number).collect::<Option<_>>()?;
        let mut holes = [0; 16];
        for (hole, &count) in holes.iter_mut().zip(&counts) {
            *hole = u8::try_from(count).ok()?;
        }
        let (east_cup, west_cup, round) = (number(east_cup)?, number(west_cup)?, number(round)?);
        let all: u64 = counts.iter().chain([&east_cup, &west_cup]).map(|&stones| u64::from(stones)).sum();
        let pie = phase == "pie";
        let fits = counts.len() == rules.holes
            && all == rules.holes as u64 * u64::from(rules.seeds)
            && ["E", "W"].contains(&sente)
            && (pie && round <= 2 || phase == "-")
            && round > 0;
        fits.then_some(Position { holes, east_has_sente: sente == "E", east_cup, west_cup, pie, round })
    }

    /// The holes of a written round, East's first, from 0.
    fn choices(&self, rules: &Rules, round: &str) -> Result<(usize, usize), CheckError> {
        let (sente, gote) = if self.east_has_sente { ('E', 'W') } else { ('W', 'E') };
        let hole = |text: &str| {
            let index = (number(text)? as usize).checked_sub(1).filter(|&index| index < rules.holes)?;
            (self.holes[index] >= 2).then_some(index)
        };
        let parts = round.strip_prefix(sente).and_then(|rest| rest.split_once(gote));
        let holes = parts.and_then(|(sente, gote)| hole(sente).zip(hole(gote)));
        match holes.filter(|(sente, gote)| sente != gote && !self.pie) {
            Some((sente, gote)) if self.east_has_sente => Ok((sente, gote)),
            Some((sente, gote)) => Ok((gote, sente)),
            None => Err(CheckError::Refused(format!("'{round}' cannot be played where it stands"))),
        }
    }

    /// Plays a round; whether it captures, and the disputed cases that it meets.
    fn play(&mut self, rules: &Rules, round: &str) -> Result<(bool, u64), CheckError> {
        let (east, west) = self.choices(rules, round)?;
        let Round::Over { holes, east, west, disputed } = sow(rules, &self.holes, east, west) else {
            let endless = format!("the sowing of {round} never ends, so nothing follows it");
            return Err(CheckError::Refused(endless));
        };
        self.pie = self.round == 1 && self.east_cup == 0 && self.west_cup == 0;
        self.holes = holes;
        self.east_cup += u32::from(east);
        self.west_cup += u32::from(west);
        self.round += 1;
        self.east_has_sente ^= east + west > 0;
        Ok((east + west > 0, disputed))
    }

    /// Decides the pie.
    fn decide(&mut self, rules: &Rules, turn: bool) {
        (self.pie, self.round) = (false, 2);
        if turn {
            self.holes[..rules.holes].reverse();
            std::mem::swap(&mut self.east_cup, &mut self.west_cup);
            self.east_has_sente = !self.east_has_sente;
        }
    }
}
