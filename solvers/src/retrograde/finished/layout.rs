//! The layout of the values of a layer in bytes.

use super::ordered;
use crate::Value;

/// The number of positions for which one count of undetermined ones is stored.
pub(super) const SPAN: usize = 256;

/// The encoding of the values of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One byte per position, and lower, zero and upper of each undetermined one. It takes the least memory if few
    /// positions are undetermined.
    ///
    /// The bytes are:
    ///
    /// - for each position its value as a signed number, or 0x80 if undetermined;
    /// - for every 256 positions the number of undetermined ones before them, eight bytes, little-endian;
    /// - lower, zero and upper of each undetermined position, by rank.
    Margins,
    /// The [number](ordered) of lower, zero and upper of each position, little-endian.
    Numbers,
    /// Lower, zero and upper of each position.
    Triples,
}

/// The form of a layer, and its numbers of positions and undetermined positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(super) form: Form,
    pub(super) positions: u64,
    pub(super) undetermined: u64,
}

impl Layout {
    /// Returns the layout for these numbers of positions and undetermined positions, and margins of at most `bound`.
    pub(crate) fn new(positions: u64, undetermined: u64, bound: i32) -> Layout {
        let form = if bound <= ordered::MOST && 3 * undetermined > positions {
            Form::Numbers
        } else if 2 * undetermined > positions {
            Form::Triples
        } else {
            Form::Margins
        };
        Layout {
            form,
            positions,
            undetermined,
        }
    }

    /// Returns the layout for the same layer if it has margins that are not numbered.
    pub(crate) fn for_any_margins(self) -> Layout {
        match self.form {
            Form::Numbers => Layout {
                form: Form::Triples,
                ..self
            },
            Form::Margins | Form::Triples => self,
        }
    }

    /// Returns the size of the values in bytes.
    pub(crate) fn size(&self) -> u64 {
        match self.form {
            Form::Margins => self.triples_at() + 3 * self.undetermined,
            Form::Numbers => 2 * self.positions,
            Form::Triples => 3 * self.positions,
        }
    }

    /// Returns the start of the values of undetermined positions, if the form stores them separately.
    #[inline(always)]
    pub(super) fn triples_at(&self) -> u64 {
        self.positions + 8 * self.positions.div_ceil(SPAN as u64)
    }

    /// Returns the number of bytes per position; `None` if undetermined positions take more than others.
    pub(crate) fn width(&self) -> Option<usize> {
        match self.form {
            Form::Margins => None,
            Form::Numbers => Some(2),
            Form::Triples => Some(3),
        }
    }

    /// Writes values to the bytes of neighbouring positions, which take the same [width](Layout::width) each. `None` if
    /// a value has margins that are not numbered.
    pub(crate) fn fill(&self, bytes: &mut [u8], values: impl Iterator<Item = Value>) -> Option<()> {
        match self.form {
            Form::Margins => unreachable!("positions take one width each"),
            Form::Numbers => {
                for (number, value) in bytes.as_chunks_mut().0.iter_mut().zip(values) {
                    *number = ordered::number(value)?.to_le_bytes();
                }
            }
            Form::Triples => {
                for (triple, value) in bytes.as_chunks_mut().0.iter_mut().zip(values) {
                    *triple = triple_of(value);
                }
            }
        }
        Some(())
    }
}

/// Returns lower, zero and upper as signed bytes.
#[inline(always)]
pub(super) fn triple_of(value: Value) -> [u8; 3] {
    [value.lower, value.zero, value.upper].map(|margin| margin as u8)
}
