//! Arrays in numpy's format.

use std::io::{BufWriter, Write};
use std::path::Path;

use npyz::WriterBuilder;
use serde::Serialize;
use sha2::{Digest, Sha256};
use sowlab_solvers::files::Partial;

use super::failure::Failure;
use crate::checksum::hexadecimal;

/// An array that was written.
#[derive(Serialize)]
pub(super) struct Array {
    /// The file.
    out: String,
    /// The type of the numbers, as numpy writes it.
    dtype: &'static str,
    /// How many rows there are.
    rows: u64,
    /// What the columns are.
    columns: Vec<String>,
    /// SHA-256 of the file.
    sha256: String,
}

impl Array {
    pub(super) fn in_words(&self) -> String {
        let Array { rows, out, .. } = self;
        format!("{rows} positions in {out}, {} columns", self.columns.len())
    }
}

/// Writes through to a file, and keeps the checksum of what was written.
struct Summed<W> {
    out: W,
    sum: Sha256,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

/// Writes rows with these columns as one array, whole or not at all.
pub(super) fn write_array(
    path: &Path,
    columns: Vec<String>,
    numbers: &[i16],
) -> Result<Array, Failure> {
    let failed = |error: std::io::Error| Failure::other(format!("{}: {error}", path.display()));
    let rows = (numbers.len() / columns.len().max(1)) as u64;
    let mut partial = Partial::create(path).map_err(failed)?;
    let digest = {
        let mut summed = Summed {
            out: partial.file(),
            sum: Sha256::new(),
        };
        let mut buffered = BufWriter::new(&mut summed);
        let mut writer = npyz::WriteOptions::new()
            .default_dtype()
            .shape(&[rows, columns.len() as u64])
            .writer(&mut buffered)
            .begin_nd()
            .map_err(failed)?;
        writer.extend(numbers.iter().copied()).map_err(failed)?;
        writer.finish().map_err(failed)?;
        buffered.flush().map_err(failed)?;
        drop(buffered);
        summed.sum.finalize()
    };
    partial.commit().map_err(failed)?;
    Ok(Array {
        out: path.display().to_string(),
        dtype: "<i2",
        rows,
        columns,
        sha256: hexadecimal(&digest),
    })
}
