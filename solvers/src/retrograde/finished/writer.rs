//! Layers that are written position by position.

use std::io::{self, Write};

use super::layout::{Form, Layout, SPAN, triple_of};
use super::ordered;
use crate::Value;

/// A writer of the bytes of a finished layer: first the values of all positions by rank, then the undetermined ones
/// again.
pub(crate) struct FinishedWriter<W> {
    writer: W,
    form: Form,
    counts: Vec<u8>,
    positions: u64,
    undetermined: u64,
}

impl<W: Write> FinishedWriter<W> {
    pub(crate) fn new(writer: W, layout: Layout) -> FinishedWriter<W> {
        FinishedWriter {
            writer,
            form: layout.form,
            counts: Vec::new(),
            positions: 0,
            undetermined: 0,
        }
    }

    /// Writes the value of the next position.
    ///
    /// # Errors
    /// The errors of the writer, or [`io::ErrorKind::InvalidData`] if the layout is not for such margins.
    #[inline(always)]
    pub(crate) fn value(&mut self, value: Value) -> io::Result<()> {
        match self.form {
            Form::Margins => {
                if self.positions.is_multiple_of(SPAN as u64) {
                    self.counts.extend(self.undetermined.to_le_bytes());
                }
                self.positions += 1;
                self.undetermined += u64::from(value.undetermined());
                self.writer.write_all(&[value.byte()])
            }
            Form::Numbers => match ordered::number(value) {
                Some(number) => self.writer.write_all(&number.to_le_bytes()),
                None => Err(io::ErrorKind::InvalidData.into()),
            },
            Form::Triples => self.writer.write_all(&triple_of(value)),
        }
    }

    /// Ends the first half, after all positions.
    pub(crate) fn end_values(mut self) -> io::Result<UndeterminedWriter<W>> {
        self.writer.write_all(&self.counts)?;
        Ok(UndeterminedWriter {
            writer: self.writer,
            needed: self.form == Form::Margins && self.undetermined > 0,
        })
    }
}

/// The second half of the work of a [`FinishedWriter`].
pub(crate) struct UndeterminedWriter<W> {
    writer: W,
    needed: bool,
}

impl<W: Write> UndeterminedWriter<W> {
    /// Returns whether the positions have to be written again.
    pub(crate) fn is_needed(&self) -> bool {
        self.needed
    }

    /// Writes the value of the next position, if it is undetermined.
    #[inline(always)]
    pub(crate) fn value(&mut self, value: Value) -> io::Result<()> {
        if value.undetermined() {
            self.writer.write_all(&triple_of(value))?;
        }
        Ok(())
    }

    /// Ends the second half, after all positions.
    pub(crate) fn end(mut self) -> io::Result<W> {
        self.writer.flush()?;
        Ok(self.writer)
    }
}
