//! What experiments compute: one file a kind.

pub(super) mod cycles;
pub(super) mod opening_rounds;
pub(super) mod perft;
pub(super) mod reach;
pub(super) mod scan;
pub(super) mod tables;
