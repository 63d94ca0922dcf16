//! The values of a block of positions as bytes, and their compression.
//!
//! A plain block has one signed byte per position: its value, or −128 if it is undetermined. Three lists of the
//! undetermined positions follow: their lower values, their zero values, their upper ones.

use std::io;

use crate::Value;
use crate::compression::{compress, decompress};

/// The number of distances of a position.
pub(super) const DISTANCES: usize = 3;

/// The byte of an undetermined position.
const UNDETERMINED: u8 = i8::MIN as u8;

/// Writes a block.
pub(super) fn encode(values: impl Iterator<Item = Value>, bytes: &mut Vec<u8>) {
    bytes.clear();
    let mut undetermined = Vec::new();
    for value in values {
        bytes.push(value.byte());
        if value.undetermined() {
            undetermined.push(value);
        }
    }
    let parts: [fn(&Value) -> i32; 3] = [|v| v.lower, |v| v.zero, |v| v.upper];
    for part in parts {
        bytes.extend(undetermined.iter().map(|value| part(value) as u8));
    }
}

/// Returns whether these bytes are a block of the given number of positions.
pub(super) fn is_valid(bytes: &[u8], positions: usize) -> bool {
    bytes.len() >= positions
        && bytes.len() == positions + 3 * Value::count_undetermined(&bytes[..positions])
}

/// Returns whether all values of a valid block are between minus the bound and the bound, and lower <= zero <= upper.
pub(super) fn is_within(bytes: &[u8], positions: usize, bound: i32) -> bool {
    let (codes, triples) = bytes.split_at(positions);
    let within = |byte: u8| i32::from(byte as i8).abs() <= bound;
    let count = triples.len() / 3;
    let parts = |at: usize| [0, 1, 2].map(|part| triples[part * count + at] as i8);
    codes
        .iter()
        .all(|&byte| byte == UNDETERMINED || within(byte))
        && triples.iter().all(|&byte| within(byte))
        && (0..count).all(|at| parts(at).is_sorted())
}

/// Returns the value of one position of a valid block.
pub(super) fn value(bytes: &[u8], positions: usize, at: usize) -> Value {
    Value::of_byte(bytes[at]).unwrap_or_else(|| {
        let count = (bytes.len() - positions) / 3;
        let before = positions + Value::count_undetermined(&bytes[..at]);
        let part = |part: usize| i32::from(bytes[before + part * count] as i8);
        Value {
            lower: part(0),
            zero: part(1),
            upper: part(2),
        }
    })
}

/// Returns the values of a valid block in turn.
pub(super) fn values(bytes: &[u8], positions: usize) -> impl Iterator<Item = Value> + '_ {
    let (codes, triples) = bytes.split_at(positions);
    let count = triples.len() / 3;
    let mut undetermined = 0;
    codes.iter().map(move |&code| {
        Value::of_byte(code).unwrap_or_else(|| {
            let part = |part: usize| i32::from(triples[part * count + undetermined] as i8);
            let value = Value {
                lower: part(0),
                zero: part(1),
                upper: part(2),
            };
            undetermined += 1;
            value
        })
    })
}

/// Returns lower, zero and upper of the undetermined positions of a valid block in turn.
pub(super) fn triples(bytes: &[u8], positions: usize) -> Vec<u8> {
    let parts = &bytes[positions..];
    let count = parts.len() / 3;
    let triple = |at: usize| [parts[at], parts[count + at], parts[2 * count + at]];
    (0..count).flat_map(triple).collect()
}

/// The number of positions per block, a compromise between the size of the table and the time of a probe. The last
/// block of a layer may have fewer.
pub const BLOCK: u32 = 16_384;
/// The level of compression (Zstandard).
const LEVEL: i32 = 9;

/// A packed block of a table: its bytes depend only on the values.
pub struct PackedBlock {
    pub(super) plain: Vec<u8>,
    pub(super) compressed: Vec<u8>,
    pub(super) positions: u64,
    pub(super) undetermined: u64,
    pub(super) wins: u64,
    pub(super) losses: u64,
}

impl PackedBlock {
    /// Packs the values of a block in the order of the ranks.
    ///
    /// # Errors
    /// The errors of the compressor, for example because there is no memory.
    pub fn pack(values: impl Iterator<Item = Value>) -> io::Result<PackedBlock> {
        let mut packed = PackedBlock::empty();
        let values = values.inspect(|value| packed.count(*value));
        let mut plain = Vec::with_capacity(BLOCK as usize);
        encode(values, &mut plain);
        packed.compressed = compress(&plain, LEVEL)?;
        packed.plain = plain;
        Ok(packed)
    }

    /// Packs the distances of a block: those of the leader, of the follower, and of `zero`, one byte each. The values
    /// are counted for the header.
    ///
    /// # Errors
    /// The errors of the compressor.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn pack_distances(
        rows: impl Iterator<Item = (Value, [u8; DISTANCES])> + Clone,
    ) -> io::Result<PackedBlock> {
        let mut packed = PackedBlock::empty();
        rows.clone().for_each(|(value, _)| packed.count(value));
        for part in 0..DISTANCES {
            packed.plain.extend(rows.clone().map(|(_, row)| row[part]));
        }
        packed.compressed = compress(&packed.plain, LEVEL)?;
        Ok(packed)
    }

    /// Takes the compressed bytes of another process; `None` if they are not a block of this number of positions.
    pub fn from_compressed(compressed: Vec<u8>, positions: usize) -> Option<PackedBlock> {
        let plain = decompress(&compressed, 4 * positions).ok()?;
        is_valid(&plain, positions).then_some(())?;
        let mut packed = PackedBlock::empty();
        values(&plain, positions).for_each(|value| packed.count(value));
        Some(PackedBlock {
            plain,
            compressed,
            ..packed
        })
    }

    /// Returns the compressed bytes of the block, as in the table.
    pub fn compressed(&self) -> &[u8] {
        &self.compressed
    }

    fn empty() -> PackedBlock {
        PackedBlock {
            plain: Vec::new(),
            compressed: Vec::new(),
            positions: 0,
            undetermined: 0,
            wins: 0,
            losses: 0,
        }
    }

    fn count(&mut self, value: Value) {
        self.positions += 1;
        self.undetermined += u64::from(value.undetermined());
        self.wins += u64::from(value.zero > 0);
        self.losses += u64::from(value.zero < 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_value() -> impl Strategy<Value = crate::Value> {
        (-127..=127i32, -127..=127i32, -127..=127i32, any::<bool>()).prop_map(|(a, b, c, one)| {
            let mut sorted = [a, b, c];
            sorted.sort_unstable();
            let [lower, zero, upper] = if one { [a; 3] } else { sorted };
            crate::Value { lower, zero, upper }
        })
    }

    proptest! {
        #[test]
        fn every_value_comes_back(values in prop::collection::vec(any_value(), 0..600)) {
            let mut bytes = Vec::new();
            encode(values.iter().copied(), &mut bytes);
            prop_assert!(is_valid(&bytes, values.len()));
            prop_assert!(!is_valid(&bytes, values.len() + 1));
            let margins = values.iter().flat_map(|value| [value.lower, value.zero, value.upper]);
            let bound = margins.map(i32::abs).max().unwrap_or(0);
            prop_assert!(is_within(&bytes, values.len(), bound));
            prop_assert!(values.is_empty() || !is_within(&bytes, values.len(), bound - 1));
            for (at, &expected) in values.iter().enumerate() {
                prop_assert_eq!(value(&bytes, values.len(), at), expected);
            }
            prop_assert_eq!(super::values(&bytes, values.len()).collect::<Vec<_>>(), &values[..]);
            let undetermined = values.iter().filter(|value| value.undetermined());
            let triples = undetermined.flat_map(|v| [v.lower, v.zero, v.upper].map(|margin| margin as u8));
            prop_assert_eq!(super::triples(&bytes, values.len()), triples.collect::<Vec<_>>());
        }
    }
}

#[cfg(test)]
mod packed_tests {
    use super::*;

    #[test]
    fn what_was_sent_is_the_same_block() {
        let values = (-5..200).map(|margin| match margin % 3 {
            0 => Value::settled(margin % 7),
            _ => Value {
                lower: -9,
                zero: 0,
                upper: 3,
            },
        });
        let packed = PackedBlock::pack(values).unwrap();
        let sent = PackedBlock::from_compressed(packed.compressed().to_vec(), 205).unwrap();
        assert_eq!(sent.plain, packed.plain);
        let counts = |packed: &PackedBlock| {
            [
                packed.positions,
                packed.undetermined,
                packed.wins,
                packed.losses,
            ]
        };
        assert_eq!(counts(&sent), counts(&packed));
        assert!(PackedBlock::from_compressed(packed.compressed, 204).is_none());
        assert!(PackedBlock::from_compressed(b"no block".to_vec(), 205).is_none());
    }
}
