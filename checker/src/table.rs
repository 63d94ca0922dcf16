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

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::boards::Boards;
use crate::error::CheckError;
use crate::rules::Rules;

/// Three margins for the side with sente: infinite play costs it everything left, counts for nobody,
/// or wins it everything left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Infinite play costs the side with sente everything left.
    pub lower: i32,
    /// What is left after infinite play counts for nobody.
    pub zero: i32,
    /// Infinite play wins the side with sente everything left.
    pub upper: i32,
}

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
        let failed = |reason: &dyn Display| CheckError::Input(format!("{}: {reason}", path.display()));
        // A device may have no end.
        let is_file = fs::metadata(&path).map_err(|error| failed(&error))?.is_file();
        if !is_file {
            return Err(failed(&"not a regular file"));
        }
        let file = fs::read(&path).map_err(|error| failed(&error))?;
        Table::decode(&file, &rules.to_string(), stones, boards.in_layer(stones))
            .map_err(|error| failed(&error))
    }

    fn decode(file: &[u8], name: &str, stones: usize, positions: u64) -> Result<Table, String> {
        let mut at = 0;
        let mut take = |length: usize| {
            let field = file.get(at..at + length).ok_or("the file ends within its header")?;
            at += length;
            Ok::<&[u8], String>(field)
        };
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |n, &byte| n << 8 | u64::from(byte));
        if take(8)? != b"SOWTABLE" {
            return Err("not a table".into());
        }
        let mut fields = [0; 6];
        for field in &mut fields {
            *field = number(take(4)?);
        }
        let [format, name_length, layer, encoding, block, blocks] = fields;
        let mut counts = [0; 5];
        for count in &mut counts {
            *count = number(take(8)?);
        }
        let [found_positions, undetermined, wins, draws, losses] = counts;
        let checksum: Vec<u8> = take(16)?.iter().rev().copied().collect();
        if (format, encoding) != (1, 1) {
            return Err(format!("format {format}, encoding {encoding}: this program reads 1 and 1"));
        }
        let found_name = take(usize::try_from(name_length).unwrap_or(usize::MAX).min(4096))?;
        if found_name != name.as_bytes() || layer != stones as u64 || found_positions != positions {
            let found = String::from_utf8_lossy(found_name);
            return Err(format!(
                "{found_positions} positions of {found} with {layer} stones, not {positions} of {name} with {stones}"
            ));
        }
        let block = usize::try_from(block).unwrap_or(0);
        if !(1..=LARGEST_BLOCK).contains(&block) || positions.div_ceil(block as u64) != blocks {
            return Err("sizes that contradict each other".into());
        }
        let mut index = Vec::new();
        for _ in 0..blocks {
            index.push((number(take(8)?), number(take(8)?)));
        }
        let header = at;
        let stated = number(file.get(at..at + 8).ok_or("the file ends within its header")?);
        if stated != xxh3_64(&file[..header]) {
            return Err("the header does not match its checksum".into());
        }
        let payload = &file[header + 8..];
        if payload.len() as u64 != index.last().map_or(0, |&(end, _)| end) {
            return Err("the file is not as long as its header says".into());
        }
        let mut table = Table {
            codes: Vec::with_capacity(positions as usize),
            undetermined: Vec::new(),
            checksum: checksum.iter().map(|byte| format!("{byte:02x}")).collect(),
            outcomes: [0; 3],
        };
        let mut values = Xxh3::new();
        let mut from = 0;
        for (number, &(to, sum)) in index.iter().enumerate() {
            let damaged = || format!("block {number} is damaged");
            let packed = payload.get(from as usize..to as usize).ok_or_else(damaged)?;
            from = to;
            let count = block.min(positions as usize - table.codes.len());
            if xxh3_64(packed) != sum {
                return Err(damaged());
            }
            let bytes = zstd::bulk::decompress(packed, 4 * count).map_err(|_| damaged())?;
            values.update(&bytes);
            table.take_block(&bytes, count).ok_or_else(damaged)?;
        }
        if values.digest128().to_be_bytes() != checksum[..] {
            return Err("the values do not match their checksum".into());
        }
        if table.undetermined.len() as u64 != undetermined || table.outcomes != [wins, draws, losses] {
            return Err("the numbers of wins, draws, losses or undetermined positions are wrong".into());
        }
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
    pub fn open_index(&self, rank: u64) -> Option<usize> {
        match self.codes[rank as usize] {
            UNDETERMINED => self.undetermined.binary_search_by_key(&rank, |&(rank, _)| rank).ok(),
            _ => None,
        }
    }

    /// The value of a position.
    pub fn value(&self, rank: u64) -> Value {
        let [lower, zero, upper] = match self.open_index(rank) {
            Some(index) => self.undetermined[index].1.map(i32::from),
            None => [self.codes[rank as usize].into(); 3],
        };
        Value { lower, zero, upper }
    }
}
