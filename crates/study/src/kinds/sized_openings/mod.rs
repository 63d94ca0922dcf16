//! The openings of the two-rank games on boards of common sizes, each searched within limits.

mod elsewhere;
mod row;

use serde::{Deserialize, Serialize};

pub(super) use self::row::SizedOpening;
use super::first_moves::FirstMoves;
use crate::error::{Failure, StudyError, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::report::Results;
use crate::table::{Columns, Table};
use sowlab_analysis::solve::ByMovesLimits;
use sowlab_analysis::tables::TablesTo;
use sowlab_analysis::{Analyses, BoardSizes};
use sowlab_base::MemorySize;
use sowlab_games::catalog::CatalogGame;
use sowlab_games::two_rank::{MAX_PITS, MAX_SEEDS};

/// The options of the experiment. Games are named without their size.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizedOpenings {
    /// The numbers of pits per side, each at least 1.
    pub pits: Vec<u32>,
    /// The numbers of seeds per pit, each at least 1.
    pub seeds: Vec<u32>,
    /// The node budget of an opening. Each examination of a board for the tables built during the search counts as a
    /// node.
    pub nodes: u64,
    /// The node budget of the position after each first move.
    pub move_nodes: u64,
    /// The memory of each search, a quarter of it for boards with few seeds.
    pub memory: MemorySize,
    /// The maximum number of boards in the tables for the positions after first moves.
    pub boards: u64,
    /// The tables to probe while the whole opening is searched, built before if they are missing. `None`: they are
    /// built during the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<TablesTo>,
}

impl ExperimentKind for SizedOpenings {
    type Row = SizedOpening;

    fn resumes(&self) -> bool {
        self.tables.is_some()
    }

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        for &pits in &self.pits {
            Unfit::unless_within("pits", pits.into(), 1, MAX_PITS as u64)?;
        }
        for &seeds in &self.seeds {
            Unfit::unless_within("seeds", seeds.into(), 1, MAX_SEEDS as u64)?;
        }
        let boards = self.boards(head)?.into_iter();
        Ok(boards.map(|(game, ..)| game.to_string()).collect())
    }

    /// Runs on one thread, so that the bounds within a node budget are reproducible.
    fn run(&self, job: &Job<'_>) -> Result<Rows<SizedOpening>, Failure> {
        let Job { head, monitor, .. } = *job;
        let limits = ByMovesLimits {
            nodes: self.nodes,
            move_nodes: self.move_nodes,
            memory: self.memory,
            boards: self.boards,
            tables: self.tables.clone(),
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        let mut openings = Vec::new();
        for (game, pits, seeds) in self.boards(head)? {
            let found = pool.install(|| game.analyses().opening_by_moves(&limits, monitor))?;
            openings.push(SizedOpening::new(found, pits, seeds));
        }
        Ok(Rows::new(openings))
    }

    fn table(rows: &[SizedOpening]) -> Table {
        Columns::of(rows)
            .game(|row| &row.game)
            .interval("lower", |row| row.bounds.lower)
            .interval("zero", |row| row.bounds.zero)
            .interval("upper", |row| row.bounds.upper)
            .code("best", |row| row.best.join(" "))
            .interval("pie", |row| row.pie)
            .text("searches", |row| ["", "one", "two"][row.searches()])
            .count("nodes", |row| row.nodes)
            .table()
    }

    /// Takes values of higher certainty from other results, and narrows the value of the pie rule by results on first
    /// moves.
    fn learn(
        &self,
        rows: &mut [SizedOpening],
        results: &Results<'_>,
    ) -> Result<Vec<String>, StudyError> {
        let all = elsewhere::all(results)?;
        let mut links = Vec::new();
        for (link, of) in &all {
            let mut used = false;
            for row in &mut *rows {
                used |= of.iter().any(|one| one.replaces(row) || one.confirms(row));
            }
            links.extend(used.then(|| link.clone()));
        }
        for moves in results.of::<FirstMoves>()? {
            let mut used = false;
            for row in &mut *rows {
                used |= moves.rows.iter().any(|moves| row.narrow_the_pie(moves));
            }
            links.extend(used.then_some(moves.link));
        }
        Ok(links)
    }
}

impl SizedOpenings {
    /// Returns the games on every board, with its pits and seeds.
    fn boards(&self, head: &ExperimentHead<'_>) -> Result<Vec<(CatalogGame, usize, usize)>, Unfit> {
        let most = |of: &[u32]| of.iter().copied().max().unwrap_or(0);
        let sizes = BoardSizes {
            pits: 1..=most(&self.pits),
            seeds: 1..=most(&self.seeds),
            positions: u64::MAX,
        };
        let mut all = Vec::new();
        for (name, game) in head.games.iter().zip(head.catalog_games()?) {
            let of_another = |_| Unfit::Family { game: name.clone() };
            for board in game.analyses().boards(&sizes).map_err(of_another)? {
                let size = match &board {
                    CatalogGame::TwoRank(variant) => variant.size(),
                    _ => None,
                };
                let (pits, seeds) = size.ok_or_else(|| Unfit::Family { game: name.clone() })?;
                if self.pits.contains(&(pits as u32)) && self.seeds.contains(&(seeds as u32)) {
                    all.push((board, pits, seeds));
                }
            }
        }
        Ok(all)
    }
}

/// Returns the openings of all results with the additions from others, each once.
///
/// # Errors
/// A file cannot be read.
pub(super) fn openings(results: &Results<'_>) -> Result<Vec<SizedOpening>, StudyError> {
    let mut openings: Vec<SizedOpening> = Vec::new();
    for mut stored in results.of::<SizedOpenings>()? {
        stored.options.learn(&mut stored.rows, results)?;
        for row in stored.rows {
            if openings.iter().all(|known| known.game != row.game) {
                openings.push(row);
            }
        }
    }
    Ok(openings)
}
