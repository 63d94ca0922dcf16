//! Tables of a published set, which the worker reads by synchronous requests.

use std::ops::Range;
use std::path::Path;
use std::slice::from_ref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use js_sys::{Array, Uint8Array};
use sowlab_analysis::Analyses;
use sowlab_analysis::tables::{PublishedFiles, TablePlace, Value};
use sowlab_base::Monitor;
use sowlab_games::catalog::CatalogGame;
use sowlab_solvers::table::{Directory, TransferError};
use sowlab_wire::{HttpError, RangedFiles, Taking, Transport, Version, check_head};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The maximum time of a request in milliseconds.
const LIMIT: u32 = 30_000;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = XMLHttpRequest)]
    type Sent;
    #[wasm_bindgen(constructor, js_class = "XMLHttpRequest")]
    fn new() -> Sent;
    #[wasm_bindgen(method, catch)]
    fn open(this: &Sent, method: &str, url: &str, asynchronous: bool) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = setRequestHeader)]
    fn set_header(this: &Sent, name: &str, value: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, setter, js_name = responseType)]
    fn set_response_type(this: &Sent, kind: &str);
    #[wasm_bindgen(method, setter)]
    fn set_timeout(this: &Sent, milliseconds: u32);
    #[wasm_bindgen(method, catch)]
    fn send(this: &Sent) -> Result<(), JsValue>;
    #[wasm_bindgen(method, getter)]
    fn status(this: &Sent) -> u16;
    #[wasm_bindgen(method, getter)]
    fn response(this: &Sent) -> JsValue;
    #[wasm_bindgen(method, js_name = getAllResponseHeaders)]
    fn headers(this: &Sent) -> String;
}

/// The requests of the worker, one at a time.
#[derive(Default)]
struct WorkerRequests {
    requests: AtomicU32,
    bytes: AtomicU32,
}

impl WorkerRequests {
    fn read(
        &self,
        url: &str,
        range: &Range<u64>,
        known: Option<&Version>,
    ) -> Result<(Version, Vec<u8>), HttpError> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        // The browser tells a page no more than this.
        let failed = |_| HttpError::Connection("no answer, or none that this page may read".into());
        let sent = Sent::new();
        sent.open("GET", url, false).map_err(failed)?;
        let bytes = format!("bytes={}-{}", range.start, range.end - 1);
        sent.set_header("Range", &bytes).map_err(failed)?;
        sent.set_response_type("arraybuffer");
        sent.set_timeout(LIMIT);
        sent.send().map_err(failed)?;
        let headers = sent.headers();
        let header = |name: &str| {
            let mut lines = headers.lines().filter_map(|line| line.split_once(':'));
            let (_, value) = lines.find(|(found, _)| found.eq_ignore_ascii_case(name))?;
            Some(value.trim().to_owned())
        };
        let (version, expected) = check_head(sent.status(), &header, range, known)?;
        let bytes = Uint8Array::new(&sent.response()).to_vec();
        self.bytes.fetch_add(bytes.len() as u32, Ordering::Relaxed);
        let found = bytes.len() as u64;
        match found == expected {
            true => Ok((version, bytes)),
            false if found > expected => Err(HttpError::TooLong(expected)),
            false => Err(HttpError::Cut { found, expected }),
        }
    }
}

impl Transport for WorkerRequests {
    fn transfer(
        &self,
        url: &str,
        ranges: Vec<Range<u64>>,
        known: Option<&Version>,
        monitor: &dyn Monitor,
        take: Taking<'_>,
    ) -> Result<(), TransferError> {
        for (number, range) in ranges.iter().enumerate() {
            monitor.check()?;
            let (version, bytes) = self.read(url, range, known)?;
            take(number, version, bytes)?;
        }
        Ok(())
    }
}

/// Probes a position in the tables of a published set. Returns the side whose margin the value is, its lower, zero and
/// upper, and the numbers of requests and bytes; fewer if the tables do not have the position.
///
/// # Errors
/// One line that tells the problem.
pub(super) fn probe(game: &str, url: &str, position: &str) -> Result<Array, JsValue> {
    fn refused(error: impl ToString) -> JsValue {
        error.to_string().into()
    }
    let game: CatalogGame = game.parse().map_err(refused)?;
    let tables = game.analyses().tables().map_err(refused)?;
    let files = Arc::new(RangedFiles::over(WorkerRequests::default(), url));
    // A server that ignores ranges sends a whole file, so the first request is about the smallest one.
    let name = tables.table_name().map_err(refused)?;
    let smallest = Directory::new(Path::new(""), &name).table_path(0);
    let smallest = smallest.to_str().unwrap_or_default();
    let answered = files.read(smallest, from_ref(&(0..1)), &());
    answered.map_err(|error| refused(format!("{}: {error}", files.address(smallest))))?;
    let place = TablePlace::Published(files.clone());
    let mut prober = tables.prober(place).map_err(refused)?;
    let probed = prober.probe_present(position, &()).map_err(refused)?;
    let WorkerRequests { requests, bytes } = files.transport();
    let value = |Value { lower, zero, upper }| {
        let counts = [requests, bytes].map(|count| JsValue::from(count.load(Ordering::Relaxed)));
        let margins = [lower, zero, upper].map(JsValue::from);
        let side = JsValue::from(probed.margin_of);
        [side].into_iter().chain(margins).chain(counts).collect()
    };
    Ok(probed.value.map(value).unwrap_or_default())
}
