//! The requests of the analysis board, answered in a worker of a browser with the code that `sowlab-board` runs.
//!
//! A worker has one thread. The page cancels a request by terminating its worker; time limits are those of the request.

mod published;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use js_sys::{Array, Function, JSON, Uint8Array};
use sowlab_analysis::Analyses;
use sowlab_analysis::secured::{proof_file, provide_proof};
use sowlab_analysis::tables::LayerReport;
use sowlab_api::{Answer, ApiError, Request, Setting, Work};
use sowlab_base::interrupt::Interrupt;
use sowlab_base::{Deadline, Instant, MemorySize};
use sowlab_games::catalog::{CatalogGame, ListedGame};
use sowlab_games::give_file;
use sowlab_solvers::table::{Directory, store_table, stored_tables};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The memory of a search in bytes: a quarter of what phones give a page.
const MEMORY: usize = 64 << 20;
/// The name of the folder that tables would be in.
const TABLES: &str = "tables";
/// The maximum time of a search.
const TIME_LIMIT: Duration = Duration::from_secs(3600);

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn log_error(message: &str);
}

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
        std::panic::set_hook(Box::new(|panic| log_error(&panic.to_string())));
        // Nothing can unwind here, so a round that has begun is sown to its end: the page may end the worker.
        Interrupt::new(Duration::MAX, || false).enter_process();
        let memory = MemorySize::new(MEMORY);
        let setting = Setting::new(PathBuf::from(TABLES), memory, TIME_LIMIT);
        Solver {
            setting: Arc::new(setting),
        }
    }

    /// Answers a request: the path below `/api/v1/`, and its query. `each` receives the documents of a stream; the
    /// result is then why the stream ended: `proven` or `time`.
    ///
    /// # Errors
    /// The document of the error. Its user runs the solver, so it has every reason.
    pub fn answer(&self, path: &str, query: &str, each: &Function) -> Result<String, JsValue> {
        let answered = self.answered(path, query, each);
        answered.map_err(|error| {
            let document = error.document();
            let document = match error.hidden_reason() {
                Some(reason) => document.with("reason", reason.into()),
                None => document,
            };
            JSON::parse(&document.json()).unwrap_or_else(|_| document.error.into())
        })
    }

    /// Returns the name of the file with the proof of a game, if there is one.
    #[wasm_bindgen(js_name = proofFile)]
    pub fn proof_file(game: &str) -> Option<String> {
        let game: CatalogGame = game.parse().ok()?;
        proof_file(&game.to_string()).map(str::to_owned)
    }

    /// Provides the bytes of a proof file.
    #[wasm_bindgen(js_name = provideProof)]
    pub fn provide_proof(file: &str, bytes: Vec<u8>) {
        provide_proof(file, bytes);
    }

    /// Provides a file of rules, so that `file:PATH` names its game.
    #[wasm_bindgen(js_name = provideRules)]
    pub fn provide_rules(path: &str, text: &str) {
        give_file(path, text);
    }

    /// Returns the game of a file of rules, as the list of games has it.
    ///
    /// # Errors
    /// One line that tells the problem.
    #[wasm_bindgen(js_name = listRules)]
    pub fn list_rules(path: &str) -> Result<String, JsValue> {
        let listed = ListedGame::of_file(path).map_err(|error| error.to_string())?;
        Ok(serde_json::to_string(&listed).map_err(|error| error.to_string())?)
    }

    /// Provides the bytes of a table that [`tables`](Solver::tables) returned, in this worker or another one.
    #[wasm_bindgen(js_name = storeTable)]
    pub fn store_table(path: &str, bytes: Vec<u8>) {
        store_table(Path::new(path), bytes);
    }

    /// Builds the tables of boards of a game with up to `stones` stones. `told` receives the stones of each. Returns the
    /// bytes of their files, from that of no stones on.
    ///
    /// # Errors
    /// One line that tells the problem.
    #[wasm_bindgen(js_name = buildTables)]
    pub fn build_tables(game: &str, stones: u32, told: &Function) -> Result<Array, JsValue> {
        fn refused(error: impl ToString) -> JsValue {
            error.to_string().into()
        }
        let game: CatalogGame = game.parse().map_err(refused)?;
        let tables = game.analyses().tables().map_err(refused)?;
        let folder = Path::new(TABLES);
        // A page that does not listen misses progress.
        let mut built = |layer: LayerReport| {
            let _ = told.call1(&JsValue::NULL, &layer.stones.into());
        };
        tables
            .build_tables(folder, stones, &(), &mut built)
            .map_err(refused)?;
        let stored: HashMap<_, _> = stored_tables().into_iter().collect();
        let directory = Directory::new(folder, &tables.table_name().map_err(refused)?);
        let paths = (0..=stones).map(|layer| directory.table_path(layer));
        let bytes = paths.filter_map(|path| stored.get(&path));
        Ok(bytes
            .map(|bytes| Uint8Array::from(bytes.as_slice()))
            .collect())
    }

    /// Probes a position of a game in the tables of a published set at this URL. Returns the side whose margin the value is,
    /// its lower, zero and upper, and the numbers of requests and bytes; fewer if the tables do not have the position.
    ///
    /// # Errors
    /// One line that tells the problem.
    #[wasm_bindgen(js_name = probePublished)]
    pub fn probe_published(game: &str, url: &str, position: &str) -> Result<Array, JsValue> {
        published::probe(game, url, position)
    }

    /// Returns the tables that searches built, except those with these paths: pairs of a path and the bytes of a file.
    pub fn tables(known: &Array) -> Array {
        let unknown = stored_tables().into_iter().filter_map(|(path, bytes)| {
            let path = JsValue::from(path.to_str()?);
            let bytes = || Uint8Array::from(bytes.as_slice());
            (!known.includes(&path, 0)).then(|| Array::of2(&path, &bytes()))
        });
        unknown.collect()
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
