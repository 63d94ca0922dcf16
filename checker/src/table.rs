//! Reading table files (`….table`, format 1).
//!
//! Little end first: magic `SOWTABLE` · format 4 · length of the name 4 · stones 4 · encoding 4 ·
//! positions a block 4 · blocks 4 · positions 8 · undetermined 8 · wins 8 · draws 8 · losses 8 ·
//! XXH3-128 of all blocks unpacked 16 · the name · for each block where it ends (from the end of the
//! header) 8 and its XXH3-64 8 · XXH3-64 of everything before 8 · the blocks, each compressed by
//! Zstandard.
//!
//! A block unpacked: a signed byte a position, its value, or −128 where `lower < upper`; then the
//! `lower` of those in turn, then their `zero`, then their `upper`.

use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::boards::Boards;
use crate::error::CheckError;
use crate::rules::Rules;

/// Three margins for the side with sente: `lower`, infinite play costs it everything left; `zero`, what
/// is left then counts for nobody; `upper`, it wins everything left.
pub type Value = [i32; 3];

/// The values of a layer.
pub struct Table {
    /// A byte a position: its value, or [`UNDETERMINED`].
    codes: Vec<i8>,
    /// The positions with that code, by rank.
    undetermined: Vec<(u64, [i8; 3])>,
    /// XXH3-128 of the values, hexadecimal, found to be right.
    pub checksum: String,
    /// Positions whose `zero` is positive, 0, negative; found to be as the file says.
    pub outcomes: [u64; 3],
}

/// The code of a position with `lower < upper`.
const UNDETERMINED: i8 = i8::MIN;
/// The most positions of a block that are believed: this program's writer uses fewer.
const LARGEST_BLOCK: usize = 1 << 24;

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Table {
    /// The file of a layer.
    pub fn path(directory: &Path, rules: &Rules, stones: usize) -> PathBuf {
        let plain = rules.to_string().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        directory.join(format!("{plain}.{stones:03}.table"))
    }

    /// Reads the table of a layer and checks every checksum and count in it.
    ///
    /// # Errors
    /// The file is missing, damaged, or another game's or layer's.
    pub fn read(
        directory: &Path,
        rules: &Rules,
        boards: &Boards,
        stones: usize,
    ) -> Result<Table, CheckError> {
        let path = Table::path(directory, rules, stones);
        // A device may have no end.
        let is_file = std::fs::metadata(&path).is_ok_and(|found| found.is_file());
        let file = CheckError::input_unless(is_file, "not a regular file")
            .and_then(|()| std::fs::read(&path).map_err(CheckError::from));
        let table =
            file.and_then(|file| Table::decode(&file, &rules.to_string(), stones, boards.in_layer(stones)));
        table.map_err(|error| error.of(&path))
    }

    fn decode(file: &[u8], name: &str, stones: usize, positions: u64) -> Result<Table, CheckError> {
        let cut = || CheckError::input("the file ends too early");
        let mut at = 0;
        let mut take = |length: usize| {
            let field = file.get(at..at + length).ok_or_else(cut)?;
            at += length;
            Ok::<&[u8], CheckError>(field)
        };
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |n, &byte| n << 8 | u64::from(byte));
        let magic = take(8)?;
        let mut fields = [0; 11];
        for (index, field) in fields.iter_mut().enumerate() {
            *field = number(take(if index < 6 { 4 } else { 8 })?);
        }
        let [format, length, layer, encoding, block, blocks, counts @ ..] = fields;
        CheckError::input_unless(magic == b"SOWTABLE", "not a table")?;
        CheckError::input_unless((format, encoding) == (1, 1), "not a table of format and encoding 1")?;
        let checksum: Vec<u8> = take(16)?.iter().rev().copied().collect();
        let found = String::from_utf8_lossy(take(length as usize)?);
        CheckError::input_unless(
            found == name && layer == stones as u64 && counts[0] == positions,
            format!("{} positions of {found} with {layer} stones, not of {name} with {stones}", counts[0]),
        )?;
        let block = block as usize;
        let fits = (1..=LARGEST_BLOCK).contains(&block) && positions.div_ceil(block as u64) == blocks;
        CheckError::input_unless(fits, "sizes that contradict each other")?;
        let mut index = Vec::new();
        for _ in 0..blocks {
            index.push((number(take(8)?), number(take(8)?)));
        }
        let stated = number(take(8)?);
        let (header, payload) = file.split_at(at);
        let sum = xxh3_64(&header[..at - 8]);
        CheckError::input_unless(sum == stated, "the header does not match its checksum")?;
        let mut table = Table {
            codes: Vec::with_capacity(positions as usize),
            undetermined: Vec::new(),
            checksum: hex(&checksum),
            outcomes: [0; 3],
        };
        let mut values = Xxh3::new();
        let mut from = 0;
        for (to, sum) in index {
            let packed = payload.get(from as usize..to as usize).ok_or_else(cut)?;
            from = to;
            let count = block.min(positions as usize - table.codes.len());
            CheckError::input_unless(xxh3_64(packed) == sum, "a block is damaged")?;
            let bytes = zstd::bulk::decompress(packed, 4 * count)?;
            values.update(&bytes);
            table.take_block(&bytes, count).ok_or_else(|| CheckError::input("a block is damaged"))?;
        }
        CheckError::input_unless(payload.len() as u64 == from, "the file is longer than its header says")?;
        let sum = values.digest128().to_be_bytes();
        CheckError::input_unless(sum == checksum[..], "the values do not match their checksum")?;
        let [wins, draws, losses] = table.outcomes;
        let found = [positions, table.undetermined.len() as u64, wins, draws, losses];
        CheckError::input_unless(found == counts, "the header counts its positions wrongly")?;
        Ok(table)
    }

    /// Appends the values of a block unpacked. `None` if it is none.
    fn take_block(&mut self, bytes: &[u8], positions: usize) -> Option<()> {
        let (codes, parts) = bytes.split_at_checked(positions)?;
        let open = codes.iter().filter(|&&code| code as i8 == UNDETERMINED).count();
        if parts.len() != 3 * open {
            return None;
        }
        let mut seen = 0;
        for &code in codes {
            let mut zero = code as i8;
            if zero == UNDETERMINED {
                let part = |number: usize| parts[number * open + seen] as i8;
                let triple = [part(0), part(1), part(2)];
                self.undetermined.push((self.codes.len() as u64, triple));
                zero = triple[1];
                seen += 1;
            }
            self.outcomes[(1 - zero.signum()) as usize] += 1;
            self.codes.push(code as i8);
        }
        Some(())
    }

    /// How many positions the layer has.
    pub fn positions(&self) -> u64 {
        self.codes.len() as u64
    }

    /// How many positions have `lower < upper`.
    pub fn undetermined(&self) -> usize {
        self.undetermined.len()
    }

    /// Which of the undetermined positions this is, counted from 0; `None` if it is none.
    #[inline]
    pub fn open_index(&self, rank: u64) -> Option<usize> {
        match self.codes[rank as usize] {
            UNDETERMINED => self.undetermined.binary_search_by_key(&rank, |&(rank, _)| rank).ok(),
            _ => None,
        }
    }

    /// The value of a position.
    #[inline]
    pub fn value(&self, rank: u64) -> Value {
        match self.open_index(rank) {
            Some(index) => self.undetermined[index].1.map(i32::from),
            None => [self.codes[rank as usize].into(); 3],
        }
    }
}
