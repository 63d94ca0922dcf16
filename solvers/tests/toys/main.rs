//! Every solver on toy games, against the values by definition.

mod by_zero;
mod commit_orders;
mod complete;
mod follows;
mod matrix;
mod mcts;
mod progress;
mod proof;
mod random_game;
mod random_rounds;
mod reachable;
mod retrograde;
mod rounds;
mod sealed;
mod search;
