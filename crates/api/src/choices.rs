//! `choices`: the value of every choice, as a stream of documents with narrowing bounds.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use sowlab_analysis::Analyses;
use sowlab_analysis::choices::{ChoicesRequest, Listener};
use sowlab_base::Instant;
use sowlab_engines::shown::ShownDocument;
use sowlab_findings::{Bounds, Choices};
use sowlab_games::catalog::{CatalogGame, ShownPosition};
use sowlab_solvers::Monitor;

use crate::{ApiError, Parameters, Setting, document};

/// The document of `sowlab show --choices`, with the state of the search.
#[derive(Serialize)]
struct Improving<'a> {
    #[serde(flatten)]
    document: &'a ShownDocument,
    /// Whether all requested values are exact.
    proven: bool,
    nodes: u64,
    seconds: f64,
}

/// A request for the values of the choices of a position.
#[derive(Clone)]
pub struct ImprovingChoices {
    game: CatalogGame,
    position: Option<String>,
    replies: bool,
    seconds: u64,
    setting: Arc<Setting>,
}

impl ImprovingChoices {
    pub(crate) fn read(
        parameters: &Parameters,
        setting: &Arc<Setting>,
    ) -> Result<ImprovingChoices, ApiError> {
        parameters.known(&["game", "position", "replies", "time"])?;
        let game = parameters.game()?;
        let most = setting.time_limit.as_secs();
        Ok(ImprovingChoices {
            game,
            position: parameters.text("position").map(str::to_owned),
            replies: parameters.flag("replies", false)?,
            seconds: parameters.number("time", 1..=most)?.unwrap_or(most),
            setting: Arc::clone(setting),
        })
    }

    /// Reads the position, so that errors are reported before the stream begins. This is quick work.
    ///
    /// # Errors
    /// The position is invalid.
    pub fn prepare(&self) -> Result<PreparedChoices, ApiError> {
        let shown = self.game.show(self.position.as_deref())?;
        Ok(PreparedChoices {
            request: ChoicesRequest {
                position: self.position.clone(),
                tables: self.setting.tables_of(&self.game),
                scratch: Some(self.setting.scratch.clone()),
                memory: self.setting.memory,
                replies: self.replies,
                proofs: self.setting.proofs_of(&self.game),
                ..ChoicesRequest::default()
            },
            game: self.game,
            shown,
            limit: Duration::from_secs(self.seconds),
        })
    }
}

/// A search for the values of the choices of a position.
pub struct PreparedChoices {
    game: CatalogGame,
    shown: ShownPosition,
    request: ChoicesRequest,
    limit: Duration,
}

impl PreparedChoices {
    /// Returns the time limit of the search, which its monitor has to keep.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// Searches until all values are exact or the monitor cancels. `send` receives each document. Returns whether all
    /// values are exact.
    ///
    /// # Errors
    /// The tables or proofs cannot be used, or there is not enough memory.
    pub fn search(
        &self,
        monitor: &dyn Monitor,
        send: &mut dyn FnMut(String),
    ) -> Result<bool, ApiError> {
        let started = Instant::now();
        let mut tell = |choices: &Choices| -> bool {
            let proven = proven(choices);
            let improving = Improving {
                document: &ShownDocument::new(&self.shown, Some(choices.clone()), None),
                proven,
                nodes: choices.nodes,
                seconds: started.elapsed().as_secs_f64(),
            };
            if let Ok(text) = document(&improving) {
                send(text);
            }
            proven
        };
        let mut each = |choices: &Choices| {
            tell(choices);
        };
        let mut listener = Listener::new(&mut each);
        let analyses = self.game.analyses();
        let found = analyses.improving_choices(&self.request, &mut listener, monitor)?;
        Ok(tell(&found))
    }
}

/// Returns whether all requested values are exact.
fn proven(choices: &Choices) -> bool {
    let pie = |pie: &Option<Bounds>| pie.as_ref().is_none_or(Bounds::closed);
    choices.bounds.closed()
        && pie(&choices.pie)
        && choices.choices.iter().all(|choice| {
            choice.bounds.closed() && choice.replies().iter().all(|reply| reply.bounds.closed())
        })
}
