//! The command as scripts see it, the engine protocol and tournaments.

#[path = "../outside/mod.rs"]
mod outside;

mod bad_input;
mod benchmark;
mod cache;
mod choices;
mod complete;
mod contract;
mod explain;
mod external_engines;
mod faults;
mod foreign;
mod interrupted;
mod named_files;
mod options;
mod outputs;
mod own_rules;
mod pieces;
mod pieces_of_results;
mod pieces_of_values;
mod play;
mod positions;
mod proof;
mod protocol;
mod replay;
mod review;
mod schemas;
mod server;
mod sprt;
mod sprt_simulation;
mod starts;
mod streams;
mod tables;
mod texts;
mod tournament;
mod tournament_records;
mod wire;
