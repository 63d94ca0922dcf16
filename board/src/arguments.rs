//! The command line of the server.

use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use clap::error::ErrorKind;
use sowlab_base::MemorySize;
use sowlab_terminal::{argument_error, note, print_help};

/// The default port.
pub(crate) const PORT: u16 = 8355;

/// The maximum time limit of a search in seconds: 30 days.
const LONGEST_LIMIT: u64 = 30 * 24 * 3600;

/// Serves the analysis board: open the address that it prints in a browser.
#[derive(Debug, Parser)]
#[command(version, name = "sowlab-board")]
pub(crate) struct Arguments {
    /// Port; 0 selects a free one
    #[arg(long, default_value_t = PORT)]
    pub(crate) port: u16,
    /// Address to listen on. An address other than the loopback lets everybody who reaches it use the board and the
    /// processors of this machine
    #[arg(long, default_value = "127.0.0.1")]
    pub(crate) listen: IpAddr,
    /// Host name by which browsers may reach the board, besides localhost and --listen; may be given several times
    #[arg(long = "host", value_name = "NAME", value_parser = host)]
    pub(crate) hosts: Vec<String>,
    /// Directory with endgame tables [default: $SOWLAB_TABLES, else ~/.cache/sowlab/tables if it exists, else a
    /// temporary directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Proof or proof cache whose bounds searches use; may be given several times
    #[arg(long = "proof", value_name = "FILE")]
    pub(crate) proofs: Vec<PathBuf>,
    /// Number of simultaneous searches; further ones wait
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) searches: u16,
    /// Memory per search, as in 256M or 1G
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    pub(crate) memory: MemorySize,
    /// Time limit of a search, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, value_parser = clap::value_parser!(u64).range(1..=LONGEST_LIMIT))]
    time_limit: u64,
    /// Directory to serve the page from instead of the built-in page, for development
    #[arg(long, value_name = "DIR")]
    pub(crate) page: Option<PathBuf>,
    /// Directory to serve the player from instead of the built-in player, for development
    #[arg(long, value_name = "DIR")]
    pub(crate) player: Option<PathBuf>,
}

impl Arguments {
    /// Returns the maximum time of a search.
    pub(crate) fn time_limit(&self) -> Duration {
        Duration::from_secs(self.time_limit)
    }
}

/// Parses the name of a host, as browsers write it.
fn host(name: &str) -> Result<String, &'static str> {
    let plain = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter))
    };
    match name.split('.').all(plain) {
        true => Ok(name.to_owned()),
        false => Err("write letters, digits, - and _ separated by dots, as in board.example.org"),
    }
}

/// Prints the error of the command line, or the requested help.
pub(crate) fn refuse(error: &clap::Error) -> ExitCode {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    ) {
        return match print_help(error) {
            Ok(()) => ExitCode::SUCCESS,
            // The reader closed the output.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => {
                note(&format!("sowlab-board: {error}"));
                ExitCode::FAILURE
            }
        };
    }
    note(&format!("sowlab-board: {}", argument_error(error)));
    ExitCode::from(2)
}
