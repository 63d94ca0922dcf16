//! Work in pieces, for several machines: its division, the file of each piece, and the merge of all files.
//!
//! A [`Shard`] names a piece. The result of a piece is a [`Piece`], written with [`write()`]. [`Pieces::gather`] reads
//! all pieces of one work. It refuses missing and duplicate pieces, other work and other versions, by name.

mod file;
mod shard;

pub use file::{Piece, PieceError, Pieces, write};
pub use shard::{Shard, ShardError, TooManyPieces};
