//! The rules of sowing games: one folder a family. Positions, notation, drawing, and kernels that resolve rounds.

pub mod catalog;
pub mod colony;
pub mod contest;
mod drawing;
pub mod dynamic;
mod files;
pub mod four_rank;
pub mod options;
mod perft;
mod quoted;
mod seat;
mod sentence;
mod start;
pub mod stones;
pub mod two_rank;
pub mod world;

pub use files::Files;
#[cfg(target_family = "wasm")]
pub use files::give_file;
pub use perft::perft_plies;
pub use quoted::shortened;
pub use seat::Seat;
pub use sentence::{Place, Sentence, Value};
