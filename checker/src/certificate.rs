//! Certificates of infinite play (`….certificate.json`, format `sowlab-certificate`, version 1 or 2).

use std::fmt;
use std::io::Read;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::agsinnoninka::AgsinnoninkaOptions;
use crate::bao::BaoOptions;
use crate::error::{CheckError, Result, input_unless, printable, refuse_unless};
use crate::file;
use crate::omweso::OmwesoOptions;
use crate::reason::Reason;
use crate::stones_certificate::StonesOptions;

/// The maximum size of a file in bytes; a certificate has a few kilobytes.
const LONGEST: u64 = 16 << 20;

/// A certificate, with fields in the order of the file, because the checksum covers them in this order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Certificate<R> {
    format: String,
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    rules: R,
    start: String,
    play: Vec<String>,
    position: String,
    claim: Claim,
    disputed: u64,
    sha256: String,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Claim {
    EndlessRound {
        round: String,
        first_step: u64,
        period: u64,
    },
    Repetition {
        rounds: Vec<String>,
    },
    EndlessMove {
        r#move: String,
        first_lap: u64,
        period: u64,
    },
}

/// The field of a certificate that names its game.
#[derive(Deserialize)]
struct Named {
    #[serde(default)]
    game: Option<String>,
}

/// The rules of a game, with fields in the order of the file.
pub(crate) trait Options: Serialize + DeserializeOwned {
    /// A position of the game, to be played on.
    type Play: Play;

    /// Reads the position at the start. `steps` limits the steps of all that is played.
    fn start(&self, text: &str, steps: u64) -> Result<Self::Play>;

    /// Returns the name of the game, and its seeds if they are not part of the name.
    fn name(&self) -> (String, Option<u32>);
}

/// A position, to be played on.
pub(crate) trait Play {
    /// Writes the position, with all fields of the notation.
    fn text(&self) -> String;

    /// Plays a round, a move or a decision that ends.
    fn play(&mut self, item: &str) -> Result<()>;

    /// Checks a claim about the position.
    fn check(&mut self, claim: &Claim) -> Result<Shown>;

    /// Returns the number of disputed cases so far.
    fn disputed(&self) -> u64 {
        0
    }
}

/// A certificate that holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConfirmedCertificate {
    /// The rules. In the stones family without the number of seeds.
    pub game: String,
    /// The stones in each hole of the opening, in the stones family.
    pub seeds: Option<u32>,
    /// The start position.
    pub start: String,
    /// The rounds, moves and decisions played from the start.
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
    /// A move never ends.
    EndlessMove {
        /// The move.
        r#move: String,
        /// The laps until the sowing repeats.
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
            Shown::EndlessMove { r#move, period } => {
                write!(f, "{} never ends: period {period} laps", r#move)
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
        let seeds = match seeds {
            Some(seeds) => format!(", {seeds} stones per hole"),
            None => String::new(),
        };
        write!(f, "{shows} ({game}{seeds}, from {start}{after})")
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
    // Editors on Windows prepend a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match read::<Named>(text)?.game.as_deref() {
        None | Some("stones") => read::<Certificate<StonesOptions>>(text)?.check(steps),
        Some("omweso") => read::<Certificate<OmwesoOptions>>(text)?.check(steps),
        Some("agsinnoninka") => read::<Certificate<AgsinnoninkaOptions>>(text)?.check(steps),
        Some("bao") => read::<Certificate<BaoOptions>>(text)?.check(steps),
        Some(_) => Err(CheckError::Input(Reason::NoCertificate)),
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| {
        CheckError::Input(Reason::InvalidCertificate {
            cause: printable(error),
        })
    })
}

impl<R: Options> Certificate<R> {
    fn check(mut self, steps: u64) -> Result<ConfirmedCertificate> {
        let version = if self.game.is_some() { 2 } else { 1 };
        input_unless(
            self.format == "sowlab-certificate" && self.version == version,
            Reason::NoCertificate,
        )?;
        let mut place = self.rules.start(&self.start, steps)?;
        for item in &self.play {
            place.play(item)?;
        }
        let there = place.text() == self.position;
        refuse_unless(there, Reason::OtherPosition)?;
        let shows = place.check(&self.claim)?;
        let wrong = Reason::OtherDisputed {
            found: place.disputed(),
            stated: self.disputed,
        };
        refuse_unless(place.disputed() == self.disputed, wrong)?;
        let stated = std::mem::take(&mut self.sha256);
        let text = serde_json::to_string(&self).map_err(std::io::Error::from)?;
        let written = format!("{:x}", Sha256::digest(text)) == stated;
        refuse_unless(written, Reason::Changed)?;
        let (game, seeds) = self.rules.name();
        let Certificate { start, play, .. } = self;
        Ok(ConfirmedCertificate {
            game,
            seeds,
            start,
            play,
            shows,
        })
    }
}
