//! A player that samples.

use std::time::Duration;

use rand::Rng;
use sowlab_solvers::mcts::{Limits, Options, Simulate, Uct};
use sowlab_solvers::{Game, Side, Step};

use crate::analysis::solve::MemorySize;
use crate::games::contest::Play;
use crate::tournament::player::{Choice, Fault, Player, Turn};

/// Monte Carlo tree search, a new tree for each move, on one thread: the same game and seed lead to
/// the same moves, unless time is limited.
pub struct Mcts {
    playouts: Option<u64>,
    time: Option<Duration>,
    options: Options,
    /// Moves chosen so far: each search has a seed of its own.
    chosen: u64,
    seed: u64,
}

impl Mcts {
    /// A player with a limit on playouts, on time, or both; `exploration` as in
    /// [`Options::exploration`], and this much memory for the tree at most.
    ///
    /// # Errors
    /// There is not so much memory.
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
        })
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

/// There is not so much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("memory={0}: there is not so much: give less, or use fewer --threads")]
pub struct NoMemory(MemorySize);

/// Address space reserved as for a tree and released on drop. A search cannot go on without its tree, so
/// a tournament first checks that there is room for all of them.
pub struct Reserved {
    _room: Vec<u8>,
}

impl Reserved {
    /// Reserves this much.
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

/// A contest that a search borrows.
struct Borrowed<'a, G>(&'a G);

impl<G: Game> Game for Borrowed<'_, G> {
    type State = G::State;
    type Move = G::Move;

    fn side_to_move(&self, state: &G::State) -> Side {
        self.0.side_to_move(state)
    }

    fn terminal(&self, state: &G::State) -> Option<i32> {
        self.0.terminal(state)
    }

    fn moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        self.0.moves(state, moves);
    }

    fn play(&self, state: &G::State, chosen: G::Move) -> Step<G::State> {
        self.0.play(state, chosen)
    }

    fn bound(&self, state: &G::State) -> i32 {
        self.0.bound(state)
    }
}

impl<G: Simulate> Simulate for Borrowed<'_, G> {
    fn playout(&self, state: &G::State, random: &mut impl Rng) -> i32 {
        self.0.playout(state, random)
    }

    fn playouts(&self, states: &[G::State], margins: &mut Vec<i32>, random: &mut impl Rng) {
        self.0.playouts(states, margins, random);
    }

    fn known(&self, state: &G::State) -> Option<(i32, i32)> {
        Simulate::known(self.0, state)
    }

    fn promise(&self, state: &G::State, chosen: G::Move) -> f32 {
        Simulate::promise(self.0, state, chosen)
    }
}

impl<G: Play + Simulate> Player<G> for Mcts {
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
        let mut uct = Uct::new(Borrowed(turn.game), options);
        let report = uct.search(turn.state, self.limits(turn), 1, turn.monitor);
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
