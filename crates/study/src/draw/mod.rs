//! Drawings of results as SVG: lines, squares of values, bars, and boards one after the other.

pub(super) mod bars;
pub(super) mod boards;
pub(super) mod frames;
pub(super) mod heat_map;
pub(super) mod plot;
