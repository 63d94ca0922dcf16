//! The quality of Monte Carlo tree search where exact results exist.

mod choices;
mod random_board;
mod sealed;

pub use choices::{KnownChoices, KnownChoicesRequest, Said, SearchCourse};
pub use sealed::{ALGORITHMS, SealedAlgorithm, SealedCourse, SealedRequest, sealed_courses};
pub use sowlab_solvers::mcts::sealed::BestResponses;

pub(crate) use random_board::random_board;
