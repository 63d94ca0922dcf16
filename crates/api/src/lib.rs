//! The requests of the analysis board, described in docs/formats.md: parameters in, documents in JSON out.
//!
//! [`Request::read`] reads the parameters. Its [`Work`] computes the answer, on whatever thread and with whatever limits
//! the caller has: `sowlab-board` runs it behind HTTP, and the page without a server in a worker.

mod choices;
mod engines;
mod equilibrium;
mod error;
mod games;
mod parameters;
mod play;
mod request;
mod review;
mod rules;
mod setting;
mod show;
mod sow;

pub use choices::{ImprovingChoices, PreparedChoices};
pub use error::{ApiError, ErrorDocument, ErrorKind};
pub use request::{Answer, QuickWork, Request, SearchWork, Work};
pub use setting::Setting;

use parameters::Parameters;
use request::document;
