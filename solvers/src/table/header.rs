//! The header of a table file.

use std::io::{self, Read};
use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use crate::retrograde::Layout;
use sowlab_base::files::{begins_with, printable, target_of};

/// The first bytes of every table.
pub(super) const MAGIC: [u8; 8] = *b"SOWTABLE";

/// Returns whether a file, or the one to which a link leads, is a table by its first bytes.
pub fn is_table(path: &Path) -> bool {
    begins_with(&target_of(path), &MAGIC).unwrap_or(false)
}

/// The version of the format that is written, and the only one that is read.
pub const FORMAT: u32 = 1;

/// What a file states about the positions of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Lower, zero and upper of each position.
    Values,
    /// The distances of each position.
    Distances,
}

impl Column {
    const ALL: [Column; 2] = [Column::Values, Column::Distances];

    /// Returns the number of the encoding in files.
    pub(super) fn encoding(self) -> u32 {
        match self {
            Column::Values => 1,
            Column::Distances => 2,
        }
    }

    fn of_encoding(encoding: u32) -> Option<Column> {
        let mut all = Column::ALL.into_iter();
        all.find(|column| column.encoding() == encoding)
    }

    /// Returns the column with this ending of the names of files.
    pub(super) fn of_ending(ending: &str) -> Option<Column> {
        let mut all = Column::ALL.into_iter();
        all.find(|column| column.ending() == ending)
    }

    /// Returns the ending of the names of files.
    pub(super) fn ending(self) -> &'static str {
        match self {
            Column::Values => "table",
            Column::Distances => "distances",
        }
    }
}
/// The number of bytes before the name.
const FIXED: usize = 88;
/// The maximum number of bytes of a name. A longer one means that the header is damaged.
pub(super) const LONGEST_NAME: usize = 4096;

/// The maximum number of positions of a block. A block is unpacked in memory, and this program writes smaller ones.
const LARGEST_BLOCK: u32 = 1 << 24;

/// An entry of the index: the end of a block, counted from the end of the header, and its XXH3 (64 bits).
pub(super) type Entry = (u64, u64);
/// The number of bytes of an entry.
pub(super) const ENTRY: usize = 16;

/// The header of a table.
///
/// The bytes, little-endian:
///
/// - magic 8 · format 4 · length of the name 4 · layer 4 · encoding 4 · positions per block 4 · blocks 4;
/// - positions 8 · undetermined 8 · wins 8 · draws 8 · losses 8 · checksum of the column 16 · the name;
/// - for each block the offset of its end from the end of the header 8 and its checksum 8;
/// - checksum of everything before it 8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The name of the game with every rule that affects the values.
    pub name: String,
    /// The layer.
    pub layer: u32,
    /// What the file states about the positions.
    pub column: Column,
    /// The number of positions.
    pub positions: u64,
    /// The number of positions whose lower is less than their upper.
    pub undetermined: u64,
    /// The number of positions whose zero is positive.
    pub wins: u64,
    /// The number of positions whose zero is 0.
    pub draws: u64,
    /// The number of positions whose zero is negative.
    pub losses: u64,
    /// The XXH3 (128 bits) of the column, block by block before compression, which is equal for equal values or
    /// distances.
    pub checksum: u128,
    /// The number of positions per block; the last may have fewer.
    pub(super) block: u32,
    /// The entry of each block. It is empty if the table is elsewhere and its header was not read whole.
    pub(super) index: Vec<Entry>,
}

impl Header {
    /// Returns the length of the header in bytes, for a name and a number of blocks.
    pub(super) fn length(name: &str, blocks: usize) -> usize {
        FIXED + name.len() + ENTRY * blocks + 8
    }

    /// Returns the offset of the entry of a block in the file.
    pub(super) fn entry_offset(&self, block: usize) -> u64 {
        (FIXED + self.name.len() + ENTRY * block) as u64
    }

    /// Returns the number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.positions.div_ceil(self.block.into()) as usize
    }

    /// Returns the maximum number of bytes of a compressed block. Zstandard makes incompressible data a little larger.
    pub(super) fn longest_block(&self) -> u64 {
        4 * u64::from(self.block) + (64 << 10)
    }

    /// Returns the length of the file in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let payload = Header::length(&self.name, self.index.len()) as u64;
        payload + self.index.last().map_or(0, |&(end, _)| end)
    }

    /// Returns the layout of the unpacked layer, for margins up to the number of the layer, as in most games.
    pub(super) fn layout(&self) -> Layout {
        Layout::new(self.positions, self.undetermined, self.layer as i32)
    }

    /// Returns the first bytes of an unfinished table. The name of the game is at the same place as in a finished one.
    pub(super) fn unfinished_prefix(name: &str) -> Vec<u8> {
        let mut bytes = vec![0; FIXED];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes.extend(name.as_bytes());
        bytes
    }

    /// Returns whether a file begins as a table of the game with this name does, finished or not.
    pub(super) fn is_table_start(file: &mut impl Read, name: &str) -> io::Result<bool> {
        let begun = Header::unfinished_prefix(name);
        let mut found = Vec::new();
        file.take(begun.len() as u64).read_to_end(&mut found)?;
        let parts = [0..MAGIC.len(), FIXED..begun.len()];
        Ok(parts
            .into_iter()
            .all(|part| found.get(part.clone()) == begun.get(part)))
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        debug_assert!(self.name.len() <= LONGEST_NAME, "found out before");
        let mut bytes = Vec::with_capacity(Header::length(&self.name, self.index.len()));
        bytes.extend(MAGIC);
        for number in [
            FORMAT,
            self.name.len() as u32,
            self.layer,
            self.column.encoding(),
            self.block,
            self.index.len() as u32,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        for number in [
            self.positions,
            self.undetermined,
            self.wins,
            self.draws,
            self.losses,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.checksum.to_le_bytes());
        bytes.extend(self.name.as_bytes());
        for &(end, checksum) in &self.index {
            bytes.extend(end.to_le_bytes());
            bytes.extend(checksum.to_le_bytes());
        }
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the header at the start of a file, and returns its length as well.
    ///
    /// # Errors
    /// An error if the bytes are not a valid header.
    pub(super) fn decode(file: &[u8]) -> Result<(Header, usize), HeaderError> {
        let mut fields = FieldReader { bytes: file };
        let mut header = Header::read_fields(&mut fields)?;
        for _ in 0..header.blocks() {
            header.index.push((fields.u64()?, fields.u64()?));
        }
        let length = file.len() - fields.bytes.len();
        match fields.u64()? == xxh3_64(&file[..length]) {
            true => Ok((header, length + 8)),
            false => Err(HeaderError::Checksum),
        }
    }

    /// Reads a header without its index and its checksum.
    ///
    /// # Errors
    /// An error if the bytes are not the start of a header.
    pub(super) fn decode_fields(start: &[u8]) -> Result<Header, HeaderError> {
        Header::read_fields(&mut FieldReader { bytes: start })
    }

    /// Reads an entry of the index; `None` if there are fewer bytes.
    pub(super) fn decode_entry(bytes: &[u8]) -> Option<Entry> {
        let mut fields = FieldReader { bytes };
        Some((fields.u64().ok()?, fields.u64().ok()?))
    }

    fn read_fields(fields: &mut FieldReader<'_>) -> Result<Header, HeaderError> {
        if fields.take_bytes(8)? != MAGIC {
            return Err(HeaderError::Magic);
        }
        let format = fields.u32()?;
        if format != FORMAT {
            return Err(HeaderError::Version(format));
        }
        let name_length = fields.u32()? as usize;
        let layer = fields.u32()?;
        let encoding = fields.u32()?;
        let column = Column::of_encoding(encoding).ok_or(HeaderError::Encoding(encoding))?;
        let block = fields.u32()?;
        let blocks = u64::from(fields.u32()?);
        let positions = fields.u64()?;
        let undetermined = fields.u64()?;
        let (wins, draws, losses) = (fields.u64()?, fields.u64()?, fields.u64()?);
        let checksum = fields.u128()?;
        if name_length > LONGEST_NAME
            || !(1..=LARGEST_BLOCK).contains(&block)
            || positions.div_ceil(block.into()) != blocks
        {
            return Err(HeaderError::Sizes);
        }
        let name = fields.take_bytes(name_length)?.to_vec();
        Ok(Header {
            name: printable(name).ok_or(HeaderError::Name)?,
            layer,
            column,
            positions,
            undetermined,
            wins,
            draws,
            losses,
            checksum,
            block,
            index: Vec::new(),
        })
    }
}

/// The reason why bytes are not the header of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// The file begins with something else.
    #[error("the first bytes are not those of a table")]
    Magic,
    /// The file has another version of the format.
    #[error("format {0}")]
    Version(u32),
    /// The file has another encoding of the values.
    #[error("value encoding {0}")]
    Encoding(u32),
    /// The sizes contradict each other.
    #[error("sizes that contradict each other")]
    Sizes,
    /// The name of the game is not text.
    #[error("a name that is not text")]
    Name,
    /// The file ends too early.
    #[error("the file ends within the header")]
    Short,
    /// The checksum does not match.
    #[error("the header does not match its checksum")]
    Checksum,
}

/// A reader that takes fields from the front of some bytes.
struct FieldReader<'a> {
    bytes: &'a [u8],
}

impl<'a> FieldReader<'a> {
    fn take_bytes(&mut self, length: usize) -> Result<&'a [u8], HeaderError> {
        let (field, rest) = self
            .bytes
            .split_at_checked(length)
            .ok_or(HeaderError::Short)?;
        self.bytes = rest;
        Ok(field)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], HeaderError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take_bytes(N)?);
        Ok(array)
    }

    fn u32(&mut self) -> Result<u32, HeaderError> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, HeaderError> {
        self.array().map(u64::from_le_bytes)
    }

    fn u128(&mut self) -> Result<u128, HeaderError> {
        self.array().map(u128::from_le_bytes)
    }
}
