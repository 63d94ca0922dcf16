//! The value of every choice of a position, in any phase of any game: a request as data in, a finding as
//! data out.
//!
//! [`choices_of_moves`] and its siblings list the choices of a position (and, if asked, the replies to
//! each), prove the positions that they lead to by tables or by a search, and fold the results. All
//! margins of a [`Choices`](sowlab_findings::Choices) are of one side, which it names. A [`Listener`] hears of values while they get better.

mod answer;
mod beyond_solved;
mod divided;
mod finding;
mod guesses;
mod listener;
mod moves;
mod prove;
mod reply;
mod request;
mod rounds;
mod solved;
mod tree;
mod turns;
mod two_rank;

pub(crate) use beyond_solved::solved_choices;
pub use divided::NotEveryPosition;
pub use listener::Listener;
pub use moves::choices_of_moves;
pub use request::ChoicesRequest;
pub use rounds::choices_of_rounds;
pub use solved::{refine, solved_of};
pub use two_rank::{choices_of_drawn_setup, choices_of_two_rank_moves};
