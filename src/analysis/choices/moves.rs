//! Sequential games without tables: the graph of all states where they are few, otherwise a search of each
//! position.

use std::time::Instant;

use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{Monitor, Reachable};

use super::finding::{Choices, ChoicesRequest};
use super::prove::{Known, Prove, share};
use super::tree::Question;
use crate::analysis::solve::{Bounds, Deadline, MemorySize, search_repeating};
use crate::analysis::{Field, RequestError};
use crate::games::contest::{Contest, legal_moves};

/// The most moves that a search looks ahead.
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

/// Values the choices of a position; at most `states` states are listed.
///
/// # Errors
/// The text is no position; tables are given, and there are none of this game; there is no memory.
pub fn choices_of_moves<C: Contest>(
    game: &C,
    states: usize,
    request: &ChoicesRequest,
    monitor: &dyn Monitor,
) -> Result<Choices, RequestError> {
    if request.tables.is_some() {
        let error = format!("{} has no tables", game.full_name());
        return Err(RequestError::field(Field::Tables, error));
    }
    let mut prover = MovesProver {
        game,
        from: position(game, request)?,
        states,
        memory: request.memory,
        end: request.end(),
        nodes: 0,
    };
    answer(game, request, &mut prover, monitor)
}

/// Values the choices of the side to move, with what proves positions.
pub(super) fn answer<C: Contest>(
    game: &C,
    request: &ChoicesRequest,
    prover: &mut dyn Prove<C>,
    monitor: &dyn Monitor,
) -> Result<Choices, RequestError> {
    let position = position(game, request)?;
    let question = Question {
        game,
        position: &position,
        of: game.side_to_move(&game.state(&position)),
        pie: false,
        replies: request.replies,
    };
    question.answer(prover, monitor)
}

struct MovesProver<'a, C: Contest> {
    game: &'a C,
    from: C::Position,
    states: usize,
    memory: MemorySize,
    end: Option<Instant>,
    nodes: u64,
}

impl<C: Contest> MovesProver<'_, C> {
    /// What the graph of all states says; `None` if it is too large, or not listed in half of the time.
    fn listed(&mut self, positions: &[C::Position], monitor: &dyn Monitor) -> Option<Vec<Known>> {
        let half = Deadline::new(monitor, share(self.end, 2));
        let from = self.game.state(&self.from);
        let graph = Reachable::solve(self.game, from, self.states, &half).ok()?;
        self.nodes += graph.states() as u64;
        let game = self.game;
        let value = |state: &C::State| graph.value(game.key(state));
        let known = positions.iter().map(|position| {
            let state = game.state(position);
            let own = value(&state)?;
            let best = legal_moves(game, position).into_iter().find(|&chosen| {
                let step = game.play(&state, chosen);
                value(&step.state).is_some_and(|rest| step.value(rest).zero == own.zero)
            });
            Some(Known {
                bounds: Bounds::of(own),
                best: best.map(|chosen| game.move_text(position, chosen)),
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
        monitor: &dyn Monitor,
    ) -> Result<Vec<Known>, RequestError> {
        if let Some(known) = self.listed(positions, monitor) {
            return Ok(known);
        }
        let table = TranspositionTable::new(self.memory.bytes()).map_err(RequestError::failed)?;
        let game = self.game;
        let mut known = Vec::new();
        for (place, position) in positions.iter().enumerate() {
            let part = Deadline::new(monitor, share(self.end, positions.len() - place));
            let state = game.state(position);
            let found = search_repeating(game, state, &(), MOST_MOVES, &table, &part);
            self.nodes += found.nodes;
            known.push(Known {
                bounds: found.bounds,
                best: found.best.map(|chosen| game.move_text(position, chosen)),
            });
        }
        Ok(known)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
