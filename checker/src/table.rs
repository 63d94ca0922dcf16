//! The reader of table files (`….table`, format 1).
//!
//! Little-endian: magic `SOWTABLE` · format 4 · length of the name 4 · stones 4 · encoding 4 · positions per block 4 ·
//! blocks 4 · positions 8 · undetermined 8 · wins 8 · draws 8 · losses 8 · XXH3-128 of all blocks unpacked 16 · the
//! name · for each block its end (from the end of the header) 8 and its XXH3-64 8 · XXH3-64 of everything before 8 ·
//! the blocks, each compressed by Zstandard.
//!
//! A block unpacked: one signed byte per position, its value, or −128 where `lower < upper`. Then the `lower` of those
//! follow in turn, then their `zero`, then their `upper`.

use std::io::Read;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::boards::Boards;
use crate::error::{CheckError, Result, printable};
use crate::file;
use crate::memory::Memory;
use crate::reason::Reason;
use crate::variant::Variant;

/// Three margins for the side with sente, by infinite-play convention: `lower`, *loss*: it loses everything left;
/// `zero`, *draw*: the rest counts for neither side; `upper`, *win*: it wins everything left.
pub type Value = [i32; 3];

/// The values of a layer.
pub struct Table {
    /// One byte per position: its value, or [`UNDETERMINED`].
    codes: Vec<i8>,
    /// The positions with that code (`lower < upper`), by rank.
    pub undetermined: Vec<(u64, [i8; 3])>,
    /// The XXH3-128 of the values in hexadecimal, which was verified.
    pub checksum: String,
    /// The numbers of positions whose `zero` is positive, 0 and negative, which match the file.
    pub outcomes: [u64; 3],
}

/// The code of a position with `lower < upper`.
const UNDETERMINED: i8 = i8::MIN;
/// The maximum accepted number of positions in a block; this program's writer uses fewer.
const LARGEST_BLOCK: usize = 1 << 24;

impl Table {
    /// Returns the path of a layer's file.
    pub fn path(directory: &Path, rules: &Variant, stones: usize) -> PathBuf {
        let plain = rules
            .to_string()
            .replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        directory.join(format!("{plain}.{stones:03}.table"))
    }

    /// Reads the table of a layer and checks every checksum and count in it.
    ///
    /// # Errors
    /// The file is missing, damaged, of another game or layer, or needs too much memory.
    pub fn read(
        directory: &Path,
        rules: &Variant,
        boards: &Boards,
        stones: usize,
        memory: &mut Memory,
    ) -> Result<Table> {
        let path = Table::path(directory, rules, stones);
        let mut read = || {
            let file = file::open(&path)?;
            let length = file.metadata()?.len();
            memory.room(length)?;
            let mut bytes = Vec::new();
            file.take(length).read_to_end(&mut bytes)?;
            Table::decode(&bytes, rules, boards, stones, memory)
        };
        read().map_err(|error| error.of(&path))
    }

    /// Reads the bytes of the table of a layer and checks every checksum and count in them.
    ///
    /// # Errors
    /// They are damaged, of another game or layer, or need too much memory.
    pub fn decode(
        file: &[u8],
        rules: &Variant,
        boards: &Boards,
        stones: usize,
        memory: &mut Memory,
    ) -> Result<Table> {
        let (name, positions) = (rules.to_string(), boards.in_layer(stones));
        let cut = || damaged("the file ends too early");
        let mut rest = file;
        let mut take = |length: usize| rest.split_off(..length).ok_or_else(cut);
        let number = |bytes: &[u8]| {
            bytes
                .iter()
                .rev()
                .fold(0u64, |n, &byte| (n << 8) + u64::from(byte))
        };
        let magic = take(8)?;
        let mut fields = [0; 11];
        for (index, field) in fields.iter_mut().enumerate() {
            *field = number(take(if index < 6 { 4 } else { 8 })?);
        }
        let [format, length, layer, encoding, block, blocks, counts @ ..] = fields;
        let right = (magic, format, encoding) == (b"SOWTABLE", 1, 1);
        table_unless(right, "not a table of format and encoding 1")?;
        let [low, high] = [number(take(8)?), number(take(8)?)];
        let found = String::from_utf8_lossy(take(length as usize)?);
        let other = format!("a table of {found} with {layer} stones, not of {name} with {stones}");
        table_unless(found == name && layer == stones as u64, other)?;
        let block = block as usize;
        let fits =
            (1..=LARGEST_BLOCK).contains(&block) && positions.div_ceil(block as u64) == blocks;
        table_unless(fits, "sizes that contradict each other")?;
        let entry = |_| Ok((number(take(8)?), number(take(8)?)));
        let index: Vec<(u64, u64)> = (0..blocks).map(entry).collect::<Result<_>>()?;
        let stated = number(take(8)?);
        let header = &file[..file.len() - rest.len() - 8];
        table_unless(
            xxh3_64(header) == stated,
            "the header does not match its checksum",
        )?;
        let [stated_positions, undetermined, ..] = counts;
        let right = stated_positions == positions && undetermined <= positions;
        table_unless(
            right,
            format!("the layer has {positions} positions, the header counts {counts:?}"),
        )?;
        // Temporarily, the file and the other data of positions with `lower < upper` are in memory too.
        memory.room(file.len() as u64 + positions + undetermined.saturating_mul(16))?;
        memory.take(positions + undetermined.saturating_mul(16))?;
        let codes = Vec::with_capacity(positions as usize);
        let checksum = format!("{high:016x}{low:016x}");
        let mut table = Table {
            codes,
            undetermined: Vec::new(),
            checksum,
            outcomes: [0; 3],
        };
        let mut values = Xxh3::new();
        let mut from = 0;
        for (to, sum) in index {
            let packed = rest.get(from as usize..to as usize).ok_or_else(cut)?;
            from = to;
            let count = block.min(positions as usize - table.codes.len());
            table_unless(xxh3_64(packed) == sum, "a block is damaged")?;
            let bytes = zstd::bulk::decompress(packed, 4 * count)?;
            values.update(&bytes);
            table
                .take_block(&bytes, count)
                .ok_or_else(|| damaged("a block is damaged"))?;
            let few = table.undetermined.len() as u64 <= undetermined;
            table_unless(few, "the header counts its positions wrongly")?;
        }
        table_unless(
            rest.len() as u64 == from,
            "the file is longer than its header states",
        )?;
        let sum = format!("{:032x}", values.digest128());
        table_unless(
            sum == table.checksum,
            "the values do not match their checksum",
        )?;
        let [wins, draws, losses] = table.outcomes;
        let found = [
            positions,
            table.undetermined.len() as u64,
            wins,
            draws,
            losses,
        ];
        table_unless(found == counts, "the header counts its positions wrongly")?;
        let most = stones as i8;
        let codes = table.codes.iter().filter(|&&code| code != UNDETERMINED);
        let mut values = codes.chain(table.undetermined.iter().flat_map(|(_, value)| value));
        table_unless(
            values.all(|value| (-most..=most).contains(value)),
            format!("a value beyond {stones} stones"),
        )?;
        let mut triples = table.undetermined.iter();
        table_unless(
            triples.all(|(_, values)| values.is_sorted()),
            "a position with `lower` above `zero`, or `zero` above `upper`",
        )?;
        Ok(table)
    }

    /// Appends the values of a decompressed block; `None` if the block is invalid.
    fn take_block(&mut self, bytes: &[u8], positions: usize) -> Option<()> {
        let (codes, parts) = bytes.split_at_checked(positions)?;
        let open = parts.len() / 3;
        let mut triples =
            (0..open).map(|number| [0, 1, 2].map(|part| parts[part * open + number] as i8));
        for &code in codes {
            let mut zero = code as i8;
            if zero == UNDETERMINED {
                let triple = triples.next()?;
                self.undetermined.push((self.codes.len() as u64, triple));
                zero = triple[1];
            }
            self.outcomes[(1 - zero.signum()) as usize] += 1;
            self.codes.push(code as i8);
        }
        (triples.next().is_none() && parts.len() == 3 * open).then_some(())
    }

    /// Returns the number of positions of the layer.
    pub fn positions(&self) -> u64 {
        self.codes.len() as u64
    }

    /// Returns the value of a position.
    #[inline]
    pub fn value(&self, rank: u64) -> Value {
        let code = self.codes[rank as usize];
        if code != UNDETERMINED {
            return [code.into(); 3];
        }
        let index = self
            .undetermined
            .partition_point(|&(before, _)| before < rank);
        self.undetermined[index].1.map(i32::from)
    }
}

/// Returns the error of a table.
fn damaged(problem: impl ToString) -> CheckError {
    CheckError::Input(Reason::Table {
        problem: printable(problem),
    })
}

/// Returns the error of a table, unless this holds.
fn table_unless(holds: bool, problem: impl ToString) -> Result<()> {
    if holds { Ok(()) } else { Err(damaged(problem)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All blocks of up to three positions with values from −1 to 1, and all strings of up to seven such bytes.
    #[test]
    fn every_small_block() {
        let bytes = [0x80, 0xff, 0, 1u8];
        let mut blocks = [0; 4];
        for length in 0..=7 {
            for number in 0..1usize << (2 * length) {
                let block: Vec<u8> = (0..length)
                    .map(|at| bytes[number >> (2 * at) & 3])
                    .collect();
                for (positions, count) in blocks.iter_mut().enumerate() {
                    let mut table = Table {
                        codes: Vec::new(),
                        undetermined: Vec::new(),
                        checksum: String::new(),
                        outcomes: [0; 3],
                    };
                    let open = block.iter().take(positions).filter(|&&code| code == 0x80);
                    let fits = length == positions + 3 * open.count();
                    assert_eq!(
                        table.take_block(&block, positions).is_some(),
                        fits,
                        "{block:?}"
                    );
                    if fits {
                        assert_eq!(written(&table), block);
                        *count += 1;
                    }
                }
            }
        }
        // Each position has three values, or −128 with 64 triples; those beyond seven bytes are left out.
        assert_eq!(blocks, [1, 3 + 64, 9 + 2 * 3 * 64, 27 + 3 * 9 * 64]);
    }

    /// The block of these values, as docs/checking.md describes it.
    fn written(table: &Table) -> Vec<u8> {
        let values: Vec<Value> = (0..table.positions())
            .map(|rank| table.value(rank))
            .collect();
        let mut open = table.undetermined.iter().map(|&(rank, _)| rank).peekable();
        let is_open: Vec<bool> = (0..table.positions())
            .map(|rank| open.next_if_eq(&rank).is_some())
            .collect();
        let mut block: Vec<u8> = (values.iter().zip(&is_open))
            .map(|(value, open)| if *open { 0x80 } else { value[0] as u8 })
            .collect();
        for bound in 0..3 {
            let of_open = values.iter().zip(&is_open).filter(|(_, open)| **open);
            block.extend(of_open.map(|(value, _)| value[bound] as u8));
        }
        block
    }
}
