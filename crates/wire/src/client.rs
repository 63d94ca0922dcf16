//! One request for a range, with retries.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ureq::http::header;
use ureq::{Agent, Timeout};

use super::answer::{Version, check_head};
use super::error::HttpError;

/// The maximum number of redirects.
const REDIRECTS: u32 = 5;
/// The pauses before further attempts.
const PAUSES: [Duration; 2] = [Duration::from_millis(250), Duration::from_millis(1000)];
/// The interval between checks whether the work was cancelled.
pub(crate) const EVERY: Duration = Duration::from_millis(50);

/// The time limits of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Until the connection stands, and between two parts of an answer.
    pub(crate) silence: Duration,
    /// Of the whole request.
    pub(crate) whole: Duration,
}

impl Limits {
    pub(crate) const USUAL: Limits = Limits {
        silence: Duration::from_secs(15),
        whole: Duration::from_secs(120),
    };
}

/// A client of one server. It counts what it receives.
pub(crate) struct Client {
    agent: Agent,
    limits: Limits,
    pub(crate) requests: AtomicU64,
    pub(crate) bytes: AtomicU64,
}

impl Client {
    pub(crate) fn new(encrypted: bool, connections: usize, limits: Limits) -> Client {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .https_only(encrypted)
            .max_redirects(REDIRECTS)
            .max_redirects_will_error(true)
            .max_idle_connections_per_host(connections)
            .user_agent(concat!("sowlab/", env!("CARGO_PKG_VERSION")))
            .timeout_resolve(Some(limits.silence))
            .timeout_connect(Some(limits.silence))
            .timeout_per_read(Some(limits.silence))
            .timeout_per_write(Some(limits.silence))
            .timeout_global(Some(limits.whole))
            .build();
        Client {
            agent: config.new_agent(),
            limits,
            requests: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        }
    }

    /// Reads a range of a file, with a few attempts until `stop` is set.
    pub(crate) fn read(
        &self,
        url: &str,
        asked: &Range<u64>,
        known: Option<&Version>,
        stop: &AtomicBool,
    ) -> Result<(Version, Vec<u8>), HttpError> {
        let mut pauses = PAUSES.iter();
        loop {
            match (self.attempt(url, asked, known, stop), pauses.next()) {
                (Err(error), Some(&pause)) if error.may_pass() => wait(pause, stop),
                (result, _) => return result,
            }
            if stop.load(Ordering::Relaxed) {
                return Err(HttpError::Connection("cancelled".into()));
            }
        }
    }

    fn attempt(
        &self,
        url: &str,
        asked: &Range<u64>,
        known: Option<&Version>,
        stop: &AtomicBool,
    ) -> Result<(Version, Vec<u8>), HttpError> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let range = format!("bytes={}-{}", asked.start, asked.end - 1);
        let mut request = (self.agent.get(url))
            .header(header::ACCEPT_ENCODING, "identity")
            .header(header::RANGE, range);
        if let Some(validator) = known.and_then(Version::validator) {
            request = request.header(header::IF_RANGE, validator);
        }
        let answer = request.call().map_err(|error| self.error(error))?;
        let headers = answer.headers();
        let header = |name: &str| {
            let value = headers.get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        let (version, expected) = check_head(answer.status().as_u16(), &header, asked, known)?;
        let mut body = answer.into_body().into_reader();
        let mut bytes = Vec::new();
        let mut part = vec![0; expected.min(64 << 10) as usize + 1];
        loop {
            let found = bytes.len() as u64;
            match body.read(&mut part) {
                Ok(0) if found == expected => return Ok((version, bytes)),
                Ok(0) => return Err(HttpError::Cut { found, expected }),
                Ok(read) => {
                    self.bytes.fetch_add(read as u64, Ordering::Relaxed);
                    bytes.extend_from_slice(&part[..read]);
                }
                Err(error) => match ureq::Error::from(error) {
                    ureq::Error::Timeout(timeout) => return Err(self.time(timeout)),
                    _ => return Err(HttpError::Cut { found, expected }),
                },
            }
            if bytes.len() as u64 > expected {
                return Err(HttpError::TooLong(expected));
            }
            if stop.load(Ordering::Relaxed) {
                return Err(HttpError::Cut { found, expected });
            }
        }
    }

    fn time(&self, timeout: Timeout) -> HttpError {
        HttpError::Time(match timeout {
            Timeout::Global => self.limits.whole,
            _ => self.limits.silence,
        })
    }

    fn error(&self, error: ureq::Error) -> HttpError {
        match error {
            ureq::Error::Timeout(timeout) => self.time(timeout),
            ureq::Error::TooManyRedirects => HttpError::Redirects(REDIRECTS),
            ureq::Error::RequireHttpsOnly(_) => HttpError::Unencrypted,
            ureq::Error::HostNotFound => HttpError::Host,
            ureq::Error::Rustls(error) => HttpError::Tls(error.to_string()),
            ureq::Error::Tls(error) => HttpError::Tls(error.to_owned()),
            // rustls reports its errors by this kind.
            ureq::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
                HttpError::Tls(error.to_string())
            }
            ureq::Error::Io(error) => HttpError::Connection(error.to_string()),
            error => HttpError::Connection(error.to_string()),
        }
    }
}

/// Waits for a time, or until `stop` is set.
fn wait(pause: Duration, stop: &AtomicBool) {
    let start = Instant::now();
    while !stop.load(Ordering::Relaxed) && start.elapsed() < pause {
        thread::sleep(EVERY);
    }
}
