//! Work in pieces, for many machines: how it is shared out, the file that each piece writes, and how
//! the files of all pieces become one result again.
//!
//! A [`Shard`] says which piece of how many is to be done. What is done is a [`Piece`], written with
//! [`write()`]; [`Pieces::gather`] reads all pieces of one work, and refuses by name what is missing, there
//! twice, of other work or of another version.

mod file;
mod shard;

pub use file::{Piece, PieceError, Pieces, write};
pub use shard::{Shard, ShardError, TooManyPieces};
