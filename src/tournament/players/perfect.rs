//! A player that looks up endings.

use std::sync::Arc;

use super::alpha_beta::AlphaBetaPlayer;
use crate::analysis::tables::{Best, OpenTables};
use crate::games::contest::{Arbitration, Encode, Play, Searchable};
use crate::tournament::player::{Choice, Fault, Player, Turn};

/// Plays perfectly where tables reach, by the reading in which infinite play counts for neither side;
/// above them it searches, with the tables at the end of the lines. Of equally good moves in the tables
/// it takes the first that does not lead back to where the game has been: a value alone does not say how
/// to make progress.
pub struct Perfect<G: Play> {
    tables: Arc<OpenTables<G::State>>,
    search: AlphaBetaPlayer,
}

impl<G: Play + Arbitration> Perfect<G> {
    /// A player with these tables, which searches above them.
    pub fn new(tables: Arc<OpenTables<G::State>>, search: AlphaBetaPlayer) -> Perfect<G> {
        Perfect { tables, search }
    }

    fn look_up(&self, turn: &Turn<'_, G>) -> Option<Choice<G::Move>> {
        let seen = turn.states();
        let found = self.tables.best(turn.game, turn.state, turn.legal, &seen);
        found.map(|Best { chosen, margin }| Choice {
            chosen,
            value: Some(margin),
        })
    }
}

impl<G: Encode + Arbitration + Searchable> Player<G> for Perfect<G> {
    fn new_game(&mut self, _: u64) -> Result<(), Fault> {
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
