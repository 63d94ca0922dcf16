//! The two-rank games: probes of tables, and a search for positions beyond them.

use sowlab_findings::{Bounds, Choices, Source};
use std::time::Duration;

use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{Game, Monitor, Value};

use super::listener::Listener;
use super::moves::{position, problem};
use super::prove::{Improved, LeafBounds, LeafProgress, Prove};
use super::request::ChoicesRequest;
use super::turns::search_in_turns;
use crate::solve::{TwoRankTables, search_repeating, solve_two_rank};
use crate::tables::unusable;
use crate::{RequestError, Times};
use sowlab_base::{Deadline, Limit, MemorySize};
use sowlab_games::contest::Contest;
use sowlab_games::two_rank::{
    Position, RandomMancala, RandomPosition, RandomState, State, TwoRank,
};

/// The maximum number of moves that a search looks ahead.
const MOST_MOVES: u8 = u8::MAX;
/// The minimum turn with proof search, in games in which play can repeat itself. Proof search starts again in
/// each turn.
const LONG_TURN: Duration = Duration::from_millis(100);
const LONG_TURN_NODES: u64 = 50_000;
/// The divisor of a long turn for iterative deepening, which yields bounds at once.
const DEEPENING_PARTS: u32 = 3;

/// Values the choices of a position.
///
/// # Errors
/// The text is not a position, the given tables cannot be used, or there is not enough memory.
pub fn choices_of_two_rank_moves(
    game: &TwoRank,
    request: &ChoicesRequest,
    listener: &mut Listener<'_>,
    monitor: &dyn Monitor,
) -> Result<Choices, RequestError> {
    let seeds = |position: &Position| position.state().seeds();
    choices_by_base(game, game, seeds, request, listener, monitor)
}

/// Values the choices of side and starter in Random Mancala, and the moves after them.
///
/// # Errors
/// Those of [`choices_of_two_rank_moves`].
pub fn choices_of_drawn_setup(
    game: &RandomMancala,
    request: &ChoicesRequest,
    listener: &mut Listener<'_>,
    monitor: &dyn Monitor,
) -> Result<Choices, RequestError> {
    let seeds = |position: &RandomPosition| position.position().state().seeds();
    choices_by_base(game, game.base(), seeds, request, listener, monitor)
}

/// Values choices by the tables and searches of the base game.
fn choices_by_base<'a, C: Contest>(
    game: &C,
    base: &'a TwoRank,
    seeds: impl Fn(&C::Position) -> u32,
    request: &ChoicesRequest,
    listener: &mut Listener<'_>,
    monitor: &dyn Monitor,
) -> Result<Choices, RequestError>
where
    Prover<'a>: Prove<C>,
{
    let position = position(game, request)?;
    let problem = problem(game, &position, request);
    if let Some(answer) = problem.without_search()? {
        return Ok(answer);
    }
    if request.tables.is_none() {
        problem.guess(listener, monitor)?;
    }
    let times = Times::new(request.limit);
    let seeds = seeds(&position);
    let mut prover = Prover::new(base, seeds, request, listener.listens(), &times, monitor)?;
    let choices = problem.answer(&mut prover, listener, &times, monitor)?;
    prover.close()?;
    Ok(choices)
}

struct Prover<'a> {
    game: &'a TwoRank,
    tables: Option<TwoRankTables>,
    search: bool,
    memory: MemorySize,
    limited: bool,
    /// Whether every position should get some bounds before one gets exact values.
    improving: bool,
    nodes: u64,
}

impl<'a> Prover<'a> {
    fn new(
        game: &'a TwoRank,
        seeds: u32,
        request: &ChoicesRequest,
        improving: bool,
        times: &Times,
        monitor: &dyn Monitor,
    ) -> Result<Prover<'a>, RequestError> {
        // A search in a game that always ends builds tables itself while they save time.
        let searching = game.always_ends() && !TwoRankTables::few(game, seeds);
        let in_default = || {
            let tables = TwoRankTables::kept(game, monitor)?;
            (tables.most() >= seeds || searching).then_some(tables)
        };
        let tables = match &request.tables {
            Some(directory) => Some(TwoRankTables::open(game, directory).map_err(unusable)?),
            None => match in_default() {
                Some(tables) => Some(tables),
                None if searching => None,
                None => {
                    let deadline = Deadline::after(monitor, times.tables());
                    Some(TwoRankTables::make(game, seeds, &deadline).map_err(unusable)?)
                }
            },
        };
        Ok(Prover {
            game,
            tables,
            search: request.search,
            memory: request.memory,
            limited: request.limit.is_some(),
            improving,
            nodes: 0,
        })
    }

    fn close(self) -> Result<(), RequestError> {
        let tables = self.tables;
        tables.map_or(Ok(()), |tables| tables.close().map_err(unusable))
    }

    /// Probes the tables.
    fn tabled(&self, state: State) -> Option<LeafBounds> {
        let tables = self.tables.as_ref()?;
        let value = tables.value(state)?;
        let game = self.game;
        let best = game.legal(state).find(|&chosen| {
            let step = game.play(&state, chosen);
            let rest = tables.value(step.state);
            rest.is_some_and(|rest| step.value(rest).zero == value.zero)
        });
        Some(LeafBounds {
            bounds: Bounds::of(value),
            best: best.map(|chosen| game.move_text(state.mover(), chosen)),
            source: Source::Table,
        })
    }

    /// Searches a state.
    fn searched(
        &mut self,
        state: State,
        table: Option<&TranspositionTable>,
        turn: &Deadline<'_>,
    ) -> Result<LeafBounds, RequestError> {
        let (Some(left), Some(table)) = (turn.left(), table) else {
            return self.solved(state, turn);
        };
        let long = match left {
            Limit::Time(time) => time >= LONG_TURN,
            Limit::Nodes(nodes) => nodes >= LONG_TURN_NODES,
        };
        if !long {
            return Ok(self.deepened(state, table, turn));
        }
        let part = Some(left.divided_by(DEEPENING_PARTS));
        let mut known = self.deepened(state, table, &Deadline::after(turn, part));
        if !known.bounds.closed() {
            known.add(self.solved(state, turn)?);
        }
        Ok(known)
    }

    /// Searches by alpha-beta if play always ends, otherwise by proof search.
    fn solved(&mut self, state: State, turn: &Deadline<'_>) -> Result<LeafBounds, RequestError> {
        let game = self.game;
        let memory = self.deepening().unwrap_or(self.memory);
        let time = turn.left().and_then(Limit::time);
        let memory = time.map_or(memory, |time| memory.filled_in(time));
        let position = Position::new(state, game.rules().pits, [0; 2]);
        let position = position.expect("a position of the game");
        let solution = solve_two_rank(game, &position, self.tables.as_ref(), memory, turn)
            .map_err(RequestError::failed)?;
        self.nodes += solution.nodes;
        Ok(LeafBounds {
            bounds: solution.bounds,
            best: solution.best.into_iter().next(),
            source: Source::Search,
        })
    }

    /// Returns the size of the table for iterative deepening: half of the memory. `None` if there is no limit, or
    /// play always ends.
    fn deepening(&self) -> Option<MemorySize> {
        let wanted = self.limited && !self.game.always_ends();
        wanted.then(|| MemorySize::new(self.memory.bytes() / 2))
    }

    /// Searches a state whose play may repeat itself by iterative deepening.
    fn deepened(
        &mut self,
        state: State,
        table: &TranspositionTable,
        monitor: &dyn Monitor,
    ) -> LeafBounds {
        let game = self.game;
        let found = search_repeating(game, state, &self.tables, MOST_MOVES, table, monitor);
        self.nodes += found.nodes;
        let best = found
            .best
            .map(|chosen| game.move_text(state.mover(), chosen));
        LeafBounds {
            bounds: found.bounds,
            best,
            source: Source::Search,
        }
    }

    fn all(
        &mut self,
        states: &[State],
        improved: &mut Improved<'_>,
        deadline: &Deadline<'_>,
    ) -> Result<Vec<LeafBounds>, RequestError> {
        let known = states.iter().map(|&state| {
            let tabled = self.tabled(state);
            tabled.unwrap_or_else(|| LeafBounds::nothing(self.game.bound(&state)))
        });
        let mut known: Vec<LeafBounds> = known.collect();
        improved(LeafProgress::of(&known, self.nodes));
        if !self.search || known.iter().all(|known| known.bounds.closed()) {
            return Ok(known);
        }
        let table = self
            .deepening()
            .map(|memory| TranspositionTable::new(memory.bytes()));
        let table = table.transpose().map_err(RequestError::failed)?;
        let improving = self.improving;
        let mut search = |place: usize, turn: &Deadline<'_>| {
            let found = self.searched(states[place], table.as_ref(), turn)?;
            Ok((found, self.nodes))
        };
        search_in_turns(improving, &mut known, &mut search, improved, deadline)?;
        Ok(known)
    }
}

impl Prove<TwoRank> for Prover<'_> {
    fn prove(
        &mut self,
        positions: &[Position],
        _: &dyn Fn(&[Bounds]) -> Vec<bool>,
        improved: &mut Improved<'_>,
        deadline: &Deadline<'_>,
    ) -> Result<Vec<LeafBounds>, RequestError> {
        let states: Vec<State> = positions.iter().map(Position::state).collect();
        self.all(&states, improved, deadline)
    }

    fn look_up(&self, state: &State) -> Option<Value> {
        self.tables.as_ref()?.value(*state)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Prove<RandomMancala> for Prover<'_> {
    fn prove(
        &mut self,
        positions: &[RandomPosition],
        _: &dyn Fn(&[Bounds]) -> Vec<bool>,
        improved: &mut Improved<'_>,
        deadline: &Deadline<'_>,
    ) -> Result<Vec<LeafBounds>, RequestError> {
        let state = |position: &RandomPosition| position.position().state();
        let states: Vec<State> = positions.iter().map(state).collect();
        self.all(&states, improved, deadline)
    }

    fn look_up(&self, state: &RandomState) -> Option<Value> {
        match state {
            RandomState::Choosing(_) => None,
            RandomState::Playing(state) => self.tables.as_ref()?.value(*state),
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
