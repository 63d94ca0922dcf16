//! Arrays in numpy's format, version 1.0 (`numpy.lib.format`).
//!
//! Only the header is written here. The crate that writes such files, `npyz`, builds a parser of Python's literals.
//! That is some 20 crates, and 12 of the 304 processor seconds of building the program. The tests read the files with
//! it.

use std::io::{BufWriter, Write};
use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;
use sha2::{Digest, Sha256};
use sowlab_base::files::Partial;

use super::amount::counted;
use super::failure::Failure;
use sowlab_base::checksum::hexadecimal;

/// An array that was written.
#[derive(Serialize, JsonSchema)]
pub(super) struct Array {
    /// The file.
    out: String,
    /// The type of the numbers, as numpy writes it.
    dtype: &'static str,
    /// How many rows there are.
    rows: u64,
    /// The meanings of the columns.
    columns: Vec<String>,
    /// SHA-256 of the file.
    sha256: String,
}

impl Array {
    pub(super) fn in_words(&self) -> String {
        let Array { rows, out, .. } = self;
        let (rows, columns) = (counted(*rows, "position"), self.columns.len() as u64);
        format!("{rows} in {out}, {}", counted(columns, "column"))
    }
}

/// A writer that passes bytes on to `out` and computes their checksum.
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

/// The type of the numbers: 16 bits, little-endian.
const DTYPE: &str = "<i2";

/// Writes magic and version, the length of the rest, and the rest: a literal of Python, padded to a multiple of 64
/// bytes.
fn write_header(out: &mut impl Write, rows: u64, columns: usize) -> std::io::Result<()> {
    const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
    let array =
        format!("{{'descr': '{DTYPE}', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    let before = MAGIC.len() + size_of::<u16>();
    // The line break is part of the literal.
    let length = (before + array.len() + 1).next_multiple_of(64) - before;
    let bytes = u16::try_from(length).map_err(std::io::Error::other)?;
    out.write_all(MAGIC)?;
    out.write_all(&bytes.to_le_bytes())?;
    writeln!(out, "{array:<width$}", width = length - 1)
}

/// Writes rows with these columns as one array, atomically.
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
        write_header(&mut buffered, rows, columns.len()).map_err(failed)?;
        for number in numbers {
            buffered.write_all(&number.to_le_bytes()).map_err(failed)?;
        }
        buffered.flush().map_err(failed)?;
        drop(buffered);
        summed.sum.finalize()
    };
    partial.commit().map_err(failed)?;
    Ok(Array {
        out: path.display().to_string(),
        dtype: DTYPE,
        rows,
        columns,
        sha256: hexadecimal(&digest),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of rows have different numbers of digits, so that the padding has different lengths.
    #[test]
    fn a_reader_of_others_reads_what_was_written() {
        for rows in [0, 1, 9, 10, 5_432] {
            for width in [1, 3, 23] {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("array.npy");
                let columns = (0..width).map(|column| column.to_string()).collect();
                let numbers: Vec<i16> = (0..rows * width).map(|n| n as i16).collect();
                let written = write_array(&path, columns, &numbers).unwrap();
                assert_eq!(written.rows, rows as u64);
                let bytes = std::fs::read(&path).unwrap();
                assert_eq!((bytes.len() - numbers.len() * 2) % 64, 0);
                let read = npyz::NpyFile::new(&bytes[..]).unwrap();
                assert_eq!(read.shape(), [rows as u64, width as u64]);
                assert_eq!(read.order(), npyz::Order::C);
                assert_eq!(read.into_vec::<i16>().unwrap(), numbers);
            }
        }
    }
}
