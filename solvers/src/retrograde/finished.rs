//! A finished layer, unpacked for fast random access.

use std::io::{self, Write};

use rayon::prelude::*;

use crate::Value;
use crate::memory::{prefetch, with_large_pages};

/// Positions for which one count of undetermined ones is kept.
const SPAN: usize = 256;
/// Bytes that are fetched together.
const CACHE_LINE: usize = 64;

/// The values of a finished layer: a byte a position, and three more for each undetermined one; where these are more than
/// half, three more for each position, which are found sooner.
///
/// Layout of the bytes: one byte a position, the value as a signed number, 0x80 if undetermined ·
/// for every 256 positions the number of undetermined ones before them, eight bytes, little end
/// first · lower, zero and upper of each undetermined position, or of each position, by rank.
pub struct Finished<B> {
    bytes: B,
    positions: usize,
    /// Whether lower, zero and upper of every position are held.
    of_all: bool,
}

impl<B: AsRef<[u8]>> Finished<B> {
    /// Takes the bytes that a [`FinishedWriter`] wrote of `positions` positions; `None` if their number differs.
    /// Their contents are not checked.
    pub(crate) fn new(bytes: B, positions: u64) -> Option<Finished<B>> {
        let positions = usize::try_from(positions).ok()?;
        let all = bytes.as_ref();
        let triples_at = triples_at(positions);
        (all.len() >= triples_at && (all.len() - triples_at).is_multiple_of(3)).then_some(())?;
        Some(Finished::holding(bytes, positions))
    }

    /// Takes the bytes of a layer of this many positions.
    fn holding(bytes: B, positions: usize) -> Finished<B> {
        let of_all = bytes.as_ref().len() - triples_at(positions) == 3 * positions;
        Finished {
            bytes,
            positions,
            of_all,
        }
    }

    /// How many bytes a [`FinishedWriter`] writes.
    pub(crate) fn size(positions: u64, undetermined: u64) -> u64 {
        let triples = triples(positions, undetermined);
        positions + 8 * positions.div_ceil(SPAN as u64) + 3 * triples
    }

    /// The memory, or the part of a file, that it takes.
    pub fn bytes(&self) -> usize {
        self.bytes.as_ref().len()
    }

    /// How many positions the layer has.
    pub fn positions(&self) -> u64 {
        self.positions as u64
    }

    /// How many of them have more than one value.
    pub fn undetermined(&self) -> u64 {
        match self.of_all {
            true => Value::count_undetermined(&self.bytes.as_ref()[..self.positions]) as u64,
            false => (self.triples().len() / 3) as u64,
        }
    }

    /// Lower, zero and upper of each undetermined position, or of each position, by rank.
    #[inline(always)]
    fn triples(&self) -> &[u8] {
        &self.bytes.as_ref()[triples_at(self.positions)..]
    }

    /// Prefetches the value of a position.
    ///
    /// # Panics
    /// If the layer has no position of this rank, as far as that is noticed: see [`Finished::get`].
    #[inline(always)]
    pub fn prefetch(&self, rank: u64) {
        prefetch(&self.bytes.as_ref()[rank as usize]);
    }

    /// Prefetches what [`determined`](Finished::determined) reads, or else what says all of the position.
    #[inline(always)]
    pub(super) fn prefetch_first(&self, rank: u64) {
        match self.of_all {
            true => self.prefetch_undetermined(rank as usize),
            false => self.prefetch(rank),
        }
    }

    /// The value of a position.
    ///
    /// # Panics
    /// If the layer has no position of this rank.
    #[inline(always)]
    pub fn get(&self, rank: u64) -> Value {
        let byte = self.bytes.as_ref()[..self.positions][rank as usize];
        Value::of_byte(byte).unwrap_or_else(|| self.undetermined_value(rank as usize))
    }

    /// The margin of a position, if one byte says that it has one value.
    ///
    /// # Panics
    /// If the layer has no position of this rank.
    #[inline(always)]
    pub(super) fn determined(&self, rank: u64) -> Option<i8> {
        if self.of_all {
            return None;
        }
        let byte = self.bytes.as_ref()[..self.positions][rank as usize];
        (byte != Value::UNDETERMINED).then_some(byte as i8)
    }

    #[inline(never)]
    fn undetermined_value(&self, rank: usize) -> Value {
        self.undetermined_at(self.undetermined_place(rank))
    }

    /// Prefetches what the [place](Finished::undetermined_place) of an undetermined position is found by.
    #[inline(always)]
    pub(super) fn prefetch_place(&self, rank: usize) {
        if self.of_all {
            return;
        }
        let bytes = self.bytes.as_ref();
        prefetch(&bytes[self.positions + 8 * (rank / SPAN)]);
        for line in (rank / SPAN * SPAN..rank).step_by(CACHE_LINE) {
            prefetch(&bytes[line]);
        }
    }

    /// The place of the values of an undetermined position among all that are held.
    #[inline(always)]
    pub(super) fn undetermined_place(&self, rank: usize) -> usize {
        if self.of_all {
            return rank;
        }
        let bytes = self.bytes.as_ref();
        let span = rank / SPAN;
        let count_at = self.positions + 8 * span;
        let count = bytes[count_at..].first_chunk().expect("a count a span");
        // A span has fewer than 256 positions before its last, so that a byte counts them.
        let mut in_span = 0_u8;
        for &byte in &bytes[span * SPAN..rank] {
            in_span += u8::from(byte == Value::UNDETERMINED);
        }
        u64::from_le_bytes(*count) as usize + usize::from(in_span)
    }

    /// Prefetches the value of the undetermined position at this place.
    #[inline(always)]
    pub(super) fn prefetch_undetermined(&self, place: usize) {
        prefetch(&self.triples()[3 * place]);
    }

    /// The value of the undetermined position at this place.
    #[inline(always)]
    pub(super) fn undetermined_at(&self, place: usize) -> Value {
        let triple = &self.triples()[3 * place..3 * place + 3];
        Value {
            lower: i32::from(triple[0] as i8),
            zero: i32::from(triple[1] as i8),
            upper: i32::from(triple[2] as i8),
        }
    }
}

impl Finished<Vec<u8>> {
    /// Holds these values, by rank, in memory.
    ///
    /// # Errors
    /// None that memory has.
    pub fn of(values: impl Iterator<Item = Value> + Clone) -> io::Result<Finished<Vec<u8>>> {
        let (mut positions, mut undetermined) = (0, 0);
        for value in values.clone() {
            positions += 1;
            undetermined += u64::from(value.undetermined());
        }
        let size = Finished::<Vec<u8>>::size(positions as u64, undetermined);
        let mut writer = FinishedWriter::new(with_large_pages(size as usize));
        for value in values.clone() {
            writer.value(value)?;
        }
        let mut undetermined = writer.end_values()?;
        for value in values {
            undetermined.value(value)?;
        }
        let bytes = undetermined.end()?;
        Ok(Finished::holding(bytes, positions))
    }

    /// Takes a byte a position at the start of as many bytes as [`Finished::size`] says, the others zeros, and lower, zero and
    /// upper of the undetermined positions, in pieces by rank. `None` if their number is another one.
    pub(crate) fn completed(
        mut bytes: Vec<u8>,
        positions: u64,
        undetermined: &[Vec<u8>],
    ) -> Option<Finished<Vec<u8>>> {
        let positions = usize::try_from(positions).ok()?;
        let (values, rest) = bytes.split_at_mut_checked(positions)?;
        let (counts, triples) = rest.split_at_mut_checked(8 * positions.div_ceil(SPAN))?;
        let all: usize = undetermined.iter().map(Vec::len).sum();
        let held = self::triples(positions as u64, all as u64 / 3);
        if 3 * held != triples.len() as u64 {
            return None;
        }
        if all < triples.len() {
            let mut next = undetermined.iter().flatten();
            for (triple, &code) in triples.as_chunks_mut::<3>().0.iter_mut().zip(&*values) {
                for margin in triple {
                    *margin = match code {
                        Value::UNDETERMINED => *next.next()?,
                        code => code,
                    };
                }
            }
            next.next().is_none().then_some(())?;
        } else if all > 0 {
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
        Some(Finished::holding(bytes, positions))
    }

    /// A layer whose positions all have one value, given as signed bytes.
    pub(super) fn settled(margins: impl IndexedParallelIterator<Item = u8>) -> Finished<Vec<u8>> {
        let positions = margins.len();
        let all = triples_at(positions);
        let mut bytes = with_large_pages(all);
        bytes.par_extend(margins);
        bytes.resize(all, 0);
        Finished::holding(bytes, positions)
    }
}

/// Where the values of undetermined positions begin, in a layer of this many positions.
#[inline(always)]
fn triples_at(positions: usize) -> usize {
    positions + 8 * positions.div_ceil(SPAN)
}

/// For how many positions a layer holds lower, zero and upper.
fn triples(positions: u64, undetermined: u64) -> u64 {
    match 2 * undetermined > positions {
        true => positions,
        false => undetermined,
    }
}

/// Writes the bytes of a finished layer: first the values of all positions by rank, then the
/// undetermined ones once more.
pub(crate) struct FinishedWriter<W> {
    writer: W,
    counts: Vec<u8>,
    positions: u64,
    undetermined: u64,
}

impl<W: Write> FinishedWriter<W> {
    pub(crate) fn new(writer: W) -> FinishedWriter<W> {
        FinishedWriter {
            writer,
            counts: Vec::new(),
            positions: 0,
            undetermined: 0,
        }
    }

    /// The next position.
    #[inline(always)]
    pub(crate) fn value(&mut self, value: Value) -> io::Result<()> {
        if self.positions.is_multiple_of(SPAN as u64) {
            self.counts.extend(self.undetermined.to_le_bytes());
        }
        self.positions += 1;
        self.undetermined += u64::from(value.undetermined());
        self.writer.write_all(&[value.byte()])
    }

    /// All positions were given.
    pub(crate) fn end_values(mut self) -> io::Result<UndeterminedWriter<W>> {
        self.writer.write_all(&self.counts)?;
        Ok(UndeterminedWriter {
            writer: self.writer,
            of_all: triples(self.positions, self.undetermined) == self.positions,
        })
    }
}

/// The second half of the work of a [`FinishedWriter`].
pub(crate) struct UndeterminedWriter<W> {
    writer: W,
    /// Whether determined positions are written, too.
    of_all: bool,
}

impl<W: Write> UndeterminedWriter<W> {
    /// The next position.
    #[inline(always)]
    pub(crate) fn value(&mut self, value: Value) -> io::Result<()> {
        if self.of_all || value.undetermined() {
            let margins = [value.lower, value.zero, value.upper];
            self.writer.write_all(&margins.map(|margin| margin as u8))?;
        }
        Ok(())
    }

    /// All undetermined positions were given.
    pub(crate) fn end(mut self) -> io::Result<W> {
        self.writer.flush()?;
        Ok(self.writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whichever way they are held, and however they came there.
    #[test]
    fn values_come_back() {
        for positions in [0, 1, 2, 255, 256, 257, 1000] {
            for one_of in [1, 2, 3, 10, 2000] {
                let value = |rank: u64| match rank.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 {
                    mixed if mixed % one_of == 0 => Value {
                        lower: -((mixed % 50) as i32) - 1,
                        zero: 0,
                        upper: (mixed % 50) as i32,
                    },
                    mixed => Value::settled((mixed % 50) as i32 - 25),
                };
                let values = (0..positions).map(value);
                let finished = Finished::of(values.clone()).unwrap();
                let undetermined = values.clone().filter(|value| value.undetermined());
                assert_eq!(finished.undetermined(), undetermined.clone().count() as u64);
                assert_eq!(finished.positions(), positions);
                let size = Finished::<Vec<u8>>::size(positions, finished.undetermined());
                assert_eq!(finished.bytes() as u64, size);

                let mut bytes: Vec<u8> = values.clone().map(|value| value.byte()).collect();
                bytes.resize(size as usize, 0);
                let pieces: Vec<Vec<u8>> = undetermined
                    .map(|value| [value.lower, value.zero, value.upper].map(|margin| margin as u8))
                    .map(Vec::from)
                    .collect();
                let completed = Finished::completed(bytes, positions, &pieces).unwrap();
                for (rank, value) in values.enumerate() {
                    assert_eq!(finished.get(rank as u64), value);
                    assert_eq!(completed.get(rank as u64), value);
                }
            }
        }
    }
}
