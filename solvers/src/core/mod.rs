//! Types shared by all solvers: games, moves and values.

mod game;
mod guide;
mod interval;
mod joint;
mod keys;
mod oracle;
mod problem;
mod sequential;
mod side;
mod value;

pub use game::{Game, Step};
pub use guide::{Guide, Numbers};
pub use interval::Interval;
pub use joint::{JointGame, Resolution, Successors, VisitRound};
pub use keys::{Key, Keyed};
pub use oracle::Oracle;
pub use problem::{JointProblem, Problem, SequentialProblem};
pub use sequential::Sequential;
pub use side::{Player, Side, Turn};
pub use value::Value;
