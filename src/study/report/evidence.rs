//! The certificates that belong to a result.

use super::drawing::Drawing;
use super::frames::{frames, rules};
use super::page::Block;
use super::stored::{Results, Stored};
use crate::analysis::certificates::Certificate;
use crate::games::stones::Position;
use crate::study::error::StudyError;

/// A certificate and its file.
pub(super) struct Evidence {
    pub(super) file: String,
    pub(super) certificate: Certificate,
}

impl Evidence {
    /// Those of a result, in the order in which they were written.
    pub(super) fn all(results: &Results<'_>, stored: &Stored) -> Result<Vec<Evidence>, StudyError> {
        let files = stored.manifest.files();
        let files = files.filter(|file| file.ends_with(".certificate.json"));
        files
            .map(|file| Evidence::read(results, stored, file))
            .collect()
    }

    pub(super) fn read(
        results: &Results<'_>,
        stored: &Stored,
        file: &str,
    ) -> Result<Evidence, StudyError> {
        Ok(Evidence {
            file: file.to_owned(),
            certificate: results.read_file(stored, file)?,
        })
    }

    /// The position that it begins with. `None` if there is no such position.
    pub(super) fn start(&self) -> Option<Position> {
        let rules = rules(&self.certificate)?;
        Position::parse(&rules, &self.certificate.start).ok()
    }

    /// Whether its rules are those of this full name.
    pub(super) fn is_of(&self, game: &str) -> bool {
        match game.parse() {
            Ok(crate::catalog::CatalogGame::Stones(named)) => {
                rules(&self.certificate) == Some(named)
            }
            _ => false,
        }
    }

    /// Its endless round, step by step: so many steps at most.
    pub(super) fn drawn(
        &self,
        stored: &Stored,
        title: &str,
        note: &str,
        file: &str,
        steps: u64,
    ) -> Result<Block, StudyError> {
        let source = stored.source_of(&self.file);
        let frames = frames(&self.certificate, steps).map_err(|reason| StudyError::Report {
            path: source.data.clone(),
            reason,
        })?;
        Ok(Block::Drawing(Drawing {
            title: title.to_owned(),
            note: note.to_owned(),
            file: file.to_owned(),
            frames,
            source,
        }))
    }
}
