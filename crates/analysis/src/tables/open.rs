//! The endgame tables of a game, open for probes of its states.

use std::path::Path;

use sowlab_solvers::progress::{Advance, Convention, Progress, Tabled, ValueOf, value_by_moves};
#[cfg(not(target_family = "wasm"))]
use sowlab_solvers::progress::{Distances, TabledDistances};
#[cfg(not(target_family = "wasm"))]
use sowlab_solvers::table::ProbedDistances;
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
    #[cfg(not(target_family = "wasm"))]
    distances: Option<ProbedDistances>,
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
        let tables = ProbedTables::open_all(directory, &index.shapes)?;
        Ok(OpenTables {
            #[cfg(not(target_family = "wasm"))]
            distances: ProbedDistances::open(directory, &index.shapes, tables.tables())?,
            tables,
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
        let advance = match contest.always_ends() {
            true => None,
            false => self.advance(contest, state, legal, progress, monitor),
        };
        let chosen = advance.map_or(first, |advance| advance.chosen);
        Some(Best { chosen, margin })
    }

    /// Selects a legal move that makes progress, by the distances of the tables or else by a search. See
    /// [`Progress::advance`].
    fn advance<G: Play<State = State> + Arbitration + Keyed<State>>(
        &self,
        contest: &G,
        state: &State,
        legal: &[G::Move],
        progress: &mut Progress,
        monitor: &dyn Monitor,
    ) -> Option<Advance<G::Move>> {
        let value_of = |state: &State| self.value(contest, state);
        let tabled = self.tabled(contest, &value_of, |tabled| tabled.advance(state, legal));
        tabled.or_else(|| progress.advance(contest, &value_of, state, legal, monitor))
    }

    /// Selects a legal move that keeps what the side to move attains if infinite play is its loss, on the shortest way
    /// to a gain. See [`Progress::force`].
    pub fn force<G: Play<State = State> + Arbitration + Keyed<State>>(
        &self,
        contest: &G,
        state: &State,
        legal: &[G::Move],
        progress: &mut Progress,
        monitor: &dyn Monitor,
    ) -> Option<G::Move> {
        let (value_of, loss) = (|state: &State| self.value(contest, state), Convention::Loss);
        let tabled = self.tabled(contest, &value_of, |tabled| {
            tabled.force(state, legal, loss)
        });
        let advance =
            tabled.or_else(|| progress.force(contest, &value_of, state, legal, loss, monitor));
        advance.map(|advance| advance.chosen)
    }

    /// Returns the distances of a state to the next exit; `None` where the tables do not have them.
    #[cfg(not(target_family = "wasm"))]
    pub fn distances(&self, state: &State) -> Option<Distances> {
        let (layer, rank) = (self.locate)(state)?;
        self.distances.as_ref()?.probe(layer, rank)
    }

    /// In a browser tables have no distances.
    #[cfg(target_family = "wasm")]
    fn tabled<G: Play<State = State>, T>(
        &self,
        _: &G,
        _: &ValueOf<'_, State>,
        _: impl FnOnce(&Tabled<'_, G>) -> Option<T>,
    ) -> Option<T> {
        None
    }

    /// Asks the distances of the tables, if there are any.
    #[cfg(not(target_family = "wasm"))]
    fn tabled<G: Play<State = State> + Arbitration, T>(
        &self,
        contest: &G,
        value_of: &ValueOf<'_, State>,
        ask: impl FnOnce(&Tabled<'_, G>) -> Option<T>,
    ) -> Option<T> {
        self.distances.as_ref()?;
        let distances_of = |state: &State| match contest.mid_round(state) {
            true => TabledDistances::MidRound,
            false => {
                (self.distances(state)).map_or(TabledDistances::Missing, TabledDistances::Known)
            }
        };
        ask(&Tabled {
            game: contest,
            value_of,
            distances_of: &distances_of,
        })
    }

    /// Returns the error of the first file that could not be read, if any.
    pub fn damage(&self) -> Option<&TableError> {
        #[cfg(not(target_family = "wasm"))]
        if let Some(error) = self.distances.as_ref().and_then(ProbedDistances::damage) {
            return Some(error);
        }
        self.tables.damage()
    }
}

impl<State> Oracle<State> for OpenTables<State> {
    fn interval(&self, state: &State, loser: Option<Player>) -> Option<Interval> {
        Some(Interval::exact(self.probe(state)?.margin(loser)))
    }
}
