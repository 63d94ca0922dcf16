//! Errors of requests.

use std::time::Duration;

/// The reason why a range of a published file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HttpError {
    /// There is no such file: status 404 or 410.
    #[error("no such file")]
    Missing,
    /// The server sends whole files only.
    #[error(
        "the server ignores ranges (status 200); use one that answers them, or download the tables"
    )]
    NoRanges,
    /// The server sent another range.
    #[error("the server sent {}, not the requested bytes {asked}", if found.is_empty() { "no range" } else { found })]
    WrongRange {
        /// The requested range.
        asked: String,
        /// The header `Content-Range`.
        found: String,
    },
    /// The server stated another number of bytes than its range has.
    #[error("the server announced {found} bytes for a range of {expected}")]
    WrongLength {
        /// The length of the range.
        expected: u64,
        /// The header `Content-Length`.
        found: String,
    },
    /// The answer is longer than the range.
    #[error("the answer is longer than the requested range of {0} bytes")]
    TooLong(u64),
    /// The answer is compressed once more.
    #[error("the server sent the encoding {0}, where plain bytes were requested")]
    Encoded(String),
    /// The file ends before the range.
    #[error("the file ends before byte {0}")]
    TooShort(u64),
    /// The file changed between two requests.
    #[error("the file changed on the server between two requests; run the command again")]
    Changed,
    /// The server answered with another status.
    #[error("the server answered with status {0}")]
    Status(u16),
    /// The connection ended early.
    #[error("the connection ended after {found} of {expected} bytes")]
    Cut {
        /// The number of bytes that arrived.
        found: u64,
        /// The length of the range.
        expected: u64,
    },
    /// The server did not answer in time.
    #[error("no answer within {} s", .0.as_secs_f32())]
    Time(Duration),
    /// The server redirects too often.
    #[error("more than {0} redirects")]
    Redirects(u32),
    /// An encrypted address leads to one that is not.
    #[error("a redirect from https:// to http:// is refused")]
    Unencrypted,
    /// The server cannot be trusted, or does not speak TLS.
    #[error("TLS: {0}")]
    Tls(String),
    /// The name of the host has no address.
    #[error("no such host")]
    Host,
    /// The connection failed otherwise.
    #[error("{0}")]
    Connection(String),
}

impl HttpError {
    /// Returns whether another attempt may succeed.
    #[cfg(feature = "client")]
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            HttpError::Cut { .. } | HttpError::Time(_) | HttpError::Connection(_) => true,
            HttpError::Status(status) => matches!(status, 408 | 429 | 500 | 502 | 503 | 504),
            _ => false,
        }
    }
}
