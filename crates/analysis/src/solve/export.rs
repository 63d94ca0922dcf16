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
use super::stones::{StonesSearch, hole_text};
use super::tabled_opening::{TabledOpening, no_room};
use crate::tables::unusable;
use crate::{Field, RequestError};
use sowlab_base::Deadline;
use sowlab_base::MemorySize;
use sowlab_games::stones::Position;

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
    /// The first move, in the notation, by which the margin under the pie rule is gained; `None`: whichever the search
    /// prefers.
    pub pie_choice: Option<String>,
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
    let Prepared { opening, table } = Prepared::new(game, None, request)?;
    if !opening.rules.is_even() {
        let name = opening.rules.board_name();
        let reason = format!("{name}: a complete proof names its opening by the seeds of a hole");
        return Err(RequestError::field(Field::Game, reason));
    }
    let (proof, nodes) = prove(&opening, &table, request, true, monitor)?;
    let TabledOpening { rules, game, .. } = opening;
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

/// Returns a complete proof of what a position at the start of a round is worth, as far as it can be proven, with all its
/// claims: each follows from those before it in one round. It is not written.
///
/// # Errors
/// As for [`export_proof`].
pub(crate) fn prove_position(
    game: &str,
    position: &str,
    request: &ExportRequest,
    monitor: &dyn Monitor,
) -> Result<CompleteProof, RequestError> {
    let Prepared { opening, table } = Prepared::new(game, Some(position), request)?;
    let (proof, _) = prove(&opening, &table, request, false, monitor)?;
    opening.game.finish().map_err(unusable)?;
    Ok(proof)
}

/// A position with its tables, and the memory of a search.
struct Prepared {
    opening: TabledOpening,
    table: ProofTable,
}

impl Prepared {
    fn new(
        game: &str,
        position: Option<&str>,
        request: &ExportRequest,
    ) -> Result<Prepared, RequestError> {
        let opening = TabledOpening::new(
            game,
            position,
            request.tables.as_ref(),
            request.stones,
            request.memory,
        )?;
        let table = ProofTable::new(opening.memory).map_err(no_room)?;
        Ok(Prepared { opening, table })
    }
}

/// Proves, from the claims of a file if the request names one. Returns the proof and the nodes searched for the values.
fn prove(
    opening: &TabledOpening,
    table: &ProofTable,
    request: &ExportRequest,
    short: bool,
    monitor: &dyn Monitor,
) -> Result<(CompleteProof, u64), RequestError> {
    let (rules, position) = (&opening.rules, &opening.position);
    let at = request
        .time_limit
        .and_then(|limit| Instant::now().checked_add(limit));
    let deadline = Deadline::new(monitor, at);
    let pie_choice = request.pie_choice.as_deref();
    let pie_choice = pie_choice
        .map(|text| first_hole(position, text))
        .transpose()?;
    let search = || {
        let search = StonesSearch::new(position).with_pie_choice(pie_choice);
        match request.winner {
            true => search.for_the_winner(),
            false => search,
        }
    };
    let prove = || proven(opening, search(), table, short, &deadline, monitor);
    match &request.save_proof {
        None => prove(),
        Some(path) => saving(path, rules, position, table, |_| prove())?,
    }
}

/// Returns the hole of a first move, counted from 0.
///
/// # Errors
/// There is no such first move.
fn first_hole(position: &Position, text: &str) -> Result<u8, RequestError> {
    let holes = 0..position.holes() as u8;
    let mut holes = holes.filter(|hole| position.choices() >> hole & 1 == 1);
    let hole = holes.find(|&hole| hole_text(position, hole) == text);
    hole.ok_or_else(|| {
        let reason = format!("{text:?} is not a first move of this position, such as E3");
        RequestError::field(Field::PieChoice, reason)
    })
}

/// Returns the proof and the nodes searched for the values. A short one leaves out what a round shows.
fn proven(
    opening: &TabledOpening,
    mut search: StonesSearch<'_>,
    table: &ProofTable,
    short: bool,
    deadline: &Deadline<'_>,
    monitor: &dyn Monitor,
) -> Result<(CompleteProof, u64), RequestError> {
    let TabledOpening {
        rules,
        position,
        game,
        ..
    } = opening;
    let too_little = "too little to hold what the proof rests on";
    let no_room = || RequestError::field(Field::Memory, too_little);
    search.go_on(game.problem(), table, u64::MAX, deadline);
    let claims = search.claims(game.problem(), table, monitor);
    let claims = claims?.ok_or_else(no_room)?;
    let last = ProofSearch::new(game.problem(), table, monitor);
    let mut groups = last.complete(&claims)?.ok_or_else(no_room)?;
    if short {
        groups = without_what_a_round_shows(&last, position, groups)?;
    }
    let stones = position.board().stones();
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
        short,
        groups: groups.iter().map(|group| places.ranked(group)).collect(),
    };
    Ok((proof, solution.nodes))
}
