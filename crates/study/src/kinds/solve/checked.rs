//! Openings whose complete proof was checked by separate code.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sowlab_base::files::read_limited;

use super::rows::Proven;
use crate::error::StudyError;
use crate::results::{LONGEST, read_json};
use sowlab_base::checksum::sha256;
use sowlab_findings::Values;

/// The folder, within the results, of complete proofs and their records.
const FOLDER: &str = "proofs";

/// A complete proof with every claim checked by separate code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct CheckedProof {
    /// The number of claims.
    pub(super) claims: u64,
    /// The maximum number of stones in the tables below the proof; `None` if the record does not state it.
    pub(super) tables: Option<u32>,
    /// Whether all values that the proof takes from these tables were derived from the rules as well.
    pub(super) whole: bool,
    /// Whether the proof decides the winner without the pie rule.
    winner: bool,
}

/// The record that `scripts/proofs` writes for a complete proof: `NAME.json` beside `NAME.complete`.
#[derive(Deserialize)]
struct Record {
    /// The SHA-256 of the proof.
    sha256: String,
    export: Export,
    check: Check,
}

#[derive(Deserialize)]
struct Export {
    game: String,
    /// The maximum number of stones in the tables below the proof.
    tables: Option<u32>,
}

/// The verdict of `sowlab-check`.
#[derive(Deserialize)]
struct Check {
    valid: bool,
    /// Whether the run also derived from the rules all values that the proof takes from the tables below it.
    tables_checked: bool,
    claims: u64,
    /// The bounds of the margin without the pie rule.
    opening: [i32; 2],
    /// The bounds of the margin with the pie rule, in games that have it.
    pie: Option<[i32; 2]>,
}

/// Returns the complete proof of an opening that `sowlab-check` checked, if the folder of the results has one that
/// proves `known`. `name` is that of the opening, as in `22stones`.
///
/// # Errors
/// A file cannot be read, or the proof is not the one that was checked, or it contradicts `known`.
pub(super) fn checked_proof(
    directory: &Path,
    name: &str,
    game: &str,
    known: &Proven,
) -> Result<Option<CheckedProof>, StudyError> {
    let found = checked(directory, name, game, known)?;
    Ok(found.filter(|(_, same)| *same).map(|(proof, _)| proof))
}

/// Returns the complete proof `NAME-winner`, which decides the winner without the pie rule, if `sowlab-check` checked
/// all of it, tables included. Its bounds may be wider than `known`.
///
/// # Errors
/// As for [`checked_proof`].
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

/// Returns the complete proof of this name, and whether its bounds equal the known ones.
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
        pie_bounds: check.pie.map(Values::alike),
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
