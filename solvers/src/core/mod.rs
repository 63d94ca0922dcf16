//! What every solver shares: games as traits, what a move leads to, values, and how work is watched.

mod budget;
mod game;
mod guide;
mod interval;
mod joint;
mod keys;
mod oracle;
mod player;
mod problem;
mod sequential;
mod side;
mod step;
mod successors;
mod turn;
mod value;

pub use budget::Budget;
pub use game::Game;
pub use guide::{Guide, Numbers};
pub use interval::Interval;
pub use joint::{JointGame, Resolution, VisitRound};
pub use keys::{Key, Keyed};
pub use oracle::Oracle;
pub use player::Player;
pub use problem::{JointProblem, Problem, SequentialProblem};
pub use sequential::Sequential;
pub use side::Side;
pub use step::Step;
pub use successors::Successors;
pub use turn::Turn;
pub use value::Value;
