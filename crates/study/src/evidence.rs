//! The certificates that belong to a result.

use std::path::Path;

use minijinja::{Value, context};
use sowlab_analysis::certificates::{Certificate, Claim};
use sowlab_games::catalog::CatalogGame;
use sowlab_games::stones::Position;
use sowlab_replay::{ReplayRequest, ReplayedGame, frame};

use super::draw::boards::Drawing;
use super::draw::frames::{frames, rules};
use super::error::StudyError;
use super::kind::Written;
use super::results::read_json;

/// A certificate and its file.
pub(super) struct Evidence {
    file: String,
    certificate: Certificate,
}

/// A request for the drawing of a non-terminating round.
pub(super) struct DrawingRequest {
    pub(super) title: String,
    pub(super) note: String,
    /// The name of the file.
    pub(super) file: String,
    /// The maximum number of steps of the non-terminating round.
    pub(super) steps: u64,
    /// The maximum number of steps in the interactive player; `None`: no player.
    pub(super) play: Option<u64>,
}

impl Evidence {
    /// Reads a certificate from a file.
    pub(super) fn read(path: &Path, file: String) -> Result<Evidence, StudyError> {
        let certificate = read_json(path)?;
        Ok(Evidence { file, certificate })
    }

    /// Returns whether a file of this name is a certificate.
    pub(super) fn is_in(file: &str) -> bool {
        file.ends_with(".certificate.json")
    }

    /// Parses a file of a result, if it is a certificate.
    pub(super) fn of(written: &Written) -> Option<Evidence> {
        let file = written.file.clone();
        let certificate = serde_json::from_slice(&written.contents).ok();
        certificate
            .filter(|_| Evidence::is_in(&file))
            .map(|certificate| Evidence { file, certificate })
    }

    /// Returns the values for templates; `folder` is the folder of the results, as the start of a link.
    pub(super) fn values(&self, folder: &str) -> Value {
        let rules = rules(&self.certificate);
        let start = rules.and_then(|rules| Position::parse(&rules, &self.certificate.start).ok());
        let name = rules.map_or_else(|| self.certificate.full_name(), |rules| rules.to_string());
        let (first_step, period) = match &self.certificate.claim {
            Claim::EndlessRound {
                first_step, period, ..
            } => (Some(*first_step), Some(*period)),
            _ => (None, None),
        };
        context! {
            file => &self.file,
            link => format!("{folder}{}", self.file),
            game => name,
            disputed => self.certificate.disputed,
            first_step,
            period,
            stones => start.map(|start| start.board().stones()),
            holes => start.map(|start| start.holes()),
        }
    }

    /// Returns the drawing of the non-terminating round.
    pub(super) fn drawing(
        &self,
        request: DrawingRequest,
    ) -> Result<Drawing, Box<dyn std::error::Error>> {
        let player = match request.play {
            Some(steps) => Some(self.player(&request.title, steps)?),
            None => None,
        };
        Ok(Drawing {
            frames: frames(&self.certificate, request.steps)?,
            title: request.title,
            note: request.note,
            file: request.file,
            player,
        })
    }

    /// Returns an interactive player of the game, with at most `steps` steps of its non-terminating round.
    fn player(&self, title: &str, steps: u64) -> Result<String, Box<dyn std::error::Error>> {
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
