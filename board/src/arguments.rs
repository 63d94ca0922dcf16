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
    /// The port; 0 takes any free one
    #[arg(long, default_value_t = PORT)]
    pub(crate) port: u16,
    /// The address to listen on. Others than the loopback open the board, and the processor time of this
    /// machine, to everybody who reaches it
    #[arg(long, default_value = "127.0.0.1")]
    pub(crate) listen: IpAddr,
    /// A name by which browsers may reach the board, besides localhost and the address that it listens on
    #[arg(long = "host", value_name = "NAME", value_parser = host)]
    pub(crate) hosts: Vec<String>,
    /// Directory with endgame tables. Default: $SOWLAB_TABLES, else ~/.cache/sowlab/tables if it exists, else
    /// a temporary directory
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// A file of proven claims that searches use: a complete proof, or a file of `sowlab solve --save-proof`. May
    /// be given several times
    #[arg(long = "proof", value_name = "FILE")]
    pub(crate) proofs: Vec<PathBuf>,
    /// Searches at one time; the next one waits
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) searches: u16,
    /// Memory for each search, as in 256M or 1G
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    pub(crate) memory: MemorySize,
    /// The longest time for a search, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, value_parser = clap::value_parser!(u64).range(1..=LONGEST_LIMIT))]
    time_limit: u64,
    /// Serve the page from this directory instead of the one in the program: for work on the page
    #[arg(long, value_name = "DIR")]
    pub(crate) page: Option<PathBuf>,
    /// The same for the files of the player
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
        false => Err(
            "a name is letters, digits, - and _ with dots between them, as in board.example.org",
        ),
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
