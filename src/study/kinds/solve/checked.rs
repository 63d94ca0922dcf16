//! Openings whose complete proof other code has checked.

use std::path::Path;

use serde::Deserialize;
use sowlab_solvers::files::read_limited;

use super::rows::Proven;
use crate::checksum::sha256;
use crate::study::answers::{LONGEST, read_json};
use crate::study::error::StudyError;
use crate::study::readings::Readings;

/// Where complete proofs and what was found of them lie among the results.
const FOLDER: &str = "proofs";

/// What `scripts/proofs` notes of a complete proof: `NAME.json` beside `NAME.complete`.
#[derive(Deserialize)]
struct Record {
    /// Of the proof.
    sha256: String,
    export: Export,
    check: Check,
}

#[derive(Deserialize)]
struct Export {
    game: String,
}

/// What `sowlab-check` found.
#[derive(Deserialize)]
struct Check {
    valid: bool,
    /// Whether it also checked every value of the tables below the proof.
    tables_checked: bool,
    claims: u64,
    /// The interval of the margin without the pie rule.
    opening: [i32; 2],
    /// With it.
    pie: [i32; 2],
}

/// The number of claims of the complete proof of an opening that `sowlab-check` checked whole, tables included, if there is one in
/// the folder of the results and it proves what is `known`. `name` is the opening's, as in `22stones`.
///
/// # Errors
/// A file that cannot be read, a proof that is not the one that was checked, or one that contradicts what is known.
pub(super) fn claims_checked(
    directory: &Path,
    name: &str,
    game: &str,
    known: &Proven,
) -> Result<Option<u64>, StudyError> {
    let path = directory.join(FOLDER).join(format!("{name}.json"));
    if !path.exists() {
        return Ok(None);
    }
    let Record {
        sha256: expected,
        export,
        check,
    } = read_json(&path)?;
    let proof = path.with_extension("complete");
    let contents =
        read_limited(&proof, LONGEST).map_err(|error| StudyError::unreadable(&proof, error))?;
    if sha256(&contents) != expected {
        let reason = "it does not match its SHA-256 in the record of its check";
        return Err(StudyError::unreadable(&proof, reason));
    }
    if export.game != game || !check.valid || !check.tables_checked {
        return Ok(None);
    }
    let proven = Proven {
        bounds: every_reading(check.opening),
        pie_bounds: Some(every_reading(check.pie)),
    };
    match known.and(&proven) {
        None => Err(StudyError::unreadable(
            &path,
            "it contradicts what searches proved",
        )),
        Some(both) if both == proven => Ok(Some(check.claims)),
        Some(_) => Ok(None),
    }
}

/// A complete proof holds whatever infinite play counts.
fn every_reading(interval: [i32; 2]) -> Readings {
    Readings {
        lower: interval,
        zero: interval,
        upper: interval,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "stones:holes=11,seeds=2";

    fn found(record: &str, known: [i32; 2]) -> Result<Option<u64>, StudyError> {
        let folder = tempfile::tempdir().unwrap();
        let proofs = folder.path().join(FOLDER);
        std::fs::create_dir(&proofs).unwrap();
        std::fs::write(proofs.join("22stones.complete"), b"claims").unwrap();
        std::fs::write(proofs.join("22stones.json"), record).unwrap();
        let known = Proven {
            bounds: every_reading(known),
            pie_bounds: Some(every_reading([0, 0])),
        };
        claims_checked(folder.path(), "22stones", GAME, &known)
    }

    fn record(sum: &str, valid: bool) -> String {
        format!(
            r#"{{"sha256": "{sum}", "export": {{"game": "{GAME}"}}, "check": {{"valid": {valid},
            "tables_checked": true, "claims": 7, "opening": [0, 0], "pie": [0, 0]}}}}"#
        )
    }

    #[test]
    fn a_proof_counts_if_it_is_the_one_that_was_checked_and_proves_what_is_known() {
        let right = sha256(b"claims");
        assert_eq!(found(&record(&right, true), [0, 0]).unwrap(), Some(7));
        assert_eq!(found(&record(&right, true), [-2, 2]).unwrap(), Some(7));
        assert_eq!(found(&record(&right, false), [0, 0]).unwrap(), None);
        assert!(found(&record(&right, true), [1, 1]).is_err());
        assert!(found(&record("0", true), [0, 0]).is_err());
        let none = tempfile::tempdir().unwrap();
        let known = Proven {
            bounds: every_reading([0, 0]),
            pie_bounds: None,
        };
        let found = claims_checked(none.path(), "22stones", GAME, &known);
        assert_eq!(found.unwrap(), None);
    }
}
