//! Certificates: claims about infinite play, in files that anybody can check.
//!
//! A [`Certificate`] states how a position is reached. It then states a round or move that never ends, or rounds that
//! lead back to the same board.
//!
//! [`verify`] checks a certificate with separate code. This code sows one stone at a time on plain lists of numbers. It
//! has its own reader of positions and rounds, and its own search for the recurring state. It shares only the file
//! format with the rest of the program, so that a mistake in the kernel cannot hide here.

mod agsinnoninka;
mod bao;
mod fault;
mod following;
mod format;
mod game;
mod omweso;
mod options;
mod owela;
mod reading;
mod stones;
mod verify;

pub use fault::Fault;
pub use format::{Certificate, CertificateError, Claim, FORMAT, VERSIONS};
pub use options::{Options, OptionsError, Setting};
pub use verify::{MOST_STEPS, Refusal, Verified, verify, verify_within};
