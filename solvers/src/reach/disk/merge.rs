//! Several files of ascending codes read as one, without duplicates.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::codes::{CodesFile, CodesReader};
use super::error::ReachError;

/// The distinct codes of several files, ascending.
pub(super) struct Merge {
    readers: Vec<CodesReader>,
    /// The next code of each reader that is not at its end.
    heads: BinaryHeap<Reverse<(u128, usize)>>,
}

impl Merge {
    /// Merges these files with `memory` bytes for all buffers together where that is enough for some
    /// kilobytes each.
    pub(super) fn new(files: &[CodesFile], memory: usize) -> Result<Merge, ReachError> {
        Merge::after(None, files, memory)
    }

    /// The same without the codes up to this one.
    pub(super) fn after(
        last: Option<u128>,
        files: &[CodesFile],
        memory: usize,
    ) -> Result<Merge, ReachError> {
        let buffer = (memory / files.len().max(1)).clamp(1 << 12, 1 << 20);
        let mut merge = Merge {
            readers: Vec::with_capacity(files.len()),
            heads: BinaryHeap::with_capacity(files.len()),
        };
        for (index, file) in files.iter().enumerate() {
            let from = match last {
                Some(code) => file.codes_up_to(code)?,
                None => 0,
            };
            merge.readers.push(file.read_from(from, buffer)?);
            if let Some(code) = merge.readers[index].next()? {
                merge.heads.push(Reverse((code, index)));
            }
        }
        Ok(merge)
    }

    /// The next code, without taking it.
    fn peek(&self) -> Option<u128> {
        self.heads.peek().map(|Reverse((code, _))| *code)
    }

    /// Takes the next code; `None` at the end of all files.
    pub(super) fn next(&mut self) -> Result<Option<u128>, ReachError> {
        let Some(code) = self.peek() else {
            return Ok(None);
        };
        while let Some(mut head) = self.heads.peek_mut().filter(|head| head.0.0 == code) {
            let index = head.0.1;
            match self.readers[index].next()? {
                // The heap mends itself when the head is dropped.
                Some(next) => head.0.0 = next,
                None => {
                    std::collections::binary_heap::PeekMut::pop(head);
                }
            }
        }
        Ok(Some(code))
    }

    /// Whether the code, which is no less than the one asked for before, is in one of the files.
    pub(super) fn contains(&mut self, code: u128) -> Result<bool, ReachError> {
        while self.peek().is_some_and(|next| next < code) {
            self.next()?;
        }
        Ok(self.peek() == Some(code))
    }
}
