//! What is computed for a game: values, tables, endless play, equilibria, certificates.

pub mod certificates;
pub mod endless;
pub mod equilibrium;
pub mod solve;
pub mod tables;
