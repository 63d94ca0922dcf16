//! Analyses of games: values, tables, infinite play, equilibria and certificates.

#[path = "../../solvers/tests/toys/follows.rs"]
mod follows;
#[path = "../outside/mod.rs"]
mod outside;
#[path = "../reference/mod.rs"]
mod reference;
#[path = "../reference/values.rs"]
mod values;

mod best_play;
mod certificates;
mod choices;
mod colony_endings;
mod cycles;
mod equilibrium;
mod equilibrium_of_world;
mod evaluated;
mod hints;
mod progress;
mod reach_on_disk;
mod sealed_play;
mod sequential;
mod setups;
mod solve;
mod solve_sample;
mod solve_two_rank;
mod solved_positions;
mod sown_move;
mod sown_round;
mod tables;
mod verifiers;
