//! Findings as JSON documents: what `--format json` prints and what the server of `board/` answers. Plain data;
//! the command writes the same findings for people too.

mod choices;
mod equilibrium;
mod games;
mod letter;
mod review;
mod shown;
mod sown;
mod sown_move;

pub use choices::{Guess, Readings, WrittenChoice};
pub use equilibrium::{
    Comparison, EquilibriumDocument, EstimatedStrategies, OfOrder, RatedStrategies,
};
pub use games::{GameOption, GamesDocument, ListedGame};
pub use letter::letter;
pub use review::{ReviewDocument, ReviewedChoice};
pub use shown::{ShownDocument, Values};
pub use sown::{SownDocument, Trace};
pub use sown_move::SownMoveDocument;
