//! What is proven of openings within numbers of nodes, where no tables reach.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::every_opening::{OpeningLine, UNKNOWN, every_opening, known_of};
use super::openings::OTHER_OPENINGS;
use super::solve::Solve;
use super::{sized_openings, solve};
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::readings::Readings;
use crate::report::page::{Block, Claim, Grid, Label, Topic};
use crate::sheet::Sheet;
use crate::stored::Stored;
use crate::table::Table;
use crate::text::{grouped, heading, interval};
use sowlab_analysis::solve::prove_opening;
use sowlab_base::MemorySize;
use sowlab_games::catalog::CatalogGame;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchedOpenings {
    /// The nodes of each search, which begins anew.
    pub nodes: Vec<u64>,
    /// The memory of a search.
    pub memory: MemorySize,
}

/// What a search of an opening proved, for the player who moves first.
#[derive(Serialize, Deserialize)]
pub(crate) struct SearchedOpening {
    game: String,
    /// The nodes that were allowed.
    nodes: u64,
    bounds: Readings,
    /// A best first choice, where the value is known.
    best: Vec<String>,
}

impl ExperimentKind for SearchedOpenings {
    type Row = SearchedOpening;

    const TOPIC: Topic = OTHER_OPENINGS;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        for &nodes in &self.nodes {
            Unfit::unless_within("nodes", nodes, 1, u64::MAX)?;
        }
        let games = asked.catalog_games()?;
        Ok(games.iter().map(CatalogGame::to_string).collect())
    }

    /// On one thread, so that what is proven within a number of nodes is always the same.
    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<SearchedOpening>, Failure> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        let mut rows = Vec::new();
        for (name, game) in asked.games.iter().zip(asked.catalog_games()?) {
            for &nodes in &self.nodes {
                let prove = || prove_opening(&game, nodes, self.memory, monitor);
                let solved = pool.install(prove)?;
                monitor.check()?;
                rows.push(SearchedOpening {
                    game: name.clone(),
                    nodes,
                    bounds: Readings::of(&solved.bounds),
                    best: solved.best,
                });
            }
        }
        Ok(Found::new(rows))
    }

    fn present(answer: &Answer<'_, SearchedOpenings>) -> Sheet {
        let table = Table::new(&["game", "nodes", "lower", "zero", "upper", "best"]);
        let mut table = table.with_intervals(&["lower", "zero", "upper"]);
        for row in &answer.rows {
            let [lower, zero, upper] = row.bounds.cells();
            table.row([
                row.game.clone(),
                row.nodes.to_string(),
                lower,
                zero,
                upper,
                row.best.join(" "),
            ]);
        }
        let remark = "Margins for the player who moves first; infinite play loses (lower), counts for nobody (zero) or wins \
                      (upper) what is left. Each search begins anew.";
        Sheet::new(table, vec![remark.to_owned()])
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let all = answers.of::<SearchedOpenings>()?;
        let Some(first) = all.first() else {
            return Ok(Vec::new());
        };
        // What other kinds found stands in the same table.
        let mut every = solve::lines(&answers.of::<Solve>()?, answers.directory)?;
        every.extend(sized_openings::lines(answers)?);
        every.extend(lines(&all));
        let mut blocks = vec![Block::Grid(every_opening(every, first.source()))];
        for stored in &all {
            blocks.push(Block::Claims(vec![claim(stored)]));
            blocks.push(Block::Grid(grid(stored)));
        }
        Ok(blocks)
    }
}

/// The last search of each game as a line of the table of every opening.
fn lines(all: &[Stored<'_, SearchedOpenings>]) -> impl Iterator<Item = OpeningLine> {
    let games = all.iter().flat_map(|stored| {
        stored
            .rows
            .chunk_by(|one, other| one.game == other.game)
            .filter_map(<[SearchedOpening]>::last)
    });
    games.map(|row| OpeningLine {
        game: format!("`{}`", row.game),
        margin: known_of(&row.bounds, i32::MAX),
        sure: match row.bounds.closed() {
            true => "searched, 1 search".to_owned(),
            false => "open".to_owned(),
        },
        best: row.best.first().cloned(),
        pie: UNKNOWN.to_owned(),
    })
}

/// The last row of each game.
fn claim(stored: &Stored<'_, SearchedOpenings>) -> Claim {
    let games = stored.rows.chunk_by(|one, other| one.game == other.game);
    let each: Vec<String> = games
        .filter_map(|game| {
            let last = game.last()?;
            let margin = interval(&last.bounds.zero);
            Some(format!(
                "`{}` {margin} within {} nodes",
                last.game,
                grouped(last.nodes)
            ))
        })
        .collect();
    let text = format!(
        "{} what is proven of the margin, where infinite play counts for nobody: {}.",
        heading(stored.asked.title),
        each.join("; ")
    );
    Claim::new(Label::Searched, text, stored.source())
}

fn grid(stored: &Stored<'_, SearchedOpenings>) -> Grid {
    let rows = stored.rows.iter().map(|row| {
        let Readings { lower, zero, upper } = &row.bounds;
        let mut cells = vec![format!("`{}`", row.game), grouped(row.nodes)];
        cells.extend([lower, zero, upper].map(interval));
        cells
    });
    let headings = ["game", "nodes", "lower", "zero", "upper"];
    let caption = stored.asked.title.to_owned();
    Grid::new(caption, &headings, rows, stored.source())
}
