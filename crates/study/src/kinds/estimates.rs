//! How far estimates of margins agree with endgame tables, layer by layer.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

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
use crate::text::heading;
use sowlab_analysis::RequestError;
use sowlab_analysis::accuracy::{AccuracyRequest, Bin, LayerAccuracy, accuracy};
use sowlab_analysis::catalog::CatalogGame;
use sowlab_analysis::tables::{TabledGame, folder_or_default};
use sowlab_games::contest::{Contest, Visit};

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimates {
    /// The first and the last layer, by stones on the board.
    pub layers: [u32; 2],
    /// The layers that the weights were learned from, and that the linear model is fitted to.
    pub learned: [u32; 2],
    /// Positions of each layer.
    pub positions: u64,
    /// The depth of the searches, in moves.
    pub depth: u8,
    /// The directory of the tables, which is no part of the results [default: that of `sowlab solve`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// The seed of the positions.
    pub seed: u64,
}

/// How one way to estimate margins does on a layer of a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct Estimated {
    game: String,
    /// Whether the weights were learned from the layer.
    learned: bool,
    #[serde(flatten)]
    accuracy: LayerAccuracy,
}

/// Bins with fewer positions are not drawn.
const FEWEST: u64 = 50;

/// The most moves that searches look ahead.
const MOST_DEPTH: u8 = 8;

impl ExperimentKind for Estimates {
    type Row = Estimated;

    const TOPIC: Topic = Topic {
        id: "estimates",
        title: "Estimates and exact values",
        lead: Some(
            "Positions drawn from endgame tables, each of a layer equally likely: how far do estimates of the margin agree with \
             the exact one? A position is decided if one side wins whatever infinite play counts.",
        ),
        layout: Layout::ClaimsFirst,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        for [least, most] in [self.layers, self.learned] {
            if least > most || most > 255 {
                return Err(Unfit::Range {
                    name: "layers",
                    value: most.into(),
                    least: least.into(),
                    most: 255,
                });
            }
        }
        if !(1..=MOST_DEPTH).contains(&self.depth) {
            return Err(Unfit::Range {
                name: "depth",
                value: self.depth.into(),
                least: 1,
                most: MOST_DEPTH.into(),
            });
        }
        let games = asked.catalog_games()?;
        Ok(games.iter().map(CatalogGame::to_string).collect())
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Estimated>, Failure> {
        let directory = folder_or_default(self.directory.as_deref());
        let request = AccuracyRequest {
            directory: &directory,
            layers: self.layers[0]..=self.layers[1],
            fitted: self.learned[0]..=self.learned[1],
            positions: self.positions,
            depth: self.depth,
            seed: self.seed.wrapping_add(seed),
        };
        let mut rows = Vec::new();
        for (name, game) in asked.games.iter().zip(asked.catalog_games()?) {
            let tables = game
                .tables()
                .map_err(|_| Unfit::Family { game: name.clone() })?;
            let task = Task {
                tables: &*tables,
                request: &request,
                monitor,
            };
            let found = game.visit(false, task).map_err(Unfit::Name)??;
            rows.extend(found.into_iter().map(|accuracy| Estimated {
                game: name.clone(),
                learned: request.fitted.contains(&accuracy.stones),
                accuracy,
            }));
        }
        Ok(Found::new(rows))
    }

    fn present(answer: &Answer<'_, Estimates>) -> Sheet {
        let mut table = Table::new(&HEADINGS);
        for row in &answer.rows {
            table.row(row.cells());
        }
        let pictures = games(&answer.rows)
            .enumerate()
            .flat_map(|(index, game)| pictures(index, game));
        Sheet::new(table, Vec::new()).with_pictures(pictures.collect())
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<Estimates>()? {
            for (index, game) in games(&stored.rows).enumerate() {
                blocks.push(Block::Claims(claim(&stored, game).into_iter().collect()));
                blocks.extend(stored.charts(pictures(index, game)));
            }
            blocks.push(Block::Grid(grid(&stored)));
        }
        Ok(blocks)
    }
}

struct Task<'a> {
    tables: &'a dyn TabledGame,
    request: &'a AccuracyRequest<'a>,
    monitor: &'a dyn Monitor,
}

impl Visit for Task<'_> {
    type Output = Result<Vec<LayerAccuracy>, RequestError>;

    fn visit<C: Contest>(self, contest: C) -> Self::Output {
        accuracy(&contest, self.tables, self.request, self.monitor)
    }
}

const HEADINGS: [&str; 9] = [
    "game",
    "stones",
    "learned",
    "estimate",
    "positions",
    "correlation",
    "mean error, stones",
    "decided",
    "winner right, per cent",
];

impl Estimated {
    fn cells(&self) -> Vec<String> {
        let of = &self.accuracy.agreement;
        vec![
            self.game.clone(),
            self.accuracy.stones.to_string(),
            if self.learned { "yes" } else { "no" }.to_owned(),
            self.accuracy.estimate.clone(),
            of.positions.to_string(),
            of.correlation
                .map_or(String::new(), |found| format!("{found:.3}")),
            format!("{:.2}", of.error),
            of.decided.to_string(),
            percent(of.sign()),
        ]
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or(String::new(), |share| format!("{:.1}", 100.0 * share))
}

/// What was found in each game.
fn games(all: &[Estimated]) -> impl Iterator<Item = &[Estimated]> {
    all.chunk_by(|one, other| one.game == other.game)
}

/// The estimates of a game, in the order in which they were made.
fn estimates(game: &[Estimated]) -> Vec<&str> {
    let first = game.first().map(|row| row.accuracy.stones);
    let of_first = game.iter().filter(|row| Some(row.accuracy.stones) == first);
    of_first.map(|row| row.accuracy.estimate.as_str()).collect()
}

/// The correlations over the layers, and what estimates come to on the last layer.
fn pictures(index: usize, game: &[Estimated]) -> Vec<Picture> {
    let name = board_name(&game[0].game);
    let of = |estimate| {
        game.iter()
            .filter(move |row| row.accuracy.estimate == estimate)
    };
    let correlation = |row: &Estimated| {
        let found = row.accuracy.agreement.correlation?;
        Some((f64::from(row.accuracy.stones), found))
    };
    let correlations = estimates(game).into_iter().map(|estimate| Series {
        label: estimate.to_owned(),
        points: of(estimate).filter_map(correlation).collect(),
    });
    let last = game
        .iter()
        .map(|row| row.accuracy.stones)
        .max()
        .unwrap_or(0);
    let drawn = |bin: &&Bin| bin.positions >= FEWEST;
    let mut reliability: Vec<Series> = (game.iter())
        .filter(|row| row.accuracy.stones == last)
        .map(|row| Series {
            label: row.accuracy.estimate.clone(),
            points: (row.accuracy.agreement.bins.iter().filter(drawn))
                .map(|bin| (bin.estimate, bin.exact))
                .collect(),
        })
        .filter(|series| series.points.len() > 1)
        .collect();
    let within = reliability.iter().flat_map(|series| &series.points);
    let farthest = within.fold(1.0, |most: f64, point| most.max(point.0.abs()));
    reliability.push(Series {
        label: "exact".to_owned(),
        points: vec![(-farthest, -farthest), (farthest, farthest)],
    });
    let picture = |name: String, title: String, x, y, series| {
        let lines = Lines {
            title,
            x,
            y,
            logarithmic: false,
            series,
        };
        Picture::new(name, lines)
    };
    let number = index + 1;
    vec![
        picture(
            format!("correlation-{number}"),
            format!("Correlation of estimates with exact margins, {name}"),
            "stones on the board",
            "correlation",
            correlations
                .filter(|series| !series.points.is_empty())
                .collect(),
        ),
        picture(
            format!("reliability-{number}"),
            format!("What estimates come to with {last} stones, {name}"),
            "estimated margin, stones",
            "mean exact margin, stones",
            reliability,
        ),
    ]
}

/// How the best estimate does on the layers that were not learned.
fn claim(stored: &Stored<'_, Estimates>, game: &[Estimated]) -> Option<Claim> {
    let unseen = game.iter().filter(|row| !row.learned);
    let correlation = |row: &Estimated| row.accuracy.agreement.correlation;
    let last = unseen.clone().map(|row| row.accuracy.stones).max()?;
    let of_last = unseen.filter(|row| row.accuracy.stones == last);
    let each: Vec<String> = of_last
        .filter_map(|row| {
            let found = correlation(row)?;
            let sign = percent(row.accuracy.agreement.sign());
            Some(format!("{} {found:.2} ({sign} %)", row.accuracy.estimate))
        })
        .collect();
    let text = format!(
        "{} `{}`, {last} stones, which were not learned: correlation with the exact margin (and winner right, where there is one): {}.",
        heading(stored.asked.title),
        board_name(&game[0].game),
        each.join(", ")
    );
    Some(Claim::new(Label::Measured, text, stored.source()))
}

fn grid(stored: &Stored<'_, Estimates>) -> Grid {
    let rows = stored.rows.iter().map(|row| {
        let mut cells = row.cells();
        cells[0] = format!("`{}`", cells[0]);
        cells
    });
    Grid::new(
        stored.asked.title.to_owned(),
        &HEADINGS,
        rows,
        stored.source(),
    )
    .folded()
}
