//! A sort of more codes than fit in memory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::{Path, PathBuf};

use rayon::slice::ParallelSliceMut;

use super::ReachError;
use super::codes::{CodesFile, CodesReader, CodesWriter};
use super::round::{RoundSaver, SortedRuns};
use super::work::WorkFiles;
use crate::Monitor;

/// The maximum number of files read together, far fewer than a process may open.
pub(super) const READ_TOGETHER: usize = 128;

/// The number of codes between two checks of the monitor.
const ASK_EVERY: u64 = if cfg!(test) { 16 } else { 1 << 16 };

/// A sorter that gathers codes in a buffer. Each time the buffer is full it is written, sorted, to a file as a run.
pub(super) struct Sorter<'a> {
    work: &'a WorkFiles,
    width: usize,
    /// The number of bytes of the buffer.
    memory: usize,
    buffer: Vec<u128>,
    sorted: SortedRuns,
    /// The number of runs that are forced to the disk, which are the first ones.
    synced: usize,
}

impl<'a> Sorter<'a> {
    pub(super) fn new(work: &'a WorkFiles, width: usize, memory: usize) -> Sorter<'a> {
        Sorter::resume(work, width, memory, SortedRuns::default())
    }

    /// Resumes from the state of another sorter.
    pub(super) fn resume(
        work: &'a WorkFiles,
        width: usize,
        memory: usize,
        sorted: SortedRuns,
    ) -> Sorter<'a> {
        Sorter {
            work,
            width,
            memory,
            buffer: Vec::new(),
            synced: sorted.runs.len(),
            sorted,
        }
    }

    pub(super) fn add(&mut self, codes: &[u128]) -> Result<(), ReachError> {
        let capacity = (self.memory / size_of::<u128>()).max(1);
        for part in codes.chunks(capacity) {
            if self.buffer.len() + part.len() > capacity {
                self.write_run()?;
            }
            self.buffer.extend_from_slice(part);
        }
        Ok(())
    }

    /// Writes all codes added so far to the disk, and returns the state of the sorter.
    pub(super) fn snapshot(&mut self) -> Result<&SortedRuns, ReachError> {
        self.write_run()?;
        self.sync()?;
        Ok(&self.sorted)
    }

    fn sync(&mut self) -> Result<(), ReachError> {
        for run in &self.sorted.runs[self.synced..] {
            run.sync()?;
        }
        self.synced = self.sorted.runs.len();
        Ok(())
    }

    fn write_run(&mut self) -> Result<(), ReachError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        self.buffer.par_sort_unstable();
        self.buffer.dedup();
        let mut writer = CodesWriter::create(&self.work.create("run")?, self.width)?;
        for &code in &self.buffer {
            writer.write(code)?;
        }
        self.buffer.clear();
        self.sorted.runs.push(writer.finish(false)?);
        Ok(())
    }

    /// Writes the distinct codes to `path` in ascending order, without those in `known`. The runs are removed.
    pub(super) fn finish(
        mut self,
        path: &Path,
        known: &[CodesFile],
        mut saver: Option<RoundSaver<'_>>,
        monitor: &dyn Monitor,
    ) -> Result<CodesFile, ReachError> {
        self.write_run()?;
        self.buffer = Vec::new();
        // Known files past the first few are subtracted in separate passes.
        let mut groups: Vec<&[CodesFile]> = known.chunks(READ_TOGETHER).collect();
        if groups.is_empty() {
            groups.push(&[]);
        }
        let codes = self.sorted.runs.iter().map(|run| run.codes).sum();
        monitor.begin("merging", codes);
        while self.sorted.passes < groups.len() {
            let together = self.sorted.runs.len().min(READ_TOGETHER);
            let all = together == self.sorted.runs.len();
            let known = match all {
                true => groups[self.sorted.passes],
                false => &[],
            };
            let last = all && self.sorted.passes + 1 == groups.len();
            let output = match last {
                true => path.to_owned(),
                false => self.work.create("run")?,
            };
            let merged = self.merge(together, known, output, &mut saver, monitor)?;
            let inputs: Vec<CodesFile> = self.sorted.runs.drain(..together).collect();
            self.synced -= inputs.len().min(self.synced);
            self.sorted.runs.push(merged);
            self.sorted.passes += usize::from(all);
            // The files that the checkpoint names are removed next.
            if let Some(saver) = saver.as_mut().filter(|saver| saver.file.written()) {
                saver.save(&self.sorted)?;
            }
            for run in inputs {
                run.remove()?;
            }
        }
        let merged = self.sorted.runs.pop();
        Ok(merged.expect("the last pass leaves one file"))
    }

    /// Merges the first runs into one file.
    fn merge(
        &mut self,
        together: usize,
        known: &[CodesFile],
        output: PathBuf,
        saver: &mut Option<RoundSaver<'_>>,
        monitor: &dyn Monitor,
    ) -> Result<CodesFile, ReachError> {
        let (mut writer, last) = match self.sorted.partial.take() {
            Some(partial) => CodesWriter::resume(partial)?,
            None => (CodesWriter::create(&output, self.width)?, None),
        };
        let inputs = &self.sorted.runs[..together];
        let mut codes = Merge::after(last, inputs, self.memory / 2)?;
        let mut known = Merge::after(last, known, self.memory / 2)?;
        let mut taken = 0u64;
        while let Some(code) = codes.next()? {
            if !known.contains(code)? {
                writer.write(code)?;
            }
            taken += 1;
            if taken.is_multiple_of(ASK_EVERY) {
                monitor.advance(ASK_EVERY);
                let cancelled = monitor.check();
                let due = |saver: &&mut RoundSaver<'_>| cancelled.is_err() || saver.file.is_due();
                if let Some(saver) = saver.as_mut().filter(due) {
                    self.sync()?;
                    self.sorted.partial = Some(writer.snapshot()?);
                    saver.save(&self.sorted)?;
                }
                cancelled?;
            }
        }
        self.sorted.partial = None;
        writer.finish(true)
    }
}

/// The distinct codes of several files, in ascending order.
pub(super) struct Merge {
    readers: Vec<CodesReader>,
    /// The next code of each reader that is not at its end.
    heads: BinaryHeap<Reverse<(u128, usize)>>,
}

impl Merge {
    /// Merges these files with about `memory` bytes for all buffers together, but at least 4 kB and at most 1 MB for
    /// each.
    pub(super) fn new(files: &[CodesFile], memory: usize) -> Result<Merge, ReachError> {
        Merge::after(None, files, memory)
    }

    /// Merges these files without the codes up to `last`.
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
                Some(code) => file.count_up_to(code)?,
                None => 0,
            };
            merge.readers.push(file.read_from(from, buffer)?);
            if let Some(code) = merge.readers[index].next()? {
                merge.heads.push(Reverse((code, index)));
            }
        }
        Ok(merge)
    }

    /// Returns the next code without taking it.
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
                // The heap restores its order when the head is dropped.
                Some(next) => head.0.0 = next,
                None => {
                    std::collections::binary_heap::PeekMut::pop(head);
                }
            }
        }
        Ok(Some(code))
    }

    /// Returns whether one of the files has the code, which is no less than that of the last call.
    pub(super) fn contains(&mut self, code: u128) -> Result<bool, ReachError> {
        while self.peek().is_some_and(|next| next < code) {
            self.next()?;
        }
        Ok(self.peek() == Some(code))
    }
}
