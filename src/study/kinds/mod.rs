//! What experiments compute: one file a kind.

pub(super) mod ladder;
pub(super) mod opening_rounds;
pub(super) mod perft;
pub(super) mod reach;
pub(super) mod tables;
