//! Options that all subcommands have.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use sowlab_base::Limit;

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

/// Returns the parser of a directory with endgame tables, which refuses a URL.
pub(super) fn tables_directory() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match url(&path) {
        Some(url) => Err(only_probed(url)),
        None => Ok(path),
    })
}

/// Returns the text of a path if it is meant as a URL.
pub(super) fn url(path: &Path) -> Option<&str> {
    let text = path.to_str()?;
    let (scheme, _) = text.split_once("://")?;
    let is_scheme = !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_scheme.then_some(text)
}

/// Returns the message for a URL where a directory is required.
pub(super) fn only_probed(url: &str) -> String {
    format!("{url}: only `tables probe` reads a URL; `tables fetch` downloads the tables")
}

/// Endgame tables and proofs that a search reads.
#[derive(Clone, Debug, Args)]
pub(super) struct TablesAndProofs {
    #[arg(
        long,
        value_name = "DIR",
        value_parser = tables_directory(),
        help = format!("Directory with endgame tables [default: {DEFAULT_TABLES}]")
    )]
    pub(super) tables: Option<PathBuf>,
    /// Proof or proof cache whose bounds the search uses; may be given several times
    #[arg(long = "proof", value_name = "FILE")]
    pub(super) proofs: Vec<PathBuf>,
}

/// The default number of nodes of a [`SearchLimit`], which take about two seconds.
const DEFAULT_NODES: u64 = 100_000;

/// The limit of a search in a position.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct SearchLimit {
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "time_limit",
        help = format!("Nodes to search in each position, on one thread [default: {DEFAULT_NODES}]")
    )]
    nodes: Option<u64>,
    /// Time for each position instead of nodes, as in 10s, on all threads; results then depend on the machine
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time_limit: Option<Duration>,
}

impl SearchLimit {
    /// Returns the limit.
    pub(super) fn limit(self) -> Limit {
        match self.time_limit {
            Some(time) => Limit::Time(time),
            None => Limit::Nodes(self.nodes.unwrap_or(DEFAULT_NODES)),
        }
    }
}
