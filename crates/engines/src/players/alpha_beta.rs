//! A player that searches with alpha-beta.

use std::sync::Arc;
use std::time::Duration;

use sowlab_base::Instant;
use sowlab_solvers::search::{
    AlphaBeta, DepthLimited, Estimate, TableSizeError, TranspositionTable,
};
use sowlab_solvers::{Oracle, Problem};

use crate::limits::Limits;
use crate::player::{Choice, Fault, Player, SearchInfo, Turn};
use sowlab_analysis::learned::{Evaluation, estimate};
use sowlab_base::{Deadline, MemorySize};
use sowlab_games::contest::{Arbitration, Encode, Searchable};

/// The maximum search depth, in moves.
pub const MOST_DEPTH: u8 = 200;

/// Searches by iterative deepening up to a depth or for a time. Beyond the horizon the margin is 0 or that of a learned
/// evaluation. The search uses one thread. Without a time limit it is deterministic, and the first of equal moves is
/// chosen.
pub struct AlphaBetaPlayer {
    depth: u8,
    time: Option<Duration>,
    hash: MemorySize,
    table: TranspositionTable,
    eval: Option<Arc<Evaluation>>,
}

impl AlphaBetaPlayer {
    /// Creates a player with a transposition table of this size.
    ///
    /// # Errors
    /// The table is too small or too large.
    pub fn new(
        depth: Option<u8>,
        time: Option<Duration>,
        hash: MemorySize,
    ) -> Result<AlphaBetaPlayer, TableSizeError> {
        Ok(AlphaBetaPlayer {
            depth: depth.unwrap_or(MOST_DEPTH),
            time,
            hash,
            table: TranspositionTable::new(hash.bytes())?,
            eval: None,
        })
    }

    /// Adds an evaluation that estimates margins beyond the horizon. In games of rounds the horizon is then at the
    /// start of a round.
    #[must_use]
    pub fn with_evaluation(self, eval: Option<Arc<Evaluation>>) -> AlphaBetaPlayer {
        AlphaBetaPlayer { eval, ..self }
    }

    /// Clears the transposition table for a new game, so that games do not depend on each other.
    pub(super) fn forget(&mut self) -> Result<(), Fault> {
        self.table = TranspositionTable::new(self.hash.bytes())
            .map_err(|error| Fault::Start(error.to_string()))?;
        Ok(())
    }

    /// Returns the time limit of the player, where no limits of a turn replace it.
    pub(super) fn own_time(&self, limits: &Limits) -> Option<Duration> {
        self.time.filter(|_| !limits.replace(true, false))
    }

    /// Searches with an oracle of exact values.
    pub(super) fn search<G: Encode + Arbitration + Searchable>(
        &self,
        known: &impl Oracle<G::State>,
        turn: &Turn<'_, G>,
    ) -> Choice<G::Move> {
        let (depth, time) = match turn.limits.replace(true, false) {
            true => (turn.limits.depth.unwrap_or(MOST_DEPTH), turn.limits.time),
            false => (self.depth, self.time),
        };
        let mut best = Choice {
            chosen: turn.legal[0],
            value: None,
        };
        if turn.legal.len() == 1 {
            return best;
        }
        let end = time.and_then(|time| Instant::now().checked_add(time));
        let deadline = Deadline::new(turn.monitor, end);
        let game = turn.game;
        let problem = Problem::new(game).with_oracle(known).with_guide(game);
        let eval = self.eval.as_deref();
        // With an evaluation the horizon is at the start of a round.
        let pace = eval.map_or(1, |_| game.moves_of_a_round());
        let estimate = |state: &G::State| eval.map_or(0, |eval| estimate(game, eval, state));
        let estimate: &Estimate<'_, G::State> = &estimate;
        let horizon = DepthLimited::new(problem, estimate).with_pace(pace);
        let search = AlphaBeta::new(horizon, &self.table, &deadline);
        let bound = game.bound(turn.state);
        let mut guess = 0;
        let most = depth.clamp(1, MOST_DEPTH);
        let first = match game.mid_round(turn.state) {
            true => 1,
            false => pace.min(most),
        };
        for depth in (first..=most).step_by(pace.into()) {
            let root = horizon.limit(*turn.state, depth);
            let Ok(value) = search.value(&root, guess, &mut |_| ()) else {
                break;
            };
            // The first move that attains the value; every move attains the lowest possible value.
            let Ok(Some(chosen)) = search.securing_choice(&root, value) else {
                break;
            };
            best = Choice {
                chosen,
                value: Some(value),
            };
            guess = value;
            (turn.report)(SearchInfo {
                depth,
                value,
                nodes: search.nodes(),
            });
            if value.abs() == bound {
                break; // Nothing better or worse is possible.
            }
        }
        best
    }
}

impl<G: Encode + Arbitration + Searchable> Player<G> for AlphaBetaPlayer {
    fn new_game(&mut self, _: u64) -> Result<(), Fault> {
        self.forget()
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault> {
        Ok(self.search(&(), turn))
    }
}
