//! The exact value of a state, by null windows.

use std::sync::atomic::{AtomicU64, Ordering};

use super::entry::Entry;
use super::interleaved::{Shared, Worker};
use super::probe_counts::{ProbeCounts, SharedProbeCounts};
use super::table::{SearchTable, TranspositionTable};
use super::threads::{BusyStates, first_result};
use crate::{Cancelled, Interval, Monitor, SequentialProblem};

/// The number of moves from the root up to which searches avoid each other's subtrees. Deeper subtrees take less time
/// than the check.
const AVOIDING_PLIES: u32 = 24;

/// A search of one game with one table, on all threads of the current rayon pool.
///
/// Consecutive moves of one side are no special case: signs and windows follow
/// [`Game::side_to_move`](crate::Game::side_to_move).
pub struct AlphaBeta<'a, P, T = TranspositionTable> {
    shared: Shared<'a, P, T>,
    nodes: AtomicU64,
    probe_counts: SharedProbeCounts,
    /// The number of interleaved searches of each thread.
    walks: usize,
    /// True if all threads of the pool search.
    parallel: bool,
}

impl<'a, P: SequentialProblem, T: SearchTable> AlphaBeta<'a, P, T> {
    /// Creates a search that stores its results in `table`. A table must not be shared by games that give the same keys
    /// to different states.
    ///
    /// # Panics
    /// Panics if the game does not [always end](crate::Game::always_ends).
    pub fn new(problem: P, table: &'a T, monitor: &'a dyn Monitor) -> Self {
        assert!(
            problem.always_ends(),
            "alpha-beta is for play that always ends"
        );
        AlphaBeta {
            shared: Shared {
                game: problem,
                table,
                monitor,
                busy: BusyStates::new(),
                avoiding: match rayon::current_num_threads() {
                    1 => 0,
                    _ => AVOIDING_PLIES,
                },
                foreseeing: false,
            },
            nodes: AtomicU64::new(0),
            probe_counts: SharedProbeCounts::default(),
            walks: 1,
            parallel: rayon::current_num_threads() > 1,
        }
    }

    /// Searches on the calling thread alone, whatever the pool.
    #[must_use]
    pub fn on_one_thread(mut self) -> Self {
        self.parallel = false;
        self.shared.avoiding = 0;
        self
    }

    /// Interleaves `walks` depth-first searches on each thread, at least one: while one waits for memory, the thread
    /// continues another. They do some work twice, as threads do. Two are faster in searches of many seconds with a
    /// table far larger than the caches; more are not.
    #[must_use]
    pub fn with_interleaved_searches(mut self, walks: usize) -> Self {
        self.walks = walks.max(1);
        if self.walks > 1 {
            self.shared.avoiding = AVOIDING_PLIES;
            self.shared.foreseeing = true;
        }
        self
    }

    /// Returns the number of nodes visited so far, by all threads. A position whose value the rules or the endgame
    /// tables give counts, unless its parent's expansion found that value.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the numbers of probes for states after a move so far, by all threads, and of their hits. States that the
    /// rules or endgame tables decide are not probed.
    pub fn probe_counts(&self) -> ProbeCounts {
        self.probe_counts.total()
    }

    /// Tests whether the margin of the side to move is `beta` or more. Returns a lower bound if it is, else an upper
    /// bound.
    ///
    /// # Errors
    /// An error if the monitor cancelled.
    pub fn test(&self, state: &P::State, beta: i32) -> Result<i32, Cancelled> {
        self.test_expecting(state, beta, false)
    }

    /// Tests as [`test`](AlphaBeta::test) does. `hopeful` is the expected result, and affects only the time.
    fn test_expecting(&self, state: &P::State, beta: i32, hopeful: bool) -> Result<i32, Cancelled> {
        // All results are bounds on the same side of the window.
        first_result(self.parallel, |stop| {
            let mut worker = Worker::new(&self.shared, self.walks, stop);
            let margin = worker.test(state, beta, hopeful);
            self.nodes.fetch_add(worker.nodes(), Ordering::Relaxed);
            for probe_counts in worker.probe_counts() {
                self.probe_counts.add(probe_counts);
            }
            margin
        })
    }

    /// Returns the margin of the side to move, by null windows around a guess that follows the proven bounds (MTD(f);
    /// A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, *Best-first fixed-depth minimax algorithms*, 1996). `prove`
    /// receives the bounds after each window.
    ///
    /// # Errors
    /// An error if the monitor cancelled; the bounds that `prove` received hold.
    pub fn value(
        &self,
        state: &P::State,
        guess: i32,
        prove: &mut dyn FnMut(Interval),
    ) -> Result<i32, Cancelled> {
        if let Some(margin) = self.shared.game.terminal(state) {
            return Ok(margin);
        }
        let mut proven = Interval::within(self.shared.game.bound(state));
        let mut guess = guess.clamp(proven.low, proven.high);
        while !proven.is_exact() {
            let beta = if guess == proven.low {
                guess + 1
            } else {
                guess
            };
            let margin = self.test_expecting(state, beta, beta == guess)?;
            if margin >= beta {
                proven.low = margin;
            } else {
                proven.high = margin;
            }
            guess = margin;
            prove(proven);
        }
        Ok(proven.low)
    }

    /// Tests whether the margin of the side to move is `beta` or more with this legal move. Returns a bound like that
    /// of [`test`](AlphaBeta::test).
    ///
    /// # Errors
    /// An error if the monitor cancelled.
    pub fn test_move(
        &self,
        state: &P::State,
        chosen: P::Move,
        beta: i32,
    ) -> Result<i32, Cancelled> {
        let game = &self.shared.game;
        let step = game.play(state, chosen);
        let reply = self.test(&step.state, step.window(beta))?;
        Ok(step.margin(reply))
    }

    /// Returns a move that secures `beta` or more, if there is one. This is fast after a [`test`](AlphaBeta::test) that
    /// found so.
    ///
    /// # Errors
    /// An error if the monitor cancelled.
    pub fn securing_choice(
        &self,
        state: &P::State,
        beta: i32,
    ) -> Result<Option<P::Move>, Cancelled> {
        let Shared {
            ref game, table, ..
        } = self.shared;
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let data = table.get(game.key(state));
        if let Some(best) = data.and_then(|data| Entry::unpack(data, 0).best)
            && usize::from(best) < moves.len()
        {
            moves.swap(0, usize::from(best));
        }
        for chosen in moves {
            if self.test_move(state, chosen, beta)? >= beta {
                return Ok(Some(chosen));
            }
        }
        Ok(None)
    }
}
