//! The file format.

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use sowlab_base::files::text_limited;

use super::options::{Options, OptionsError};
use sowlab_base::checksum::sha256;
use sowlab_base::one_line;

/// The name of the format, the first field of every file.
pub const FORMAT: &str = "sowlab-certificate";
/// The versions of the format that this program reads and writes. Version 1 belongs to the stones family and does not
/// name its game; version 2 names it.
pub const VERSIONS: [u32; 2] = [1, 2];

/// The maximum size of a file in bytes.
const LONGEST: u64 = 16 << 20;

/// The game of version 1.
const STONES: &str = "stones";

/// A certificate. The fields are those of the JSON file, with none left out or added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// One of [`VERSIONS`].
    pub version: u32,
    /// The name of the game without options. Version 1 leaves it out and is about `stones`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The rules of the game: every option.
    pub rules: Options,
    /// The position at the start, with all fields of the notation.
    pub start: String,
    /// The rounds or moves played from the start. In the stones family they include `stay` or `turn` after the first
    /// round of a game. Empty if the claim is about the start itself.
    pub play: Vec<String>,
    /// The position that the play leads to. The claim is about this position.
    pub position: String,
    /// The claim.
    pub claim: Claim,
    /// The number of disputed cases, on which the sources are silent, in the play and the claim. In the stones family
    /// both hands then run out in one step, over different holes, at least one of which holds two or more stones. An
    /// endless round counts up to the first recurrence of a state. If the number is 0, a certificate of that
    /// family holds under every rule option.
    pub disputed: u64,
    /// The SHA-256 of the certificate as compact JSON with this field empty, in hexadecimal.
    pub sha256: String,
}

/// The claim of a certificate about its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Claim {
    /// A round whose sowing never ends.
    EndlessRound {
        /// The round, the side that chooses first in front.
        round: String,
        /// The number of steps before the first state that recurs; 0 if the sowing comes back to its start.
        first_step: u64,
        /// The least number of steps after which that state recurs.
        period: u64,
    },
    /// Rounds or moves without capture. The last of them, and no earlier one, leads back to the same board with the
    /// same first chooser.
    Repetition {
        /// The rounds, each with sente first.
        rounds: Vec<String>,
    },
    /// A move whose sowing never ends, lap after lap.
    EndlessMove {
        /// The move.
        r#move: String,
        /// The number of laps before the first state that recurs. In Owela it is at least 1, because a state is the board
        /// and the pit of the last seed. In omweso, agsinnoninka and bao a state is the start of the next lap.
        first_lap: u64,
        /// The least number of laps after which that state recurs.
        period: u64,
    },
}

/// The error of reading or writing a certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The file is not JSON of this schema: damaged, incomplete, or with additional fields.
    #[error("not a certificate: {0}")]
    Schema(String),
}

impl Certificate {
    /// Creates a certificate with its checksum. The name of the game has every option.
    ///
    /// # Errors
    /// The text after the colon of the name is not a list of options.
    pub fn new(
        game: &str,
        start: String,
        play: Vec<String>,
        position: String,
        claim: Claim,
        disputed: u64,
    ) -> Result<Certificate, OptionsError> {
        let (game, rules) = game.split_once(':').unwrap_or((game, ""));
        let mut certificate = Certificate {
            format: FORMAT.into(),
            version: if game == STONES { 1 } else { 2 },
            game: (game != STONES).then(|| game.to_owned()),
            rules: rules.parse()?,
            start,
            play,
            position,
            claim,
            disputed,
            sha256: String::new(),
        };
        certificate.sha256 = certificate.digest();
        Ok(certificate)
    }

    /// Returns the name of the game without options; `None` if the version does not allow it.
    pub(super) fn game_name(&self) -> Option<&str> {
        match (self.version, &self.game) {
            (1, None) => Some(STONES),
            (2, Some(game)) => Some(game),
            _ => None,
        }
    }

    /// Returns the name of the game with its options, as in the catalogue.
    pub fn full_name(&self) -> String {
        format!("{}:{}", self.game_name().unwrap_or("?"), self.rules)
    }

    /// Returns the correct value of [`sha256`](Certificate::sha256).
    pub(super) fn digest(&self) -> String {
        let unsigned = Certificate {
            sha256: String::new(),
            ..self.clone()
        };
        let text = serde_json::to_string(&unsigned).expect("plain data is JSON");
        sha256(text.as_bytes())
    }

    /// Returns the text of the file.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data is JSON") + "\n"
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// The text is not JSON of this schema. [`verify`](super::verify) tells whether the claim is true.
    pub fn parse(text: &str) -> Result<Certificate, CertificateError> {
        serde_json::from_str(text).map_err(|error| CertificateError::Schema(one_line(&error)))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, or its text is not of the schema.
    pub fn read(path: &Path) -> Result<Certificate, CertificateError> {
        let failed = |error| CertificateError::File {
            path: path.to_owned(),
            error,
        };
        let text = text_limited(path, LONGEST).map_err(failed)?;
        Certificate::parse(&text)
    }
}
