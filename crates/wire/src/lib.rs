//! Endgame tables that a web server publishes as static files.
//!
//! [`RangedFiles`] is the source of bytes behind the reader of `sowlab-solvers`: it reads ranges of files. Close ranges are
//! merged, and what was read is cached. Every answer is checked: its status, its range, its length, and that the file has
//! not changed since the first request.
//!
//! A [`Transport`] carries the requests. That of [`HttpFiles`] speaks HTTP/1.1 and sends several requests at a time; it is
//! the feature `client`, which is on by default. A page has one of its own.

mod answer;
mod cache;
#[cfg(feature = "client")]
mod client;
mod error;
mod files;
#[cfg(feature = "client")]
mod threads;
#[cfg(feature = "client")]
mod url;

pub use answer::{Headers, Version, check_head};
pub use error::HttpError;
pub use files::{RangedFiles, Taking, Transport};
#[cfg(feature = "client")]
pub use threads::{HttpFiles, Threads, Transferred};
#[cfg(feature = "client")]
pub use url::UrlError;
