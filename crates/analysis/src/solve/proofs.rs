//! Files of proven claims: what they hold, whether it follows, several in one.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use serde::Serialize;
use sowlab_solvers::search::proof::{Kept, Proof, ProofFileError};
use sowlab_solvers::table::TableError;
use sowlab_solvers::{Monitor, Player};

use super::checked::{CheckError, board_text, check_proof};
use super::kept::{Places, proof_name};
use super::proof_findings::{ProofClaim, ProvenOpening};
use super::proof_pieces::{CheckedPiece, CheckedPieceRequest};
use super::tabled::TabledStones;
use crate::tables::{default_folder, unusable};
use crate::{Field, RequestError};
use sowlab_base::MemorySize;
use sowlab_base::checksum::sha256;
use sowlab_base::pieces::Shard;
use sowlab_games::stones::{Rules, StonesGame};

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProofContents {
    /// The rules that the claims are about.
    pub game: String,
    /// How many claims there are.
    pub claims: usize,
    /// How many about boards of each number of stones.
    pub layers: Vec<ProofLayer>,
    /// Those that took most work, that with most first.
    pub most_work: Vec<ProofClaim>,
}

/// The claims about boards with the given number of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ProofLayer {
    /// Stones on the board.
    pub stones: u32,
    /// Claims of the side with sente.
    pub sente: usize,
    /// Claims of the other side.
    pub gote: usize,
}

/// What was merged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MergedProof {
    /// The rules that the claims are about.
    pub game: String,
    /// How many claims there are.
    pub claims: usize,
}

/// Summarises a file, with at most `most` claims, those that took most work.
///
/// # Errors
/// The file cannot be read, is damaged, or is about another family.
pub fn read_proof(file: &Path, most: usize) -> Result<ProofContents, RequestError> {
    let proof = Proof::read(file).map_err(unreadable)?;
    let rules = rules_of(&proof)?;
    let claims = proof.claims();
    let layers = claims.chunk_by(|a, b| a.lemma.layer == b.lemma.layer);
    let layers = layers.map(|of_layer| {
        let is_sentes = |kept: &&Kept| kept.lemma.claimant == Player::Leader;
        let sente = of_layer.iter().filter(is_sentes).count();
        ProofLayer {
            stones: of_layer[0].lemma.layer,
            sente,
            gote: of_layer.len() - sente,
        }
    });
    let mut shown = proof.clone();
    shown.keep_most_work(most);
    let mut shown: Vec<Kept> = shown.claims().to_vec();
    shown.sort_by_key(|kept| Reverse((kept.work, kept.lemma.layer)));
    Ok(ProofContents {
        game: proof.name().to_owned(),
        claims: claims.len(),
        layers: layers.collect(),
        most_work: shown.iter().map(|kept| claim(&rules, kept)).collect(),
    })
}

/// Which proof is to be checked, and how.
#[derive(Clone, Debug)]
pub struct VerifyProofRequest {
    /// The file.
    pub file: PathBuf,
    /// The directory of the tables; if `None` the default folder.
    pub tables: Option<PathBuf>,
    /// Half of it each is for searches and tables.
    pub memory: MemorySize,
    /// A piece of the work: the claims of some layers.
    pub shard: Option<Shard>,
}

/// Checks a file as [`check_proof`] does. Returns what all pieces are asked for, and what this one found, or
/// the only one.
///
/// # Errors
/// The file cannot be read, is damaged, or is about another family; there are no tables; the memory does not
/// suffice; there are more pieces than layers with claims; or the monitor cancelled.
pub fn verify_proof(
    request: &VerifyProofRequest,
    monitor: &dyn Monitor,
) -> Result<(CheckedPieceRequest, CheckedPiece), RequestError> {
    let VerifyProofRequest {
        file,
        tables,
        memory,
        shard,
    } = request;
    let proof = Proof::read(file).map_err(unreadable)?;
    let rules = rules_of(&proof)?;
    let claims = proof.claims();
    let layers = claims.chunk_by(|a, b| a.lemma.layer == b.lemma.layer);
    let mut layers: Vec<u32> = layers.map(|of_layer| of_layer[0].lemma.layer).collect();
    if let Some(shard) = shard {
        let checked = shard.check(layers.len() as u64, "layers with claims");
        checked.map_err(|error| RequestError::field(Field::Shard, error))?;
        layers = CheckedPiece::layers(*shard, &layers);
    }
    let memory = memory.bytes() / 2;
    let folder = tables.clone().or_else(default_folder);
    let folder = folder.as_deref().unwrap_or(Path::new("."));
    let game = TabledStones::open(StonesGame::new(&rules), folder, memory).map_err(unusable)?;
    let checks = |layer: u32| layers.contains(&layer);
    let checked = check_proof(&rules, &proof, &game, &checks, memory, monitor);
    let checked = checked.map_err(unchecked)?;
    let of_piece = claims.iter().filter(|kept| checks(kept.lemma.layer));
    let of_piece: Vec<Kept> = of_piece.copied().collect();
    let failed = checked.failed.iter();
    let piece = CheckedPiece {
        file: file.display().to_string(),
        claims: checked.claims,
        searched: checked.searched,
        lemmas: checked.lemmas,
        openings: openings(&rules, &of_piece, &checked.failed),
        failed: failed
            .map(|kept| (kept.lemma.layer, claim(&rules, kept)))
            .collect(),
    };
    let request = CheckedPieceRequest {
        game: proof.name().to_owned(),
        claims: claims.len() as u64,
        sha256: sha256(&proof.encode().map_err(RequestError::failed)?),
        tables: game.searched_to(),
        memory: memory as u64,
    };
    Ok((request, piece))
}

/// Puts the claims of several files about the same rules into one, which may be one of them; at most so
/// many, those that took most work.
///
/// # Errors
/// A file cannot be read, is damaged, or is about other rules; the file cannot be written; there are no
/// files.
pub fn merge_proofs(
    into: &Path,
    files: &[PathBuf],
    most: Option<usize>,
) -> Result<MergedProof, RequestError> {
    let Some((first, others)) = files.split_first() else {
        return Err(RequestError::field(Field::File, "no file to read"));
    };
    let mut merged = Proof::read(first).map_err(unreadable)?;
    for file in others {
        merged.add(&Proof::read_of(file, merged.name()).map_err(unreadable)?);
    }
    if let Some(most) = most {
        merged.keep_most_work(most);
    }
    if into.exists() && !files.iter().any(|file| file == into) {
        // What is no proof is not replaced.
        Proof::read_of(into, merged.name()).map_err(unreadable)?;
    }
    merged.write(into).map_err(RequestError::failed)?;
    Ok(MergedProof {
        game: merged.name().to_owned(),
        claims: merged.claims().len(),
    })
}

/// A part of a proof, as the contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofPart {
    /// How many claims it has.
    pub claims: usize,
    /// The contents.
    pub file: Vec<u8>,
}

/// The claims of a file about these rules that took most work, at most `most`.
///
/// # Errors
/// The file cannot be read, is damaged, or is about other rules.
pub fn most_work(file: &Path, rules: &Rules, most: usize) -> Result<ProofPart, RequestError> {
    let mut proof = Proof::read_of(file, &proof_name(rules)).map_err(unreadable)?;
    proof.keep_most_work(most);
    Ok(ProofPart {
        claims: proof.claims().len(),
        file: proof.encode().map_err(RequestError::failed)?,
    })
}

/// What these claims say of openings, the failed ones left out.
fn openings(rules: &Rules, claims: &[Kept], failed: &[Kept]) -> Vec<ProvenOpening> {
    let stones = claims.iter().map(|kept| kept.lemma.layer).max();
    let Ok(places) = Places::new(rules, stones.unwrap_or(0)) else {
        return Vec::new();
    };
    let mut found: Vec<ProvenOpening> = Vec::new();
    // In the order of layers, and so of seeds.
    for kept in claims.iter().filter(|kept| !failed.contains(kept)) {
        let Ok(claim) = places.claim(&kept.lemma) else {
            continue;
        };
        let holes = &claim.state.lanes()[..rules.holes()];
        let seeds = u32::from(holes[0]);
        if seeds == 0 || holes.iter().any(|&stones| u32::from(stones) != seeds) {
            continue;
        }
        if found.last().is_none_or(|last| last.seeds != seeds) {
            found.push(ProvenOpening {
                seeds,
                lower_at_least: None,
                upper_at_most: None,
            });
        }
        let last = found.last_mut().expect("one was added");
        match claim.claimant {
            Player::Leader => last.lower_at_least = last.lower_at_least.max(Some(claim.need)),
            Player::Follower => {
                let most = -claim.need;
                last.upper_at_most = Some(last.upper_at_most.map_or(most, |least| least.min(most)));
            }
        }
    }
    found
}

pub(super) fn unreadable(error: ProofFileError) -> RequestError {
    RequestError::field(Field::File, error)
}

fn unchecked(error: CheckError) -> RequestError {
    match error {
        CheckError::Table(TableError::Cancelled(cancelled)) => cancelled.into(),
        CheckError::Table(error @ TableError::Unrankable(_)) => {
            RequestError::field(Field::File, error)
        }
        CheckError::Memory(error) => RequestError::field(Field::Memory, error),
        CheckError::Table(error) => unusable(error),
    }
}

fn rules_of(proof: &Proof) -> Result<Rules, RequestError> {
    let name = proof.name();
    Rules::from_name(name).map_err(|_| {
        let reason = format!("this proof is for {name}, which is not a stones-family game");
        RequestError::field(Field::File, reason)
    })
}

fn claim(rules: &Rules, kept: &Kept) -> ProofClaim {
    ProofClaim {
        board: board_text(rules, &kept.lemma).unwrap_or_else(|| "no such board".to_owned()),
        claimant: side_text(kept.lemma.claimant).to_owned(),
        gains: kept.lemma.need,
        height: kept.height,
        work: 1u64.checked_shl(kept.work.into()).unwrap_or(u64::MAX),
    }
}

/// The name that the stones family has for a player.
fn side_text(player: Player) -> &'static str {
    match player {
        Player::Leader => "sente",
        Player::Follower => "gote",
    }
}
