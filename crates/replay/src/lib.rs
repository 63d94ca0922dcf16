//! One file that animates a game in a browser, without a server. Its player is that of the analysis board.

mod files;
mod game;
mod page;

pub use files::{FILES, STYLE};
pub use game::{ReplayError, ReplayRequest, ReplayedGame};
pub use page::{frame, page};
