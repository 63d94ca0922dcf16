//! A study of which all pieces are complete.

use std::path::Path;

use super::super::Common;
use super::super::failure::Failure;
use super::super::output::Document;
use super::super::pieces::piece_failure;
use super::{FindingSummary, Summary, open, write_report};
use sowlab_base::pieces::Pieces;
use sowlab_study::StudyPiece;

/// Writes the results of all pieces into a folder, and the report.
pub(in crate::command) fn merged(
    pieces: &Pieces,
    out: &Path,
    _: &Common,
) -> Result<Document, Failure> {
    let (_, found) = pieces.read::<StudyPiece>().map_err(piece_failure)?;
    let folder = open(out)?;
    let mut summary = Summary {
        study: "pieces".to_owned(),
        findings: Vec::new(),
        kept: Vec::new(),
        complete: true,
        seconds: pieces.time().as_secs_f64(),
    };
    let mut text = String::new();
    for piece in &found {
        piece.write(&folder).map_err(Failure::other)?;
        for told in piece.results() {
            let name = format!("{}/{}", told.study.name, told.id);
            text += &format!("{name}: {}\n", told.title);
            if told.kept {
                summary.kept.push(name);
                continue;
            }
            summary.findings.push(FindingSummary {
                study: told.study.name.clone(),
                id: told.id.clone(),
                title: told.title.clone(),
                remarks: told.remarks.clone(),
                rows: told.rows,
            });
        }
    }
    let (written, sentences) = write_report(&folder)?;
    for sentence in sentences {
        text += &format!("\n{sentence}");
    }
    text += &format!(
        "\nfiles in {}, report: {}\n",
        out.display(),
        written.first().map_or("", String::as_str)
    );
    Ok(Document::new(text, &summary))
}
