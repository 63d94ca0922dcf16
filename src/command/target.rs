//! The destination of an option's output: a file, or standard output.

use std::io::{self, Write};
use std::path::Path;

use sowlab_base::files::write_whole;

use super::failure::Failure;
use super::output::{Format, is_standard_output, try_file};

/// The destination of a text for other programs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target<'a> {
    /// Standard output, instead of the text for people.
    StandardOutput,
    /// A file, which is written atomically.
    File(&'a Path),
}

impl<'a> Target<'a> {
    /// Verifies before the work that an option's output can be written.
    pub(super) fn new(option: &str, path: &'a Path, format: Format) -> Result<Target<'a>, Failure> {
        if !is_standard_output(path) {
            try_file(option, path)?;
            return Ok(Target::File(path));
        }
        match format {
            Format::Text => Ok(Target::StandardOutput),
            Format::Json => Err(Failure::input(
                option,
                format!(
                    "{}: with --format json the document goes to standard output; name a file",
                    path.display()
                ),
            )),
        }
    }

    /// Returns whether the output replaces all other output.
    pub(super) fn is_standard_output(&self) -> bool {
        matches!(self, Target::StandardOutput)
    }

    /// Writes the whole output.
    pub(super) fn write(&self, option: &str, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Target::StandardOutput => {
                let mut out = io::stdout().lock();
                out.write_all(bytes)?;
                Ok(out.flush()?)
            }
            Target::File(path) => write_whole(path, bytes)
                .map_err(|error| Failure::other(format!("{option}: {}: {error}", path.display()))),
        }
    }
}
