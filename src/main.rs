//! The `sowlab` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(commit) = option_env!("SOWLAB_COMMIT") {
        sowlab_base::program::set_commit(commit);
    }
    sowlab::command::main()
}
