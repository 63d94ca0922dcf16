//! Files in memory. The unsafe code of this package is here and in `memory`.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicU16;

#[cfg(unix)]
use memmap2::Advice;
use memmap2::{Mmap, MmapMut, MmapRaw};

use crate::memory::prefer_large_pages;
use sowlab_base::files::open_regular;

/// Memory of the process, all zeros at first, in large pages if the system grants them.
pub(super) struct AnonymousMemory(MmapMut);

impl AnonymousMemory {
    pub(super) fn new(bytes: usize) -> io::Result<AnonymousMemory> {
        let mut map = MmapMut::map_anon(bytes)?;
        prefer_large_pages(&mut map);
        Ok(AnonymousMemory(map))
    }

    #[inline(always)]
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// Makes the memory read-only.
    pub(super) fn read_only(self) -> io::Result<MappedBytes> {
        self.0.make_read_only().map(MappedBytes)
    }
}

/// A file mapped for random reads, or memory that is no longer written. The advice of random access keeps the system
/// from loading the pages around the requested one.
pub(super) struct MappedBytes(Mmap);

impl MappedBytes {
    /// Maps the file of a table.
    pub(super) fn open(path: &Path) -> io::Result<MappedBytes> {
        MappedBytes::new(&open_regular(path)?)
    }

    pub(super) fn new(file: &File) -> io::Result<MappedBytes> {
        // SAFETY: the bytes are only ever read as bytes. Nothing in this package writes to or shortens a file that is
        // mapped here: tables are replaced by renaming and working files have no name. If another program truncates
        // one, the process ends, as with any map.
        let map = unsafe { Mmap::map(file)? };
        #[cfg(unix)]
        map.advise(Advice::Random)?;
        Ok(MappedBytes(map))
    }
}

impl AsRef<[u8]> for MappedBytes {
    #[inline(always)]
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Returns whether there is a table of this path.
pub(super) fn exists(path: &Path) -> bool {
    path.exists()
}

/// A file of cells, mapped for random access by several threads.
pub(super) struct MappedCells(MmapRaw);

impl MappedCells {
    /// Maps the whole file.
    pub(super) fn new(file: &File) -> io::Result<MappedCells> {
        let map = MmapRaw::map_raw(file)?;
        #[cfg(unix)]
        map.advise(Advice::Random)?;
        Ok(MappedCells(map))
    }

    /// Returns cells in memory, all zeros; an odd byte at the end is left out.
    pub(super) fn in_memory(memory: AnonymousMemory) -> MappedCells {
        MappedCells(memory.0.into())
    }

    pub(super) fn cells(&self) -> &[AtomicU16] {
        // SAFETY: the map is readable and writable, lives as long as `self` and begins on a page, so that the cells are
        // aligned and inside. Every bit pattern is a valid `AtomicU16`, and all access in this process is through these
        // atomics.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() / 2) }
    }
}
