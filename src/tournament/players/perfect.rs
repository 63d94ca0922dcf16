//! A player who looks up endings.

use std::sync::Arc;

use sowlab_solvers::Game;

use super::alpha_beta::AlphaBetaPlayer;
use super::tabled::{Known, OpenTables};
use crate::games::contest::Contest;
use crate::tournament::player::{Choice, Fault, Player, Turn};

/// Plays perfectly where tables reach, by the reading in which infinite play counts for nobody; above
/// them he searches, with the tables at the end of the lines. Of equally good moves in the tables he
/// takes the first that does not lead back to where the game has been: a value alone does not say how
/// to make progress.
pub struct Perfect<C: Contest> {
    tables: Arc<OpenTables<C::State>>,
    search: AlphaBetaPlayer,
}

impl<C: Contest> Perfect<C> {
    /// A player with these tables, who searches above them.
    pub fn new(tables: Arc<OpenTables<C::State>>, search: AlphaBetaPlayer) -> Perfect<C> {
        Perfect { tables, search }
    }

    /// The best margin of the side to move from a state on, once a move that is pending is answered;
    /// and the state that the answer leads to. `None` where the tables do not reach.
    fn worth(&self, contest: &C, state: &C::State) -> Option<(i32, C::State)> {
        let known = Known {
            contest,
            tables: &self.tables,
        };
        if let Some(margin) = known.terminal(state) {
            return Some((margin, *state));
        }
        if !contest.pending(state) {
            return None;
        }
        let mut replies = Vec::new();
        contest.moves(state, &mut replies);
        let mut best = None;
        for reply in replies {
            let (after, gain) = contest.play(state, reply);
            let margin = known.terminal(&after)?;
            let again = contest.side_to_move(&after) == contest.side_to_move(state);
            let worth = gain + if again { margin } else { -margin };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, after));
            }
        }
        best
    }

    fn look_up(&self, turn: &Turn<'_, C>) -> Option<Choice<C::Move>> {
        let contest = turn.contest;
        let side = contest.side_to_move(turn.state);
        let seen = states(turn);
        let mut best: Option<(i32, bool, C::Move)> = None;
        for &chosen in turn.legal {
            let (after, gain) = contest.play(turn.state, chosen);
            let (margin, leads_to) = self.worth(contest, &after)?;
            let again = contest.side_to_move(&after) == side;
            let worth = gain + if again { margin } else { -margin };
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

/// Every state of the game so far.
fn states<C: Contest>(turn: &Turn<'_, C>) -> Vec<C::State> {
    let mut state = turn.contest.state(turn.start);
    let mut states = vec![state];
    for &chosen in turn.played {
        (state, _) = turn.contest.play(&state, chosen);
        states.push(state);
    }
    states
}

impl<C: Contest> Player<C> for Perfect<C> {
    fn new_game(&mut self, _: u64) -> Result<(), Fault> {
        self.search.forget()
    }

    fn choose(&mut self, turn: &Turn<'_, C>) -> Result<Choice<C::Move>, Fault> {
        let found = self.look_up(turn).unwrap_or_else(|| {
            let known = Known {
                contest: turn.contest,
                tables: &self.tables,
            };
            self.search.search(&known, turn)
        });
        match self.tables.damaged() {
            None => Ok(found),
            Some(error) => Err(Fault::Table(error.to_owned())),
        }
    }
}
