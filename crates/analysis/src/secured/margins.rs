//! Margins secured by endgame tables and a complete proof.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sowlab_solvers::search::proof::{Claims, CompleteProof, ProofFileError};
use sowlab_solvers::table::TableError;
use sowlab_solvers::{Game, Monitor, Player};

use super::gap::Gap;
use super::shipped::shipped_proof;
use crate::tables::{OpenTables, TablesError};
use sowlab_base::threads::ONE_THREAD;
use sowlab_games::contest::{Arbitration, Indexed, Notation, Play};
use sowlab_games::stones::Rules;

/// The complete proofs in the repository, and the tables that each requires.
const PROOFS: &str = "the source code has proofs in results/proofs: 22stones.complete for tables to 14 stones, \
    33stones.complete (20), 44stones.complete (26) and 55stones.complete (30)";

/// The error of tables and a proof that cannot be used for a game.
#[derive(Debug, thiserror::Error)]
pub enum SolvedError {
    /// The tables cannot be used.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The proof cannot be read.
    #[error(transparent)]
    Proof(#[from] ProofFileError),
    /// The proof is for other rules.
    #[error("{}: this proof is for {found}, not for {expected}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The rules that the file states.
        found: String,
        /// The rules of the game.
        expected: String,
    },
    /// The game has no tables in the folder.
    #[error(
        "solved needs endgame tables, and {} has none of {game}; build them with \
         `sowlab tables build {game} --stones N --dir {}`, up to the stones of the opening, or fewer with a proof \
         (proof=FILE; {PROOFS})",
        tables.display(),
        tables.display()
    )]
    NoTables {
        /// The game.
        game: String,
        /// The folder of the tables.
        tables: PathBuf,
    },
    /// The tables have fewer layers than the proof requires.
    #[error(
        "the proof needs tables up to {needed} stones, and those in {} end with {found}; build them with \
         `sowlab tables build {game} --stones {needed} --dir {}`",
        tables.display(),
        tables.display()
    )]
    FewTables {
        /// The game.
        game: String,
        /// The folder of the tables.
        tables: PathBuf,
        /// The largest layer that the proof requires, in stones.
        needed: u32,
        /// The largest layer present, in stones.
        found: u32,
    },
    /// Neither tables nor a proof reach the opening.
    #[error(
        "the tables in {} end with {found} stones, and {game} begins with {stones}; give a proof as proof=FILE or \
         as {} ({PROOFS}), or write one with `sowlab proof export {game} --tables {} --out FILE`",
        tables.display(),
        proof.display(),
        tables.display()
    )]
    NoProof {
        /// The game.
        game: String,
        /// The folder of the tables.
        tables: PathBuf,
        /// The largest layer of the tables, in stones.
        found: u32,
        /// The stones of the opening.
        stones: u32,
        /// The path where the proof was expected.
        proof: PathBuf,
    },
}

/// The minimum layer of the tables, in stones, if the rest of a game is proven during the game.
const LEAST_TABLES: u32 = 18;

/// The margin of a non-terminating round, which secures nothing: less than any margin. The state after it does not tell
/// how much was left to play for.
pub const NEVER: i32 = i32::MIN / 2;

/// A margin that is secured in finitely many rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secured {
    /// The margin of the side from the state on.
    pub margin: i32,
    /// The group of the proof with the claim; `None`: secured by other means.
    pub group: Option<u32>,
}

/// Endgame tables, and the claims of a proof above them.
pub struct SecuredMargins<State> {
    tables: OpenTables<State>,
    claims: Arc<Claims>,
    /// The claims of the proof of the whole game, also while `claims` are those of the rest of a game.
    whole: Arc<Claims>,
    /// The search between the tables and those that the claims require, and the highest layer of the latter.
    gap: Option<(Gap, u32)>,
    /// Whether the claims are those of the rest of a game, which require the open tables only.
    is_rest: bool,
    /// Whether the rest of a game may be proven.
    proves_rest: bool,
}

impl<State> SecuredMargins<State> {
    /// Joins tables and a complete proof that requires them. The claims of the proof are trusted.
    pub fn new(tables: OpenTables<State>, proof: Option<CompleteProof>) -> SecuredMargins<State> {
        let claims = Arc::new(proof.map(Claims::from).unwrap_or_default());
        SecuredMargins {
            tables,
            whole: Arc::clone(&claims),
            claims,
            gap: None,
            is_rest: false,
            proves_rest: false,
        }
    }

    /// Opens the tables of a directory and, if they do not reach the opening, a proof.
    ///
    /// The default proof is the file in that directory that is named after the game, then the shipped proof. In the
    /// stones family the tables may then be smaller than those that the shipped proof requires, and the proof may be
    /// missing. The rest of a game is then proven during the game.
    ///
    /// # Errors
    /// A file is missing, damaged, or for another game, or tables and proof do not reach the opening.
    pub fn open<G>(
        game: &G,
        folder: &Path,
        proof: Option<&Path>,
    ) -> Result<SecuredMargins<State>, SolvedError>
    where
        G: Notation + Arbitration + Indexed<State = State> + Play,
    {
        let name = game.full_name();
        let tables = match OpenTables::open(game, folder) {
            Err(TablesError::Table(TableError::Missing(_))) => {
                return Err(SolvedError::NoTables {
                    game: name,
                    tables: folder.to_owned(),
                });
            }
            tables => tables?,
        };
        let stones = game.bound(&game.state(&game.opening())) as u32;
        let named = folder.join(proof_file(&name));
        let path = match proof {
            Some(path) => path,
            None if tables.most() >= stones => return Ok(SecuredMargins::new(tables, None)),
            None if named.is_file() => &named,
            None if tables.most() >= LEAST_TABLES && Rules::from_name(&name).is_ok() => {
                let shipped = shipped_proof(game).map(|shipped| shipped.read().clone());
                let rests_on = shipped.as_ref().map(|proof| proof.tables.len() as u32 - 1);
                let gap = rests_on.filter(|&layer| layer > tables.most());
                let gap = gap.and_then(|layer| Some((Gap::open(&name, folder)?, layer)));
                return Ok(SecuredMargins {
                    gap,
                    proves_rest: true,
                    ..SecuredMargins::new(tables, shipped)
                });
            }
            None => {
                return Err(SolvedError::NoProof {
                    game: name,
                    tables: folder.to_owned(),
                    found: tables.most(),
                    stones,
                    proof: named,
                });
            }
        };
        let proof = CompleteProof::read(path)?;
        if proof.name != tables.name() {
            return Err(SolvedError::Foreign {
                path: path.to_owned(),
                found: proof.name,
                expected: tables.name().to_owned(),
            });
        }
        if tables.most() + 1 < proof.tables.len() as u32 {
            return Err(SolvedError::FewTables {
                game: name,
                tables: folder.to_owned(),
                needed: proof.tables.len() as u32 - 1,
                found: tables.most(),
            });
        }
        Ok(SecuredMargins::new(tables, Some(proof)))
    }

    /// Returns the tables.
    pub fn tables(&self) -> &OpenTables<State> {
        &self.tables
    }

    /// Returns whether the rest of a game may be proven, which replaces the claims. A page has no time for it.
    pub fn proves_rest(&self) -> bool {
        self.proves_rest && !ONE_THREAD
    }

    /// Replaces the claims by those of a proof of the rest of a game, which requires the same tables.
    pub fn set_rest(&mut self, proof: CompleteProof) {
        self.claims = Arc::new(Claims::from(proof));
        self.is_rest = true;
    }

    /// Returns to the claims about the whole game.
    pub fn begin_game(&mut self) {
        self.claims = Arc::clone(&self.whole);
        self.is_rest = false;
    }

    /// Returns whether there may be states between the tables and those that the claims require.
    pub(super) fn has_gap(&self) -> bool {
        self.gap.is_some() && !self.is_rest
    }

    /// Returns whether a state is between the tables and those that the claims require.
    pub fn is_in_gap(&self, state: &State) -> bool {
        let Some((_, highest)) = self.gap.as_ref().filter(|_| !self.is_rest) else {
            return false;
        };
        let place = self.tables.locate(state);
        place.is_some_and(|(layer, _)| layer > self.tables.most() && layer <= *highest)
    }

    /// Returns whether a side secures a margin in a state between the tables and those that the claims require. `None`
    /// if the search is inconclusive.
    pub(super) fn secured_in_gap(
        &self,
        state: &State,
        side: Player,
        need: i32,
        monitor: &dyn Monitor,
    ) -> Option<bool> {
        let (gap, _) = self.gap.as_ref()?;
        gap.secures(self.tables.locate(state)?, side, need, monitor)
    }

    /// Returns the margin that a side secures in a state. `None` in states outside the domain of tables and claims,
    /// such as within a round. In an unresolved state it is the lowest possible margin, after a non-terminating round
    /// it is [`NEVER`].
    pub fn secured<G>(&self, game: &G, state: &State, side: Player) -> Option<Secured>
    where
        G: Game<State = State>,
    {
        let secured = |margin| Secured {
            margin,
            group: None,
        };
        let worst = -game.bound(state);
        if game.endless(state) {
            return Some(secured(NEVER));
        }
        if let Some(margin) = game.terminal(state) {
            return Some(secured(side.margin_of(margin)));
        }
        let (layer, rank) = self.tables.locate(state)?;
        if let Some(value) = self.tables.probe(state) {
            return Some(secured(match side {
                Player::Leader => value.lower,
                Player::Follower => -value.upper,
            }));
        }
        let claimed = self.claims.find(layer, rank, side);
        Some(claimed.map_or(secured(worst), |claimed| Secured {
            margin: claimed.need,
            group: Some(claimed.group),
        }))
    }

    /// Returns the margin that groups of the proof before this one claim for a side in a state.
    pub(super) fn claimed_before(&self, state: &State, side: Player, group: u32) -> Option<i32> {
        let (layer, rank) = self.tables.locate(state)?;
        let claimed = self.claims.find_before(layer, rank, side, group)?;
        Some(claimed.need)
    }
}

/// Returns the file name of the proof of a game, in the folder of its tables.
fn proof_file(game: &str) -> String {
    let plain = |letter: char| match letter.is_ascii_alphanumeric() {
        true => letter,
        false => '-',
    };
    format!("{}.complete", game.chars().map(plain).collect::<String>())
}
