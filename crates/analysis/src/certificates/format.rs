//! The format of the file.

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use sowlab_base::files::text_limited;

use super::options::{Options, OptionsError};
use sowlab_base::checksum::sha256;
use sowlab_base::one_line;

/// The name of the format, the first field of every file.
pub const FORMAT: &str = "sowlab-certificate";
/// The versions of the format that this program reads and writes. Version 1 is of the stones family and
/// does not name its game; version 2 names it.
pub const VERSIONS: [u32; 2] = [1, 2];

/// The most bytes of a file: the greatest published has some thousand.
const LONGEST: u64 = 16 << 20;

/// The game of version 1.
const STONES: &str = "stones";

/// A certificate, field by field as the file has it: JSON, nothing left out, nothing added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// One of [`VERSIONS`].
    pub version: u32,
    /// The game, by its name without options; in version 1 it is left out, and `stones`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The rules of the game: every option.
    pub rules: Options,
    /// The position at the start, all fields of the notation.
    pub start: String,
    /// The rounds or moves that are played from there, in the stones family also `stay` or `turn` after
    /// the first round of a game; empty if the claim is about the start itself.
    pub play: Vec<String>,
    /// The position that the play leads to: what the claim is about.
    pub position: String,
    /// What is claimed.
    pub claim: Claim,
    /// How often the play and what is claimed come to a case on which the sources are silent: in the
    /// stones family both hands run out in one step, over different holes of which at least one holds
    /// two or more. The endless round counts up to the first state that recurs. If it is 0, all of
    /// this holds under every reading of the rules.
    pub disputed: u64,
    /// SHA-256 of the certificate as compact JSON with this field empty, hexadecimal.
    pub sha256: String,
}

/// What a certificate claims of its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Claim {
    /// A round whose sowing never ends.
    EndlessRound {
        /// The round, the side with sente first.
        round: String,
        /// After how many steps the sowing is for the first time in a state that recurs; 0 if it
        /// comes back to where it started.
        first_step: u64,
        /// The least number of steps after which that state recurs.
        period: u64,
    },
    /// Rounds (or moves) without capture that lead back to the same board with the same side to
    /// choose first, and not before the last of them.
    Repetition {
        /// The rounds, each with sente first.
        rounds: Vec<String>,
    },
    /// A move whose sowing never ends, lap after lap.
    EndlessMove {
        /// The move.
        r#move: String,
        /// After how many laps board and pit of the last seed are for the first time a pair that
        /// recurs, at least 1.
        first_lap: u64,
        /// The least number of laps after which that pair recurs.
        period: u64,
    },
}

/// Why a file is no certificate that can be checked.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The file is not JSON of this schema: damaged, incomplete, or with more in it.
    #[error("not a certificate: {0}")]
    Schema(String),
}

impl Certificate {
    /// A certificate of this claim, complete with its checksum. The game is named with every option.
    ///
    /// # Errors
    /// What follows the colon of the name is no list of options.
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

    /// The game that the certificate is about, without options; `None` if the version does not say.
    pub(super) fn game_name(&self) -> Option<&str> {
        match (self.version, &self.game) {
            (1, None) => Some(STONES),
            (2, Some(game)) => Some(game),
            _ => None,
        }
    }

    /// The game with its options, as the catalog names it.
    pub fn full_name(&self) -> String {
        format!("{}:{}", self.game_name().unwrap_or("?"), self.rules)
    }

    /// What [`sha256`](Certificate::sha256) has to be.
    pub(super) fn digest(&self) -> String {
        let unsigned = Certificate {
            sha256: String::new(),
            ..self.clone()
        };
        let text = serde_json::to_string(&unsigned).expect("plain data is JSON");
        sha256(text.as_bytes())
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data is JSON") + "\n"
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// It is not JSON of this schema. Whether what it claims is true, [`verify`](super::verify)
    /// says.
    pub fn parse(text: &str) -> Result<Certificate, CertificateError> {
        serde_json::from_str(text).map_err(|error| CertificateError::Schema(one_line(&error)))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read or is not of the schema.
    pub fn read(path: &Path) -> Result<Certificate, CertificateError> {
        let failed = |error| CertificateError::File {
            path: path.to_owned(),
            error,
        };
        let text = text_limited(path, LONGEST).map_err(failed)?;
        Certificate::parse(&text)
    }
}
