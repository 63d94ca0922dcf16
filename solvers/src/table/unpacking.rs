//! A whole table, unpacked for fast access to single positions.

use std::io::{self, Write};
use std::path::Path;

use rayon::prelude::*;

use super::error::{TableError, error_at};
use super::map::MappedBytes;
use super::reader::Table;
use super::scratch::scratch_bytes;
use crate::memory::zeroed;
use crate::retrograde::{FinishedLayer, FinishedWriter, Layout};

impl Table {
    /// Unpacks the layer into memory or a file without a name in this folder, for the work on greater layers.
    pub(super) fn unpack_all(
        &self,
        folder: &Path,
    ) -> Result<FinishedLayer<MappedBytes>, TableError> {
        let layout = self.header().layout();
        match self.unpack_to(folder, layout) {
            Err(TableError::Io { source, .. }) if source.kind() == io::ErrorKind::InvalidData => {
                self.unpack_to(folder, layout.for_any_margins())
            }
            unpacked => unpacked,
        }
    }

    /// Unpacks the layer in this layout, which must fit its margins.
    fn unpack_to(
        &self,
        folder: &Path,
        layout: Layout,
    ) -> Result<FinishedLayer<MappedBytes>, TableError> {
        let bytes = scratch_bytes(folder, layout.size(), |writer| {
            self.write_finished(writer, layout, folder)
        })?;
        FinishedLayer::new(bytes, layout).ok_or_else(|| self.count_error())
    }

    /// Writes the layer in the form of a [`FinishedLayer`], block after block.
    fn write_finished<W: Write>(
        &self,
        writer: W,
        layout: Layout,
        written_to: &Path,
    ) -> Result<W, TableError> {
        let failed = error_at(written_to);
        let mut values = FinishedWriter::new(writer, layout);
        let mut counted = 0;
        for block in 0..self.blocks() {
            for value in self.unpack(block)?.values() {
                counted += u64::from(value.undetermined());
                values.value(value).map_err(&failed)?;
            }
        }
        if counted != self.header().undetermined {
            return Err(self.count_error());
        }
        let mut undetermined = values.end_values().map_err(&failed)?;
        if undetermined.is_needed() {
            for block in 0..self.blocks() {
                for value in self.unpack(block)?.values() {
                    undetermined.value(value).map_err(&failed)?;
                }
            }
        }
        undetermined.end().map_err(&failed)
    }

    /// Unpacks the layer into memory, on all threads of the current rayon pool.
    ///
    /// # Errors
    /// An error if a block is damaged, or if the memory cannot be allocated.
    pub fn finished(&self) -> Result<FinishedLayer<Vec<u8>>, TableError> {
        let layout = self.header().layout();
        let finished = match self.finished_in(layout)? {
            None => self.finished_in(layout.for_any_margins())?,
            finished => finished,
        };
        finished.ok_or_else(|| self.count_error())
    }

    /// Unpacks the layer in this layout; `None` if it does not fit the margins.
    fn finished_in(&self, layout: Layout) -> Result<Option<FinishedLayer<Vec<u8>>>, TableError> {
        match layout.width() {
            None => self.finished_margins(layout).map(Some),
            Some(width) => self.unpack_fixed_width(layout, width),
        }
    }

    /// Allocates the bytes of a layer in this layout, all zeros. Each thread clears the pages that it writes to first.
    fn bytes_for(layout: Layout) -> Result<Vec<u8>, TableError> {
        let size = layout.size();
        let bytes = usize::try_from(size).ok().and_then(zeroed);
        Ok(bytes.ok_or(TableError::NoMemory(size))?.into_vec())
    }

    /// Unpacks a layer in which undetermined positions take more bytes than others.
    fn finished_margins(&self, layout: Layout) -> Result<FinishedLayer<Vec<u8>>, TableError> {
        let mut bytes = Table::bytes_for(layout)?;
        let positions = self.header().positions as usize;
        let blocks = bytes[..positions].par_chunks_mut(self.header().block as usize);
        let undetermined: Vec<Vec<u8>> = blocks
            .enumerate()
            .map(|(number, chunk)| {
                let unpacked = self.unpack(number)?;
                chunk.copy_from_slice(unpacked.codes());
                Ok(unpacked.triples())
            })
            .collect::<Result<_, TableError>>()?;
        FinishedLayer::complete(bytes, layout, &undetermined).ok_or_else(|| self.count_error())
    }

    /// Unpacks a layer in which each position takes `width` bytes; `None` if the layout is not for its margins.
    fn unpack_fixed_width(
        &self,
        layout: Layout,
        width: usize,
    ) -> Result<Option<FinishedLayer<Vec<u8>>>, TableError> {
        let mut bytes = Table::bytes_for(layout)?;
        let blocks = bytes.par_chunks_mut(width * self.header().block as usize);
        let undetermined: Option<u64> = blocks
            .enumerate()
            .map(|(number, chunk)| {
                let unpacked = self.unpack(number)?;
                let mut undetermined = 0;
                let values = unpacked.values();
                let values =
                    values.inspect(|value| undetermined += u64::from(value.undetermined()));
                Ok(layout.fill(chunk, values).map(|()| undetermined))
            })
            .collect::<Result<Vec<Option<u64>>, TableError>>()?
            .into_iter()
            .sum();
        match undetermined {
            None => Ok(None),
            Some(counted) if counted != self.header().undetermined => Err(self.count_error()),
            Some(_) => Ok(FinishedLayer::new(bytes, layout)),
        }
    }

    fn count_error(&self) -> TableError {
        self.damaged("the number of undetermined positions".into())
    }
}
