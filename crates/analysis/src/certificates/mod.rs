//! Certificates: claims about play that never ends, in files that anybody can check.
//!
//! A [`Certificate`] says how a position is reached and which round or move never ends, or which rounds
//! lead back to the same board. [`verify`] checks one with code of its own: one stone at a time, on
//! plain lists of numbers, its own reader of positions and rounds, its own search for the state
//! that recurs. It shares nothing with the rest of the program but the format of the file, so a
//! mistake in the kernel cannot hide here.

mod fault;
mod following;
mod format;
mod game;
mod options;
mod owela;
mod stones;
mod verify;

pub use fault::Fault;
pub use format::{Certificate, CertificateError, Claim, FORMAT, VERSIONS};
pub use options::{Options, OptionsError, Setting};
pub use verify::{MOST_STEPS, Refusal, Verified, verify, verify_within};
