//! Sequential games without tables. A small graph of states is listed in full; otherwise each position is searched.

use sowlab_findings::{Bounds, Choices, Source};

use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{Monitor, Reachable, Value};

use super::listener::Listener;
use super::prove::{Improved, LeafBounds, LeafProgress, Prove};
use super::request::ChoicesRequest;
use super::tree::ChoicesProblem;
use super::turns::search_in_turns;
use crate::solve::search_repeating;
use crate::solved_positions::SolvedPositions;
use crate::{Field, RequestError, Times};
use sowlab_base::{Deadline, MemorySize};
use sowlab_games::contest::{Contest, legal_moves};

/// The maximum number of moves that a search looks ahead.
const MOST_MOVES: u8 = u8::MAX;

/// Reads the position of a request.
pub(super) fn position<C: Contest>(
    game: &C,
    request: &ChoicesRequest,
) -> Result<C::Position, RequestError> {
    match request.position.as_deref() {
        None => Ok(game.opening()),
        Some(text) => game
            .read_position(text)
            .map_err(|error| RequestError::field(Field::Position, error)),
    }
}

/// Values the choices of a position. At most `states` states are listed.
///
/// # Errors
/// The text is not a position, there is not enough memory, or tables are given although the game has none.
pub fn choices_of_moves<C: Contest>(
    game: &C,
    states: usize,
    request: &ChoicesRequest,
    listener: &mut Listener<'_>,
    monitor: &dyn Monitor,
) -> Result<Choices, RequestError> {
    if request.tables.is_some() {
        let error = format!("{} has no tables", game.full_name());
        return Err(RequestError::field(Field::Tables, error));
    }
    let position = position(game, request)?;
    let problem = problem(game, &position, request);
    if let Some(answer) = problem.without_search()? {
        return Ok(answer);
    }
    let times = Times::new(request.limit);
    let mut prover = MovesProver {
        game,
        from: position,
        states,
        memory: request.memory,
        improving: listener.listens(),
        graph: None,
        nodes: 0,
    };
    problem.answer(&mut prover, listener, &times, monitor)
}

/// Returns the problem of valuing a position, with the margins of the side to move.
pub(super) fn problem<'a, C: Contest>(
    game: &'a C,
    position: &'a C::Position,
    request: &'a ChoicesRequest,
) -> ChoicesProblem<'a, C> {
    ChoicesProblem {
        game,
        position,
        of: game.side_to_move(&game.state(position)),
        pie: false,
        replies: request.replies,
        part: &request.part,
        solved: solved_positions(game, request),
    }
}

/// Returns the solved positions that an answer may use.
pub(super) fn solved_positions<'a, C: Contest>(
    game: &'a C,
    request: &ChoicesRequest,
) -> SolvedPositions<'a, C> {
    match request.recompute {
        true => SolvedPositions::none(game),
        false => SolvedPositions::of(game),
    }
}

struct MovesProver<'a, C: Contest> {
    game: &'a C,
    from: C::Position,
    states: usize,
    memory: MemorySize,
    /// Whether every position should get some bounds before one gets exact values.
    improving: bool,
    /// All reachable states, if they were listed.
    graph: Option<Reachable>,
    nodes: u64,
}

impl<C: Contest> MovesProver<'_, C> {
    /// Returns the bounds from the graph of all states. `None` if the graph is too large, or not listed within half of
    /// the time.
    fn listed(
        &mut self,
        positions: &[C::Position],
        deadline: &Deadline<'_>,
    ) -> Option<Vec<LeafBounds>> {
        let half = deadline.left().map(|left| left.divided_by(2));
        let half = Deadline::after(deadline, half);
        let from = self.game.state(&self.from);
        let graph = Reachable::solve(self.game, from, self.states, &half).ok()?;
        self.nodes += graph.states() as u64;
        let graph = self.graph.insert(graph);
        let game = self.game;
        let value = |state: &C::State| graph.value(game.key(state));
        let known = positions.iter().map(|position| {
            let state = game.state(position);
            let own = value(&state)?;
            let best = legal_moves(game, position).into_iter().find(|&chosen| {
                let step = game.play(&state, chosen);
                value(&step.state).is_some_and(|rest| step.value(rest).zero == own.zero)
            });
            Some(LeafBounds {
                bounds: Bounds::of(own),
                best: best.map(|chosen| game.move_text(position, chosen)),
                source: Source::Search,
            })
        });
        known.collect()
    }
}

impl<C: Contest> Prove<C> for MovesProver<'_, C> {
    fn prove(
        &mut self,
        positions: &[C::Position],
        _: &dyn Fn(&[Bounds]) -> Vec<bool>,
        improved: &mut Improved<'_>,
        deadline: &Deadline<'_>,
    ) -> Result<Vec<LeafBounds>, RequestError> {
        let game = self.game;
        let mut known: Vec<LeafBounds> = positions
            .iter()
            .map(|position| LeafBounds::nothing(game.bound(&game.state(position))))
            .collect();
        improved(LeafProgress::of(&known, self.nodes));
        if let Some(known) = self.listed(positions, deadline) {
            return Ok(known);
        }
        let table = TranspositionTable::new(self.memory.bytes()).map_err(RequestError::failed)?;
        let mut nodes = self.nodes;
        let mut search = |place: usize, turn: &Deadline<'_>| {
            let position = &positions[place];
            let found = search_repeating(game, game.state(position), &(), MOST_MOVES, &table, turn);
            nodes += found.nodes;
            let known = LeafBounds {
                bounds: found.bounds,
                best: found.best.map(|chosen| game.move_text(position, chosen)),
                source: Source::Search,
            };
            Ok((known, nodes))
        };
        search_in_turns(self.improving, &mut known, &mut search, improved, deadline)?;
        self.nodes = nodes;
        Ok(known)
    }

    fn look_up(&self, state: &C::State) -> Option<Value> {
        self.graph.as_ref()?.value(self.game.key(state))
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
