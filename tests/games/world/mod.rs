//! The games of the world against plain references.

mod agreement;
mod bao_opening;
mod certificates;
mod changed_certificates;
mod combinatorial;
mod examples;
mod facts;
mod notation;
mod omweso_setup;
mod reference;
mod seeds;
mod small_boards;
