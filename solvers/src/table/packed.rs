//! A block of a table: the values of neighbouring positions, compressed.

use std::io;

use super::block;
use crate::Value;
use crate::compression::{compress, decompress};

/// Positions a block: a compromise between the size of the table and the time of a probe. The last block of a
/// layer may have fewer.
pub const BLOCK: u32 = 16_384;
/// Level of compression (Zstandard).
const LEVEL: i32 = 9;

/// A block on its way to a table: its bytes depend on the values alone.
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
    /// What the compressor reports: no memory, say.
    pub fn pack(values: impl Iterator<Item = Value>) -> io::Result<PackedBlock> {
        let mut packed = PackedBlock::empty();
        let values = values.inspect(|value| packed.count(*value));
        let mut plain = Vec::with_capacity(BLOCK as usize);
        block::encode(values, &mut plain);
        packed.compressed = compress(&plain, LEVEL)?;
        packed.plain = plain;
        Ok(packed)
    }

    /// Takes the compressed bytes of another process; `None` if they are no block of this number of positions.
    pub fn from_compressed(compressed: Vec<u8>, positions: usize) -> Option<PackedBlock> {
        let plain = decompress(&compressed, 4 * positions).ok()?;
        block::is_valid(&plain, positions).then_some(())?;
        let mut packed = PackedBlock::empty();
        block::values(&plain, positions).for_each(|value| packed.count(value));
        Some(PackedBlock {
            plain,
            compressed,
            ..packed
        })
    }

    /// The bytes as the table holds them.
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
