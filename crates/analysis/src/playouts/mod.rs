//! How good Monte Carlo tree search is where the answer is known.

mod choices;
mod random_board;
mod sealed;

pub use choices::{KnownChoices, KnownChoicesRequest, Said, SearchCourse};
pub use sealed::{ALGORITHMS, SealedAlgorithm, SealedCourse, SealedRequest, sealed_courses};
pub use sowlab_solvers::mcts::sealed::BestResponses;

pub(crate) use random_board::random_board;
