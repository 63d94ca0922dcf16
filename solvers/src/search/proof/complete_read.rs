//! Complete proofs from disk.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::complete_file::{CompleteProof, LARGEST_GROUP, RankedGroup};
use super::file::{COMPLETE_FORMAT, HEADER_MAGIC, ProofFileError, SHORT_FORMAT};
use crate::Player;
use crate::compression::Decoder;
use sowlab_base::files::{open_regular, printable};

/// The most bytes unpacked: a claim takes at least one.
const LONGEST: u64 = 1 << 32;
/// The most bytes unpacked for each byte packed, and at least this many.
const MOST_UNPACKED: u64 = 1000;
const LEAST_UNPACKED: u64 = 1 << 20;
/// The longest name, the most tables and the largest number of an opening or a layer.
const LONGEST_NAME: u64 = 1000;
const MOST_TABLES: u64 = 1000;
const LARGEST: u64 = 1 << 20;

impl CompleteProof {
    /// Reads a complete proof. What it claims is not checked: `sowlab-check` does that.
    ///
    /// # Errors
    /// There is no such file, it is no complete proof, or it is damaged.
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
    let mut file = open_regular(path)?;
    let packed = file.metadata()?.len();
    let mut head = [0; 12];
    file.read_exact(&mut head)?;
    let (magic, format) = head.split_at(8);
    let short = format == SHORT_FORMAT.to_le_bytes();
    if magic != HEADER_MAGIC || !(short || format == COMPLETE_FORMAT.to_le_bytes()) {
        return Err(wrong("the first bytes are not those of format 2 or 3"));
    }
    let longest = LONGEST.min(LEAST_UNPACKED.max(packed.saturating_mul(MOST_UNPACKED)));
    let mut input = BufReader::new(Decoder::new(file)?.take(longest));
    let length = number(&mut input, LONGEST_NAME)?;
    let mut name = vec![0; length as usize];
    input.read_exact(&mut name)?;
    let name = printable(name).ok_or_else(|| wrong("the name is no text"))?;
    let opening = number(&mut input, LARGEST)? as u32;
    let mut stated = [(0, 0); 2];
    for interval in &mut stated {
        *interval = (signed(&mut input)?, signed(&mut input)?);
    }
    let mut tables = Vec::new();
    for _ in 0..number(&mut input, MOST_TABLES)? {
        let mut checksum = [0; 16];
        input.read_exact(&mut checksum)?;
        tables.push(u128::from_be_bytes(checksum));
    }
    let mut groups: Vec<RankedGroup> = Vec::new();
    loop {
        let claims = number(&mut input, LARGEST_GROUP as u64)?;
        if claims == 0 {
            break;
        }
        groups.push(group(&mut input, claims)?);
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

fn group(input: &mut impl Read, claims: u64) -> io::Result<RankedGroup> {
    let layer = number(input, LARGEST)? as u32;
    let claimant = match number(input, 1)? {
        0 => Player::Leader,
        _ => Player::Follower,
    };
    let need = signed(input)?;
    let mut ranks = Vec::new();
    let mut next = 0u64;
    for _ in 0..claims {
        let rank = next.checked_add(number(input, u64::MAX >> 1)?);
        let rank = rank.filter(|rank| *rank < u64::MAX >> 1);
        let rank = rank.ok_or_else(|| wrong("a rank beyond what there can be"))?;
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

fn number(input: &mut impl Read, most: u64) -> io::Result<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let mut byte = [0];
        input.read_exact(&mut byte)?;
        number |= u64::from(byte[0] & 0x7f) << shift;
        if byte[0] < 0x80 {
            let fits = (number <= most).then_some(number);
            return fits.ok_or_else(|| wrong("a number beyond what there can be"));
        }
    }
    Err(wrong("a number of more than nine bytes"))
}

fn signed(input: &mut impl Read) -> io::Result<i32> {
    let number = number(input, u32::MAX.into())? as u32;
    Ok((number >> 1) as i32 ^ -((number & 1) as i32))
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
            // A bit of the header of the compressed part may say nothing.
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
