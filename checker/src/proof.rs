//! Whether the claims of a proof file follow from the rules, from tables and from each other.
//!
//! The file (`….proof`, format 1), little end first: magic `SOWPROOF` · format 4 · XXH3-64 of the
//! rest 8 · the rest, compressed by Zstandard: the name of the rules and the claims, in the `postcard`
//! encoding.
//!
//! A claim says that a side gains at least `need` over the other from a board on, where infinite play
//! costs *that side* everything left. It follows if the side has a choice (or, where the other side
//! chooses first, a reply to each choice) after which the rest of the need is given by the rules,
//! stated by a table, or claimed by another claim that was found to follow before. So no claims are
//! taken as proof of each other, and progress in finitely many rounds is part of what is shown.

use std::collections::HashMap;
use std::fmt::Display;
use std::fs;
use std::io::Read;
use std::path::Path;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::error::CheckError;
use crate::replies::{Game, Reply};
use crate::sowing::Holes;
use crate::table::Table;

/// The most bytes of a proof unpacked that are read.
const LONGEST: u64 = 8 << 30;
/// The most bytes unpacked for each byte packed.
const MOST_UNPACKED: u64 = 100;

/// A side, seen from a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Claimant {
    /// The side that has sente there.
    Sente,
    /// The side that has gote there.
    Gote,
}

impl Claimant {
    fn other(self) -> Claimant {
        match self {
            Claimant::Sente => Claimant::Gote,
            Claimant::Gote => Claimant::Sente,
        }
    }

    /// The margin of this side, from that of the side with sente.
    fn margin(self, of_sente: i32) -> i32 {
        match self {
            Claimant::Sente => of_sente,
            Claimant::Gote => -of_sente,
        }
    }
}

/// A claim, in the order of its fields in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Claim {
    /// Stones on the board.
    pub stones: u32,
    /// The rank of the board, turned so that the side with sente is East.
    pub rank: u64,
    /// Who gains.
    pub claimant: Claimant,
    /// How much, at least.
    pub need: i32,
    /// What the search noted; not used here.
    pub height: u8,
    /// What the search noted; not used here.
    pub work: u8,
}

/// A proof as the file has it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Proof {
    /// The name of the rules.
    pub name: String,
    /// The claims, in any order.
    pub claims: Vec<Claim>,
}

impl Proof {
    /// Reads a proof.
    ///
    /// # Errors
    /// The file is missing, damaged, or no proof.
    pub fn read(path: &Path) -> Result<Proof, CheckError> {
        let failed = |reason: &dyn Display| CheckError::Input(format!("{}: {reason}", path.display()));
        let mut header = [0; 20];
        let opened = fs::File::open(path).and_then(|mut file| {
            file.read_exact(&mut header)?;
            Ok(file)
        });
        let file = opened.map_err(|error| failed(&error))?;
        if header[..12] != *b"SOWPROOF\x01\0\0\0" {
            return Err(failed(&"not a proof of format 1"));
        }
        let mut body = Vec::new();
        file.take(LONGEST).read_to_end(&mut body).map_err(|error| failed(&error))?;
        if header[12..] != xxh3_64(&body).to_le_bytes() {
            return Err(failed(&"the contents do not match their checksum"));
        }
        let mut unpacked = Vec::new();
        let longest = LONGEST.min(MOST_UNPACKED * body.len() as u64);
        let decoder = zstd::Decoder::new(&body[..]);
        let read = decoder.and_then(|decoder| decoder.take(longest + 1).read_to_end(&mut unpacked));
        read.map_err(|error| failed(&error))?;
        if unpacked.len() as u64 > longest {
            return Err(failed(&"more bytes unpacked than claims take"));
        }
        postcard::from_bytes(&unpacked).map_err(|_| failed(&"claims that cannot be read"))
    }
}

/// What of a proof was found to follow.
pub struct Followed<'a> {
    game: &'a Game,
    tables: &'a [Table],
    /// The greatest need that follows, by stones, rank and claimant.
    needs: HashMap<(u32, u64, Claimant), i32>,
    /// The claims that do not follow.
    pub refused: Vec<Claim>,
}

impl<'a> Followed<'a> {
    /// Checks every claim, layer by layer. `on_layer` is called with the number of stones, how many
    /// claims there are with so many, and how many of those follow.
    pub fn check(
        game: &'a Game,
        tables: &'a [Table],
        mut claims: Vec<Claim>,
        mut on_layer: impl FnMut(u32, usize, usize),
    ) -> Followed<'a> {
        claims.sort_unstable();
        let mut followed = Followed { game, tables, needs: HashMap::new(), refused: Vec::new() };
        for of_layer in claims.chunk_by(|a, b| a.stones == b.stones) {
            let mut open = of_layer.to_vec();
            loop {
                let holds: Vec<bool> = open.par_iter().map(|claim| followed.follows(claim)).collect();
                let before = open.len();
                let mut left = Vec::new();
                for (claim, holds) in open.into_iter().zip(holds) {
                    match holds {
                        true => followed.add(&claim),
                        false => left.push(claim),
                    }
                }
                open = left;
                if open.is_empty() || open.len() == before {
                    break;
                }
            }
            on_layer(of_layer[0].stones, of_layer.len(), of_layer.len() - open.len());
            followed.refused.append(&mut open);
        }
        followed
    }

    fn add(&mut self, claim: &Claim) {
        let need = self.needs.entry((claim.stones, claim.rank, claim.claimant)).or_insert(claim.need);
        *need = claim.need.max(*need);
    }

    /// Whether a claim follows from the rules, the tables and the claims found to follow before.
    fn follows(&self, claim: &Claim) -> bool {
        let stones = claim.stones as usize;
        if claim.need <= -(stones as i32) {
            return true;
        }
        // Claims come from a file, which may say anything.
        if claim.need > stones as i32 || claim.rank >= self.game.boards.in_layer(stones) {
            return false;
        }
        let holes = self.game.boards.board(stones, claim.rank);
        // Of each choice of sente, whether all replies, or any reply, serve the claimant.
        let mut choices: Vec<(usize, bool)> = Vec::new();
        let serves_all = claim.claimant == Claimant::Sente;
        let finished = self.game.expand(stones, &holes, |east, _, reply| {
            let serves = self.serves(claim, reply);
            match choices.last_mut() {
                Some((hole, choice)) if *hole == east => {
                    *choice = if serves_all { *choice && serves } else { *choice || serves };
                }
                _ => choices.push((east, serves)),
            }
        });
        match (finished, serves_all) {
            (Some(margin), _) => claim.claimant.margin(margin) >= claim.need,
            (None, true) => choices.iter().any(|&(_, serves)| serves),
            (None, false) => choices.iter().all(|&(_, serves)| serves),
        }
    }

    /// Whether what a round leads to gives the claimant the need.
    fn serves(&self, claim: &Claim, reply: Reply) -> bool {
        let stones = claim.stones as usize;
        match reply {
            Reply::Over { margin } => claim.claimant.margin(margin) >= claim.need,
            // Infinite play costs the claimant everything, and the need is more than that.
            Reply::Endless => false,
            Reply::Quiet { rank } => self.states(stones, rank, claim.claimant, claim.need),
            Reply::Capture { stones, rank, gain } => {
                let need = claim.need - claim.claimant.margin(gain);
                self.states(stones, rank, claim.claimant.other(), need)
            }
        }
    }

    /// Whether the claimant is known to gain the need.
    pub fn states(&self, stones: usize, rank: u64, claimant: Claimant, need: i32) -> bool {
        self.gain(stones, rank, claimant) >= need
    }

    /// The most that the claimant is known to gain, where infinite play costs it everything left.
    pub fn gain(&self, stones: usize, rank: u64, claimant: Claimant) -> i32 {
        if let Some(table) = self.tables.get(stones) {
            let value = table.value(rank);
            return match claimant {
                Claimant::Sente => value.lower,
                Claimant::Gote => -value.upper,
            };
        }
        let holes = self.game.boards.board(stones, rank);
        if let Some(margin) = self.game.finished(stones, &holes) {
            return claimant.margin(margin);
        }
        let claimed = self.needs.get(&(stones as u32, rank, claimant));
        claimed.copied().unwrap_or(-(stones as i32))
    }

    /// What is shown of an opening: the margin of the side with sente lies between these, whatever
    /// infinite play counts; without the pie rule, and with it.
    pub fn opening(&self, holes: &Holes) -> [(i32, i32); 2] {
        let stones: usize = holes.iter().map(|&stones| usize::from(stones)).sum();
        let interval = |stones: usize, rank: u64| {
            (self.gain(stones, rank, Claimant::Sente), -self.gain(stones, rank, Claimant::Gote))
        };
        let plain = interval(stones, self.game.boards.rank(holes));
        // With the pie rule East keeps the margin after the first round or takes the opposite.
        let mut pie: Option<(i32, i32)> = None;
        let mut choice: Option<(usize, (i32, i32))> = None;
        let greatest = |a: (i32, i32), b: (i32, i32)| (a.0.max(b.0), a.1.max(b.1));
        let least = |a: (i32, i32), b: (i32, i32)| (a.0.min(b.0), a.1.min(b.1));
        let n = stones as i32;
        let finished = self.game.expand(stones, holes, |east, _, reply| {
            let (low, high) = match reply {
                Reply::Over { margin } => (margin, margin),
                // There is no decision after a round that never ends.
                Reply::Endless => (-n, n),
                Reply::Quiet { rank } => interval(stones, rank),
                Reply::Capture { stones, rank, gain } => {
                    let (low, high) = interval(stones, rank);
                    (gain - high, gain - low)
                }
            };
            let kept = match reply {
                Reply::Over { .. } | Reply::Endless => (low, high),
                _ => greatest((low, high), (-high, -low)),
            };
            choice = match choice {
                Some((hole, worst)) if hole == east => Some((hole, least(worst, kept))),
                _ => {
                    pie = choice
                        .map_or(pie, |(_, worst)| Some(pie.map_or(worst, |best| greatest(best, worst))));
                    Some((east, kept))
                }
            };
        });
        if let Some((_, worst)) = choice {
            pie = Some(pie.map_or(worst, |best| greatest(best, worst)));
        }
        let pie = finished.map_or(pie, |margin| Some((margin, margin)));
        [plain, pie.unwrap_or((-n, n))]
    }
}
