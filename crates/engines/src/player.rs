//! What a player is.

use std::time::{Duration, Instant};

use sowlab_solvers::Monitor;

use super::limits::{Limits, TIME_TOLERANCE};
use sowlab_base::Deadline;
use sowlab_games::contest::Play;

/// What a player reports while it searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchInfo {
    /// The depth that is searched, in moves.
    pub depth: u8,
    /// The margin from here on, for the player itself.
    pub value: i32,
    /// Nodes searched.
    pub nodes: u64,
}

/// A position in which the player is to choose, and the moves that led to it.
pub struct Turn<'a, G: Play> {
    /// The game.
    pub game: &'a G,
    /// Where it began.
    pub start: &'a G::Position,
    /// The moves since.
    pub played: &'a [G::Move],
    /// The state now.
    pub state: &'a G::State,
    /// The legal moves: at least one.
    pub legal: &'a [G::Move],
    /// How long to think.
    pub limits: Limits,
    /// Whether to stop; the player then answers with the best move it has found.
    pub monitor: &'a dyn Monitor,
    /// Receives what the player reports while it searches.
    pub report: &'a dyn Fn(SearchInfo),
}

impl<G: Play> Turn<'_, G> {
    /// Every state of the game so far, that of now last.
    pub fn states(&self) -> Vec<G::State> {
        let mut state = self.game.state(self.start);
        let mut states = vec![state];
        for &chosen in self.played {
            state = self.game.play(&state, chosen).state;
            states.push(state);
        }
        states
    }

    /// A monitor that also stops at half of the time for the move, if that is limited.
    pub fn half_time(&self) -> Deadline<'_> {
        let half = self.limits.time.map(|time| time / 2);
        let end = half.and_then(|half| Instant::now().checked_add(half));
        Deadline::new(self.monitor, end)
    }
}

/// What a player chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<Move> {
    /// The move.
    pub chosen: Move,
    /// The margin from here on that it expects for itself, if it says.
    pub value: Option<i32>,
}

/// Why a player gives no legal move; it loses the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It cannot be started or talked to.
    #[error("cannot be run: {0}")]
    Start(String),
    /// It ended.
    #[error("exited")]
    Exited,
    /// It did not answer in time.
    #[error("gave no answer for {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// It thought longer than the time that it was given and the tolerance.
    #[error(
        "did not move within its {} s and {} s of tolerance",
        .0.as_secs_f64(),
        TIME_TOLERANCE.as_secs_f64()
    )]
    Overtime(Duration),
    /// What it chose is no legal move.
    #[error("chose '{0}', which is not legal")]
    Illegal(String),
    /// It printed more than anybody wants to read.
    #[error("flooded its output")]
    Flooded,
    /// A table that it needs is damaged.
    #[error("{0}")]
    Table(String),
    /// An [agent](crate::players::Agent) fails.
    #[error("failed: {0}")]
    Agent(String),
    /// As the fault within; another program also said something on its standard error.
    #[error("{fault}; the last of its standard error: {said}")]
    Said {
        /// What it did wrong.
        fault: Box<Fault>,
        /// The last lines, joined by ` | `.
        said: String,
    },
}

/// A player of one game.
pub trait Player<G: Play>: Send {
    /// REQUIRED. A new game begins. The same seed and the same moves of the other side make the same
    /// game, unless time is limited.
    ///
    /// # Errors
    /// A player that cannot play loses.
    fn new_game(&mut self, seed: u64) -> Result<(), Fault>;

    /// REQUIRED. Chooses one of the legal moves.
    ///
    /// # Errors
    /// A player that chooses none loses.
    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault>;

    /// OPTIONAL. What is to be noted of the player's conduct since this was asked last. Default:
    /// nothing.
    fn note(&mut self) -> Option<String> {
        None
    }

    /// OPTIONAL. What the player calls itself, once it was started. Default: nothing.
    fn name(&self) -> Option<String> {
        None
    }
}
