//! Studies: experiment files, the files of results, and the report made of them.

#[path = "../outside/mod.rs"]
mod outside;

mod certainty;
mod commit_orders;
mod comparison;
mod files;
mod openings;
mod report;
mod scan;
mod seeds;
mod selections;
mod sequential;
mod solve;
mod threads;
