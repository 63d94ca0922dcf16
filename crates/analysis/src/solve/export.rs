//! Complete proofs of an opening.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use sowlab_base::Instant;
use sowlab_solvers::Monitor;
use sowlab_solvers::search::proof::{CompleteProof, ProofSearch, ProofTable};

use super::kept::{Places, proof_name};
use super::pie::KnownMargins;
use super::requested::saving;
use super::shorten::without_what_a_round_shows;
use super::stones::StonesSearch;
use super::tabled_opening::{TabledOpening, no_room};
use super::two_rank_export::export_two_rank;
use crate::solved_positions::SolvedPositions;
use crate::tables::unusable;
use crate::{Field, RequestError};
use sowlab_base::Deadline;
use sowlab_base::MemorySize;
use sowlab_games::catalog::{CatalogGame, Family};
use sowlab_games::stones::{Position, Rules};

/// The claims to prove, and the means to use.
#[derive(Clone, Debug)]
pub struct ExportRequest {
    /// The directory of the tables that the proof requires. `None`: the default directory.
    pub tables: Option<PathBuf>,
    /// The maximum number of stones on a board to probe. `None`: as many as the tables have and the memory allows.
    pub stones: Option<u32>,
    /// The memory limit. At most half of it is for tables.
    pub memory: MemorySize,
    /// The proof cache to resume from and to save to.
    pub save_proof: Option<PathBuf>,
    /// The time limit. The proof has the claims proven by then.
    pub time_limit: Option<Duration>,
    /// Whether to prove only the winner, without the pie rule and with it, and not the margin.
    pub winner: bool,
}

/// A complete proof that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExportedProof {
    /// The game.
    pub game: String,
    /// Least and greatest margin of the first chooser under every infinite-play convention.
    pub opening: (i32, i32),
    /// Least and greatest margin under the pie rule; `null` in a two-rank game, which has none.
    pub pie: Option<(i32, i32)>,
    /// The maximum number of stones in the tables that the proof requires.
    pub tables: u32,
    /// The number of claims.
    pub claims: u64,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The number of nodes searched for the values. Nodes that were searched again for the proof do not count.
    pub nodes: u64,
}

/// Proves the value of the opening of a game, without and with the pie rule, as far as possible. Writes a complete
/// proof down to the tables. Each claim follows from those before it, or from these and from omitted claims that follow
/// from them in one round.
///
/// # Errors
/// The game is not of the stones family or a two-rank game, or too large. The tables or files cannot be used. There is
/// not enough memory, or the monitor cancelled.
pub fn export_proof(
    game: &str,
    file: &Path,
    request: &ExportRequest,
    monitor: &dyn Monitor,
) -> Result<ExportedProof, RequestError> {
    match CatalogGame::from_str(game) {
        Ok(CatalogGame::TwoRank(variant)) => export_two_rank(&variant, file, request, monitor),
        Ok(CatalogGame::Stones(_)) => export_stones(game, file, request, monitor),
        Ok(_) => {
            let reason = format!("{game}: proofs are for the stones family and two-rank games");
            Err(RequestError::field(Field::Game, reason))
        }
        Err(error) => Err(RequestError::field(Field::Game, error)),
    }
}

fn export_stones(
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
        pie: Some(proof.stated[1]),
        tables,
        claims: proof.claims(),
        bytes,
        nodes,
    })
}

/// Returns a complete proof of the value of a position at the start of a round, as far as it can be proven. The proof
/// has all its claims: each follows from those before it in one round. It is not written.
///
/// # Errors
/// Those of [`export_proof`].
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

/// A position with its tables, and the claim table of a search.
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

/// Proves the value, starting from the proof cache of the request if there is one. Returns the proof, and the number of
/// nodes searched for the values.
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
    let known = request.winner.then(|| known_margins(rules)).transpose()?;
    let search = || match &known {
        Some(known) => StonesSearch::new(position).for_the_winner(known.clone()),
        None => StonesSearch::new(position),
    };
    let prove = || proven(opening, search(), table, short, &deadline, monitor);
    match &request.save_proof {
        None => prove(),
        Some(path) => saving(path, rules, position, table, |_| prove())?,
    }
}

/// Returns the error of a proof whose claims do not fit the memory.
pub(super) fn no_room_for_claims() -> RequestError {
    let too_little = "too little for the claims of the proof; give more";
    RequestError::field(Field::Memory, too_little)
}

/// Returns the margins of the solved positions that ship with the program. They tell a search where to begin.
fn known_margins(rules: &Rules) -> Result<KnownMargins, RequestError> {
    let game = rules.contest(false)?;
    let solved = SolvedPositions::of(&game);
    let by_board = solved.bounds_by_text().filter_map(|(text, bounds)| {
        let position = Position::parse(rules, &text).ok()?;
        Some((position.canonical_board(), bounds.clone()))
    });
    Ok(by_board.collect())
}

/// Returns the proof and the nodes searched for the values. A short proof omits claims that follow in one
/// round.
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
    search.go_on(game.problem(), table, u64::MAX, deadline);
    let claims = search.claims(game.problem(), table, monitor);
    let claims = claims?.ok_or_else(no_room_for_claims)?;
    let last = ProofSearch::new(game.problem(), table, monitor);
    let mut groups = last.complete(&claims)?.ok_or_else(no_room_for_claims)?;
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
