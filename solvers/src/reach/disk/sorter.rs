//! Sorts more codes than fit in memory.

use std::path::{Path, PathBuf};

use rayon::slice::ParallelSliceMut;

use super::codes::{CodesFile, CodesWriter};
use super::error::ReachError;
use super::merge::Merge;
use crate::Monitor;

/// Files read together at most: far fewer than a process may open.
pub(super) const READ_TOGETHER: usize = 128;

/// Codes between two questions whether to stop.
const ASK_EVERY: u64 = 1 << 16;

/// Gathers codes in a buffer and writes it, sorted, as a run to a file each time it is full.
pub(super) struct Sorter<'a> {
    folder: &'a Path,
    width: usize,
    /// Bytes of the buffer.
    memory: usize,
    buffer: Vec<u128>,
    runs: Vec<CodesFile>,
    /// Files written, for their names.
    written: usize,
}

impl<'a> Sorter<'a> {
    pub(super) fn new(folder: &'a Path, width: usize, memory: usize) -> Sorter<'a> {
        Sorter {
            folder,
            width,
            memory,
            buffer: Vec::new(),
            runs: Vec::new(),
            written: 0,
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

    fn new_file(&mut self) -> PathBuf {
        self.written += 1;
        self.folder.join(format!("run-{}", self.written))
    }

    fn write_run(&mut self) -> Result<(), ReachError> {
        self.buffer.par_sort_unstable();
        self.buffer.dedup();
        let mut writer = CodesWriter::create(&self.new_file(), self.width)?;
        for &code in &self.buffer {
            writer.write(code)?;
        }
        self.buffer.clear();
        self.runs.push(writer.finish(false)?);
        Ok(())
    }

    /// Writes the distinct codes to `path`, ascending, without those in `known`. The runs are
    /// removed.
    pub(super) fn finish(
        mut self,
        path: &Path,
        known: &[CodesFile],
        monitor: &dyn Monitor,
    ) -> Result<CodesFile, ReachError> {
        self.write_run()?;
        self.buffer = Vec::new();
        monitor.begin("merging", self.runs.iter().map(|run| run.codes).sum());
        while self.runs.len() > READ_TOGETHER {
            let rest = self.runs.split_off(READ_TOGETHER);
            let path = self.new_file();
            let some = std::mem::replace(&mut self.runs, rest);
            let run = self.merge(some, &[], &path, false, monitor)?;
            self.runs.push(run);
        }
        // Known files past the first few are taken out in passes of their own.
        let mut groups: Vec<&[CodesFile]> = known.chunks(READ_TOGETHER).collect();
        let last = groups.pop().unwrap_or_default();
        for group in groups {
            let path = self.new_file();
            let runs = std::mem::take(&mut self.runs);
            let run = self.merge(runs, group, &path, false, monitor)?;
            self.runs.push(run);
        }
        let runs = std::mem::take(&mut self.runs);
        self.merge(runs, last, path, true, monitor)
    }

    fn merge(
        &self,
        runs: Vec<CodesFile>,
        known: &[CodesFile],
        path: &Path,
        durable: bool,
        monitor: &dyn Monitor,
    ) -> Result<CodesFile, ReachError> {
        let mut codes = Merge::new(&runs, self.memory / 2)?;
        let mut known = Merge::new(known, self.memory / 2)?;
        let mut writer = CodesWriter::create(path, self.width)?;
        let mut taken = 0u64;
        while let Some(code) = codes.next()? {
            if !known.contains(code)? {
                writer.write(code)?;
            }
            taken += 1;
            if taken.is_multiple_of(ASK_EVERY) {
                monitor.advance(ASK_EVERY);
                monitor.check()?;
            }
        }
        for run in runs {
            run.remove()?;
        }
        writer.finish(durable)
    }
}
