//! The independent checker in a worker of a browser: the code of `sowlab-check` on bytes instead of files.

use std::io::Cursor;

use js_sys::{Function, JSON};
use serde_json::json;
use sowlab_check::certificate::{self, Shown};
use sowlab_check::checked::{CheckedProof, Progress, check_proof};
use sowlab_check::error::CheckError;
use sowlab_check::memory::Memory;
use sowlab_check::proof::Proof;
use sowlab_check::reason::Reason;
use sowlab_check::replies::Game;
use sowlab_check::sowing::MOST_STEPS;
use sowlab_check::table::Table;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The memory limit of a check in bytes.
const MEMORY: u64 = 1 << 30;

/// The tables that a proof rests on.
#[wasm_bindgen]
pub struct Tables(Vec<Vec<u8>>);

#[wasm_bindgen]
impl Tables {
    /// Creates a list without tables.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Tables {
        Tables(Vec::new())
    }

    /// Adds the bytes of the table with one more stone than the one before; the first is that of no stones.
    pub fn add(&mut self, bytes: Vec<u8>) {
        self.0.push(bytes);
    }
}

/// Returns the game of a proof, and the number of tables that it rests on, as JSON.
///
/// # Errors
/// The document of the error: the bytes are not a proof.
#[wasm_bindgen(js_name = readProof)]
pub fn read_proof(bytes: Vec<u8>) -> Result<String, JsValue> {
    let proof = Proof::read(Cursor::new(bytes)).map_err(document)?;
    let (rules, tables) = (proof.rules.to_string(), proof.tables.len());
    let text = json!({ "game": rules, "seeds": proof.rules.seeds(), "tables": tables });
    Ok(text.to_string())
}

/// Checks a proof, down to the rules. `told` receives the progress as JSON. Returns the result as JSON.
///
/// # Errors
/// The document of the error: why it does not hold, or cannot be checked.
#[wasm_bindgen(js_name = checkProof)]
pub fn check(bytes: &[u8], tables: &Tables, told: &Function) -> Result<String, JsValue> {
    let open = || Proof::read(Cursor::new(bytes.to_owned()));
    let table = |game: &Game, stones: usize, memory: &mut Memory| {
        let missing = || {
            let problem = "the proof needs more tables".to_owned();
            CheckError::Input(Reason::Table { problem })
        };
        let bytes = tables.0.get(stones).ok_or_else(missing)?;
        Table::decode(bytes, &game.rules, &game.boards, stones, memory)
    };
    let mut all = 0;
    let mut tell = |progress| {
        let progress = match progress {
            Progress::Follow { claims, .. } => {
                all += claims;
                json!({ "claims": all })
            }
            Progress::AllFollow => json!({ "claims": all }),
            Progress::Derived { stones, .. } => json!({ "claims": all, "derived": stones }),
        };
        // A page that does not listen misses progress.
        let _ = told.call1(&JsValue::NULL, &progress.to_string().into());
    };
    let memory = Memory::new(MEMORY);
    let CheckedProof {
        rules,
        plain,
        pie,
        claims,
        tables,
    } = check_proof(&open, &table, 0, memory, MOST_STEPS, &mut tell).map_err(document)?;
    let document = json!({
        "game": rules.to_string(), "seeds": rules.seeds(), "claims": claims, "opening": plain, "pie": pie, "tables": tables,
    });
    Ok(document.to_string())
}

/// Checks a certificate. Returns what it shows, as JSON.
///
/// # Errors
/// The document of the error: why it does not hold, or cannot be checked.
#[wasm_bindgen(js_name = checkCertificate)]
pub fn check_certificate(text: &str) -> Result<String, JsValue> {
    let confirmed = certificate::check_text(text, MOST_STEPS).map_err(document)?;
    let claim = match &confirmed.shows {
        Shown::EndlessRound { round, period } => json!({ "round": round, "period": period }),
        Shown::EndlessMove { r#move, period } => json!({ "move": r#move, "period": period }),
        Shown::Repetition { rounds } => json!({ "rounds": rounds }),
    };
    let document = json!({
        "game": confirmed.game, "seeds": confirmed.seeds, "start": confirmed.start, "play": confirmed.play, "claim": claim,
    });
    Ok(document.to_string())
}

/// Returns an error as a document: a message in English, and what a page in another language needs to say the same.
fn document(error: CheckError) -> JsValue {
    let mut document = json!(error.reason());
    document["error"] = error.to_string().into();
    document["kind"] = format!("check.{}", document["kind"].as_str().unwrap_or_default()).into();
    JSON::parse(&document.to_string()).unwrap_or_else(|_| error.to_string().into())
}
