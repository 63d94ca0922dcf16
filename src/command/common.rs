//! Options that all subcommands have.

use std::path::PathBuf;

use clap::Args;

use super::output::Format;

/// The default directory of endgame tables, as help texts state it.
pub(super) const DEFAULT_TABLES: &str = "$SOWLAB_TABLES, else ~/.cache/sowlab/tables if it exists";

/// Options of every subcommand.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// Output format: text for people, json for programs (one document on standard output)
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
    /// Number of threads, 1 to 1024 [default: one per core]
    #[arg(long, global = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
    /// Suppress progress and remarks on standard error
    #[arg(long, global = true)]
    pub(super) quiet: bool,
}

/// Endgame tables and proofs that a search reads.
#[derive(Clone, Debug, Args)]
pub(super) struct TablesAndProofs {
    #[arg(
        long,
        value_name = "DIR",
        help = format!("Directory with endgame tables [default: {DEFAULT_TABLES}]")
    )]
    pub(super) tables: Option<PathBuf>,
    /// Proof or proof cache whose bounds the search uses; may be given several times
    #[arg(long = "proof", value_name = "FILE")]
    pub(super) proofs: Vec<PathBuf>,
}
