//! A finished layer, unpacked for fast random access.

mod layout;
mod ordered;
mod writer;

use std::io;

use rayon::prelude::*;

pub(crate) use layout::Layout;
use layout::{Form, SPAN};
pub(crate) use writer::FinishedWriter;

use crate::Value;
use crate::memory::{prefetch, with_large_pages, zeroed};

/// The number of bytes that are fetched together.
const CACHE_LINE: usize = 64;
/// The number of positions that a thread writes at a time.
const PIECE: usize = 1 << 16;

/// The values of a finished layer: one byte per position, and three more for each undetermined one. If more than a
/// third of the positions are undetermined, and no margin exceeds 35, it takes two bytes per position. If more than
/// half are undetermined, and a margin exceeds 35, it takes three.
pub struct FinishedLayer<B> {
    bytes: B,
    layout: Layout,
}

/// The result of reading the first bytes of a position's value.
pub(super) enum FirstRead {
    /// The margin; infinite play does not matter.
    Margin(i8),
    /// The whole value.
    Value(Value),
    /// The value depends on infinite play, and is stored [elsewhere](FinishedLayer::undetermined_place).
    Undetermined,
}

impl<B: AsRef<[u8]>> FinishedLayer<B> {
    /// Takes the bytes that a [`FinishedWriter`] wrote; `None` if their number differs. Their contents are not checked.
    pub(crate) fn new(bytes: B, layout: Layout) -> Option<FinishedLayer<B>> {
        let whole = bytes.as_ref().len() as u64 == layout.size();
        whole.then_some(FinishedLayer { bytes, layout })
    }

    /// Returns the number of bytes of the layer, in memory or in a file.
    pub fn bytes(&self) -> usize {
        self.bytes.as_ref().len()
    }

    /// Returns the number of positions of the layer.
    pub fn positions(&self) -> u64 {
        self.layout.positions
    }

    /// Returns the number of positions whose value depends on infinite play.
    pub fn undetermined(&self) -> u64 {
        self.layout.undetermined
    }

    /// Prefetches the bytes that [`get`](FinishedLayer::get) reads first.
    ///
    /// # Panics
    /// Panics if the first byte of this rank is past the end of the layer. Other ranks that do not exist are not
    /// noticed.
    #[inline(always)]
    pub fn prefetch(&self, rank: u64) {
        let at = match self.layout.form {
            Form::Margins => rank as usize,
            Form::Numbers => 2 * rank as usize,
            Form::Triples => 3 * rank as usize,
        };
        prefetch(&self.bytes.as_ref()[at]);
    }

    /// Returns the value of a position.
    ///
    /// # Panics
    /// Panics if the layer has no position of this rank.
    #[inline(always)]
    pub fn get(&self, rank: u64) -> Value {
        match self.first(rank) {
            FirstRead::Margin(margin) => Value::settled(margin.into()),
            FirstRead::Value(value) => value,
            FirstRead::Undetermined => self.undetermined_value(rank as usize),
        }
    }

    /// Reads the first bytes of a position's value.
    #[inline(always)]
    pub(super) fn first(&self, rank: u64) -> FirstRead {
        let (bytes, rank) = (self.bytes.as_ref(), rank as usize);
        match self.layout.form {
            Form::Margins => match bytes[..self.layout.positions as usize][rank] {
                Value::UNDETERMINED => FirstRead::Undetermined,
                margin => FirstRead::Margin(margin as i8),
            },
            Form::Numbers => {
                let [low, high] = bytes[2 * rank..2 * rank + 2] else {
                    unreachable!("two bytes a position");
                };
                FirstRead::Value(ordered::value(u16::from_le_bytes([low, high])))
            }
            Form::Triples => FirstRead::Value(triple(&bytes[3 * rank..3 * rank + 3])),
        }
    }

    #[inline(never)]
    fn undetermined_value(&self, rank: usize) -> Value {
        self.undetermined_at(self.undetermined_place(rank))
    }

    /// Prefetches the bytes from which the [place](FinishedLayer::undetermined_place) of an undetermined position is
    /// computed.
    #[inline(always)]
    pub(super) fn prefetch_place(&self, rank: usize) {
        let bytes = self.bytes.as_ref();
        prefetch(&bytes[self.layout.positions as usize + 8 * (rank / SPAN)]);
        for line in (rank / SPAN * SPAN..rank).step_by(CACHE_LINE) {
            prefetch(&bytes[line]);
        }
    }

    /// Returns the place of an undetermined position among those whose values are stored separately.
    /// [`first`](FinishedLayer::first) must have returned that it is undetermined.
    #[inline(always)]
    pub(super) fn undetermined_place(&self, rank: usize) -> usize {
        let bytes = self.bytes.as_ref();
        let span = rank / SPAN;
        let count_at = self.layout.positions as usize + 8 * span;
        let count = bytes[count_at..].first_chunk().expect("a count a span");
        // A span has fewer than 256 positions before its last, so that a byte can count them.
        let mut in_span = 0_u8;
        for &byte in &bytes[span * SPAN..rank] {
            in_span += u8::from(byte == Value::UNDETERMINED);
        }
        u64::from_le_bytes(*count) as usize + usize::from(in_span)
    }

    /// Prefetches the value of the undetermined position at this place.
    #[inline(always)]
    pub(super) fn prefetch_undetermined(&self, place: usize) {
        prefetch(&self.bytes.as_ref()[self.layout.triples_at() as usize + 3 * place]);
    }

    /// Returns the value of the undetermined position at this place.
    #[inline(always)]
    pub(super) fn undetermined_at(&self, place: usize) -> Value {
        let at = self.layout.triples_at() as usize + 3 * place;
        triple(&self.bytes.as_ref()[at..at + 3])
    }
}

/// Returns the value of three signed bytes: lower, zero and upper.
#[inline(always)]
fn triple(bytes: &[u8]) -> Value {
    Value {
        lower: i32::from(bytes[0] as i8),
        zero: i32::from(bytes[1] as i8),
        upper: i32::from(bytes[2] as i8),
    }
}

impl FinishedLayer<Vec<u8>> {
    /// Stores these values, by rank, in memory.
    ///
    /// # Errors
    /// Writing to memory does not fail.
    pub fn from_values(
        values: impl Iterator<Item = Value> + Clone,
    ) -> io::Result<FinishedLayer<Vec<u8>>> {
        let (mut positions, mut undetermined, mut bound) = (0, 0, 0);
        for value in values.clone() {
            positions += 1;
            undetermined += u64::from(value.undetermined());
            bound = bound.max(value.upper).max(-value.lower);
        }
        let layout = Layout::new(positions, undetermined, bound);
        FinishedLayer::written(layout, values)
    }

    /// Stores these values in memory, in this layout.
    fn written(
        layout: Layout,
        values: impl Iterator<Item = Value> + Clone,
    ) -> io::Result<FinishedLayer<Vec<u8>>> {
        let bytes = with_large_pages(layout.size() as usize);
        let mut writer = FinishedWriter::new(bytes, layout);
        for value in values.clone() {
            writer.value(value)?;
        }
        let mut undetermined = writer.end_values()?;
        if undetermined.is_needed() {
            for value in values {
                undetermined.value(value)?;
            }
        }
        let bytes = undetermined.end()?;
        Ok(FinishedLayer { bytes, layout })
    }

    /// Stores the value of each rank in memory, in this layout, which must be one for their margins.
    ///
    /// # Errors
    /// An error if the layout is not for their margins, or if the memory is not available.
    pub(super) fn of_ranks(
        layout: Layout,
        value: impl Fn(u64) -> Value + Sync,
    ) -> io::Result<FinishedLayer<Vec<u8>>> {
        let Some(width) = layout.width() else {
            return FinishedLayer::written(layout, (0..layout.positions).map(&value));
        };
        let size = usize::try_from(layout.size()).ok();
        let bytes = size.and_then(zeroed).ok_or(io::ErrorKind::OutOfMemory)?;
        let mut bytes = bytes.into_vec();
        let pieces = bytes.par_chunks_mut(width * PIECE).enumerate();
        let filled = pieces.map(|(number, piece)| {
            let first = (number * PIECE) as u64;
            layout.fill(piece, (first..).map(&value))
        });
        match filled.collect() {
            Some(()) => Ok(FinishedLayer { bytes, layout }),
            None => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    /// Completes a layer in the form of one byte per position. The first bytes are those, the others zeros.
    /// `undetermined` contains lower, zero and upper of the undetermined positions, in pieces by rank. `None` if the
    /// sizes do not match.
    pub(crate) fn complete(
        mut bytes: Vec<u8>,
        layout: Layout,
        undetermined: &[Vec<u8>],
    ) -> Option<FinishedLayer<Vec<u8>>> {
        let (values, rest) = bytes.split_at_mut_checked(layout.positions as usize)?;
        let counts = layout.triples_at() - layout.positions;
        let (counts, triples) = rest.split_at_mut_checked(counts as usize)?;
        let all: usize = undetermined.iter().map(Vec::len).sum();
        if all != triples.len() {
            return None;
        }
        if all > 0 {
            let codes = values.par_chunks(SPAN);
            let in_spans: Vec<u64> = codes
                .map(|codes| Value::count_undetermined(codes) as u64)
                .collect();
            let mut before = 0_u64;
            for (count, in_span) in counts.as_chunks_mut().0.iter_mut().zip(in_spans) {
                *count = before.to_le_bytes();
                before += in_span;
            }
            let mut left = triples;
            for piece in undetermined {
                let (copied, after) = left.split_at_mut(piece.len());
                copied.copy_from_slice(piece);
                left = after;
            }
            (3 * before == all as u64).then_some(())?;
        }
        Some(FinishedLayer { bytes, layout })
    }

    /// Creates a layer whose positions are all settled, from their margins as signed bytes.
    pub(super) fn from_margins(
        margins: impl IndexedParallelIterator<Item = u8>,
    ) -> FinishedLayer<Vec<u8>> {
        let layout = Layout {
            form: Form::Margins,
            positions: margins.len() as u64,
            undetermined: 0,
        };
        let all = layout.triples_at() as usize;
        let mut bytes = with_large_pages(all);
        bytes.par_extend(margins);
        bytes.resize(all, 0);
        FinishedLayer { bytes, layout }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the value of a position of a layer in which about one of `one_of` positions is undetermined.
    fn drawn(rank: u64, one_of: u64, bound: i32) -> Value {
        let mixed = rank.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let margin = (mixed % (bound as u64 + 1)) as i32;
        match mixed.is_multiple_of(one_of) && bound > 0 {
            true => Value {
                lower: -bound,
                zero: margin / 2 - bound / 4,
                upper: margin,
            },
            false => Value::settled(margin - bound / 2),
        }
    }

    /// The values are equal in each form and after each way to write them.
    #[test]
    fn values_come_back() {
        for positions in [0, 1, 2, 255, 256, 257, 1000, 2 * PIECE as u64 + 1] {
            for (one_of, bound) in [1, 2, 3, 10, 2000]
                .into_iter()
                .flat_map(|one_of| [0, 9, 35, 36, 120].map(|bound| (one_of, bound)))
            {
                let value = |rank| drawn(rank, one_of, bound);
                let values = (0..positions).map(value);
                let undetermined = values.clone().filter(|value| value.undetermined());
                let layout = Layout::new(positions, undetermined.clone().count() as u64, bound);
                let mut held = vec![
                    FinishedLayer::from_values(values.clone()).unwrap(),
                    FinishedLayer::written(layout, values.clone()).unwrap(),
                    FinishedLayer::of_ranks(layout, value).unwrap(),
                ];
                let mut bytes: Vec<u8>;
                if let Some(width) = layout.width() {
                    bytes = vec![0; width * positions as usize];
                    layout.fill(&mut bytes, values.clone()).unwrap();
                    held.extend(FinishedLayer::new(bytes, layout));
                } else {
                    bytes = values.clone().map(|value| value.byte()).collect();
                    bytes.resize(layout.size() as usize, 0);
                    let pieces: Vec<Vec<u8>> = undetermined
                        .map(|value| layout::triple_of(value).to_vec())
                        .collect();
                    held.extend(FinishedLayer::complete(bytes, layout, &pieces));
                }
                assert_eq!(held.len(), 4);
                for finished in held {
                    assert_eq!(finished.positions(), positions);
                    assert_eq!(finished.undetermined(), layout.undetermined);
                    assert_eq!(finished.bytes() as u64, finished.layout.size());
                    for (rank, value) in values.clone().enumerate() {
                        assert_eq!(finished.get(rank as u64), value);
                    }
                }
            }
        }
    }

    /// The form takes the least memory, except where most positions are undetermined.
    #[test]
    fn forms_are_those_of_little_memory() {
        for (undetermined, bound, form, bytes) in [
            (0, 1, Form::Margins, 1032),
            (333, 1, Form::Margins, 1032 + 999),
            (334, 35, Form::Numbers, 2000),
            (500, 36, Form::Margins, 1032 + 1500),
            (501, 36, Form::Triples, 3000),
        ] {
            let layout = Layout::new(1000, undetermined, bound);
            assert_eq!((layout.form, layout.size()), (form, bytes));
        }
    }

    /// Margins that have no number are an error in a layout of numbers, and are stored unchanged in another.
    #[test]
    fn margins_without_a_number_are_held_all_the_same() {
        let value = |rank| Value {
            lower: -36,
            zero: 0,
            upper: rank as i32,
        };
        let layout = Layout::new(10, 9, 35);
        assert_eq!(layout.form, Form::Numbers);
        let refused = FinishedLayer::of_ranks(layout, value)
            .map(|_| ())
            .unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::InvalidData);
        let held = FinishedLayer::of_ranks(layout.for_any_margins(), value).unwrap();
        assert!((0..10).all(|rank| held.get(rank) == value(rank)));
    }
}
