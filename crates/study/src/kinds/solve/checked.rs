//! Openings whose complete proof other code has checked.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sowlab_base::files::read_limited;

use super::rows::Proven;
use crate::error::StudyError;
use crate::results::{LONGEST, read_json};
use sowlab_base::checksum::sha256;
use sowlab_findings::Values;

/// Where complete proofs and what was found of them lie among the results.
const FOLDER: &str = "proofs";

/// A complete proof every claim of which other code has checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct CheckedProof {
    /// How many claims it has.
    pub(super) claims: u64,
    /// It rests on tables of boards with at most so many stones; unknown where a single run checked everything.
    pub(super) tables: Option<u32>,
    /// Whether whatever it takes from these tables was derived from the rules as well.
    pub(super) whole: bool,
    /// Whether it tells who wins without the pie rule.
    winner: bool,
}

/// The notes of `scripts/proofs` on a complete proof: `NAME.json` beside `NAME.complete`.
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
    /// The most stones on a board of the tables below the proof.
    tables: Option<u32>,
}

/// The verdict of `sowlab-check`.
#[derive(Deserialize)]
struct Check {
    valid: bool,
    /// Whether the run also derived from the rules whatever the proof takes from the tables below it.
    tables_checked: bool,
    claims: u64,
    /// The interval of the margin without the pie rule.
    opening: [i32; 2],
    /// With it.
    pie: [i32; 2],
}

/// The complete proof of an opening whose claims `sowlab-check` checked, if there is one in the folder of the results and it proves
/// what is `known`. `name` is the opening's, as in `22stones`.
///
/// # Errors
/// A file that cannot be read, a proof that is not the one that was checked, or one that contradicts what is known.
pub(super) fn checked_proof(
    directory: &Path,
    name: &str,
    game: &str,
    known: &Proven,
) -> Result<Option<CheckedProof>, StudyError> {
    let found = checked(directory, name, game, known)?;
    Ok(found.filter(|(_, same)| *same).map(|(proof, _)| proof))
}

/// The complete proof of who wins an opening without the pie rule that `sowlab-check` checked whole, tables included: `NAME-winner`.
/// It may prove less of the margins than what is known.
///
/// # Errors
/// As [`checked_proof`].
pub(super) fn checked_winner(
    directory: &Path,
    name: &str,
    game: &str,
    known: &Proven,
) -> Result<Option<CheckedProof>, StudyError> {
    let found = checked(directory, &format!("{name}-winner"), game, known)?;
    Ok(found
        .map(|(proof, _)| proof)
        .filter(|proof| proof.whole && proof.winner))
}

/// The complete proof of this name, and whether it proves as much as is known.
fn checked(
    directory: &Path,
    name: &str,
    game: &str,
    known: &Proven,
) -> Result<Option<(CheckedProof, bool)>, StudyError> {
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
    if export.game != game || !check.valid {
        return Ok(None);
    }
    let proven = Proven {
        bounds: Values::alike(check.opening),
        pie_bounds: Some(Values::alike(check.pie)),
    };
    let [least, greatest] = check.opening;
    let checked = CheckedProof {
        claims: check.claims,
        tables: export.tables,
        whole: check.tables_checked,
        winner: least.signum() == greatest.signum(),
    };
    match known.and(&proven) {
        None => Err(StudyError::unreadable(
            &path,
            "it contradicts what searches proved",
        )),
        Some(both) => Ok(Some((checked, both == proven))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "stones:holes=11,seeds=2";

    fn found(record: &str, known: [i32; 2]) -> Result<Option<CheckedProof>, StudyError> {
        let folder = tempfile::tempdir().unwrap();
        let proofs = folder.path().join(FOLDER);
        std::fs::create_dir(&proofs).unwrap();
        std::fs::write(proofs.join("22stones.complete"), b"claims").unwrap();
        std::fs::write(proofs.join("22stones.json"), record).unwrap();
        let known = Proven {
            bounds: Values::alike(known),
            pie_bounds: Some(Values::alike([0, 0])),
        };
        checked_proof(folder.path(), "22stones", GAME, &known)
    }

    fn record(sum: &str, valid: bool) -> String {
        format!(
            r#"{{"sha256": "{sum}", "export": {{"game": "{GAME}"}}, "check": {{"valid": {valid},
            "tables_checked": true, "claims": 7, "opening": [0, 0], "pie": [0, 0]}}}}"#
        )
    }

    #[test]
    fn tables_below_a_proof_may_be_believed() {
        let record = record(&sha256(b"claims"), true)
            .replace(r#""tables_checked": true"#, r#""tables_checked": false"#)
            .replace(
                r#"stones:holes=11,seeds=2"}"#,
                r#"stones:holes=11,seeds=2", "tables": 14}"#,
            );
        let proof = found(&record, [0, 0]).unwrap().unwrap();
        assert_eq!((proof.whole, proof.tables), (false, Some(14)));
    }

    #[test]
    fn who_wins_may_be_proven_without_the_margin() {
        let winner = |opening: &str, known: [i32; 2]| {
            let folder = tempfile::tempdir().unwrap();
            let proofs = folder.path().join(FOLDER);
            std::fs::create_dir(&proofs).unwrap();
            std::fs::write(proofs.join("22stones-winner.complete"), b"claims").unwrap();
            let record = record(&sha256(b"claims"), true)
                .replace(r#""opening": [0, 0], "pie": [0, 0]"#, opening);
            std::fs::write(proofs.join("22stones-winner.json"), record).unwrap();
            let known = Proven {
                bounds: Values::alike(known),
                pie_bounds: Some(Values::alike([3, 3])),
            };
            let proof = checked_proof(folder.path(), "22stones", GAME, &known).unwrap();
            assert_eq!(proof, None);
            checked_winner(folder.path(), "22stones", GAME, &known)
        };
        let west = r#""opening": [-22, -1], "pie": [-22, 22]"#;
        assert!(winner(west, [-3, -3]).unwrap().is_some());
        assert!(winner(west, [1, 1]).is_err());
        let open = r#""opening": [-22, 1], "pie": [-22, 22]"#;
        assert_eq!(winner(open, [-3, -3]).unwrap(), None);
    }

    #[test]
    fn a_proof_counts_if_it_is_the_one_that_was_checked_and_proves_what_is_known() {
        let right = sha256(b"claims");
        let whole = Some(CheckedProof {
            claims: 7,
            tables: None,
            whole: true,
            winner: true,
        });
        assert_eq!(found(&record(&right, true), [0, 0]).unwrap(), whole);
        assert_eq!(found(&record(&right, true), [-2, 2]).unwrap(), whole);
        assert_eq!(found(&record(&right, false), [0, 0]).unwrap(), None);
        assert!(found(&record(&right, true), [1, 1]).is_err());
        assert!(found(&record("0", true), [0, 0]).is_err());
        let none = tempfile::tempdir().unwrap();
        let known = Proven {
            bounds: Values::alike([0, 0]),
            pie_bounds: None,
        };
        let found = checked_proof(none.path(), "22stones", GAME, &known);
        assert_eq!(found.unwrap(), None);
    }
}
