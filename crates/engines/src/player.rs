//! The interface of a player.

use std::time::Duration;

use sowlab_base::Instant;
use sowlab_solvers::Monitor;

use super::limits::{Limits, TIME_TOLERANCE};
use sowlab_base::Deadline;
use sowlab_games::contest::Play;

/// Progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchInfo {
    /// The depth of the search, in moves.
    pub depth: u8,
    /// The margin in stones from here on, for the player itself.
    pub value: i32,
    /// The number of nodes searched.
    pub nodes: u64,
}

/// A position in which the player has to move, and the moves that led to it.
pub struct Turn<'a, G: Play> {
    /// The game.
    pub game: &'a G,
    /// The start position.
    pub start: &'a G::Position,
    /// The moves since the start.
    pub played: &'a [G::Move],
    /// The current state.
    pub state: &'a G::State,
    /// The legal moves, at least one.
    pub legal: &'a [G::Move],
    /// The limits of the search.
    pub limits: Limits,
    /// Stops the search; the player then answers with the best move found so far.
    pub monitor: &'a dyn Monitor,
    /// Receives the progress of the search.
    pub report: &'a dyn Fn(SearchInfo),
}

impl<G: Play> Turn<'_, G> {
    /// Returns every state of the game so far, the current one last.
    pub fn states(&self) -> Vec<G::State> {
        let mut state = self.game.state(self.start);
        let mut states = vec![state];
        for &chosen in self.played {
            state = self.game.play(&state, chosen).state;
            states.push(state);
        }
        states
    }

    /// Returns a monitor that also stops after half of the time for the move, if the time is limited.
    pub fn half_time(&self) -> Deadline<'_> {
        let half = self.limits.time.map(|time| time / 2);
        let end = half.and_then(|half| Instant::now().checked_add(half));
        Deadline::new(self.monitor, end)
    }
}

/// The choice of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<Move> {
    /// The move.
    pub chosen: Move,
    /// The margin in stones from here on that the player expects for itself, if it reports one.
    pub value: Option<i32>,
}

/// The failure of a player to give a legal move; it loses the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The program cannot be started or reached.
    #[error("cannot be run: {0}")]
    Start(String),
    /// The program exited.
    #[error("exited")]
    Exited,
    /// The program did not answer within this time.
    #[error("gave no answer for {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// The program exceeded this time limit plus the tolerance.
    #[error(
        "did not move within its {} s and {} s of tolerance",
        .0.as_secs_f64(),
        TIME_TOLERANCE.as_secs_f64()
    )]
    Overtime(Duration),
    /// The chosen move is not legal.
    #[error("chose '{0}', which is not legal")]
    Illegal(String),
    /// The program printed more than the limit on its output.
    #[error("flooded its output")]
    Flooded,
    /// A table that the player needs is damaged.
    #[error("{0}")]
    Table(String),
    /// An [agent](crate::players::Agent) failed.
    #[error("failed: {0}")]
    Agent(String),
    /// A fault of a program that also wrote to its standard error.
    #[error("{fault}; the last of its standard error: {said}")]
    Said {
        /// The fault itself.
        fault: Box<Fault>,
        /// The last lines of standard error, joined by ` | `.
        said: String,
    },
}

/// A player of one game.
pub trait Player<G: Play>: Send {
    /// REQUIRED. Begins a new game. The game is reproducible: the same seed and the same moves of the opponent lead to
    /// the same moves, unless time is limited.
    ///
    /// # Errors
    /// The player cannot play; it loses the game.
    fn new_game(&mut self, seed: u64) -> Result<(), Fault>;

    /// REQUIRED. Chooses one of the legal moves.
    ///
    /// # Errors
    /// The player gives no legal move; it loses the game.
    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault>;

    /// OPTIONAL. Returns a remark on the player's conduct since the last call. Default: none.
    fn note(&mut self) -> Option<String> {
        None
    }

    /// OPTIONAL. Returns the name that the player gives itself, once it is started. Default: none.
    fn name(&self) -> Option<String> {
        None
    }
}
