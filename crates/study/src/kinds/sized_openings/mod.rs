//! The openings of the two-rank games on boards of the sizes that are played, each searched within limits.

mod elsewhere;
mod row;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use sowlab_analysis::{Analyses, BoardSizes};
use sowlab_solvers::Monitor;

use elsewhere::{Elsewhere, find_again, narrow_the_pie};
use row::SizedOpening;

use super::every_opening::OpeningLine;
use super::first_moves::FirstMoves;
use super::openings::{OTHER_OPENINGS, Openings};
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::readings::cell;
use crate::report::page::{Block, Claim, Grid, Label, Topic};
use crate::report::source::Source;
use crate::sheet::Sheet;
use crate::stored::Stored;
use crate::table::Table;
use crate::text::{grouped, heading, number_of_openings};
use sowlab_analysis::solve::{ByMovesLimits, Sureness};
use sowlab_analysis::tables::TablesTo;
use sowlab_base::MemorySize;
use sowlab_games::catalog::CatalogGame;
use sowlab_games::two_rank::{MAX_PITS, MAX_SEEDS, Variant};

/// The options. Games are named without their size.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizedOpenings {
    /// The pits a side, from 1 on.
    pub pits: Vec<u32>,
    /// The seeds in a pit, from 1 on.
    pub seeds: Vec<u32>,
    /// The nodes to search for an opening; a board counts as one whenever it is looked at to table it on the way.
    pub nodes: u64,
    /// The same for the position after each first move.
    pub move_nodes: u64,
    /// The memory of each search, a quarter of it for boards with few seeds.
    pub memory: MemorySize,
    /// The most boards of the tables for the positions after first moves.
    pub boards: u64,
    /// Tables to look boards up in while the opening is searched as a whole, built before if need be; if left out, made on the
    /// way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<TablesTo>,
}

impl ExperimentKind for SizedOpenings {
    type Row = SizedOpening;

    const TOPIC: Topic = OTHER_OPENINGS;

    fn resumes(&self) -> bool {
        self.tables.is_some()
    }

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        for &pits in &self.pits {
            Unfit::unless_within("pits", pits.into(), 1, MAX_PITS as u64)?;
        }
        for &seeds in &self.seeds {
            Unfit::unless_within("seeds", seeds.into(), 1, MAX_SEEDS as u64)?;
        }
        let boards = self.boards(asked)?.into_iter();
        Ok(boards.map(|(game, ..)| game.to_string()).collect())
    }

    /// On one thread, so that what is proven within a number of nodes is always the same.
    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<SizedOpening>, Failure> {
        let limits = ByMovesLimits {
            nodes: self.nodes,
            move_nodes: self.move_nodes,
            memory: self.memory,
            boards: self.boards,
            tables: self.tables.clone(),
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        let mut openings = Vec::new();
        for (game, pits, seeds) in self.boards(asked)? {
            let found = pool.install(|| game.analyses().opening_by_moves(&limits, monitor))?;
            openings.push(SizedOpening::new(found, pits, seeds));
        }
        Ok(Found::new(openings))
    }

    fn present(answer: &Answer<'_, SizedOpenings>) -> Sheet {
        let headings = [
            "game", "lower", "zero", "upper", "best", "pie", "searches", "nodes",
        ];
        let mut table = Table::new(&headings).with_intervals(&["lower", "zero", "upper", "pie"]);
        for opening in &answer.rows {
            let [lower, zero, upper] = opening.bounds.cells();
            table.row([
                opening.game.clone(),
                lower,
                zero,
                upper,
                opening.best.join(" "),
                cell(opening.pie),
                opening.searches().to_owned(),
                opening.nodes.to_string(),
            ]);
        }
        let proven = |sureness| {
            (answer.rows.iter())
                .filter(|row| row.sureness == sureness)
                .count()
        };
        let remarks = vec![
            format!(
                "{}: {} values found by two searches, {} by one, {} open, with the interval that is proven. Margins for \
                 the player who moves first; infinite play loses (lower), counts for nobody (zero) or wins (upper) what is left.",
                number_of_openings(answer.rows.len()),
                proven(Sureness::Twice),
                proven(Sureness::Once),
                proven(Sureness::Open)
            ),
            "The first search is that of the opening, with tables of boards with few seeds that grow. The second is that of the \
             positions after all first moves, with smaller tables. Both are one program: that is searched, not proven by other \
             code."
                .to_owned(),
            "`pie` is what the player who moves second gains if he may exchange the sides after the first move, infinite play \
             counting for nobody."
                .to_owned(),
        ];
        Sheet::new(table, remarks)
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for (stored, others) in with_others(answers)? {
            let open = (stored.rows.iter()).filter(|row| row.sureness == Sureness::Open);
            let known = match open.count() {
                0 => "no value is open".to_owned(),
                open => format!(
                    "of {} the value is open, and the interval that is proven stands",
                    grouped(open as u64)
                ),
            };
            let text = format!(
                "{} {}; {known}.",
                heading(stored.asked.title),
                number_of_openings(stored.rows.len())
            );
            let claim = Claim::new(Label::Searched, text, stored.source());
            blocks.push(Block::Claims(vec![
                others.into_iter().fold(claim, Claim::and),
            ]));
            blocks.push(Block::Grid(by_size(&stored)));
        }
        Ok(blocks)
    }
}

impl SizedOpenings {
    /// The games on every board, with its pits and seeds.
    fn boards(&self, asked: &Asked<'_>) -> Result<Vec<(CatalogGame, usize, usize)>, Unfit> {
        let most = |of: &[u32]| of.iter().copied().max().unwrap_or(0);
        let sizes = BoardSizes {
            pits: 1..=most(&self.pits),
            seeds: 1..=most(&self.seeds),
            positions: u64::MAX,
        };
        let mut all = Vec::new();
        for (name, game) in asked.games.iter().zip(asked.catalog_games()?) {
            let of_another = |_| Unfit::Family { game: name.clone() };
            for board in game.analyses().boards(&sizes).map_err(of_another)? {
                let variant: Result<Variant, _> = board.to_string().parse();
                let size = variant.ok().and_then(|variant| variant.size());
                let (pits, seeds) = size.ok_or_else(|| Unfit::Family { game: name.clone() })?;
                if self.pits.contains(&(pits as u32)) && self.seeds.contains(&(seeds as u32)) {
                    all.push((board, pits, seeds));
                }
            }
        }
        Ok(all)
    }
}

/// A result, and where else some of its openings are known more surely.
type WithOthers<'a> = (Stored<'a, SizedOpenings>, Vec<Source>);

/// All results, and where else more is known of some of their openings, which counts, too.
fn with_others<'a>(answers: &'a Answers<'_>) -> Result<Vec<WithOthers<'a>>, StudyError> {
    let in_two_ways = answers.of::<Openings>()?;
    let sized = answers.of::<SizedOpenings>()?;
    let by_moves = answers.of::<FirstMoves>()?;
    let mut elsewhere: Vec<(Source, Vec<Elsewhere>)> = Vec::new();
    for stored in &in_two_ways {
        let rows = stored.rows.iter().map(Elsewhere::in_two_ways).collect();
        elsewhere.push((stored.source(), rows));
    }
    for stored in &sized {
        let tables = stored.options.tables.as_ref().map(|tables| tables.stones);
        let rows = stored.rows.iter().map(|row| Elsewhere::sized(row, tables));
        elsewhere.push((stored.source(), rows.collect()));
    }
    find_again(&mut elsewhere);
    let mut all = Vec::new();
    for (at, mut stored) in sized.into_iter().enumerate() {
        let own = in_two_ways.len() + at;
        let mut others = Vec::new();
        for (at, (source, found)) in elsewhere.iter().enumerate() {
            let mut of_use = false;
            for row in stored.rows_mut() {
                of_use |= found
                    .iter()
                    .any(|known| known.replaces(row) || known.confirms(row));
            }
            others.extend((of_use && at != own).then(|| source.clone()));
        }
        for moves in &by_moves {
            let mut of_use = false;
            for row in stored.rows_mut() {
                of_use |= moves.rows.iter().any(|moves| narrow_the_pie(row, moves));
            }
            others.extend(of_use.then(|| moves.source()));
        }
        all.push((stored, others));
    }
    Ok(all)
}

/// All openings as lines of the table of every opening, each once.
///
/// # Errors
/// A file that cannot be read.
pub(super) fn lines(answers: &Answers<'_>) -> Result<Vec<OpeningLine>, StudyError> {
    let all = with_others(answers)?;
    let mut seen = HashSet::new();
    let rows = all.iter().flat_map(|(stored, _)| &stored.rows);
    let once = rows.filter(|row| seen.insert(row.game.as_str()));
    Ok(once.map(SizedOpening::line).collect())
}

/// A line for each game, a column for each size.
fn by_size(stored: &Stored<'_, SizedOpenings>) -> Grid {
    let mut sizes: Vec<(usize, usize)> = (stored.rows.iter())
        .map(|row| (row.pits, row.seeds))
        .collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut headings = vec!["game".to_owned()];
    headings.extend(
        sizes
            .iter()
            .map(|(pits, seeds)| format!("{pits} × {seeds}")),
    );
    let games = stored
        .rows
        .chunk_by(|one, other| one.name() == other.name());
    let rows = games.map(|game| {
        let cell = |&(pits, seeds): &(usize, usize)| {
            let found = game
                .iter()
                .find(|row| (row.pits, row.seeds) == (pits, seeds));
            found.map(SizedOpening::written).unwrap_or_default()
        };
        let name = format!("`{}`", game[0].name());
        std::iter::once(name)
            .chain(sizes.iter().map(cell))
            .collect()
    });
    let caption = "Pits a side × seeds in each: the margin of the player who moves first (three where infinite play matters: it \
                   loses, counts for nobody, wins), a best first move; what the other player gains if he may exchange the sides \
                   after it"
        .to_owned();
    Grid::new(caption, &headings, rows, stored.source()).whole()
}
