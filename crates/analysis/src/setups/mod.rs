//! The value of choosing side and starter in Random Mancala, over many setups.

mod drawn;
mod pieces;
mod sample;

pub use drawn::{DrawnSetupsRequest, TooManySeeds, solve_drawn_setups};
pub use pieces::{DrawnPiece, DrawnPieceRequest};
pub use sample::{Setup, Setups};
