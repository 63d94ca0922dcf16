//! The endgame tables of a game, open for probes of its states.

use std::path::Path;

use sowlab_solvers::progress::{Progress, value_by_moves};
use sowlab_solvers::table::{ProbedTables, TableError};
use sowlab_solvers::{Interval, Keyed, Monitor, Oracle, Player, Value};

use sowlab_games::contest::{Arbitration, Indexed, Locate, Notation, Play};

/// The error of opening the tables of a game.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// The game with this name has no tables.
    #[error("{0} has no endgame tables")]
    NoSuchTables(String),
    /// A table is missing, foreign or truncated.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// An optimal choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best<Move> {
    /// The choice.
    pub chosen: Move,
    /// The margin of the side that makes it, from there on.
    pub margin: i32,
}

/// The tables of a game.
pub struct OpenTables<State> {
    name: String,
    tables: ProbedTables,
    locate: Locate<State>,
}

impl<State> OpenTables<State> {
    /// Opens all tables of a game in a directory.
    ///
    /// # Errors
    /// There are none for this game, or a table is missing, foreign or truncated.
    pub fn open<G: Notation + Indexed<State = State>>(
        contest: &G,
        directory: &Path,
    ) -> Result<OpenTables<State>, TablesError> {
        let Some(index) = contest.index()? else {
            return Err(TablesError::NoSuchTables(contest.full_name()));
        };
        Ok(OpenTables {
            tables: ProbedTables::open_all(directory, &index.shapes)?,
            name: index.shapes.name().to_owned(),
            locate: index.locate,
        })
    }

    /// Returns the name under which the tables are stored.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the maximum number of seeds or stones on a board in the tables.
    pub fn most(&self) -> u32 {
        self.tables.tables().highest_layer()
    }

    /// Returns the layer of a state and its rank there; `None` for states that no layer contains.
    pub fn locate(&self, state: &State) -> Option<(u32, u64)> {
        (self.locate)(state)
    }

    /// Returns the value of a state for the side to move; `None` where the tables do not reach.
    pub fn probe(&self, state: &State) -> Option<Value> {
        let (layer, rank) = (self.locate)(state)?;
        self.tables.probe(layer, rank)
    }

    /// Returns the margin of the side to move with infinite play as a draw, and the state at the end of the current
    /// round. Within a round this is the margin of an optimal move. `None` where the tables do not reach.
    pub fn worth<G: Play<State = State> + Arbitration>(
        &self,
        contest: &G,
        state: &State,
    ) -> Option<(i32, State)>
    where
        State: Copy,
    {
        let known = |state: &State| {
            let over = contest.terminal(state);
            over.or_else(|| Some(self.probe(state)?.zero))
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
            let worth = step.margin(known(&step.state)?);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, step.state));
            }
        }
        best
    }

    /// Returns the value of a state for the side to move. Within a round it follows from the values of the moves.
    /// `None` where the tables do not reach.
    pub fn value<G: Play<State = State> + Arbitration>(
        &self,
        contest: &G,
        state: &State,
    ) -> Option<Value> {
        match contest.mid_round(state) {
            false => self.probe(state),
            true => value_by_moves(contest, state, &|next| self.value(contest, next)),
        }
    }

    /// Selects an optimal choice among `legal` that makes [progress](sowlab_solvers::progress), with infinite play as a
    /// draw. If neither side has to make progress, or no distance is found, it selects the first optimal choice that
    /// does not lead back to a state in `seen`. Returns `None` where the tables do not reach.
    pub fn best<G: Play<State = State> + Arbitration + Keyed<State>>(
        &self,
        contest: &G,
        state: &State,
        legal: &[G::Move],
        seen: &[State],
        progress: &mut Progress,
        monitor: &dyn Monitor,
    ) -> Option<Best<G::Move>>
    where
        State: Copy + PartialEq,
    {
        let mut best: Option<(i32, bool, G::Move)> = None;
        for &chosen in legal {
            let step = contest.play(state, chosen);
            let (margin, leads_to) = self.worth(contest, &step.state)?;
            let worth = step.margin(margin);
            let fresh = !seen.contains(&leads_to);
            if best.is_none_or(|(most, was, _)| (worth, fresh) > (most, was)) {
                best = Some((worth, fresh, chosen));
            }
        }
        let (margin, _, first) = best?;
        let value_of = |state: &State| self.value(contest, state);
        let advance = match contest.always_ends() {
            true => None,
            false => progress.advance(contest, &value_of, state, legal, monitor),
        };
        let chosen = advance.map_or(first, |advance| advance.chosen);
        Some(Best { chosen, margin })
    }

    /// Returns the error of the first table that could not be read, if any.
    pub fn damage(&self) -> Option<&TableError> {
        self.tables.damage()
    }
}

impl<State> Oracle<State> for OpenTables<State> {
    fn interval(&self, state: &State, loser: Option<Player>) -> Option<Interval> {
        Some(Interval::exact(self.probe(state)?.margin(loser)))
    }
}
