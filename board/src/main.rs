//! The analysis board: `sowlab-board` serves one page on this machine, and answers its requests with the documents of
//! the `sowlab` command. It only parses requests and formats answers; the `sowlab` crates compute.

mod access;
mod api;
mod arguments;
mod page;
mod searches;
mod server;
mod signals;
mod state;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use sowlab_terminal::note;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return arguments::refuse(&error),
    };
    match server::serve(&arguments) {
        Ok(stopped) => stopped.exit_code(),
        Err(error) => {
            note(&format!("sowlab-board: {error}"));
            ExitCode::from(error.exit_code())
        }
    }
}
