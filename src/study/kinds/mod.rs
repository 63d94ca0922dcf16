//! What experiments compute: one file a kind.

pub(super) mod commit_order_play;
pub(super) mod commit_orders;
pub(super) mod opening_rounds;
pub(super) mod perft;
pub(super) mod reach;
pub(super) mod tables;
