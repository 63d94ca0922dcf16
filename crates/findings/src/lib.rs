//! Findings as plain data: the analyses return them, `--format json` prints them, the board answers with them, and
//! Python makes objects of them. The schemas of the documents are made from these types.

mod best;
mod bounds;
mod certainty;
mod choices;
mod pieces;
mod positions;
mod solved;
mod values;

pub use best::best_by_convention;
pub use bounds::{Bounds, Pick, both, exact, fold, matters, pick, plus, with_the_pie};
pub use certainty::{Certainty, Evidence};
pub use choices::{Choices, Estimate, Source, ValuedChoice, ValuedReply};
pub use pieces::{Selection, ValuedPiece, ValuedPieceRequest, ValuedPosition};
pub use positions::{ExactPosition, ExactPositions};
pub use solved::{Line, LineEnd, LineRound, Lines, Solution, Solved, SolvedChoice};
pub use values::{FinalScore, Values, letter, letter_of};
