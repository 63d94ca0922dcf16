//! Complete proofs of an opening of the stones family.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Serialize;
use sowlab_solvers::Monitor;
use sowlab_solvers::search::proof::{CompleteProof, ProofSearch, ProofTable};

use super::kept::{Places, proof_name};
use super::requested::saving;
use super::shorten::without_what_a_round_shows;
use super::stones::StonesSearch;
use super::tabled::TabledStones;
use super::tabled_opening::{TabledOpening, no_room};
use crate::tables::unusable;
use crate::{Field, RequestError};
use sowlab_base::Deadline;
use sowlab_base::MemorySize;
use sowlab_games::stones::{Position, Rules};

/// What to prove, and with what.
#[derive(Clone, Debug)]
pub struct ExportRequest {
    /// The directory of the tables that the proof rests on; `None`: the default folder.
    pub tables: Option<PathBuf>,
    /// The most stones on a board that is looked up; `None`: as many as the tables hold and the memory allows.
    pub stones: Option<u32>,
    /// The memory allowed, at most half of it for tables.
    pub memory: MemorySize,
    /// A file of proven claims to resume from and to save to.
    pub save_proof: Option<PathBuf>,
    /// When to stop proving; what is proven by then is exported.
    pub time_limit: Option<Duration>,
    /// Whether to prove who wins, without the pie rule and with it, and not by how much.
    pub winner: bool,
}

/// A complete proof that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExportedProof {
    /// The game.
    pub game: String,
    /// Least and greatest margin of the side that chooses first, whatever infinite play counts.
    pub opening: (i32, i32),
    /// The same under the pie rule.
    pub pie: (i32, i32),
    /// It rests on tables of boards with at most the given number of stones.
    pub tables: u32,
    /// How many claims it has.
    pub claims: u64,
    /// How many bytes the file has.
    pub bytes: u64,
    /// The nodes searched for the values; what the search had forgotten and was searched again for the proof
    /// is not counted.
    pub nodes: u64,
}

/// Proves what the opening of a game is worth, without and with the pie rule, as far as that can be done, and
/// writes a proof of it down to the tables: each claim follows from those before it, or from these and from others that follow from
/// them in one round.
///
/// # Errors
/// The game is none of the stones family or too large, the tables or files cannot be used, the memory does not
/// suffice, or the monitor cancelled.
pub fn export_proof(
    game: &str,
    file: &Path,
    request: &ExportRequest,
    monitor: &dyn Monitor,
) -> Result<ExportedProof, RequestError> {
    let opening = TabledOpening::new(
        game,
        request.tables.as_ref(),
        request.stones,
        request.memory,
    )?;
    if !opening.rules.is_even() {
        let name = opening.rules.board_name();
        let reason = format!("{name}: a complete proof names its opening by the seeds of a hole");
        return Err(RequestError::field(Field::Game, reason));
    }
    let TabledOpening {
        rules,
        position,
        game,
        memory,
    } = opening;
    let table = ProofTable::new(memory).map_err(no_room)?;
    let at = request
        .time_limit
        .and_then(|limit| Instant::now().checked_add(limit));
    let search = || match request.winner {
        true => StonesSearch::new(&position).for_the_winner(),
        false => StonesSearch::new(&position),
    };
    let deadline = Deadline::new(monitor, at);
    let prove = || {
        prove(
            &rules,
            &position,
            search(),
            &game,
            &table,
            &deadline,
            monitor,
        )
    };
    let (proof, nodes) = match &request.save_proof {
        None => prove()?,
        Some(path) => saving(path, &rules, &position, &table, |_| prove())??,
    };
    let tables = game.searched_to();
    game.finish().map_err(unusable)?;
    let bytes = proof.write(file).map_err(RequestError::failed)?;
    Ok(ExportedProof {
        game: rules.to_string(),
        opening: proof.stated[0],
        pie: proof.stated[1],
        tables,
        claims: proof.claims(),
        bytes,
        nodes,
    })
}

/// The proof, and the nodes searched for the values.
fn prove(
    rules: &Rules,
    position: &Position,
    mut search: StonesSearch<'_>,
    game: &TabledStones,
    table: &ProofTable,
    deadline: &Deadline<'_>,
    monitor: &dyn Monitor,
) -> Result<(CompleteProof, u64), RequestError> {
    let too_little = "too little to hold what the proof rests on";
    let no_room = || RequestError::field(Field::Memory, too_little);
    search.go_on(game.problem(), table, u64::MAX, deadline);
    let claims = search.claims(game.problem(), table, monitor);
    let claims = claims?.ok_or_else(no_room)?;
    let last = ProofSearch::new(game.problem(), table, monitor);
    let groups = last.complete(&claims)?.ok_or_else(no_room)?;
    let groups = without_what_a_round_shows(&last, position, groups)?;
    let stones = (rules.holes() * rules.seeds()) as u32;
    let places =
        Places::new(rules, stones).map_err(|error| RequestError::field(Field::Position, error))?;
    let solution = search.solution();
    let margins = (*solution.bounds.lower.start(), *solution.bounds.upper.end());
    let pie = solution
        .pie
        .map(|pie| (*pie.lower.start(), *pie.upper.end()));
    let proof = CompleteProof {
        name: proof_name(rules),
        opening: rules.seeds() as u32,
        stated: [margins, pie.unwrap_or(margins)],
        tables: game.checksums(),
        short: true,
        groups: groups.iter().map(|group| places.ranked(group)).collect(),
    };
    Ok((proof, solution.nodes))
}
