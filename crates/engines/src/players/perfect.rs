//! A player that probes endgame tables.

use std::sync::Arc;

use sowlab_solvers::progress::Progress;

use super::alpha_beta::AlphaBetaPlayer;
use crate::player::{Choice, Fault, Player, Turn};
use sowlab_analysis::tables::{Best, OpenTables};
use sowlab_games::contest::{Arbitration, Encode, Play, Searchable};

/// Plays optimally where endgame tables reach, with the infinite-play convention *draw*. Above them it searches and
/// probes the tables at the end of the lines. Among optimal moves in the tables it chooses one that makes
/// [progress](sowlab_solvers::progress).
pub struct Perfect<G: Play> {
    tables: Arc<OpenTables<G::State>>,
    search: AlphaBetaPlayer,
    progress: Progress,
}

impl<G: Encode + Arbitration + Searchable> Perfect<G> {
    /// Creates a player with these tables and this search above them.
    pub fn new(tables: Arc<OpenTables<G::State>>, search: AlphaBetaPlayer) -> Perfect<G> {
        let progress = Progress::new(Progress::MOST_STATES);
        Perfect {
            tables,
            search,
            progress,
        }
    }

    fn look_up(&mut self, turn: &Turn<'_, G>) -> Option<Choice<G::Move>> {
        let (seen, half) = (turn.states(), turn.half_time());
        let (state, legal) = (turn.state, turn.legal);
        let progress = &mut self.progress;
        let found = self
            .tables
            .best(turn.game, state, legal, &seen, progress, &half);
        found.map(|Best { chosen, margin }| Choice {
            chosen,
            value: Some(margin),
        })
    }
}

impl<G: Encode + Arbitration + Searchable> Player<G> for Perfect<G> {
    fn new_game(&mut self, _: u64) -> Result<(), Fault> {
        self.progress.new_game();
        self.search.forget()
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let found = self
            .look_up(turn)
            .unwrap_or_else(|| self.search.search(&*self.tables, turn));
        match self.tables.damage() {
            None => Ok(found),
            Some(error) => Err(Fault::Table(error.to_string())),
        }
    }
}
