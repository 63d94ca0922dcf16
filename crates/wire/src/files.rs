//! The files of a published set over HTTP.

use std::collections::HashMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use sowlab_base::{Cancelled, Monitor};
use sowlab_solvers::table::{FileParts, PublishedFiles, TransferError};

use super::answer::Version;
use super::cache::Cache;
use super::client::{Client, EVERY, Limits};
use super::error::HttpError;
use super::url::{Base, UrlError};

/// The maximum number of requests at a time.
const CONNECTIONS: usize = 6;
/// The maximum number of bytes between two ranges that one request reads. They cost about as much as a request.
const GAP: u64 = 4 << 10;
/// The maximum number of bytes of a request, unless one range is longer.
const MERGED: u64 = 1 << 20;
/// The maximum number of bytes of ranges that are cached.
const CACHED: usize = 64 << 20;

/// The number of requests that were sent, and the bytes that came back, without heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transferred {
    /// The number of requests, with repeated ones.
    pub requests: u64,
    /// The number of bytes of the answers.
    pub bytes: u64,
}

/// A published set of tables on a web server.
pub struct HttpFiles {
    base: Base,
    client: Arc<Client>,
    /// The version of each file that was read.
    versions: Mutex<HashMap<String, Version>>,
    cache: Mutex<Cache>,
}

impl HttpFiles {
    /// Returns the set of files in the directory with this URL. Nothing is read yet.
    ///
    /// # Errors
    /// The text is not the URL of a directory.
    pub fn new(url: &str) -> Result<HttpFiles, UrlError> {
        HttpFiles::with_limits(url, Limits::USUAL)
    }

    fn with_limits(url: &str, limits: Limits) -> Result<HttpFiles, UrlError> {
        let base = Base::parse(url)?;
        let client = Client::new(base.is_encrypted(), CONNECTIONS, limits);
        Ok(HttpFiles {
            base,
            client: Arc::new(client),
            versions: Mutex::default(),
            cache: Mutex::new(Cache::new(CACHED)),
        })
    }

    /// Returns what was transferred so far.
    pub fn transferred(&self) -> Transferred {
        Transferred {
            requests: self.client.requests.load(Ordering::Relaxed),
            bytes: self.client.bytes.load(Ordering::Relaxed),
        }
    }

    /// Reads ranges by several requests at a time, and passes each with its number to `take`. The requests run on
    /// threads of their own: after a cancellation nothing waits for the server.
    fn transfer(
        &self,
        file: &str,
        ranges: Vec<Range<u64>>,
        monitor: &dyn Monitor,
        mut take: impl FnMut(usize, Vec<u8>),
    ) -> Result<(), TransferFault> {
        let count = ranges.len();
        let threads = count.min(CONNECTIONS);
        let work = Arc::new(Work {
            client: Arc::clone(&self.client),
            url: self.base.file(file),
            known: lock(&self.versions).get(file).cloned(),
            ranges,
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
        });
        let _stopped = StopOnDrop(&work.stop);
        let (sender, results) = mpsc::channel();
        for _ in 0..threads {
            let (work, sender) = (Arc::clone(&work), sender.clone());
            let thread = thread::Builder::new().name("transfer".into());
            let started = thread.spawn(move || work.run(&sender));
            started.map_err(|error| HttpError::Connection(error.to_string()))?;
        }
        drop(sender);
        for _ in 0..count {
            let (number, read) = loop {
                monitor.check()?;
                match results.recv_timeout(EVERY) {
                    Ok(result) => break result,
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(HttpError::Connection("a transfer ended early".into()).into());
                    }
                }
            };
            let (version, bytes) = read?;
            // Answers to a request with a known version were compared with it. Otherwise the first answer decides.
            if work.known.is_none() {
                let mut versions = lock(&self.versions);
                let first = versions.entry(file.to_owned());
                if *first.or_insert_with(|| version.clone()) != version {
                    return Err(HttpError::Changed.into());
                }
            }
            take(number, bytes);
        }
        Ok(())
    }

    fn read_checked(
        &self,
        file: &str,
        ranges: &[Range<u64>],
        monitor: &dyn Monitor,
    ) -> Result<Vec<Arc<Vec<u8>>>, TransferFault> {
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

impl PublishedFiles for HttpFiles {
    fn address(&self, file: &str) -> PathBuf {
        self.base.file(file).into()
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
            Err(fault) => {
                // The next call begins with the new version of the file.
                lock(&self.versions).remove(file);
                lock(&self.cache).forget(file);
                Err(fault.into())
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The reason why a transfer ended.
enum TransferFault {
    Http(HttpError),
    Cancelled(Cancelled),
}

impl From<HttpError> for TransferFault {
    fn from(error: HttpError) -> TransferFault {
        TransferFault::Http(error)
    }
}

impl From<Cancelled> for TransferFault {
    fn from(cancelled: Cancelled) -> TransferFault {
        TransferFault::Cancelled(cancelled)
    }
}

impl From<TransferFault> for TransferError {
    fn from(fault: TransferFault) -> TransferError {
        match fault {
            TransferFault::Http(HttpError::Missing) => TransferError::Missing,
            TransferFault::Http(error) => TransferError::Failed(Box::new(error)),
            TransferFault::Cancelled(cancelled) => cancelled.into(),
        }
    }
}

/// Requests that several threads send.
struct Work {
    client: Arc<Client>,
    url: String,
    known: Option<Version>,
    ranges: Vec<Range<u64>>,
    next: AtomicUsize,
    stop: AtomicBool,
}

/// The number of a range, and its answer.
type Answer = (usize, Result<(Version, Vec<u8>), HttpError>);

impl Work {
    fn run(&self, results: &mpsc::Sender<Answer>) {
        while !self.stop.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(range) = self.ranges.get(number) else {
                return;
            };
            let read = self
                .client
                .read(&self.url, range, self.known.as_ref(), &self.stop);
            if results.send((number, read)).is_err() {
                return;
            }
        }
    }
}

/// Stops the threads when the transfer ends.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
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
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::time::{Duration, Instant};

    use super::*;

    /// A server that treats every connection in this way, for as long as the test runs.
    fn server(treat: impl Fn(TcpStream) + Send + Sync + Clone + 'static) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        thread::spawn(move || {
            for stream in listener.incoming() {
                let treat = treat.clone();
                thread::spawn(move || treat(stream.unwrap()));
            }
        });
        url
    }

    const SHORT: Limits = Limits {
        silence: Duration::from_millis(200),
        whole: Duration::from_millis(700),
    };

    fn read(url: &str, monitor: &dyn Monitor) -> Result<FileParts, TransferError> {
        let files = HttpFiles::with_limits(url, SHORT).unwrap();
        files.read("a.table", std::slice::from_ref(&(0..1000)), monitor)
    }

    fn message(url: &str) -> String {
        let start = Instant::now();
        let error = read(url, &()).unwrap_err();
        // Three attempts, and the pauses between them.
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "{:?}",
            start.elapsed()
        );
        error.to_string()
    }

    #[test]
    fn silence_has_a_limit() {
        let url = server(|mut stream| {
            let _ = stream.read_to_end(&mut Vec::new());
        });
        assert_eq!(message(&url), "no answer within 0.2 s");
    }

    #[test]
    fn a_slow_answer_has_a_limit() {
        let url = server(|mut stream| {
            let head = "HTTP/1.1 206 Some\r\nContent-Range: bytes 0-999/5000\r\n\r\n";
            let mut left = write!(stream, "{head}");
            while left.is_ok() {
                thread::sleep(Duration::from_millis(50));
                left = stream.write_all(b"x");
            }
        });
        assert_eq!(message(&url), "no answer within 0.7 s");
    }

    #[test]
    fn a_head_without_end_is_refused() {
        let url = server(|mut stream| {
            let mut left = write!(stream, "HTTP/1.1 206 Some\r\n");
            while left.is_ok() {
                left = stream.write_all(b"X-Header: of a head that never ends\r\n");
            }
        });
        let error = message(&url);
        assert!(!error.is_empty(), "{error}");
    }

    #[test]
    fn a_cancelled_transfer_does_not_wait() {
        struct Cancelling;
        impl Monitor for Cancelling {
            fn cancelled(&self) -> bool {
                true
            }
        }
        let url = server(|mut stream| {
            let _ = stream.read_to_end(&mut Vec::new());
        });
        let start = Instant::now();
        let error = read(&url, &Cancelling).unwrap_err();
        assert!(matches!(error, TransferError::Cancelled(_)), "{error}");
        assert!(
            start.elapsed() < Duration::from_millis(150),
            "{:?}",
            start.elapsed()
        );
    }

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
