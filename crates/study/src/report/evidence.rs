//! The certificates that belong to a result.

use std::path::Path;

use super::drawing::Drawing;
use super::frames::{frames, rules};
use super::source::Source;
use crate::error::StudyError;
use crate::sheet::Written;
use sowlab_analysis::certificates::{Certificate, Claim};
use sowlab_games::catalog::CatalogGame;
use sowlab_games::stones::{Position, Rules};
use sowlab_replay::{ReplayRequest, ReplayedGame, frame};

/// A certificate and its file.
pub(crate) struct Evidence {
    pub(crate) file: String,
    pub(crate) certificate: Certificate,
}

impl Evidence {
    /// Whether a file of this name is a certificate.
    pub(crate) fn is_in(file: &str) -> bool {
        file.ends_with(".certificate.json")
    }

    /// What was written, if it is a certificate.
    pub(crate) fn of(written: &Written) -> Option<Evidence> {
        let file = written.file.clone();
        let certificate = serde_json::from_slice(&written.contents).ok();
        certificate
            .filter(|_| Evidence::is_in(&file))
            .map(|certificate| Evidence { file, certificate })
    }

    /// A sentence for a certificate that does not depend on how silent sources are read, of which `what` is said;
    /// nothing for another.
    pub(crate) fn under_every_reading(&self, what: &str) -> String {
        match self.certificate.disputed {
            0 => format!(
                " It meets no case on which the sources are silent, so it {what} under every reading."
            ),
            _ => String::new(),
        }
    }

    /// The position that it begins with. `None` if there is no such position.
    pub(crate) fn start(&self) -> Option<Position> {
        let rules = rules(&self.certificate)?;
        Position::parse(&rules, &self.certificate.start).ok()
    }

    /// Whether its rules are those of this full name.
    pub(crate) fn is_of(&self, game: &str) -> bool {
        rules(&self.certificate).is_some_and(|rules| Rules::from_name(game) == Ok(rules))
    }

    /// Its endless round, step by step, up to a limit of steps.
    pub(crate) fn drawn(
        &self,
        source: Source,
        title: &str,
        note: &str,
        file: &str,
        steps: u64,
    ) -> Result<Drawing, StudyError> {
        let frames = frames(&self.certificate, steps)
            .map_err(|error| StudyError::unreadable(Path::new(&source.data), error))?;
        Ok(Drawing {
            title: title.to_owned(),
            note: note.to_owned(),
            file: file.to_owned(),
            frames,
            source,
            head: false,
            player: None,
        })
    }

    /// A page that plays its game up to a limit of steps in its endless round.
    pub(crate) fn player(
        &self,
        title: &str,
        steps: u64,
    ) -> Result<String, Box<dyn std::error::Error>> {
        let Certificate {
            start, play, claim, ..
        } = &self.certificate;
        let game: CatalogGame = self.certificate.full_name().parse()?;
        let last = match claim {
            Claim::EndlessRound { round, .. } => Some(round),
            _ => None,
        };
        let record: Vec<&str> = play.iter().chain(last).map(String::as_str).collect();
        let request = ReplayRequest {
            game: &game,
            start: Some(start),
            record: &record.join(" "),
            title: Some(title),
            steps,
        };
        Ok(frame(&ReplayedGame::of(&request)?))
    }
}
