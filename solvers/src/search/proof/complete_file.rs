//! Complete proofs on disk, for a checker that is separate from this program.

use std::collections::BTreeMap;
use std::io;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

use super::file::{COMPLETE_FORMAT, HEADER_MAGIC, ProofFileError, SHORT_FORMAT};
use crate::Player;
use crate::compression::{Decoder, Encoder};
use sowlab_base::files::{open_regular, printable, write_whole};

/// The level of compression (Zstandard).
const LEVEL: i32 = 19;
/// The maximum number of claims of a group in the file.
pub(super) const LARGEST_GROUP: usize = 1 << 16;

/// Claims of a layer that differ only in their ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedGroup {
    /// The layer.
    pub layer: u32,
    /// The side that claims: [`Player::Leader`] stands for the side to move.
    pub claimant: Player,
    /// The margin of the claimant.
    pub need: i32,
    /// The ranks, in ascending order.
    pub ranks: Vec<u64>,
}

/// A proof whose claims rest on endgame tables, each after those that it needs
/// ([`ProofSearch::complete`](super::ProofSearch::complete)).
///
/// The file: magic 8 · format 4 (little-endian), 2, or 3 if claims are left out · the rest, compressed by Zstandard
/// with its checksum. In the rest a number is a LEB128; a signed number is doubled, and less one if negative.
///
/// - length of the name · the name · the opening;
/// - least and greatest proven margin, twice (signed);
/// - number of tables, and of each the checksum of its values 16 (big-endian);
/// - groups of at most 65,536 claims: their number · layer · claimant (0 leader, 1 follower) · need (signed) · the
///   first rank · for each further claim its distance from the previous rank, less one;
/// - 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompleteProof {
    /// The name of the game with every rule that affects the claims.
    pub name: String,
    /// The number of the opening in its game.
    pub opening: u32,
    /// The proven bounds of the opening: least and greatest margin, without the pie rule and with it.
    pub stated: [(i32, i32); 2],
    /// The checksum of the values of each endgame table that it rests on, from layer 0 on.
    pub tables: Vec<u128>,
    /// Whether claims are [left out](super::ProofSearch::shortened).
    pub short: bool,
    /// The claims. Each follows from the rules, from endgame tables and from claims of earlier groups. In a short proof
    /// it may also follow from a claim that was left out.
    pub groups: Vec<RankedGroup>,
}

impl CompleteProof {
    /// Returns the number of claims.
    pub fn claims(&self) -> u64 {
        self.groups
            .iter()
            .map(|group| group.ranks.len() as u64)
            .sum()
    }

    /// Writes the file atomically. Returns its length in bytes.
    ///
    /// # Errors
    /// The errors of the operating system.
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
        write_number(&mut out, self.name.len() as u64)?;
        out.write_all(self.name.as_bytes())?;
        write_number(&mut out, self.opening.into())?;
        for (least, greatest) in self.stated {
            write_signed(&mut out, least)?;
            write_signed(&mut out, greatest)?;
        }
        write_number(&mut out, self.tables.len() as u64)?;
        for checksum in &self.tables {
            out.write_all(&checksum.to_be_bytes())?;
        }
        for group in &self.groups {
            for ranks in group.ranks.chunks(LARGEST_GROUP) {
                write_number(&mut out, ranks.len() as u64)?;
                write_number(&mut out, group.layer.into())?;
                write_number(&mut out, u64::from(group.claimant == Player::Follower))?;
                write_signed(&mut out, group.need)?;
                let mut next = 0;
                for rank in ranks {
                    write_number(&mut out, rank - next)?;
                    next = rank + 1;
                }
            }
        }
        write_number(&mut out, 0)?;
        out.finish()
    }
}

fn write_number(out: &mut impl Write, mut number: u64) -> io::Result<()> {
    while number >= 0x80 {
        out.write_all(&[number as u8 | 0x80])?;
        number >>= 7;
    }
    out.write_all(&[number as u8])
}

fn write_signed(out: &mut impl Write, value: i32) -> io::Result<()> {
    write_number(out, u64::from((value << 1 ^ value >> 31) as u32))
}

/// The maximum number of unpacked bytes: a claim takes at least one.
const LONGEST: u64 = 1 << 32;
/// The maximum number of unpacked bytes per packed byte, and the minimum of that limit.
const MOST_UNPACKED: u64 = 1000;
const LEAST_UNPACKED: u64 = 1 << 20;
/// The maximum length of a name in bytes, the maximum number of tables, and the largest number of an opening or a
/// layer.
const LONGEST_NAME: u64 = 1000;
const MOST_TABLES: u64 = 1000;
const LARGEST: u64 = 1 << 20;

impl CompleteProof {
    /// Decodes the contents of a file. The claims are not checked.
    ///
    /// # Errors
    /// The bytes are not a complete proof, or are damaged.
    pub fn decode(file: &[u8]) -> io::Result<CompleteProof> {
        decode(file, file.len() as u64)
    }

    /// Reads a complete proof. Its claims are not checked: `sowlab-check` does that.
    ///
    /// # Errors
    /// An error if there is no such file, if it is not a complete proof, or if it is damaged.
    pub fn read(path: &Path) -> Result<CompleteProof, ProofFileError> {
        read(path).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => ProofFileError::NotComplete {
                path: path.to_owned(),
                reason: error.to_string(),
            },
            io::ErrorKind::UnexpectedEof => ProofFileError::NotComplete {
                path: path.to_owned(),
                reason: "the file ends early".into(),
            },
            _ => ProofFileError::Io {
                path: path.to_owned(),
                source: error,
            },
        })
    }
}

fn read(path: &Path) -> io::Result<CompleteProof> {
    let file = open_regular(path)?;
    let packed = file.metadata()?.len();
    decode(file, packed)
}

fn decode(mut file: impl Read, packed: u64) -> io::Result<CompleteProof> {
    let mut head = [0; 12];
    file.read_exact(&mut head)?;
    let (magic, format) = head.split_at(8);
    let short = format == SHORT_FORMAT.to_le_bytes();
    if magic != HEADER_MAGIC || !(short || format == COMPLETE_FORMAT.to_le_bytes()) {
        return Err(wrong("the first bytes are not those of format 2 or 3"));
    }
    let longest = LONGEST.min(LEAST_UNPACKED.max(packed.saturating_mul(MOST_UNPACKED)));
    let mut input = BufReader::new(Decoder::new(file)?.take(longest));
    let length = read_number(&mut input, LONGEST_NAME)?;
    let mut name = vec![0; length as usize];
    input.read_exact(&mut name)?;
    let name = printable(name).ok_or_else(|| wrong("the name is not text"))?;
    let opening = read_number(&mut input, LARGEST)? as u32;
    let mut stated = [(0, 0); 2];
    for interval in &mut stated {
        *interval = (read_signed(&mut input)?, read_signed(&mut input)?);
    }
    let mut tables = Vec::new();
    for _ in 0..read_number(&mut input, MOST_TABLES)? {
        let mut checksum = [0; 16];
        input.read_exact(&mut checksum)?;
        tables.push(u128::from_be_bytes(checksum));
    }
    let mut groups: Vec<RankedGroup> = Vec::new();
    loop {
        let claims = read_number(&mut input, LARGEST_GROUP as u64)?;
        if claims == 0 {
            break;
        }
        groups.push(read_group(&mut input, claims)?);
    }
    if !input.fill_buf()?.is_empty() {
        return Err(wrong("bytes after the proof"));
    }
    Ok(CompleteProof {
        name,
        opening,
        stated,
        tables,
        short,
        groups,
    })
}

fn read_group(input: &mut impl Read, claims: u64) -> io::Result<RankedGroup> {
    let layer = read_number(input, LARGEST)? as u32;
    let claimant = match read_number(input, 1)? {
        0 => Player::Leader,
        _ => Player::Follower,
    };
    let need = read_signed(input)?;
    let mut ranks = Vec::new();
    let mut next = 0u64;
    for _ in 0..claims {
        let rank = next.checked_add(read_number(input, u64::MAX >> 1)?);
        let rank = rank.filter(|rank| *rank < u64::MAX >> 1);
        let rank = rank.ok_or_else(|| wrong("a rank out of range"))?;
        ranks.push(rank);
        next = rank + 1;
    }
    Ok(RankedGroup {
        layer,
        claimant,
        need,
        ranks,
    })
}

fn wrong(reason: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

fn read_number(input: &mut impl Read, most: u64) -> io::Result<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let mut byte = [0];
        input.read_exact(&mut byte)?;
        number |= u64::from(byte[0] & 0x7f) << shift;
        if byte[0] < 0x80 {
            let fits = (number <= most).then_some(number);
            return fits.ok_or_else(|| wrong("a number out of range"));
        }
    }
    Err(wrong("a number of more than nine bytes"))
}

fn read_signed(input: &mut impl Read) -> io::Result<i32> {
    let number = read_number(input, u32::MAX.into())? as u32;
    Ok((number >> 1) as i32 ^ -((number & 1) as i32))
}

/// The claims of a complete proof by layer, rank and claimant.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// The claims of a layer and a claimant, by rank and then by group.
    by_rank: BTreeMap<(u32, Player), Vec<(u64, StatedClaim)>>,
}

/// A claim about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatedClaim {
    /// The margin that the claimant gains at least, in finitely many rounds.
    pub need: i32,
    /// The index of its group in the proof: it rests on endgame tables and on earlier groups.
    pub group: u32,
}

impl From<CompleteProof> for Claims {
    fn from(proof: CompleteProof) -> Claims {
        let mut by_rank: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (place, group) in (0..).zip(proof.groups) {
            let stated = StatedClaim {
                need: group.need,
                group: place,
            };
            let claims = by_rank.entry((group.layer, group.claimant)).or_default();
            claims.extend(group.ranks.into_iter().map(|rank| (rank, stated)));
        }
        for claims in by_rank.values_mut() {
            claims.sort_unstable_by_key(|(rank, claim)| (*rank, claim.group));
        }
        Claims { by_rank }
    }
}

impl Claims {
    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_rank.is_empty()
    }

    /// Returns the greatest claim about a state, from the earliest group that makes it.
    pub fn find(&self, layer: u32, rank: u64, claimant: Player) -> Option<StatedClaim> {
        self.find_before(layer, rank, claimant, u32::MAX)
    }

    /// Returns the greatest claim about a state, from the earliest group before `before` that makes it.
    pub fn find_before(
        &self,
        layer: u32,
        rank: u64,
        claimant: Player,
        before: u32,
    ) -> Option<StatedClaim> {
        let claims = self.by_rank.get(&(layer, claimant))?;
        let first = claims.partition_point(|(of, _)| *of < rank);
        let about = claims[first..].iter().take_while(|(of, _)| *of == rank);
        let earlier = about.map(|(_, claim)| *claim);
        let earlier = earlier.take_while(|claim| claim.group < before);
        earlier.min_by_key(|claim| (-claim.need, claim.group))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof() -> CompleteProof {
        let group = |layer, claimant, need, ranks| RankedGroup {
            layer,
            claimant,
            need,
            ranks,
        };
        CompleteProof {
            name: "a game".into(),
            opening: 3,
            stated: [(-3, 3), (0, 7)],
            tables: vec![5, u128::MAX],
            short: false,
            groups: vec![
                group(4, Player::Follower, -2, vec![0, 1, 70_000]),
                group(5, Player::Leader, 127, (0..1000).map(|n| n * n).collect()),
            ],
        }
    }

    #[test]
    fn written_and_read_it_is_the_same() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.complete");
        for short in [false, true] {
            let proof = CompleteProof { short, ..proof() };
            proof.write(&path).unwrap();
            assert_eq!(CompleteProof::read(&path).unwrap(), proof);
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.complete");
        proof().write(&path).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let refused = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            CompleteProof::read(&path).is_err()
        };
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            // A changed bit in the header of the compressed part may have no effect.
            assert!(
                refused(&damaged) || CompleteProof::read(&path).unwrap() == proof(),
                "byte {at}"
            );
            assert!(refused(&bytes[..at]), "cut at {at}");
        }
        assert!(CompleteProof::read(Path::new("/dev/zero")).is_err());
        let missing = CompleteProof::read(&directory.path().join("b"));
        assert!(matches!(missing, Err(ProofFileError::Io { .. })));
    }
}

#[cfg(test)]
mod claims_tests {
    use super::*;

    #[test]
    fn the_greatest_need_of_the_earliest_group() {
        let group = |claimant, need, ranks: &[u64]| RankedGroup {
            layer: 3,
            claimant,
            need,
            ranks: ranks.to_vec(),
        };
        let claims = Claims::from(CompleteProof {
            name: String::new(),
            opening: 0,
            stated: [(0, 0); 2],
            tables: Vec::new(),
            short: false,
            groups: vec![
                group(Player::Leader, 1, &[4, 9]),
                group(Player::Follower, -1, &[4]),
                group(Player::Leader, 2, &[4, 5]),
                group(Player::Leader, 2, &[4]),
            ],
        });
        let of = |rank, claimant| claims.find(3, rank, claimant).map(|at| (at.need, at.group));
        assert_eq!(of(4, Player::Leader), Some((2, 2)));
        assert_eq!(of(9, Player::Leader), Some((1, 0)));
        assert_eq!(of(4, Player::Follower), Some((-1, 1)));
        assert_eq!(of(9, Player::Follower), None);
        assert_eq!(claims.find(4, 4, Player::Leader), None);
        let before = claims.find_before(3, 4, Player::Leader, 2).unwrap();
        assert_eq!((before.need, before.group), (1, 0));
    }
}
