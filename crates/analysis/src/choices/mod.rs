//! The value of every choice of a position, in any phase of any game. The request and the finding are plain data.
//!
//! [`choices_of_moves`] and the similar functions list the choices of a position, on request also the replies to each.
//! They prove the positions after these by tables or by a search, and fold the results. All margins of a
//! [`Choices`](sowlab_findings::Choices) are of one side, which it names. A [`Listener`] receives the values while they
//! improve.

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
