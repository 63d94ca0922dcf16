//! Endgame tables that a web server publishes as static files.
//!
//! [`HttpFiles`] is the source of bytes behind the reader of `sowlab-solvers`: it reads ranges of files over HTTP/1.1.
//! Close ranges are merged, several requests run at a time, and what was read is cached. Every answer is checked: its
//! status, its range, its length, and that the file has not changed since the first request.

mod answer;
mod cache;
mod client;
mod error;
mod files;
mod url;

pub use error::HttpError;
pub use files::{HttpFiles, Transferred};
pub use url::UrlError;
