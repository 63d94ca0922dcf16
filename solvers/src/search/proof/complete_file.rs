//! Complete proofs on disk, for a checker that is written apart from this program.

use std::io::{self, Write};
use std::path::Path;

use super::file::{COMPLETE_FORMAT, HEADER_MAGIC, ProofFileError, SHORT_FORMAT};
use crate::Player;
use crate::compression::Encoder;
use sowlab_base::files::write_whole;

/// Level of compression (Zstandard).
const LEVEL: i32 = 19;
/// The most claims of a group in the file.
pub(super) const LARGEST_GROUP: usize = 1 << 16;

/// Claims of a layer that differ in their ranks alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedGroup {
    /// The layer.
    pub layer: u32,
    /// Whose claims they are: [`Player::Leader`] stands for the side to move.
    pub claimant: Player,
    /// The margin of the claimant.
    pub need: i32,
    /// The ranks, rising.
    pub ranks: Vec<u64>,
}

/// A proof whose claims reach down to tables, each after those that it needs
/// ([`ProofSearch::complete`](super::ProofSearch::complete)).
///
/// The file: magic 8 · format 4 (little end first), 2 or, if claims are left out, 3 · the rest, compressed by Zstandard with its checksum.
/// There a number is a LEB128, a signed one is doubled, less one if negative: length of the name, the
/// name · the opening · least and greatest margin that is proven of it, twice (signed) · number of
/// tables, and of each the checksum of its values 16 (big end first) · groups of at most 65,536 claims: how
/// many · layer · claimant (0 leader, 1 follower) · need (signed) · the first rank, then of each the distance
/// from the one before, less one · 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompleteProof {
    /// The game with every rule that has a bearing on the claims.
    pub name: String,
    /// Which opening the proof is about; the game gives the number its meaning.
    pub opening: u32,
    /// What is proven of it: least and greatest margin, without the pie rule and with it.
    pub stated: [(i32, i32); 2],
    /// The checksum of the values of each table that it rests on, from layer 0 on.
    pub tables: Vec<u128>,
    /// Whether claims are [left out](super::ProofSearch::shortened).
    pub short: bool,
    /// The claims: each follows from the rules, from tables and from claims of earlier groups; in a short proof also from
    /// claims that follow from these.
    pub groups: Vec<RankedGroup>,
}

impl CompleteProof {
    /// How many claims there are.
    pub fn claims(&self) -> u64 {
        self.groups
            .iter()
            .map(|group| group.ranks.len() as u64)
            .sum()
    }

    /// Writes the file: complete, or not at all. Returns its length.
    ///
    /// # Errors
    /// What the system reports.
    pub fn write(&self, path: &Path) -> Result<u64, ProofFileError> {
        let written = self.encoded().and_then(|bytes| {
            write_whole(path, &bytes)?;
            Ok(bytes.len() as u64)
        });
        written.map_err(|source| ProofFileError::Io {
            path: path.to_owned(),
            source,
        })
    }

    fn encoded(&self) -> io::Result<Vec<u8>> {
        let mut bytes = HEADER_MAGIC.to_vec();
        let format = if self.short {
            SHORT_FORMAT
        } else {
            COMPLETE_FORMAT
        };
        bytes.extend(format.to_le_bytes());
        let mut out = Encoder::new(bytes, LEVEL)?;
        out.include_checksum(true)?;
        number(&mut out, self.name.len() as u64)?;
        out.write_all(self.name.as_bytes())?;
        number(&mut out, self.opening.into())?;
        for (least, greatest) in self.stated {
            signed(&mut out, least)?;
            signed(&mut out, greatest)?;
        }
        number(&mut out, self.tables.len() as u64)?;
        for checksum in &self.tables {
            out.write_all(&checksum.to_be_bytes())?;
        }
        for group in &self.groups {
            for ranks in group.ranks.chunks(LARGEST_GROUP) {
                number(&mut out, ranks.len() as u64)?;
                number(&mut out, group.layer.into())?;
                number(&mut out, u64::from(group.claimant == Player::Follower))?;
                signed(&mut out, group.need)?;
                let mut next = 0;
                for rank in ranks {
                    number(&mut out, rank - next)?;
                    next = rank + 1;
                }
            }
        }
        number(&mut out, 0)?;
        out.finish()
    }
}

fn number(out: &mut impl Write, mut number: u64) -> io::Result<()> {
    while number >= 0x80 {
        out.write_all(&[number as u8 | 0x80])?;
        number >>= 7;
    }
    out.write_all(&[number as u8])
}

fn signed(out: &mut impl Write, value: i32) -> io::Result<()> {
    number(out, u64::from((value << 1 ^ value >> 31) as u32))
}
