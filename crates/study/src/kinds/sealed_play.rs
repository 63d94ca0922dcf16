//! How much can be gained against strategies for sealed rounds that are found board by board.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;
use statrs::statistics::Statistics;

use super::sealed_search::check_playouts;
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::names::board_name;
use crate::plot::{Lines, Series};
use crate::report::page::{Block, Claim, Grid, Label, Layout, Topic};
use crate::sheet::{Picture, Sheet};
use crate::stored::Stored;
use crate::table::Table;
use crate::text::grouped;
use sowlab_analysis::sealed_play::{SealedPlay as Measured, SealedPlayRequest, sealed_play};

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedPlay {
    /// Play begins on the first board of a random game with at most this number of stones.
    pub stones: u32,
    /// How many boards it begins on, all different.
    pub boards: usize,
    /// The most boards that play from them may reach.
    pub reached: usize,
    /// How many rounds are played; what is left after them counts for nobody.
    pub rounds: u32,
    /// How many rounds matrix games look ahead, in rising order.
    pub horizons: Vec<u8>,
    /// How many rounds counterfactual regrets look ahead.
    pub regret_horizon: u8,
    /// Their numbers of iterations, in rising order.
    pub iterations: Vec<u64>,
    /// The numbers of playouts of tree searches, in rising order.
    pub playouts: Vec<u64>,
    /// The directory of the tables, which is no part of the results; missing tables are built.
    pub directory: PathBuf,
    /// The seed of the boards and of the tree searches.
    pub seed: u64,
}

/// The most rounds that matrix games and regrets look ahead.
const MOST_HORIZON: u8 = 6;

/// What a way to find strategies comes to in a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    game: String,
    #[serde(flatten)]
    measured: Measured,
}

impl ExperimentKind for SealedPlay {
    type Row = Row;

    const TOPIC: Topic = Topic {
        id: "sealed-play",
        title: "Sealed rounds, board by board",
        lead: Some(
            "Under sealed choices a strategy is found for each board alone, in a given time. On boards so small that all that \
             play can reach is visited, best answers to all of these decisions are exact: exploitability is what they gain \
             together over either side's strategy, 0 in an equilibrium.",
        ),
        layout: Layout::ClaimsFirst,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        check_playouts(&self.playouts, "boards", self.boards as u64)?;
        for &horizon in self.horizons.iter().chain([&self.regret_horizon]) {
            Unfit::unless_within("horizons", horizon.into(), 1, MOST_HORIZON.into())?;
        }
        asked.full_names()
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Row>, Failure> {
        let mut rows = Vec::new();
        for rules in asked.rule_sets()? {
            let request = SealedPlayRequest {
                rules: &rules,
                stones: self.stones,
                boards: self.boards,
                seed: self.seed.wrapping_add(seed),
                reached: self.reached,
                rounds: self.rounds,
                horizons: &self.horizons,
                regret_horizon: self.regret_horizon,
                iterations: &self.iterations,
                playouts: &self.playouts,
                directory: &self.directory,
            };
            let game = rules.to_string();
            let found = sealed_play(&request, monitor)?.into_iter();
            rows.extend(found.map(|measured| Row {
                game: game.clone(),
                measured,
            }));
        }
        Ok(Found::new(rows))
    }

    fn present(answer: &Answer<'_, SealedPlay>) -> Sheet {
        let mut table = Table::new(&HEADINGS);
        for row in &answer.rows {
            table.row(row.cells());
        }
        let options = answer.options;
        let remarks = vec![
            format!(
                "{} boards to begin with, the first of random games with at most {} stones; {} rounds are played, and what is left \
                 then counts for nobody. A decision is that of one board, from nothing but the rules.",
                grouped(options.boards as u64),
                options.stones,
                options.rounds
            ),
            "The effort is rounds ahead of matrix games, iterations of CFR⁺, playouts of tree search. The error is one standard \
             error of the mean over the boards to begin with; all ways are measured on the same."
                .to_owned(),
        ];
        let pictures = games(&answer.rows).enumerate();
        let pictures = pictures.map(|(index, game)| picture(index, game));
        Sheet::new(table, remarks).with_pictures(pictures.collect())
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<SealedPlay>()? {
            for (index, game) in games(&stored.rows).enumerate() {
                blocks.push(Block::Claims(vec![claim(&stored, game)]));
                blocks.extend(stored.charts([picture(index, game)]));
            }
            blocks.push(Block::Grid(grid(&stored)));
        }
        Ok(blocks)
    }
}

const HEADINGS: [&str; 7] = [
    "game",
    "strategies",
    "effort",
    "decisions",
    "µs a decision",
    "exploitability, stones",
    "error",
];

impl Row {
    fn mean(&self) -> f64 {
        self.measured.exploitability.as_slice().mean()
    }

    /// One standard error of the mean; `None` of a single board.
    fn error(&self) -> Option<f64> {
        let all = self.measured.exploitability.as_slice();
        (all.len() > 1).then(|| all.std_dev() / (all.len() as f64).sqrt())
    }

    fn cells(&self) -> Vec<String> {
        let of = &self.measured;
        vec![
            self.game.clone(),
            of.way.clone(),
            of.effort.to_string(),
            of.decisions.to_string(),
            format!("{:.1}", of.microseconds),
            format!("{:.4}", self.mean()),
            (self.error()).map_or(String::new(), |error| format!("{error:.4}")),
        ]
    }
}

/// What was found in each game.
fn games(all: &[Row]) -> impl Iterator<Item = &[Row]> {
    all.chunk_by(|one, other| one.game == other.game)
}

/// The efforts of each way.
fn ways(game: &[Row]) -> impl Iterator<Item = &[Row]> {
    game.chunk_by(|one, other| one.measured.way == other.measured.way)
}

/// Exploitability over the time of a decision, a line a way.
fn picture(index: usize, game: &[Row]) -> Picture {
    let series = ways(game).map(|way| Series {
        label: way[0].measured.way.clone(),
        points: (way.iter())
            .map(|row| (row.measured.microseconds.log10(), row.mean()))
            .collect(),
    });
    let lines = Lines {
        title: format!(
            "Exploitability of strategies for sealed rounds, {}",
            board_name(&game[0].game)
        ),
        x: "microseconds a decision, powers of ten",
        y: "stones",
        logarithmic: false,
        series: series.filter(|series| series.points.len() > 1).collect(),
    };
    Picture::new((index + 1).to_string(), lines)
}

/// What each way comes to with its greatest effort.
fn claim(stored: &Stored<'_, SealedPlay>, game: &[Row]) -> Claim {
    let each: Vec<String> = ways(game)
        .filter_map(<[_]>::last)
        .map(|row| {
            let Measured {
                way,
                effort,
                microseconds,
                ..
            } = &row.measured;
            let effort = match effort {
                0 => String::new(),
                _ => format!(" ({effort}; {microseconds:.0} µs)"),
            };
            format!("{way}{effort} {:.2}", row.mean())
        })
        .collect();
    let text = format!(
        "Sealed rounds of `{}` from {} boards with at most {} stones: exploitability in stones, with the effort (rounds ahead, \
         iterations or playouts) and the time of a decision: {}.",
        board_name(&game[0].game),
        stored.options.boards,
        stored.options.stones,
        each.join(", ")
    );
    Claim::new(Label::Measured, text, stored.source())
}

fn grid(stored: &Stored<'_, SealedPlay>) -> Grid {
    let rows = stored.rows.iter().map(|row| {
        let mut cells = row.cells();
        cells[0] = format!("`{}`", cells[0]);
        cells
    });
    let caption = stored.asked.title.to_owned();
    Grid::new(caption, &HEADINGS, rows, stored.source()).folded()
}
