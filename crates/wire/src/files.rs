//! The files of a published set, whatever carries the requests.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sowlab_base::Monitor;
use sowlab_solvers::table::{FileParts, PublishedFiles, TransferError};

use super::answer::Version;
use super::cache::Cache;
use super::error::HttpError;

/// The maximum number of bytes between two ranges that one request reads. They cost about as much as a request.
const GAP: u64 = 4 << 10;
/// The maximum number of bytes of a request, unless one range is longer.
const MERGED: u64 = 1 << 20;
/// The maximum number of bytes of ranges that are cached.
const CACHED: usize = 64 << 20;

/// A function that receives the number of a range, the version of the file, and the bytes.
pub type Taking<'a> = &'a mut dyn FnMut(usize, Version, Vec<u8>) -> Result<(), HttpError>;

/// What carries requests for ranges. Each answer is checked by [`check_head`](super::check_head), and has as many bytes
/// as that says.
pub trait Transport: Send + Sync {
    /// Reads ranges of the file at this URL, of the known version if there is one.
    ///
    /// # Errors
    /// A request failed, an answer is wrong, `take` refused it, or the monitor cancelled.
    fn transfer(
        &self,
        url: &str,
        ranges: Vec<Range<u64>>,
        known: Option<&Version>,
        monitor: &dyn Monitor,
        take: Taking<'_>,
    ) -> Result<(), TransferError>;
}

/// The files in a directory of a web server.
pub struct RangedFiles<T> {
    /// The URL of the directory, with `/` at the end.
    base: String,
    transport: T,
    /// The version of each file that was read.
    versions: Mutex<HashMap<String, Version>>,
    cache: Mutex<Cache>,
}

impl<T: Transport> RangedFiles<T> {
    /// Returns the files in the directory with this URL. Nothing is read yet.
    pub fn over(transport: T, url: &str) -> RangedFiles<T> {
        RangedFiles {
            base: format!("{}/", url.trim_end_matches('/')),
            transport,
            versions: Mutex::default(),
            cache: Mutex::new(Cache::new(CACHED)),
        }
    }

    /// Returns what carries the requests.
    pub fn transport(&self) -> &T {
        &self.transport
    }

    /// Reads ranges, and passes each with its number to `take`.
    fn transfer(
        &self,
        file: &str,
        ranges: Vec<Range<u64>>,
        monitor: &dyn Monitor,
        mut take: impl FnMut(usize, Vec<u8>),
    ) -> Result<(), TransferError> {
        let known = lock(&self.versions).get(file).cloned();
        let mut taking = |number, version: Version, bytes| {
            // Answers to a request with a known version were compared with it. Otherwise the first answer decides.
            if known.is_none() {
                let mut versions = lock(&self.versions);
                let first = versions.entry(file.to_owned());
                if *first.or_insert_with(|| version.clone()) != version {
                    return Err(HttpError::Changed);
                }
            }
            take(number, bytes);
            Ok(())
        };
        let (url, known) = (self.address(file), known.as_ref());
        self.transport
            .transfer(&url, ranges, known, monitor, &mut taking)
    }

    fn read_checked(
        &self,
        file: &str,
        ranges: &[Range<u64>],
        monitor: &dyn Monitor,
    ) -> Result<Vec<Arc<Vec<u8>>>, TransferError> {
        let mut found: Vec<Option<Arc<Vec<u8>>>> = {
            let cache = lock(&self.cache);
            let empty = |range: &Range<u64>| range.is_empty().then(Arc::default);
            let cached = ranges.iter();
            cached
                .map(|range| empty(range).or_else(|| cache.get(file, range)))
                .collect()
        };
        let mut missing: Vec<usize> = (0..ranges.len())
            .filter(|&at| found[at].is_none())
            .collect();
        missing.sort_by_key(|&at| ranges[at].start);
        let merged = merge(ranges, &missing);
        let to_read = merged.iter().map(|merged| merged.range.clone()).collect();
        self.transfer(file, to_read, monitor, |number, bytes| {
            let Merged { range, parts } = &merged[number];
            for &at in parts {
                let place = |byte: u64| ((byte - range.start) as usize).min(bytes.len());
                let part = bytes[place(ranges[at].start)..place(ranges[at].end)].to_vec();
                let part = Arc::new(part);
                lock(&self.cache).put(file, ranges[at].clone(), &part);
                found[at] = Some(part);
            }
        })?;
        Ok(found.into_iter().map(Option::unwrap_or_default).collect())
    }
}

impl<T: Transport> PublishedFiles for RangedFiles<T> {
    fn address(&self, file: &str) -> String {
        format!("{}{file}", self.base)
    }

    fn read(
        &self,
        file: &str,
        ranges: &[Range<u64>],
        monitor: &dyn Monitor,
    ) -> Result<FileParts, TransferError> {
        match self.read_checked(file, ranges, monitor) {
            Ok(bytes) => Ok(FileParts {
                bytes,
                length: lock(&self.versions)
                    .get(file)
                    .map_or(0, |version| version.length),
            }),
            Err(error) => {
                // The next call begins with the new version of the file.
                lock(&self.versions).remove(file);
                lock(&self.cache).forget(file);
                Err(error)
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl From<HttpError> for TransferError {
    fn from(error: HttpError) -> TransferError {
        match error {
            HttpError::Missing => TransferError::Missing,
            error => TransferError::Failed(Box::new(error)),
        }
    }
}

/// A range that one request reads, and the numbers of the ranges in it.
#[derive(Debug, PartialEq, Eq)]
struct Merged {
    range: Range<u64>,
    parts: Vec<usize>,
}

/// Merges ranges that are close to each other. `order` has the numbers of some ranges by rising start.
fn merge(ranges: &[Range<u64>], order: &[usize]) -> Vec<Merged> {
    let mut all: Vec<Merged> = Vec::new();
    for &at in order {
        let range = &ranges[at];
        match all.last_mut() {
            Some(last)
                if range.start <= last.range.end + GAP
                    && range.end.max(last.range.end) - last.range.start <= MERGED =>
            {
                last.range.end = last.range.end.max(range.end);
                last.parts.push(at);
            }
            _ => all.push(Merged {
                range: range.clone(),
                parts: vec![at],
            }),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_ranges_share_a_request() {
        let ranges = [
            0..10,
            10..20,
            20 + GAP..30 + GAP,
            31 + 2 * GAP..40 + 2 * GAP,
            MERGED..MERGED + 10,
            MERGED + 10..2 * MERGED + 20,
        ];
        let merged = merge(&ranges, &[0, 1, 2, 3, 4, 5]);
        let parts: Vec<&[usize]> = merged.iter().map(|merged| &merged.parts[..]).collect();
        assert_eq!(parts, [&[0, 1, 2][..], &[3], &[4], &[5]]);
        for Merged { range, parts } in &merged {
            let inside =
                |&at: &usize| range.start <= ranges[at].start && ranges[at].end <= range.end;
            assert!(parts.iter().all(inside));
        }
    }
}
