//! The players: built-in engines, agents and external programs.

mod agent;
mod alpha_beta;
mod book;
mod external;
mod greedy;
mod learned;
mod longest_proof;
mod mcts;
mod perfect;
mod random;
mod solved;

pub use agent::{Agent, AgentError, AgentPlayer, AgentSetting};
pub use alpha_beta::{AlphaBetaPlayer, MOST_DEPTH};
pub use book::Book;
pub use external::{External, ExternalSetting};
pub use greedy::Greedy;
pub use longest_proof::LongestProof;
pub use mcts::{Mcts, NoMemory, Reserved};
pub use perfect::Perfect;
pub use random::Random;
pub use solved::Solved;
