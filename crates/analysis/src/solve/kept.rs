//! Proof caches and complete proofs of the stones family.

use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use sowlab_base::files::faults::interval;
use sowlab_base::interrupt::caught;
use sowlab_solvers::Keyed;
use sowlab_solvers::ranking::{Ranking, RankingError};
use sowlab_solvers::search::proof::{
    Claim, ClaimGroup, CompleteProof, KeyedClaim, Lemma, Proof, ProofFileError, ProofTable,
    ProvenClaim, RankedGroup,
};

use crate::secured::shipped_proofs;
use crate::tables::TabledGame;
use crate::{Field, RequestError};
use sowlab_games::stones::{Board, Rules, StonesGame};

/// The time between two saves. A kill loses at most the work of this time and of a save.
const SAVE_EVERY: Duration = Duration::from_secs(120);

/// The form of boards in proofs: layer and rank, turned so that the side with sente is East.
pub(crate) struct Places {
    ranking: Ranking,
}

impl Places {
    /// Creates the form for boards of at most `stones` stones.
    pub(crate) fn new(rules: &Rules, stones: u32) -> Result<Places, RankingError> {
        let ranking = Ranking::new(rules.holes(), stones as usize)?;
        Ok(Places { ranking })
    }

    pub(super) fn lemma(&self, claim: &Claim<Board>) -> Lemma {
        Lemma {
            layer: claim.state.stones(),
            rank: self.rank(&claim.state),
            claimant: claim.claimant,
            need: claim.need,
        }
    }

    /// Returns the rank of a board in its layer.
    pub(super) fn rank(&self, board: &Board) -> u64 {
        self.ranking.rank(board.lanes())
    }

    /// Returns the board of this rank in a layer.
    ///
    /// # Errors
    /// There is no such board.
    fn board(&self, layer: u32, rank: u64) -> Result<Board, RankingError> {
        let lanes = self.ranking.unrank(layer as usize, rank)?;
        Ok(Board::from_lanes(lanes))
    }

    /// # Errors
    /// There is no such board.
    pub(crate) fn claim(&self, lemma: &Lemma) -> Result<Claim<Board>, RankingError> {
        Ok(Claim {
            state: self.board(lemma.layer, lemma.rank)?,
            claimant: lemma.claimant,
            need: lemma.need,
        })
    }

    /// Converts claims about boards to claims about ranks in ascending order.
    pub(super) fn ranked(&self, group: &ClaimGroup<Board>) -> RankedGroup {
        let ranks = group.states.iter().map(|state| self.rank(state));
        let mut ranks: Vec<u64> = ranks.collect();
        ranks.sort_unstable();
        RankedGroup {
            layer: group.bound.unsigned_abs(),
            claimant: group.claimant,
            need: group.need,
            ranks,
        }
    }

    /// Converts claims about ranks to claims about boards.
    ///
    /// # Errors
    /// There is no such board.
    pub(super) fn unranked(&self, group: &RankedGroup) -> Result<ClaimGroup<Board>, RankingError> {
        let board = |&rank: &u64| self.board(group.layer, rank);
        Ok(ClaimGroup {
            bound: group.layer as i32,
            claimant: group.claimant,
            need: group.need,
            states: group.ranks.iter().map(board).collect::<Result<_, _>>()?,
        })
    }
}

/// A proof cache: a file with the claims of earlier searches that took most work, from which the next search resumes.
pub struct KeptProof<'a> {
    path: &'a Path,
    game: StonesGame,
    name: String,
    places: Places,
}

impl<'a> KeptProof<'a> {
    /// The maximum number of claims to which a search adds: about two megabytes. A larger file keeps its number of
    /// claims.
    pub const MOST_CLAIMS: usize = 400_000;

    /// Creates the access to a proof cache for boards of at most `stones` stones.
    ///
    /// # Errors
    /// There are more boards than can be numbered.
    pub fn new(path: &'a Path, rules: &Rules, stones: u32) -> Result<Self, RankingError> {
        Ok(KeptProof {
            path,
            game: StonesGame::new(rules),
            name: proof_name(rules),
            places: Places::new(rules, stones)?,
        })
    }

    /// Loads the claims of the file into a table, if the file exists. Returns the number of claims in the file.
    ///
    /// # Errors
    /// The file is damaged, or belongs to other rules.
    pub fn load(&self, table: &ProofTable) -> Result<usize, ProofFileError> {
        let Some(proof) = self.there()? else {
            return Ok(0);
        };
        Ok(self.add(&proof, table))
    }

    /// Adds claims to a table. Returns their number.
    fn add(&self, proof: &Proof, table: &ProofTable) -> usize {
        // Claims about boards with more stones are for other searches.
        for kept in proof.claims() {
            if let Ok(claim) = self.places.claim(&kept.lemma) {
                table.add(&KeyedClaim {
                    bits: self.game.key(&claim.state).bits,
                    claimant: claim.claimant,
                    need: claim.need,
                    height: kept.height,
                    work: kept.work,
                });
            }
        }
        proof.claims().len()
    }

    /// Adds the claims of a table to the file. Returns the number of claims in the file afterwards.
    ///
    /// # Errors
    /// The existing file is damaged, or cannot be replaced.
    pub fn save(&self, table: &ProofTable) -> Result<usize, ProofFileError> {
        let least = least_work(table, KeptProof::MOST_CLAIMS);
        let claims = table.proven(least).map(|proven| {
            let lemma = self.places.lemma(&Claim {
                state: Board::from_lanes(proven.bits.to_le_bytes()),
                claimant: proven.claimant,
                need: proven.need,
            });
            ProvenClaim {
                lemma,
                height: proven.height,
                work: proven.work,
            }
        });
        let mut proof = Proof::new(self.name.clone(), claims.collect());
        let mut most = KeptProof::MOST_CLAIMS;
        if let Some(before) = self.there()? {
            // A file merged from others may have more claims, and keeps their number.
            most = most.max(before.claims().len());
            proof.add(&before);
        }
        proof.keep_most_work(most);
        proof.write(self.path)?;
        Ok(proof.claims().len())
    }

    /// Runs work on a claim table, and saves its claims every two minutes and at the end.
    ///
    /// # Errors
    /// The first error of a save. The work and later saves continue after an error.
    pub fn saving<R>(
        &self,
        table: &ProofTable,
        work: impl FnOnce() -> R,
    ) -> (R, Result<usize, ProofFileError>) {
        std::thread::scope(|threads| {
            let (done, is_done) = mpsc::channel::<()>();
            let saver = threads.spawn(move || {
                let mut saved = Ok(0);
                while is_done.recv_timeout(interval(SAVE_EVERY)) == Err(RecvTimeoutError::Timeout) {
                    saved = saved.and(self.save(table));
                }
                saved
            });
            let result = caught(work);
            drop(done);
            let before = saver.join().expect("nothing panics while saving");
            let saved = before.and(self.save(table));
            let result = result.unwrap_or_else(|interrupted| interrupted.unwind());
            (result, saved)
        })
    }

    fn there(&self) -> Result<Option<Proof>, ProofFileError> {
        match self.path.exists() {
            true => Proof::read_of(self.path, &self.name).map(Some),
            false => Ok(None),
        }
    }
}

/// A file of proven claims of either kind.
pub(super) enum ProofFile {
    Cache(Proof),
    Complete(CompleteProof),
}

impl ProofFile {
    /// Reads a file. Its header tells the kind.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or is of neither kind.
    pub(super) fn read(path: &Path) -> Result<ProofFile, ProofFileError> {
        match Proof::read(path) {
            Err(ProofFileError::Complete(_)) => CompleteProof::read(path).map(ProofFile::Complete),
            cache => cache.map(ProofFile::Cache),
        }
    }

    /// Returns the name of the rules of the claims.
    pub(super) fn name(&self) -> &str {
        match self {
            ProofFile::Cache(proof) => proof.name(),
            ProofFile::Complete(proof) => &proof.name,
        }
    }
}

/// The assumed binary logarithm of the nodes for a claim of a complete proof, which the file does not have. It is
/// large, so that no other claim replaces such a claim in the table.
const COMPLETE_WORK: u8 = 60;

/// Loads the claims of a proof cache or a complete proof into a table, as far as their boards have at most `stones`
/// stones. The file is only read. Returns the number of claims.
///
/// # Errors
/// The file is missing, of neither kind, or damaged, or it belongs to other rules.
pub(crate) fn load_proof(
    path: &Path,
    rules: &Rules,
    stones: u32,
    table: &ProofTable,
) -> Result<usize, RequestError> {
    let unusable = |error: ProofFileError| RequestError::field(Field::Proof, error);
    let cache = KeptProof::new(path, rules, stones)
        .map_err(|error| RequestError::field(Field::Position, error))?;
    let file = ProofFile::read(path).map_err(unusable)?;
    if file.name() != cache.name {
        return Err(unusable(ProofFileError::Foreign {
            path: path.to_owned(),
            found: file.name().to_owned(),
            expected: cache.name,
        }));
    }
    Ok(match file {
        ProofFile::Cache(proof) => cache.add(&proof, table),
        ProofFile::Complete(complete) => add_complete(&complete, &cache.game, &cache.places, table),
    })
}

/// Puts the claims of the proofs that ship with the program into a table: those about boards of these rules with at most this
/// number of stones.
pub(crate) fn load_shipped_proofs(rules: &Rules, stones: u32, table: &ProofTable) {
    let game = StonesGame::new(rules);
    let Ok(places) = Places::new(rules, stones) else {
        return;
    };
    for proof in shipped_proofs(rules) {
        add_complete(proof, &game, &places, table);
    }
}

/// Puts the claims of a complete proof into a table, and returns their number. Boards of more stones are of use to another
/// search.
fn add_complete(
    proof: &CompleteProof,
    game: &StonesGame,
    places: &Places,
    table: &ProofTable,
) -> usize {
    let claims = proof.groups.iter().flat_map(|group| {
        group.ranks.iter().map(|&rank| Lemma {
            layer: group.layer,
            rank,
            claimant: group.claimant,
            need: group.need,
        })
    });
    // The claims about the opening come last, so that no other claim replaces them in the table.
    let mut added = 0;
    for lemma in claims {
        if let Ok(claim) = places.claim(&lemma) {
            table.add(&KeyedClaim {
                bits: game.key(&claim.state).bits,
                claimant: claim.claimant,
                need: claim.need,
                height: 0,
                work: COMPLETE_WORK,
            });
            added += 1;
        }
    }
    added
}

/// Returns the name of proofs about a rule set: that of its tables. Claims about a board do not depend on the seeds of
/// the opening.
pub fn proof_name(rules: &Rules) -> String {
    rules
        .table_name()
        .expect("boards without stones can be ranked")
}

/// Returns the least amount of work that at most `claims` claims reach.
fn least_work(table: &ProofTable, claims: usize) -> u8 {
    let mut of_work = [0; 256];
    for proven in table.proven(0) {
        of_work[usize::from(proven.work)] += 1;
    }
    let mut all = 0;
    let too_many = |work: &u8| {
        all += of_work[usize::from(*work)];
        all > claims
    };
    (0..=u8::MAX)
        .rev()
        .find(too_many)
        .map_or(0, |work| work.saturating_add(1))
}
