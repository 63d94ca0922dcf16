//! The format of the file.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The name of the format, the first field of every file.
pub const FORMAT: &str = "sowlab-certificate";
/// The version of the format that this program reads and writes.
pub const VERSION: u32 = 1;

/// A certificate, field by field as the file has it: JSON, nothing left out, nothing added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The rules of the game.
    pub rules: RuleOptions,
    /// The position at the start, all six fields of the notation.
    pub start: String,
    /// The rounds that are played from there, and `stay` or `turn` after the first round of a
    /// game; empty if the claim is about the start itself.
    pub play: Vec<String>,
    /// The position that the play leads to: what the claim is about.
    pub position: String,
    /// What is claimed.
    pub claim: Claim,
    /// How often the play and what is claimed come to a case on which the sources are silent: both
    /// hands run out in one step, over different holes of which at least one holds two or more.
    /// The endless round counts up to the first state that recurs. If it is 0, all of this holds
    /// under every reading of the rules.
    pub disputed: u64,
    /// SHA-256 of the certificate as compact JSON with this field empty, hexadecimal.
    pub sha256: String,
}

/// The options of the rules; the words are those of the game's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RuleOptions {
    /// Holes of the rank, 2 to 16.
    pub holes: u32,
    /// Stones in each hole at the start.
    pub seeds: u32,
    /// `normal` or `reversed`.
    pub capture: String,
    /// `relay` or `end`.
    pub both_out: String,
    /// `end` or `forfeit`.
    pub mixed_out: String,
}

/// What a certificate claims of its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Rounds without capture that lead back to the same board with the same sente, and not
    /// before the last of them.
    Repetition {
        /// The rounds, each with sente first.
        rounds: Vec<String>,
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
    /// A certificate of this claim, complete with its checksum.
    pub fn new(
        rules: RuleOptions,
        start: String,
        play: Vec<String>,
        position: String,
        claim: Claim,
        disputed: u64,
    ) -> Certificate {
        let mut certificate = Certificate {
            format: FORMAT.into(),
            version: VERSION,
            rules,
            start,
            play,
            position,
            claim,
            disputed,
            sha256: String::new(),
        };
        certificate.sha256 = certificate.digest();
        certificate
    }

    /// What [`sha256`](Certificate::sha256) has to be.
    pub(super) fn digest(&self) -> String {
        let unsigned = Certificate {
            sha256: String::new(),
            ..self.clone()
        };
        let text = serde_json::to_string(&unsigned).expect("plain data is JSON");
        let digest = Sha256::digest(text.as_bytes());
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
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
        serde_json::from_str(text)
            .map_err(|error| CertificateError::Schema(error.to_string().replace(['\n', '\r'], " ")))
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
        let bytes = std::fs::read(path).map_err(failed)?;
        let text = String::from_utf8(bytes)
            .map_err(|_| CertificateError::Schema("the file is not text (UTF-8)".into()))?;
        Certificate::parse(&text)
    }
}
