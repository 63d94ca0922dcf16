//! What every solver shares: games as traits, what a move leads to, values, and how work is watched.

mod budget;
mod cancelled;
mod game;
mod interval;
mod joint;
mod monitor;
mod player;
mod sequential;
mod side;
mod step;
mod value;

pub use budget::Budget;
pub use cancelled::Cancelled;
pub use game::Game;
pub use interval::Interval;
pub use joint::{JointGame, Resolution, VisitRound};
pub use monitor::{Monitor, Unwatched};
pub use player::Player;
pub use sequential::Sequential;
pub use side::Side;
pub use step::{Step, Turn};
pub use value::Value;
