//! A player that looks up endings.

use std::sync::Arc;

use super::alpha_beta::AlphaBetaPlayer;
use super::tabled::OpenTables;
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

    /// The best margin of the side to move from a state on, once the round under way is complete;
    /// and the state that the answer leads to. `None` where the tables do not reach.
    fn worth(&self, contest: &G, state: &G::State) -> Option<(i32, G::State)> {
        let known = |state: &G::State| {
            let over = contest.terminal(state);
            over.or_else(|| Some(self.tables.probe(state)?.zero))
        };
        if let Some(margin) = known(state) {
            return Some((margin, *state));
        }
        if !contest.mid_round(state) {
            return None;
        }
        let mut replies = Vec::new();
        contest.moves(state, &mut replies);
        let mut best = None;
        for reply in replies {
            let step = contest.play(state, reply);
            let worth = step.worth(known(&step.state)?);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, step.state));
            }
        }
        best
    }

    fn look_up(&self, turn: &Turn<'_, G>) -> Option<Choice<G::Move>> {
        let contest = turn.game;
        let seen = turn.states();
        let mut best: Option<(i32, bool, G::Move)> = None;
        for &chosen in turn.legal {
            let step = contest.play(turn.state, chosen);
            let (margin, leads_to) = self.worth(contest, &step.state)?;
            let worth = step.worth(margin);
            let fresh = !seen.contains(&leads_to);
            if best.is_none_or(|(most, was, _)| (worth, fresh) > (most, was)) {
                best = Some((worth, fresh, chosen));
            }
        }
        best.map(|(worth, _, chosen)| Choice {
            chosen,
            value: Some(worth),
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
