//! Checking a proof of the stones family; no search is trusted.

use std::collections::BTreeSet;

use rayon::prelude::*;
use sowlab_solvers::search::TableSizeError;
use sowlab_solvers::search::proof::{
    Kept, Lemma, Proof, ProofSearch, ProofTable, unproven, unproven_of_layers,
};
use sowlab_solvers::table::TableError;
use sowlab_solvers::{Budget, Monitor, Unwatched};

use super::kept::Places;
use super::{MOST_STONES, TabledStones};
use sowlab_games::stones::{Board, ReferenceLayers, Rules};

/// A search may take this many times the nodes that were recorded for it.
const TIMES_THE_WORK: u64 = 64;
/// Where that is not enough, these multiples of it, with as much more memory: the recorded work of a claim
/// leaves out what the search had found before.
const TRIES: [u64; 3] = [1, 16, 256];
/// Added to that.
const LEAST_NODES: u64 = 1_000_000;
/// The memory for a search, by the nodes that it is said to have taken.
const BYTES_A_NODE: u64 = 16 * 128;
/// The least memory for it.
const LEAST_BYTES: u64 = 1 << 20;
/// How often claims that rest on each other are searched for on their own.
const MOST_REPAIRS: usize = 40;
/// And how many at a time.
const MOST_TOGETHER: usize = 64;

/// Why a proof was not checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The proof is about boards that there are not, or too many to number; or the monitor stopped
    /// the work.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is no room for searches.
    #[error(transparent)]
    Memory(#[from] TableSizeError),
}

/// What became of the claims of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// How many claims there are.
    pub claims: u64,
    /// Those that do not follow from others and were proven anew.
    pub searched: u64,
    /// The claims that were proven anew, with all that they were found to rest on.
    pub lemmas: u64,
    /// Claims that do not follow and could not be proven anew.
    pub failed: Vec<Kept>,
}

/// Checks a proof: each claim must follow, by the rules, from others or from the tables. Those that
/// a file leaves out are found again: a search proposes what a claim follows from, down to the
/// tables, and this is checked in the same way. Rounds are sown one stone at a time, by code that
/// the searches do not use. The tables are trusted; `tables verify` checks them.
///
/// Claims about boards of a number of stones that `checks` leaves out are believed, and not counted.
///
/// The searches, one a thread, take at most `memory` bytes together.
///
/// # Errors
/// See [`CheckError`].
pub fn check_proof(
    rules: &Rules,
    proof: &Proof,
    game: &TabledStones,
    checks: &dyn Fn(u32) -> bool,
    memory: usize,
    monitor: &dyn Monitor,
) -> Result<Checked, CheckError> {
    let memory = memory / rayon::current_num_threads();
    let layers = proof.claims().iter().map(|kept| kept.lemma.layer);
    let stones = layers.max().unwrap_or(0);
    let places = Places::new(rules, stones).map_err(TableError::Unrankable)?;
    let stepper = ReferenceLayers::new(rules, stones as usize).map_err(TableError::Unrankable)?;
    for kept in proof.claims() {
        places.claim(&kept.lemma).map_err(TableError::Unrankable)?;
    }
    let tables = Some(game.unpacked());
    // What a claim of a file follows from, by a search with a table of its own.
    let support = |lemma: &Lemma, nodes: u64, bytes: usize| -> Result<_, CheckError> {
        let claim = places.claim(lemma).map_err(TableError::Unrankable)?;
        let unwatched = Unwatched(monitor);
        let budget = Budget::new(&unwatched, nodes);
        let table = ProofTable::new(bytes)?;
        let search = ProofSearch::new(game.problem(), &table, &budget).on_this_thread();
        let found = search.lemmas(&[claim]).ok().flatten().unwrap_or_default();
        Ok(found.into_iter().map(|claim| places.lemma(&claim)))
    };
    let try_to_prove = |kept: &Kept, times: u64| -> Result<Option<u64>, CheckError> {
        let work = 1u64.checked_shl(kept.work.into()).unwrap_or(u64::MAX);
        let nodes = work.saturating_mul(TIMES_THE_WORK).max(LEAST_NODES);
        let nodes = nodes.saturating_mul(times);
        let bytes = work.saturating_mul(BYTES_A_NODE).max(LEAST_BYTES);
        let bytes = usize::try_from(bytes.saturating_mul(times)).unwrap_or(usize::MAX);
        let bytes = bytes.min(memory);
        let mut lemmas: BTreeSet<Lemma> = support(&kept.lemma, nodes, bytes)?.collect();
        for _ in 0..MOST_REPAIRS {
            // A table forgets, so that a few of the claims found may come to rest on each other: these
            // are searched for on their own.
            let found: Vec<Lemma> = lemmas.iter().copied().collect();
            let failed = unproven(&stepper, tables, &found, &())?;
            if failed.is_empty() {
                let proven = lemmas.contains(&kept.lemma);
                return Ok(proven.then_some(found.len() as u64));
            }
            if monitor.cancelled() {
                return Ok(None);
            }
            let lowest = failed.iter().map(|lemma| lemma.layer).min();
            let lowest = failed.iter().filter(|lemma| Some(lemma.layer) == lowest);
            for lemma in lowest.take(MOST_TOGETHER) {
                lemmas.extend(support(lemma, nodes, bytes)?);
            }
        }
        Ok(None)
    };
    let prove = |kept: &Kept| -> Result<Option<u64>, CheckError> {
        // No search can decide claims of greater layers; what is proven of them must follow.
        if kept.lemma.layer > MOST_STONES {
            return Ok(None);
        }
        for times in TRIES {
            let lemmas = try_to_prove(kept, times)?;
            if lemmas.is_some() || monitor.cancelled() {
                return Ok(lemmas);
            }
        }
        Ok(None)
    };
    let claims = proof.claims().iter();
    let claims = claims.filter(|kept| checks(kept.lemma.layer)).copied();
    let mut checked = Checked {
        claims: claims.clone().count() as u64,
        searched: 0,
        lemmas: 0,
        failed: Vec::new(),
    };
    let prove_all = |claims: &[Kept]| -> Result<Vec<bool>, CheckError> {
        let found: Vec<Option<u64>> = claims.par_iter().map(prove).collect::<Result<_, _>>()?;
        monitor.check().map_err(TableError::from)?;
        for lemmas in found.iter().flatten() {
            checked.searched += 1;
            checked.lemmas += lemmas;
        }
        Ok(found.iter().map(Option::is_some).collect())
    };
    let all = proof.claims();
    let failed = unproven_of_layers(&stepper, tables, all, checks, prove_all, monitor)?;
    let failed: BTreeSet<Lemma> = failed.into_iter().collect();
    checked.failed = claims.filter(|kept| failed.contains(&kept.lemma)).collect();
    Ok(checked)
}

/// The board of a claim as written: holes from the end of gote.
pub fn board_text(rules: &Rules, lemma: &Lemma) -> Option<String> {
    let places = Places::new(rules, lemma.layer).ok()?;
    let board: Board = places.claim(lemma).ok()?.state;
    Some(board.text(rules.holes()))
}
