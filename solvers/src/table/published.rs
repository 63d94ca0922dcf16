//! Tables on another machine, of which parts are read.

use std::ops::Range;
use std::slice::from_ref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::error::{TableError, TableFile};
use super::header::{Entry, Header};
use crate::{Cancelled, Monitor};

/// A set of table files on another machine. Everything that it returns is a claim, and is checked by the reader.
pub trait PublishedFiles: Send + Sync {
    /// Returns the address of a file for messages.
    fn address(&self, file: &str) -> String;

    /// Reads ranges of bytes of a file. Only a range that reaches beyond the end of the file is shorter than requested.
    ///
    /// # Errors
    /// The file is missing or has changed since an earlier call, the transfer failed, or the monitor cancelled.
    fn read(
        &self,
        file: &str,
        ranges: &[Range<u64>],
        monitor: &dyn Monitor,
    ) -> Result<FileParts, TransferError>;
}

/// Parts of a published file.
#[derive(Clone, Debug)]
pub struct FileParts {
    /// The bytes of each range.
    pub bytes: Vec<Arc<Vec<u8>>>,
    /// The length of the whole file.
    pub length: u64,
}

/// The reason why parts of a published file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// There is no such file.
    #[error("no such file")]
    Missing,
    /// The transfer failed.
    #[error(transparent)]
    Failed(Box<dyn std::error::Error + Send + Sync>),
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Adds the address to an error of a transfer.
pub(super) fn error_from(address: String) -> impl FnOnce(TransferError) -> TableError {
    |error| match error {
        TransferError::Missing => TableError::Missing(TableFile::Published(address)),
        TransferError::Failed(source) => TableError::Transfer { address, source },
        TransferError::Cancelled(cancelled) => cancelled.into(),
    }
}

/// The maximum number of bytes of a header that is read whole at once.
pub(super) const WHOLE_HEADER: u64 = 16 << 10;
/// The number of bytes of a larger header that are read first: the fields, the name and some entries.
pub(super) const HEADER_START: u64 = 4 << 10;
/// The number of index bytes per requested block for which the rest of a larger header is read.
const INDEX_PER_BLOCK: u64 = 4 << 10;

/// A block of a published table, as it is stored.
pub(super) struct PublishedBlock {
    pub(super) compressed: Vec<u8>,
    pub(super) checksum: u64,
}

/// The file of a published table.
///
/// A header of at most [`WHOLE_HEADER`] bytes is read whole and matches its checksum. Of a larger one the required
/// entries of the index are read, until so many blocks are requested that the rest adds little. A wrong entry shows in
/// the checksum of its block.
pub(super) struct PublishedFile {
    files: Arc<dyn PublishedFiles>,
    name: String,
    address: String,
    length: u64,
    /// The length of the header in bytes.
    payload: u64,
    /// The entries of the index that have been read, by block.
    index: Mutex<FxHashMap<usize, Entry>>,
}

impl PublishedFile {
    /// Opens a file whose header probably has `expected` bytes, and returns the fields of its header as well.
    ///
    /// # Errors
    /// The file is missing or not a table, or the transfer failed.
    pub(super) fn open(
        files: &Arc<dyn PublishedFiles>,
        name: String,
        expected: u64,
        monitor: &dyn Monitor,
    ) -> Result<(Header, PublishedFile), TableError> {
        let address = files.address(&name);
        let first = match expected <= WHOLE_HEADER {
            true => expected.max(HEADER_START),
            false => HEADER_START,
        };
        let parts = files
            .read(&name, from_ref(&(0..first)), monitor)
            .map_err(error_from(address.clone()))?;
        let start = &parts.bytes[0][..];
        let format = |reason| TableError::Format {
            file: TableFile::Published(address.clone()),
            reason,
        };
        let header = Header::decode_fields(start).map_err(format)?;
        let mut file = PublishedFile {
            files: Arc::clone(files),
            payload: Header::length(&header.name, header.blocks()) as u64,
            name,
            length: parts.length,
            index: Mutex::default(),
            address: address.clone(),
        };
        if file.payload > WHOLE_HEADER {
            return Ok((header, file));
        }
        let (header, _) = match start.len() as u64 >= file.payload {
            true => Header::decode(start).map_err(format)?,
            false => file.whole_header(monitor)?,
        };
        file.check_length(&header)?;
        file.index = Mutex::new(header.index.iter().copied().enumerate().collect());
        Ok((header, file))
    }

    /// Returns the length of the file in bytes.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    pub(super) fn place(&self) -> TableFile {
        TableFile::Published(self.address.clone())
    }

    fn damaged(&self, part: String) -> TableError {
        TableError::Damaged {
            file: self.place(),
            part,
        }
    }

    fn check_length(&self, header: &Header) -> Result<(), TableError> {
        match header.bytes() == self.length {
            true => Ok(()),
            false => Err(self.damaged("the length of the file".into())),
        }
    }

    fn whole_header(&self, monitor: &dyn Monitor) -> Result<(Header, usize), TableError> {
        let bytes = self.read(from_ref(&(0..self.payload)), monitor)?;
        Header::decode(&bytes[0]).map_err(|reason| TableError::Format {
            file: self.place(),
            reason,
        })
    }

    fn read(
        &self,
        ranges: &[Range<u64>],
        monitor: &dyn Monitor,
    ) -> Result<Vec<Arc<Vec<u8>>>, TableError> {
        let parts = self
            .files
            .read(&self.name, ranges, monitor)
            .map_err(error_from(self.address.clone()))?;
        let whole = |(range, bytes): (&Range<u64>, &Arc<Vec<u8>>)| {
            bytes.len() as u64 == range.end - range.start
        };
        match parts.length == self.length && ranges.iter().zip(&parts.bytes).all(whole) {
            true => Ok(parts.bytes),
            false => Err(self.damaged("the length of the file".into())),
        }
    }

    fn index(&self) -> MutexGuard<'_, FxHashMap<usize, Entry>> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the entries of the index from which the places of these blocks follow.
    fn read_index(
        &self,
        header: &Header,
        blocks: &[usize],
        monitor: &dyn Monitor,
    ) -> Result<(), TableError> {
        let mut missing: Vec<usize> = {
            let index = self.index();
            let entries = blocks
                .iter()
                .flat_map(|&block| block.saturating_sub(1)..=block);
            entries.filter(|entry| !index.contains_key(entry)).collect()
        };
        missing.dedup();
        if missing.is_empty() {
            return Ok(());
        }
        if self.payload <= INDEX_PER_BLOCK * missing.len() as u64 {
            let (whole, _) = self.whole_header(monitor)?;
            self.check_length(&whole)?;
            *self.index() = whole.index.into_iter().enumerate().collect();
            return Ok(());
        }
        let place = |&entry: &usize| header.entry_offset(entry)..header.entry_offset(entry + 1);
        let ranges: Vec<Range<u64>> = missing.iter().map(place).collect();
        let bytes = self.read(&ranges, monitor)?;
        let mut index = self.index();
        for (entry, bytes) in missing.into_iter().zip(bytes) {
            index.extend(Header::decode_entry(&bytes).map(|read| (entry, read)));
        }
        Ok(())
    }

    /// Reads blocks of the table with this header. The blocks are given in ascending order.
    ///
    /// # Errors
    /// An entry of the index is impossible, or the transfer failed.
    pub(super) fn blocks(
        &self,
        header: &Header,
        blocks: &[usize],
        monitor: &dyn Monitor,
    ) -> Result<Vec<PublishedBlock>, TableError> {
        self.read_index(header, blocks, monitor)?;
        let mut ranges = Vec::with_capacity(blocks.len());
        let mut checksums = Vec::with_capacity(blocks.len());
        {
            let index = self.index();
            for &block in blocks {
                let damaged = || self.damaged(format!("the index entry of block {block}"));
                let from = match block {
                    0 => 0,
                    _ => index.get(&(block - 1)).ok_or_else(damaged)?.0,
                };
                let &(to, checksum) = index.get(&block).ok_or_else(damaged)?;
                let most = self.length.saturating_sub(self.payload);
                if from > to || to - from > header.longest_block() || to > most {
                    return Err(damaged());
                }
                ranges.push(self.payload + from..self.payload + to);
                checksums.push(checksum);
            }
        }
        let bytes = self.read(&ranges, monitor)?;
        let blocks = bytes.into_iter().zip(checksums);
        Ok(blocks
            .map(|(bytes, checksum)| PublishedBlock {
                compressed: Arc::unwrap_or_clone(bytes),
                checksum,
            })
            .collect())
    }
}
