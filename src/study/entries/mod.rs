//! The entries of the files of results: written by experiments, read by the report. Those over the layers
//! of boards are in [`super::layered`].

pub(super) mod first_rounds;
pub(super) mod ladder;
pub(super) mod monte_carlo;
pub(super) mod played;
pub(super) mod reachable;
pub(super) mod setups;
pub(super) mod small_openings;
pub(super) mod solved;
pub(super) mod stones_openings;
