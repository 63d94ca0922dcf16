//! Certificates of play that never ends (`….certificate.json`, format `sowlab-certificate`,
//! version 1 or 2, of the stones family).

use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{CheckError, Result, input_unless, refuse_unless};
use crate::rules::{Holes, Rules};
use crate::sowing::{Round, sow};

/// The largest file that is read; a certificate has a few kilobytes.
const LONGEST: u64 = 16 << 20;
/// What is refused.
const OTHER: &str = "no stones-family certificate, version 1 or 2 (`sowlab loops verify` checks others)";

/// A certificate, field by field in the order of the file: the checksum is that of these fields.
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
    capture: String,
    both_out: String,
    mixed_out: String,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum Claim {
    EndlessRound { round: String, first_step: u64, period: u64 },
    Repetition { rounds: Vec<String> },
}

/// A position between rounds.
struct Position {
    rules: Rules,
    holes: Holes,
    east_has_sente: bool,
    /// East's and West's.
    cups: [u32; 2],
    pie: bool,
    round: u32,
    /// Disputed cases met so far.
    disputed: u64,
}

/// Reads a certificate and checks it whole: rules, start, every round of the play, the position it
/// leads to, the claim in all its parts, the number of disputed cases, the checksum. Returns what it
/// shows, in words.
///
/// # Errors
/// The file cannot be read, or the first thing in it that is wrong.
pub fn check(path: &Path) -> Result<String> {
    let mut text = String::new();
    std::fs::File::open(path)?.take(LONGEST + 1).read_to_string(&mut text)?;
    input_unless(text.len() as u64 <= LONGEST, "longer than any certificate")?;
    let other = |error| CheckError::input(format!("{OTHER}: {error}"));
    serde_json::from_str::<Certificate>(&text).map_err(other)?.check()
}

impl Certificate {
    fn check(mut self) -> Result<String> {
        let version = if self.game.is_some() { 2 } else { 1 };
        let stones = self.game.as_deref().unwrap_or("stones") == "stones";
        input_unless(stones && self.format == "sowlab-certificate" && self.version == version, OTHER)?;
        let RuleOptions { holes, seeds, capture, both_out, mixed_out } = &self.rules;
        let rules = Rules::parse(&format!(
            "stones:holes={holes},seeds={seeds},capture={capture},both-out={both_out},mixed-out={mixed_out}"
        ))?;
        let none = || CheckError::Refused(format!("'{}' is no position of this game", self.start));
        let mut place = Position::read(rules, &self.start).ok_or_else(none)?;
        for item in &self.play {
            match item.as_str() {
                "turn" | "stay" if place.pie => place.decide(item == "turn"),
                round => _ = place.play(round)?,
            }
        }
        let there = place.text() == self.position;
        refuse_unless(there, "the play does not lead to the position of the claim")?;
        let shown = match &self.claim {
            Claim::EndlessRound { round, first_step, period } => place.recurs(round, first_step, period)?,
            Claim::Repetition { rounds } => place.repetition(rounds)?,
        };
        let wrong = format!("it meets {} disputed cases, not {}", place.disputed, self.disputed);
        refuse_unless(place.disputed == self.disputed, wrong)?;
        let stated = std::mem::take(&mut self.sha256);
        let text = serde_json::to_string(&self).map_err(CheckError::input)?;
        let written = format!("{:x}", Sha256::digest(text)) == stated;
        refuse_unless(written, "the checksum does not fit: the file was changed")?;
        Ok(shown)
    }
}

impl Position {
    /// Reads a position with all six fields, written as [`Position::text`] writes it.
    fn read(rules: Rules, text: &str) -> Option<Position> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, sente, east_cup, west_cup, phase, round] = fields.try_into().ok()?;
        let mut holes = [0; 16];
        for (hole, stones) in board.split(',').enumerate() {
            *holes.get_mut(hole)? = stones.parse().ok()?;
        }
        let cups: [u32; 2] = [east_cup.parse().ok()?, west_cup.parse().ok()?];
        let (east_has_sente, pie, round) = (sente == "E", phase == "pie", round.parse().ok()?);
        let all: u64 = holes.iter().map(|&stones| u64::from(stones)).chain(cups.map(u64::from)).sum();
        let fits = all == rules.holes as u64 * u64::from(rules.seeds) && round > 0 && !(pie && round > 2);
        let position = Position { rules, holes, east_has_sente, cups, pie, round, disputed: 0 };
        (fits && position.text() == text).then_some(position)
    }

    fn text(&self) -> String {
        let holes = self.holes.map(|stones| stones.to_string())[..self.rules.holes].join(",");
        let (sente, [east_cup, west_cup]) = (if self.east_has_sente { "E" } else { "W" }, self.cups);
        let (phase, round) = (if self.pie { "pie" } else { "-" }, self.round);
        format!("{holes} {sente} {east_cup} {west_cup} {phase} {round}")
    }

    /// Sows a round, as it is written, with the side that has sente first.
    fn sow(&mut self, round: &str) -> Result<Round> {
        let playable = || (0..16).filter(|&hole| self.holes[hole] >= 2 && !self.pie);
        let written = |&(east, west): &(usize, usize)| {
            let (east, west) = (format!("E{}", east + 1), format!("W{}", west + 1));
            if self.east_has_sente { east + &west } else { west + &east }
        };
        let mut rounds = playable().flat_map(|east| playable().map(move |west| (east, west)));
        let found = rounds.find(|chosen| chosen.0 != chosen.1 && written(chosen) == round);
        let none = || CheckError::Refused(format!("'{round}' cannot be played where it stands"));
        let (east, west) = found.ok_or_else(none)?;
        let (sown, disputed) = sow(&self.rules, &self.holes, east, west);
        self.disputed += disputed;
        Ok(sown)
    }

    /// Plays a round; whether it captures.
    fn play(&mut self, round: &str) -> Result<bool> {
        let Round::Over { holes, east, west } = self.sow(round)? else {
            return Err(CheckError::Refused(format!("the sowing of {round} never ends: nothing follows it")));
        };
        self.pie = self.round == 1 && self.cups == [0, 0];
        self.holes = holes;
        self.cups[0] += u32::from(east);
        self.cups[1] += u32::from(west);
        self.round += 1;
        self.east_has_sente ^= east + west > 0;
        Ok(east + west > 0)
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

    /// What a round that never ends shows, in words.
    fn recurs(&mut self, round: &str, first: &u64, repeats: &u64) -> Result<String> {
        let Round::Endless { first_step, period } = self.sow(round)? else {
            return Err(CheckError::Refused(format!("the sowing of {round} ends")));
        };
        let wrong = format!("the first state to recur is after {first_step} steps, with period {period}");
        refuse_unless((&first_step, &period) == (first, repeats), wrong)?;
        Ok(format!("{round} never ends: period {period} steps"))
    }

    /// What quiet rounds show that lead back to the same board, in words.
    fn repetition(&mut self, rounds: &[String]) -> Result<String> {
        let playable = !self.pie && !rounds.is_empty();
        refuse_unless(playable, "a repetition needs a round, and no open pie decision")?;
        let start = self.holes;
        for (number, round) in (1..).zip(rounds) {
            let captured = self.play(round)?;
            let right = !captured && !self.pie && (self.holes == start) == (number == rounds.len());
            let wrong = format!("{round} captures, or the board is not back just after the last round");
            refuse_unless(right, wrong)?;
        }
        Ok(format!("{} rounds lead back to the same board", rounds.len()))
    }
}
