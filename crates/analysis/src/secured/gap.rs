//! Positions between endgame tables and a proof that rests on larger ones.

use std::path::Path;

use sowlab_games::stones::{Rules, StonesGame};
use sowlab_solvers::search::proof::{Lemma, Limits, ProofSearch, ProofTable, Verdict};
use sowlab_solvers::{Monitor, Player};

use super::MEMORY;
use crate::solve::{Places, TabledStones};

/// The maximum number of nodes for one claim.
const NODES: u64 = 4_000_000;

/// A search for claims about boards with more stones than the tables hold, and no more than those that a proof rests on.
pub(super) struct Gap {
    places: Places,
    tables: TabledStones,
    table: ProofTable,
}

impl Gap {
    /// Opens the tables of a game of the stones family; `None` if it is another, or if the memory does not suffice.
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

    /// Returns whether a side secures a margin from the start of a round on; `None` if the search was stopped, or took too
    /// long.
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
        // Not within so many rounds without progress.
        Some(false)
    }
}
