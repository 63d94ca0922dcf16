//! Players implemented by the program that runs a tournament.

use std::fmt;
use std::sync::Arc;

use crate::player::{Choice, Fault, Player, Turn};
use sowlab_games::contest::{Contest, position_after};

/// A player that chooses among moves in text form. One agent may play several games at the same time.
pub trait Agent: Send + Sync {
    /// REQUIRED. Chooses a move by its index in the list, for a position in the notation of the game. `seed` is that of
    /// the game; games are reproducible if the agent has no other source of randomness.
    ///
    /// # Errors
    /// The agent does not choose; it then loses the game.
    fn choose(&self, position: &str, moves: &[String], seed: u64) -> Result<usize, AgentError>;
}

/// The error of an agent that does not choose.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentError {
    /// The agent chose no move of the list.
    #[error("an illegal choice")]
    Illegal,
    /// The agent failed, with its own message.
    #[error("{0}")]
    Failed(String),
}

/// An agent and its name.
#[derive(Clone)]
pub struct AgentSetting {
    /// Its name.
    pub name: String,
    /// The agent.
    pub agent: Arc<dyn Agent>,
}

impl fmt::Debug for AgentSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AgentSetting({:?})", self.name)
    }
}

/// Agents are equal if they have the same name and are the same object.
impl PartialEq for AgentSetting {
    fn eq(&self, other: &AgentSetting) -> bool {
        self.name == other.name && Arc::ptr_eq(&self.agent, &other.agent)
    }
}

impl Eq for AgentSetting {}

/// The player of an agent.
pub struct AgentPlayer {
    setting: AgentSetting,
    seed: u64,
}

impl AgentPlayer {
    /// Creates the player before its first game.
    pub fn new(setting: AgentSetting) -> AgentPlayer {
        AgentPlayer { setting, seed: 0 }
    }
}

impl<C: Contest> Player<C> for AgentPlayer {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, C>) -> Result<Choice<C::Move>, Fault> {
        let position = position_after(turn.game, turn.start, turn.played);
        let text = turn.game.position_text(&position);
        let written = |&chosen: &C::Move| turn.game.move_text(&position, chosen);
        let moves: Vec<String> = turn.legal.iter().map(written).collect();
        let place = self.setting.agent.choose(&text, &moves, self.seed);
        let place = place.map_err(|error| Fault::Agent(error.to_string()))?;
        match turn.legal.get(place) {
            Some(&chosen) => Ok(Choice {
                chosen,
                value: None,
            }),
            None => Err(Fault::Illegal(format!("move {place} of {}", moves.len()))),
        }
    }
}
