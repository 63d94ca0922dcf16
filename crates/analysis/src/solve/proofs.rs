//! The contents of files of proven claims.

use std::cmp::Reverse;
use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;
use sowlab_solvers::Player;
use sowlab_solvers::search::proof::{Lemma, Proof, ProofFileError, ProvenClaim};

use super::kept::{Places, ProofFile, proof_name};
use super::proof_findings::ProofClaim;
use crate::{Field, RequestError};
use sowlab_games::stones::{Board, Rules};

/// The contents of a proof cache.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProofContents {
    /// The rules of the claims.
    pub game: String,
    /// The number of claims.
    pub claims: usize,
    /// The number of claims about boards of each number of stones.
    pub layers: Vec<ProofLayer>,
    /// The claims that took most work, in descending order.
    pub most_work: Vec<ProofClaim>,
}

/// The claims about boards with a number of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProofLayer {
    /// The number of stones on the board.
    pub stones: u32,
    /// The number of claims of the side with sente.
    pub sente: usize,
    /// The number of claims of the other side.
    pub gote: usize,
}

/// Summarizes a proof cache, with at most `most` of the claims that took most work.
///
/// # Errors
/// The file cannot be read, is damaged, or belongs to another family.
pub fn read_proof(file: &Path, most: usize) -> Result<ProofContents, RequestError> {
    let proof = Proof::read(file).map_err(unreadable)?;
    let rules = rules_of(proof.name())?;
    let claims = proof.claims();
    let layers = claims.chunk_by(|a, b| a.lemma.layer == b.lemma.layer);
    let layers = layers.map(|of_layer| {
        let is_sentes = |kept: &&ProvenClaim| kept.lemma.claimant == Player::Leader;
        let sente = of_layer.iter().filter(is_sentes).count();
        ProofLayer {
            stones: of_layer[0].lemma.layer,
            sente,
            gote: of_layer.len() - sente,
        }
    });
    let mut shown = proof.clone();
    shown.keep_most_work(most);
    let mut shown: Vec<ProvenClaim> = shown.claims().to_vec();
    shown.sort_by_key(|kept| Reverse((kept.work, kept.lemma.layer)));
    Ok(ProofContents {
        game: proof.name().to_owned(),
        claims: claims.len(),
        layers: layers.collect(),
        most_work: shown.iter().map(|kept| claim(&rules, kept)).collect(),
    })
}

/// Returns the name of the rules of a proof cache or a complete proof.
///
/// # Errors
/// The file cannot be read, is damaged, of neither kind, or belongs to another family.
pub fn proof_rules(file: &Path) -> Result<String, RequestError> {
    let proof = ProofFile::read(file).map_err(unreadable)?;
    rules_of(proof.name())?;
    Ok(proof.name().to_owned())
}

/// A part of a proof as the contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofPart {
    /// The number of claims.
    pub claims: usize,
    /// The contents.
    pub file: Vec<u8>,
}

/// Returns the claims of a proof cache about these rules that took most work, at most `most`.
///
/// # Errors
/// The file cannot be read, is damaged, or belongs to other rules.
pub fn most_work(file: &Path, rules: &Rules, most: usize) -> Result<ProofPart, RequestError> {
    let mut proof = Proof::read_of(file, &proof_name(rules)).map_err(unreadable)?;
    proof.keep_most_work(most);
    Ok(ProofPart {
        claims: proof.claims().len(),
        file: proof.encode().map_err(RequestError::failed)?,
    })
}

pub(super) fn unreadable(error: ProofFileError) -> RequestError {
    RequestError::field(Field::File, error)
}

fn rules_of(name: &str) -> Result<Rules, RequestError> {
    Rules::from_name(name).map_err(|_| {
        let reason = format!("this proof is for {name}, which is not a stones-family game");
        RequestError::field(Field::File, reason)
    })
}

fn claim(rules: &Rules, kept: &ProvenClaim) -> ProofClaim {
    ProofClaim {
        board: board_text(rules, &kept.lemma).unwrap_or_else(|| "no such board".to_owned()),
        claimant: side_text(kept.lemma.claimant).to_owned(),
        gains: kept.lemma.need,
        height: kept.height,
        work: 1u64.checked_shl(kept.work.into()).unwrap_or(u64::MAX),
    }
}

/// Returns the name of a player in the stones family.
fn side_text(player: Player) -> &'static str {
    match player {
        Player::Leader => "sente",
        Player::Follower => "gote",
    }
}

/// Returns the board of a claim as text: holes from the end of gote.
fn board_text(rules: &Rules, lemma: &Lemma) -> Option<String> {
    let places = Places::new(rules, lemma.layer).ok()?;
    let board: Board = places.claim(lemma).ok()?.state;
    Some(board.text(rules.holes()))
}
