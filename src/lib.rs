//! Exact solving, search and experiments for sowing (mancala) games, built around 55Stones.

pub mod games;
