//! Proven claims on disk, from which a search resumes.

use std::io;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::Player;
use crate::compression::{Decoder, encode_all};
use sowlab_base::files::{is_full, open_regular, printable, write_whole};

/// The first bytes of every file of proofs.
pub(super) const HEADER_MAGIC: [u8; 8] = *b"SOWPROOF";
/// The version of the format that is written, and the only one that [`Proof::read`] accepts.
pub const PROOF_FORMAT: u32 = 1;
/// The format of a complete proof.
pub(super) const COMPLETE_FORMAT: u32 = 2;
/// The format of complete proofs in which claims are left out.
pub(super) const SHORT_FORMAT: u32 = 3;
/// The number of bytes of magic, format and checksum.
const HEADER: usize = 20;
/// The level of compression (Zstandard).
const LEVEL: i32 = 19;
/// The maximum number of unpacked bytes of a proof, enough for some hundred million claims.
const LONGEST: u64 = 1 << 32;
/// The maximum number of unpacked bytes per packed byte. Claims all differ, and are packed into a fifth to a half of
/// their bytes.
const MOST_UNPACKED: u64 = 100;

/// A proven claim on disk.
///
/// The claim holds independently of the search that found it: the claimant can gain the margin, with progress within
/// `height` rounds each time (see the [module](super)). Claims of several searches can therefore share a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ProvenClaim {
    /// The claim.
    pub lemma: Lemma,
    /// The maximum number of consecutive rounds without progress in its proof, until the first progress.
    pub height: u8,
    /// The work: about 2 to this power, less one, states were searched for it; 0 for none.
    pub work: u8,
}

impl ProvenClaim {
    /// Returns whether this claim implies the other.
    fn covers(&self, other: &ProvenClaim) -> bool {
        let position =
            |kept: &ProvenClaim| (kept.lemma.layer, kept.lemma.rank, kept.lemma.claimant);
        position(self) == position(other)
            && self.lemma.need >= other.lemma.need
            && self.height <= other.height
    }
}

/// The reason why a proof cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ProofFileError {
    /// Reading or writing failed.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The file is not a proof, or one of another version of the format.
    #[error("{}: not a proof cache of format {PROOF_FORMAT}: {reason}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: &'static str,
    },
    /// The file is a complete proof: [`CompleteProof::read`](super::CompleteProof::read) reads it.
    #[error("{}: a proof (format 2), not a proof cache of format {PROOF_FORMAT}; `sowlab-check proof` reads it", .0.display())]
    Complete(PathBuf),
    /// The file is not a complete proof, or a damaged one.
    #[error("{}: not a proof that `sowlab proof export` wrote: {reason}", path.display())]
    NotComplete {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The contents do not match their checksum.
    #[error("{}: damaged (the contents do not match their checksum)", .0.display())]
    Damaged(PathBuf),
    /// The proof is about other rules.
    #[error("{}: this proof is for {found}, not for {expected}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The rules that the file states.
        found: String,
        /// The requested rules.
        expected: String,
    },
}

impl ProofFileError {
    /// Returns whether the error means that there is no room to write the file.
    pub fn no_room(&self) -> bool {
        matches!(self, ProofFileError::Io { source, .. } if is_full(source))
    }
}

/// Proven claims about positions of one game.
///
/// The file, little-endian: magic 8 · format 4 · checksum of the rest 8 (XXH3, 64 bits) · the rest, compressed by
/// Zstandard. The rest is the name of the rules and the sorted claims, in the format of `postcard`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    name: String,
    claims: Vec<ProvenClaim>,
}

impl Proof {
    /// Creates a proof of these claims about the game of this name. Claims that another one covers are left out.
    pub fn new(name: String, claims: Vec<ProvenClaim>) -> Proof {
        let mut proof = Proof { name, claims };
        proof.sort_and_prune();
        proof
    }

    /// Returns the name of the game with every rule that affects the claims.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the claims, sorted by layer, rank and claimant.
    pub fn claims(&self) -> &[ProvenClaim] {
        &self.claims
    }

    /// Adds the claims of another proof of the same game.
    pub fn add(&mut self, other: &Proof) {
        self.claims.extend_from_slice(&other.claims);
        self.sort_and_prune();
    }

    /// Retains at most `most` claims, those with the most work.
    pub fn keep_most_work(&mut self, most: usize) {
        if self.claims.len() > most {
            self.claims
                .sort_by_key(|kept| (std::cmp::Reverse(kept.work), *kept));
            self.claims.truncate(most);
            self.sort_and_prune();
        }
    }

    /// Sorts the claims, and removes those that another covers. Of equal claims the one with more work stays.
    fn sort_and_prune(&mut self) {
        self.claims.sort_unstable_by_key(|kept| {
            let Lemma {
                layer,
                rank,
                claimant,
                need,
            } = kept.lemma;
            let strongest_first = (std::cmp::Reverse(need), kept.height);
            let most_work_first = std::cmp::Reverse(kept.work);
            (layer, rank, claimant, strongest_first, most_work_first)
        });
        // Of a position, the last retained claim has the least height so far.
        self.claims.dedup_by(|next, kept| kept.covers(next));
    }

    /// Reads a proof.
    ///
    /// # Errors
    /// An error if the file is missing, damaged or of another format, or if its name is not printable. It is also an
    /// error if it has more than 4 GiB unpacked, or more than a hundred times as many bytes as packed. [`Proof::write`]
    /// writes no such file.
    pub fn read(path: &Path) -> Result<Proof, ProofFileError> {
        let io = |source| ProofFileError::Io {
            path: path.to_owned(),
            source,
        };
        let format = |reason| ProofFileError::Format {
            path: path.to_owned(),
            reason,
        };
        let mut file = open_regular(path).map_err(io)?;
        let mut header = Vec::new();
        Read::by_ref(&mut file)
            .take(HEADER as u64)
            .read_to_end(&mut header)
            .map_err(io)?;
        if header.len() < HEADER {
            return Err(format("shorter than its header"));
        }
        if header[..8] != HEADER_MAGIC {
            return Err(format("the first bytes are not those of a proof"));
        }
        if [COMPLETE_FORMAT, SHORT_FORMAT]
            .map(u32::to_le_bytes)
            .iter()
            .any(|format| header[8..12] == *format)
        {
            return Err(ProofFileError::Complete(path.to_owned()));
        }
        if header[8..12] != PROOF_FORMAT.to_le_bytes() {
            return Err(format(
                "another version of the format; search again with a new file",
            ));
        }
        let mut body = Vec::new();
        file.take(LONGEST).read_to_end(&mut body).map_err(io)?;
        if header[12..] != xxh3_64(&body).to_le_bytes() {
            return Err(ProofFileError::Damaged(path.to_owned()));
        }
        let longest = LONGEST.min(MOST_UNPACKED * body.len() as u64);
        let mut unpacked = Vec::new();
        Decoder::new(&body[..])
            .and_then(|decoder| decoder.take(longest + 1).read_to_end(&mut unpacked))
            .map_err(io)?;
        if unpacked.len() as u64 > longest {
            return Err(format("more bytes unpacked than claims take"));
        }
        let proof: Proof =
            postcard::from_bytes(&unpacked).map_err(|_| format("claims that cannot be read"))?;
        let name = printable(proof.name.into()).ok_or_else(|| format("the name is not text"))?;
        Ok(Proof::new(name, proof.claims))
    }

    /// Reads a proof about the game of this name.
    ///
    /// # Errors
    /// The errors of [`Proof::read`], and an error if the proof is about another game.
    pub fn read_of(path: &Path, name: &str) -> Result<Proof, ProofFileError> {
        let proof = Proof::read(path)?;
        match proof.name == name {
            true => Ok(proof),
            false => Err(ProofFileError::Foreign {
                path: path.to_owned(),
                found: proof.name,
                expected: name.to_owned(),
            }),
        }
    }

    /// Writes the proof atomically.
    ///
    /// # Errors
    /// The errors of the operating system, or of [`encode`](Proof::encode).
    pub fn write(&self, path: &Path) -> Result<(), ProofFileError> {
        let written = self.encode().and_then(|bytes| write_whole(path, &bytes));
        written.map_err(|source| ProofFileError::Io {
            path: path.to_owned(),
            source,
        })
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// An error if there are more than 4 GiB before they are packed.
    pub fn encode(&self) -> io::Result<Vec<u8>> {
        let unpacked = postcard::to_stdvec(self).map_err(io::Error::other)?;
        if unpacked.len() as u64 > LONGEST {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        let body = encode_all(&unpacked[..], LEVEL)?;
        let mut bytes = HEADER_MAGIC.to_vec();
        bytes.extend(PROOF_FORMAT.to_le_bytes());
        bytes.extend(xxh3_64(&body).to_le_bytes());
        bytes.extend(body);
        Ok(bytes)
    }
}

/// The claim on a position of a layered game that a side gains at least a margin from there on. Infinite play costs
/// that side everything left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Lemma {
    /// The layer of the position.
    pub layer: u32,
    /// Its rank.
    pub rank: u64,
    /// The side that claims: [`Player::Leader`] stands for the side to move.
    pub claimant: Player,
    /// The margin of the claimant.
    pub need: i32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Player;

    fn proven_claim(rank: u64, need: i32, height: u8, work: u8) -> ProvenClaim {
        let lemma = Lemma {
            layer: 9,
            rank,
            claimant: Player::Follower,
            need,
        };
        ProvenClaim {
            lemma,
            height,
            work,
        }
    }

    #[test]
    fn what_another_claim_covers_is_left_out() {
        let strongest = proven_claim(4, 3, 2, 5);
        let flatter = proven_claim(4, 1, 0, 1);
        let claims = vec![
            proven_claim(4, 3, 3, 9),
            flatter,
            proven_claim(4, 2, 2, 1),
            strongest,
            proven_claim(3, 0, 0, 0),
            proven_claim(4, 3, 2, 1),
        ];
        let mut proof = Proof::new("a game".into(), claims);
        assert_eq!(
            proof.claims(),
            [proven_claim(3, 0, 0, 0), strongest, flatter]
        );
        let other = Proof::new("a game".into(), vec![proven_claim(4, 7, 0, 0)]);
        proof.add(&other);
        assert_eq!(
            proof.claims(),
            [proven_claim(3, 0, 0, 0), proven_claim(4, 7, 0, 0)]
        );
        proof.keep_most_work(1);
        assert_eq!(proof.claims().len(), 1);
    }

    #[test]
    fn files_that_would_take_all_memory_are_refused() {
        assert!(matches!(
            Proof::read(Path::new("/dev/zero")),
            Err(ProofFileError::Io { source, .. }) if source.kind() == io::ErrorKind::InvalidInput
        ));
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.proof");
        let body = encode_all(&vec![0; 100 << 20][..], 3).unwrap();
        let mut bytes = HEADER_MAGIC.to_vec();
        bytes.extend(PROOF_FORMAT.to_le_bytes());
        bytes.extend(xxh3_64(&body).to_le_bytes());
        bytes.extend(body);
        std::fs::write(&path, bytes).unwrap();
        let error = Proof::read(&path).unwrap_err().to_string();
        assert!(error.contains("unpacked"), "{error}");
    }

    #[test]
    fn a_name_with_control_characters_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.proof");
        Proof::new("two\nlines".into(), vec![proven_claim(4, 3, 2, 5)])
            .write(&path)
            .unwrap();
        let error = Proof::read(&path).unwrap_err();
        assert!(matches!(error, ProofFileError::Format { .. }), "{error}");
    }

    #[test]
    fn written_and_read_it_is_the_same() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.proof");
        let claims = (0..1_000).map(|rank| proven_claim(rank * rank, rank as i32 % 9, 1, 2));
        let proof = Proof::new("a game".into(), claims.collect());
        proof.write(&path).unwrap();
        assert_eq!(Proof::read(&path).unwrap(), proof);
        assert!(Proof::read_of(&path, "another game").is_err());
    }
}
