//! The requests of the analysis board, answered in a worker of a browser with the code that `sowlab-board` runs.
//!
//! A worker has one thread. The page cancels a request by terminating its worker; time limits are those of the request.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use js_sys::Function;
use sowlab_api::{Answer, ApiError, Request, Setting, Work};
use sowlab_base::{Deadline, Instant, MemorySize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The memory of a search in bytes: a quarter of what phones give a page.
const MEMORY: usize = 64 << 20;
/// The maximum time of a search.
const TIME_LIMIT: Duration = Duration::from_secs(3600);

/// Answers requests.
#[wasm_bindgen]
pub struct Solver {
    setting: Arc<Setting>,
}

#[wasm_bindgen]
impl Solver {
    /// Creates a solver without tables.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Solver {
        let memory = MemorySize::new(MEMORY);
        let setting = Setting::new(PathBuf::from("tables"), memory, TIME_LIMIT);
        Solver {
            setting: Arc::new(setting),
        }
    }

    /// Answers a request: the path below `/api/v1/`, and its query. `each` receives the documents of a stream; the
    /// result is then why the stream ended: `proven` or `time`.
    ///
    /// # Errors
    /// One line that tells the problem.
    pub fn answer(&self, path: &str, query: &str, each: &Function) -> Result<String, JsValue> {
        let answered = self.answered(path, query, each);
        answered.map_err(|error| match error.hidden_reason() {
            Some(reason) => reason.into(),
            None => error.to_string().into(),
        })
    }

    fn answered(&self, path: &str, query: &str, each: &Function) -> Answer {
        let arrived = Instant::now();
        let Request { within, work } = Request::read(path, query, &self.setting)?;
        match work {
            Work::Done(text) => Ok(text),
            Work::Quick(work) => work(),
            Work::Search(work) => {
                let limit = within.unwrap_or(TIME_LIMIT);
                let monitor = Deadline::new(&(), arrived.checked_add(limit));
                work(&monitor).map_err(|error| match error {
                    ApiError::Unfinished => ApiError::TimeOver {
                        seconds: limit.as_secs(),
                    },
                    error => error,
                })
            }
            Work::Stream(choices) => {
                let prepared = choices.prepare()?;
                let monitor = Deadline::new(&(), Instant::now().checked_add(prepared.limit()));
                let mut send = |text: String| {
                    // A page that does not listen misses documents.
                    let _ = each.call1(&JsValue::NULL, &text.into());
                };
                let proven = prepared.search(&monitor, &mut send)?;
                Ok(if proven { "proven" } else { "time" }.to_owned())
            }
        }
    }
}
