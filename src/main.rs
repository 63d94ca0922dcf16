//! The `sowlab` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    sowlab::command::main()
}
