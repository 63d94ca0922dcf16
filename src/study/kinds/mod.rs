//! What experiments compute: one file a kind.

pub(super) mod ladder;
pub(super) mod opening_rounds;
pub(super) mod perft;
pub(super) mod reach;
pub(super) mod sealed_search;
pub(super) mod searched_choices;
pub(super) mod tables;
