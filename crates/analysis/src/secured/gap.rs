//! Positions between endgame tables and a proof that requires larger ones.

use std::path::Path;

use sowlab_games::stones::{Rules, StonesGame};
use sowlab_solvers::search::proof::{Lemma, Limits, ProofSearch, ProofTable, Verdict};
use sowlab_solvers::{Monitor, Player};

use super::MEMORY;
use crate::solve::{Places, TabledStones};

/// The maximum number of nodes for one claim.
const NODES: u64 = 4_000_000;

/// A search for claims about boards beyond the tables, within the layers that a proof requires.
pub(super) struct Gap {
    places: Places,
    tables: TabledStones,
    table: ProofTable,
}

impl Gap {
    /// Opens the tables of a game of the stones family. `None` if the game is of another family, or there is not enough
    /// memory.
    pub(super) fn open(game: &str, folder: &Path) -> Option<Gap> {
        let rules = Rules::from_name(game).ok()?;
        let stones = StonesGame::new(&rules);
        let tables = TabledStones::open(stones, folder, MEMORY.bytes() / 2).ok()?;
        let table = ProofTable::new(tables.leave_of(MEMORY)).ok()?;
        let places = Places::new(&rules, rules.stones() as u32).ok()?;
        Some(Gap {
            places,
            tables,
            table,
        })
    }

    /// Returns whether a side secures a margin from the start of a round on. `None` if the monitor cancelled, or the
    /// search took too long.
    pub(super) fn secures(
        &self,
        (layer, rank): (u32, u64),
        claimant: Player,
        need: i32,
        monitor: &dyn Monitor,
    ) -> Option<bool> {
        let claim = self.places.claim(&Lemma {
            layer,
            rank,
            claimant,
            need,
        });
        let claim = claim.ok()?;
        let search = ProofSearch::new(self.tables.problem(), &self.table, monitor);
        for quiet in Limits::QUIET {
            let limits = Limits {
                quiet,
                nodes: NODES,
            };
            match search.decide(&claim, limits).ok()? {
                Verdict::Proven => return Some(true),
                Verdict::Refuted => return Some(false),
                Verdict::Limited => {}
                Verdict::Open(_) => return None,
            }
        }
        // The claim has no proof within the maximum number of rounds without progress.
        Some(false)
    }
}
