//! Complete proofs without claims that a reader derives by looking one round ahead.

use std::collections::BTreeSet;
use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;
use sowlab_solvers::search::proof::{ClaimGroup, CompleteProof, ProofSearch, ProofTable};
use sowlab_solvers::{Cancelled, JointProblem, Monitor, Problem, Resolution};

use super::kept::Places;
use super::proofs::unreadable;
use super::tabled_opening::no_room;
use crate::{Field, RequestError};
use sowlab_games::stones::{Board, Position, Rules, StonesGame};

/// The size of the claim table in bytes. It stays empty, because nothing is searched.
const TABLE_BYTES: usize = 1 << 10;

/// A complete proof that was written again with fewer claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShortenedProof {
    /// The game.
    pub game: String,
    /// The number of remaining claims.
    pub claims: u64,
    /// The number of omitted claims.
    pub left_out: u64,
    /// The size of the file in bytes.
    pub bytes: u64,
}

/// Writes a complete proof again without the claims that `sowlab-check` derives by looking one round ahead. It proves
/// the same values of the opening with the same tables. [`export_proof`](super::export_proof) omits these claims at
/// once.
///
/// # Errors
/// The file is not a complete proof of the stones family, or is damaged. The other file cannot be written, or the
/// monitor cancelled.
pub fn shorten_proof(
    file: &Path,
    out: &Path,
    monitor: &dyn Monitor,
) -> Result<ShortenedProof, RequestError> {
    let mut proof = CompleteProof::read(file).map_err(unreadable)?;
    let foreign = |error: &dyn std::fmt::Display| {
        let reason = format!("{}: {error}", file.display());
        RequestError::field(Field::File, reason)
    };
    if proof.short {
        return Err(foreign(&"its claims have been shortened already"));
    }
    let name = format!("{},seeds={}", proof.name, proof.opening);
    let rules = Rules::from_name(&name).map_err(|error| foreign(&error))?;
    let position = Position::opening(&rules);
    let game = StonesGame::new(&rules);
    let table = ProofTable::new(TABLE_BYTES).map_err(no_room)?;
    let search = ProofSearch::new(Problem::new(&game), &table, monitor);
    let places = Places::new(&rules, position.board().stones()).map_err(|error| foreign(&error))?;
    let before = proof.claims();
    let groups = proof.groups.iter().map(|group| places.unranked(group));
    let groups: Vec<ClaimGroup<Board>> = groups
        .collect::<Result<_, _>>()
        .map_err(|error| foreign(&error))?;
    let groups = without_what_a_round_shows(&search, &position, groups)?;
    proof.short = true;
    proof.groups = groups.iter().map(|group| places.ranked(group)).collect();
    let bytes = proof.write(out).map_err(RequestError::failed)?;
    Ok(ShortenedProof {
        game: rules.to_string(),
        claims: proof.claims(),
        left_out: before - proof.claims(),
        bytes,
    })
}

/// Writes a complete proof again above larger tables, without the claims about boards in them. Another proof of the same
/// rules names these tables, of which those of up to `stones` stones are used. It proves the same values of the opening.
///
/// # Errors
/// A file is not a complete proof or is damaged. The other proof is about other rules or names fewer or other tables. The
/// new file cannot be written.
pub fn rest_on_larger_tables(
    file: &Path,
    other: &Path,
    stones: u32,
    out: &Path,
) -> Result<ShortenedProof, RequestError> {
    let mut proof = CompleteProof::read(file).map_err(unreadable)?;
    let named = CompleteProof::read(other).map_err(unreadable)?;
    let refused = |reason: &str| {
        let reason = format!("{}: {reason}", other.display());
        Err(RequestError::field(Field::File, reason))
    };
    if named.name != proof.name {
        return refused(&format!(
            "it is about {}, not about {}",
            named.name, proof.name
        ));
    }
    let Some(tables) = named.tables.get(..=stones as usize) else {
        let most = named.tables.len().saturating_sub(1);
        return refused(&format!("it names tables to {most} stones only"));
    };
    if !tables.starts_with(&proof.tables) || tables.len() == proof.tables.len() {
        return refused("these are not the tables of the proof and larger ones");
    }
    let before = proof.claims();
    proof.groups.retain(|group| group.layer > stones);
    proof.tables = tables.to_vec();
    let bytes = proof.write(out).map_err(RequestError::failed)?;
    Ok(ShortenedProof {
        game: format!("{},seeds={}", proof.name, proof.opening),
        claims: proof.claims(),
        left_out: before - proof.claims(),
        bytes,
    })
}

/// Omits claims that follow from the others in one round. The claims that state the margins of the opening stay: those
/// about its board, and about boards after the first round.
///
/// # Errors
/// The monitor cancelled.
pub(super) fn without_what_a_round_shows<J>(
    search: &ProofSearch<'_, J>,
    opening: &Position,
    groups: Vec<ClaimGroup<Board>>,
) -> Result<Vec<ClaimGroup<Board>>, Cancelled>
where
    J: JointProblem<State = Board, Choice = u8>,
{
    let board = opening.canonical_board();
    let mut stated = BTreeSet::from([board]);
    search.game().expand(&[board], &mut |_, _, _, round| {
        if let Resolution::Next(step) = round {
            stated.insert(step.state);
        }
    });
    search.shortened(groups, |board| stated.contains(board))
}
