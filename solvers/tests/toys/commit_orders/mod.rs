//! Commit orders: the adapter keeps what it promises, and the solver agrees with two others.

mod adapter;
mod ending;
mod extensive;
mod sequence_form;
mod solver;
mod toys;
