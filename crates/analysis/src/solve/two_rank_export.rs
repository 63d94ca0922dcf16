//! Complete proofs of an opening of a two-rank game.

use std::path::Path;

use sowlab_base::{Deadline, Instant};
use sowlab_games::two_rank::{Move, State, TwoRank, TwoRankLayers, Variant};
use sowlab_solvers::retrograde::Layered;
use sowlab_solvers::search::proof::{
    Claim, ClaimGroup, CompleteProof, ProofSearch, ProofTable, RankedGroup,
};
use sowlab_solvers::{Monitor, Player, Problem, Sequential};

use super::TwoRankTables;
use super::export::{ExportRequest, ExportedProof, no_room_for_claims};
use super::proving::Proving;
use super::repeating_proof::{CLAIMS_SHARE, Guess, QUIET};
use super::tabled_opening::no_room;
use crate::tables::{default_folder, unusable};
use crate::{Field, RequestError};

/// Proves the value of the opening of a two-rank game as far as possible, under every infinite-play convention. Writes
/// a complete proof down to the tables.
///
/// # Errors
/// Those of [`export_proof`](super::export_proof).
pub(super) fn export_two_rank(
    variant: &Variant,
    file: &Path,
    request: &ExportRequest,
    monitor: &dyn Monitor,
) -> Result<ExportedProof, RequestError> {
    let game = variant.game();
    let refused = |field, reason: &str| {
        let reason = format!("{}: {reason}", game.name());
        Err(RequestError::field(field, reason))
    };
    let Some((_, seeds)) = variant.size() else {
        return refused(
            Field::Game,
            "a complete proof names its opening by the seeds of a pit",
        );
    };
    if request.winner {
        return refused(
            Field::Game,
            "only proofs of the stones family can leave out the margin",
        );
    }
    if request.save_proof.is_some() {
        return refused(Field::SaveProof, "only the stones family has proof caches");
    }
    let tables = open_tables(&game, request)?;
    let layers = TwoRankLayers::new(game.clone(), usize::MAX)
        .map_err(|error| RequestError::field(Field::Game, error))?;
    let most = tables.most();
    let checksums = tables.checksums();
    let proven = prove(&game, &tables, request, monitor)?;
    tables.close().map_err(unusable)?;
    let proof = CompleteProof {
        name: layers.name(),
        opening: seeds as u32,
        stated: [proven.margins; 2],
        tables: checksums,
        short: true,
        groups: proven
            .groups
            .iter()
            .map(|group| ranked(&layers, group))
            .collect(),
    };
    let bytes = proof.write(file).map_err(RequestError::failed)?;
    Ok(ExportedProof {
        game: game.name().to_owned(),
        opening: proven.margins,
        pie: None,
        tables: most,
        claims: proof.claims(),
        bytes,
        nodes: proven.nodes,
    })
}

/// Opens the tables that the proof may require.
fn open_tables(game: &TwoRank, request: &ExportRequest) -> Result<TwoRankTables, RequestError> {
    let folder = request.tables.clone().or_else(default_folder);
    let folder = folder.as_deref().unwrap_or(Path::new("."));
    let tables = match request.stones {
        None => TwoRankTables::open(game, folder),
        Some(stones) => TwoRankTables::open_to(game, folder, stones),
    };
    tables.map_err(unusable)
}

/// Claims that prove bounds of the opening.
struct ProvenOpening {
    /// The least and the greatest margin.
    margins: (i32, i32),
    groups: Vec<ClaimGroup<State>>,
    /// The number of nodes searched for the margins.
    nodes: u64,
}

fn prove(
    game: &TwoRank,
    tables: &TwoRankTables,
    request: &ExportRequest,
    monitor: &dyn Monitor,
) -> Result<ProvenOpening, RequestError> {
    let state = game.start_position().state();
    let table = ProofTable::new(request.memory.bytes() / CLAIMS_SHARE).map_err(no_room)?;
    let numbers = game.board_numbers();
    let guide = Guess {
        known: tables.most(),
        sums: None,
    };
    let game = Sequential(game);
    let problem = Problem::new(&game).with_keys(&numbers);
    let problem = problem.with_oracle(tables).with_guide(&guide);
    let at = request
        .time_limit
        .and_then(|limit| Instant::now().checked_add(limit));
    let mut proving: Proving<State, Move> = Proving::new(state, &QUIET);
    proving.search(problem, &table, &Deadline::new(monitor, at));
    let all = state.seeds() as i32;
    let margins = proving
        .proven
        .map_or((-all, all), |proven| (proven.lower.low, proven.upper.high));
    let claims = [(Player::Leader, margins.0), (Player::Follower, -margins.1)];
    let claims = claims.map(|(claimant, need)| Claim {
        state,
        claimant,
        need,
    });
    let search = ProofSearch::new(problem, &table, monitor);
    let groups = search.complete(&claims)?.ok_or_else(no_room_for_claims)?;
    Ok(ProvenOpening {
        margins,
        groups: search.shortened(groups, |other| *other == state)?,
        nodes: proving.nodes,
    })
}

/// Converts claims about boards to claims about ranks in ascending order.
fn ranked(layers: &TwoRankLayers, group: &ClaimGroup<State>) -> RankedGroup {
    let ranks = group.states.iter().map(|state| layers.locate(*state).1);
    let mut ranks: Vec<u64> = ranks.collect();
    ranks.sort_unstable();
    RankedGroup {
        layer: group.bound.unsigned_abs(),
        claimant: group.claimant,
        need: group.need,
        ranks,
    }
}
