//! What experiments compute: one file a kind.

pub(super) mod all_setups;
pub(super) mod commit_order_play;
pub(super) mod commit_orders;
pub(super) mod cycles;
pub(super) mod drawn_setups;
pub(super) mod ladder;
mod layers;
pub(super) mod opening_rounds;
pub(super) mod openings;
pub(super) mod perft;
pub(super) mod reach;
pub(super) mod scan;
pub(super) mod sealed_search;
pub(super) mod searched_choices;
mod setups;
mod shared_boards;
pub(super) mod solve;
mod steps;
pub(super) mod stones_openings;
pub(super) mod tables;
