//! The transport of the command: some threads with a client each.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use sowlab_base::Monitor;
use sowlab_solvers::table::TransferError;

use super::answer::Version;
use super::client::{Client, EVERY, Limits};
use super::error::HttpError;
use super::files::{RangedFiles, Taking, Transport};
use super::url::{Base, UrlError};

/// The maximum number of requests at a time.
const CONNECTIONS: usize = 6;

/// The number of requests that were sent, and the bytes that came back, without heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transferred {
    /// The number of requests, with repeated ones.
    pub requests: u64,
    /// The number of bytes of the answers.
    pub bytes: u64,
}

/// A published set of tables on a web server, read by threads.
pub type HttpFiles = RangedFiles<Threads>;

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
        let threads = Threads(Arc::new(client));
        Ok(RangedFiles::over(threads, base.as_str()))
    }

    /// Returns what was transferred so far.
    pub fn transferred(&self) -> Transferred {
        let Threads(client) = self.transport();
        Transferred {
            requests: client.requests.load(Ordering::Relaxed),
            bytes: client.bytes.load(Ordering::Relaxed),
        }
    }
}

/// Several requests at a time. They run on threads of their own: after a cancellation nothing waits for the server.
pub struct Threads(Arc<Client>);

impl Transport for Threads {
    fn transfer(
        &self,
        url: &str,
        ranges: Vec<Range<u64>>,
        known: Option<&Version>,
        monitor: &dyn Monitor,
        take: Taking<'_>,
    ) -> Result<(), TransferError> {
        let count = ranges.len();
        let threads = count.min(CONNECTIONS);
        let work = Arc::new(Work {
            client: Arc::clone(&self.0),
            url: url.to_owned(),
            known: known.cloned(),
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
            take(number, version, bytes)?;
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::time::{Duration, Instant};

    use sowlab_solvers::table::{FileParts, PublishedFiles};

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
}
