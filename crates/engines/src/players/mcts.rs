//! A player with Monte Carlo tree search.

use std::sync::Arc;
use std::time::Duration;

use sowlab_solvers::Problem;
use sowlab_solvers::mcts::{Limits, Options, Simulate, Uct};

use super::learned::Estimates;
use crate::player::{Choice, Fault, Player, Turn};
use sowlab_analysis::learned::Evaluation;
use sowlab_base::MemorySize;
use sowlab_games::contest::{Encode, Play, Searchable};

/// Monte Carlo tree search on one thread, with a new tree for each move. Equal games and seeds lead to equal moves,
/// unless time is limited.
pub struct Mcts {
    playouts: Option<u64>,
    time: Option<Duration>,
    options: Options,
    /// The number of moves chosen so far, which varies the seed of each search.
    chosen: u64,
    seed: u64,
    eval: Option<Arc<Evaluation>>,
}

impl Mcts {
    /// Creates a player with a limit on playouts, time, or both. `exploration` is [`Options::exploration`]; `memory`
    /// limits the tree.
    ///
    /// # Errors
    /// The memory cannot be allocated.
    pub fn new(
        playouts: Option<u64>,
        time: Option<Duration>,
        exploration: f32,
        memory: MemorySize,
    ) -> Result<Mcts, NoMemory> {
        Reserved::new(memory)?;
        Ok(Mcts {
            playouts,
            time,
            options: Options {
                exploration,
                memory: memory.bytes(),
                ..Options::default()
            },
            chosen: 0,
            seed: 0,
            eval: None,
        })
    }

    /// Adds an evaluation that replaces playouts.
    #[must_use]
    pub fn with_evaluation(self, eval: Option<Arc<Evaluation>>) -> Mcts {
        Mcts { eval, ..self }
    }

    fn limits<G: Play>(&self, turn: &Turn<'_, G>) -> Limits {
        let (playouts, time) = match turn.limits.replace(false, true) {
            true => (turn.limits.playouts, turn.limits.time),
            false => (self.playouts, self.time),
        };
        Limits {
            playouts: playouts.unwrap_or(u64::MAX),
            time,
        }
    }
}

/// The memory cannot be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("memory={0}: cannot allocate this for each thread; lower memory= or --threads")]
pub struct NoMemory(MemorySize);

/// Reserved address space of the size of a tree, released on drop. A search needs its whole tree, so a tournament first
/// checks that all trees fit.
pub struct Reserved {
    _room: Vec<u8>,
}

impl Reserved {
    /// Reserves this amount of memory.
    ///
    /// # Errors
    /// The system refuses.
    pub fn new(memory: MemorySize) -> Result<Reserved, NoMemory> {
        let mut room = Vec::new();
        room.try_reserve_exact(memory.bytes())
            .map_err(|_| NoMemory(memory))?;
        Ok(Reserved { _room: room })
    }
}

impl<G: Encode + Searchable + Simulate> Player<G> for Mcts {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        (self.seed, self.chosen) = (seed, 0);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault> {
        self.chosen += 1;
        if let &[chosen] = turn.legal {
            return Ok(Choice {
                chosen,
                value: None,
            });
        }
        let options = Options {
            seed: self.seed.wrapping_add(self.chosen << 40),
            ..self.options
        };
        let limits = self.limits(turn);
        let report = match self.eval.as_deref() {
            None => {
                let problem = Problem::new(turn.game).with_guide(turn.game);
                Uct::new(problem, options).search(turn.state, limits, 1, turn.monitor)
            }
            Some(eval) => {
                let estimates = Estimates::new(turn.game, eval);
                let problem = Problem::new(turn.game).with_guide(turn.game);
                Uct::with_playouts(problem, &estimates, options).search(
                    turn.state,
                    limits,
                    1,
                    turn.monitor,
                )
            }
        };
        let chosen = report.best.unwrap_or(turn.legal[0]);
        let child = report.children.iter().find(|child| child.chosen == chosen);
        Ok(Choice {
            chosen,
            value: child
                .filter(|child| child.visits > 0)
                .map(|child| child.mean.round() as i32),
        })
    }
}
