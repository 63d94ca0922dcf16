//! Valuing replies in pieces: each piece proves some of the positions that choices and replies lead to.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::bounds::Bounds;
use super::choices::Source;
use sowlab_base::pieces::{Piece, Shard};

/// Which of the positions that choices and replies lead to are proven.
#[derive(Clone, Debug, Default)]
pub enum Selection {
    /// All of them.
    #[default]
    All,
    /// Those of one piece: they are dealt out in the order of the game.
    Piece(Shard),
    /// None: what all pieces have found is put together.
    Joined(Vec<ValuedPiece>),
}

/// The request that all shards share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuedPieceRequest {
    /// The full name of the game.
    pub game: String,
    /// The position whose choices and replies are valued, in full.
    pub position: String,
}

/// The results of a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuedPiece {
    /// Its positions, by their numbers in the order of the game.
    pub positions: BTreeMap<usize, ValuedPosition>,
    /// The nodes searched.
    pub nodes: u64,
}

/// The results for a position after choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuedPosition {
    /// Its bounds.
    pub bounds: Bounds,
    /// The best choice there.
    pub best: Option<String>,
    /// The source of its value.
    pub source: Source,
}

impl Piece for ValuedPiece {
    const KIND: &'static str = "solve --replies";
    type Request = ValuedPieceRequest;
}
