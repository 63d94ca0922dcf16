//! What tables and a complete proof secure.

use std::path::{Path, PathBuf};

use sowlab_solvers::search::proof::{Claims, CompleteProof, ProofFileError};
use sowlab_solvers::table::TableError;
use sowlab_solvers::{Game, Player};

use sowlab_analysis::tables::{OpenTables, TablesError};
use sowlab_games::contest::{Indexed, Notation, Play};

/// The complete proofs that come with the source code, and the tables that each takes.
const PROOFS: &str = "the source code has results/proofs/22stones.complete, which takes tables to 14 stones, \
    33stones.complete (20), 44stones.complete (26) and 55stones.complete (30)";

/// Why tables and a proof do not do for a game.
#[derive(Debug, thiserror::Error)]
pub enum SolvedError {
    /// The tables.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The proof.
    #[error(transparent)]
    Proof(#[from] ProofFileError),
    /// The proof is about other rules.
    #[error("{}: a proof about {found}, not about {expected}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Rules that the file states.
        found: String,
        /// Rules of the game.
        expected: String,
    },
    /// There are no tables of the game.
    #[error(
        "there are no tables of {game} in {}, and solved plays from them. \
         `sowlab tables build {game} --stones N --dir {}` builds them: up to all the stones of the opening, or fewer \
         with a complete proof, proof=FILE; {PROOFS}",
        tables.display(),
        tables.display()
    )]
    NoTables {
        /// The game.
        game: String,
        /// The folder of the tables.
        tables: PathBuf,
    },
    /// The tables do not reach as far as those that the proof rests on.
    #[error(
        "the proof rests on tables of {needed} stones, and those in {} end with {found}: \
         sowlab tables build {game} --stones {needed} --dir {}",
        tables.display(),
        tables.display()
    )]
    FewTables {
        /// The game.
        game: String,
        /// The folder of the tables.
        tables: PathBuf,
        /// The most stones of the tables that the proof rests on.
        needed: u32,
        /// The most stones of those that are there.
        found: u32,
    },
    /// Neither reaches the opening.
    #[error(
        "the tables in {} end with {found} stones, and {game} begins with {stones}: it takes a complete proof \
         too, proof=FILE or {}; {PROOFS}. \
         `sowlab proof export {game} --tables {} --out FILE` makes one anew, the sooner the more stones the tables have",
        tables.display(),
        proof.display(),
        tables.display()
    )]
    NoProof {
        /// The game.
        game: String,
        /// The folder of the tables.
        tables: PathBuf,
        /// The most stones of the tables.
        found: u32,
        /// The stones of the opening.
        stones: u32,
        /// Where a proof was looked for.
        proof: PathBuf,
    },
}

/// What is secured where nothing is, in a round that never ends: less than any margin. The state after it does not tell
/// how much was left to play for.
pub(super) const NEVER: i32 = i32::MIN / 2;

/// What is secured: a margin, in finitely many rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Secured {
    pub(super) margin: i32,
    /// By which group of the proof; `None`: by something else.
    pub(super) group: Option<u32>,
}

/// Tables, and the claims of a proof above them.
pub(super) struct Known<State> {
    pub(super) tables: OpenTables<State>,
    claims: Claims,
}

impl<State> Known<State> {
    /// The tables in a folder and, where they do not reach the opening, a proof: of this file, otherwise of
    /// one in that folder that is named after the game.
    pub(super) fn open<G>(
        game: &G,
        folder: &Path,
        proof: Option<&Path>,
    ) -> Result<Known<State>, SolvedError>
    where
        G: Notation + Indexed<State = State> + Play,
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
            None if tables.most() >= stones => {
                return Ok(Known {
                    tables,
                    claims: Claims::default(),
                });
            }
            None if named.is_file() => &named,
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
        let claims = Claims::from(proof);
        Ok(Known { tables, claims })
    }

    /// What is secured for a side in a state that tables or claims can be about; `None` in other states,
    /// as within a round. What nothing is known of secures the worst there is, a round that never ends [`NEVER`].
    pub(super) fn secured<G>(&self, game: &G, state: &State, side: Player) -> Option<Secured>
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

    /// What is claimed for a side in a state, by groups of the proof before this one.
    pub(super) fn claimed_before(&self, state: &State, side: Player, group: u32) -> Option<i32> {
        let (layer, rank) = self.tables.locate(state)?;
        let claimed = self.claims.find_before(layer, rank, side, group)?;
        Some(claimed.need)
    }
}

/// The name of the proof of a game, in the folder of its tables.
fn proof_file(game: &str) -> String {
    let plain = |letter: char| match letter.is_ascii_alphanumeric() {
        true => letter,
        false => '-',
    };
    format!("{}.complete", game.chars().map(plain).collect::<String>())
}
