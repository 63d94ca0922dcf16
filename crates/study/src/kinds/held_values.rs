//! What engines give away against perfect play, where endgame tables reach.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sowlab_analysis::Analyses;
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
use sowlab_analysis::tables::folder_or_default;
use sowlab_engines::losses::{LossSetting, Losses, measure_losses};
use sowlab_engines::spec::EngineSpec;
use sowlab_games::Files;
use sowlab_games::catalog::CatalogGame;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldValues {
    /// The engines by specification.
    pub engines: Vec<String>,
    /// The numbers of stones on the boards on which games begin.
    pub stones: Vec<u32>,
    /// Games of each engine from boards with each number of stones.
    pub games_each: u64,
    /// The directory of the tables, which is no part of the results [default: that of `sowlab solve`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// The seed of the boards and of the engines.
    pub seed: u64,
}

/// What an engine gave away from boards with a number of stones on.
#[derive(Serialize, Deserialize)]
pub(crate) struct Held {
    game: String,
    stones: u32,
    engine: String,
    #[serde(flatten)]
    losses: Losses,
}

/// A game that is longer counts as it stands.
const MOST_MOVES: usize = 2000;

impl ExperimentKind for HeldValues {
    type Row = Held;

    const TOPIC: Topic = Topic {
        id: "held-values",
        title: "Engines against perfect play",
        lead: Some(
            "Games begin on boards drawn from endgame tables, and the other side plays perfectly by them. A choice gives away \
             as much as the best one is worth more; a value is held if no choice of the game gives anything away.",
        ),
        layout: Layout::ClaimsFirst,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        self.specs()?;
        Unfit::unless_within("games_each", self.games_each, 1, u64::MAX)?;
        for &stones in &self.stones {
            Unfit::unless_within("stones", stones.into(), 1, 255)?;
        }
        let games = asked.catalog_games()?;
        Ok(games.iter().map(CatalogGame::to_string).collect())
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Held>, Failure> {
        let directory = folder_or_default(self.directory.as_deref());
        let specs = self.specs()?;
        let mut rows = Vec::new();
        let games = asked.games.len() * self.stones.len() * specs.len();
        monitor.begin("games against perfect play", games as u64 * self.games_each);
        for (name, game) in asked.games.iter().zip(asked.catalog_games()?) {
            let of_another = |_| Unfit::Family { game: name.clone() };
            let tables = game.analyses().tables().map_err(of_another)?;
            for &stones in &self.stones {
                for (engine, spec) in self.engines.iter().zip(&specs) {
                    let setting = LossSetting {
                        engine: spec,
                        directory: &directory,
                        layer: stones,
                        games: self.games_each,
                        most_moves: MOST_MOVES,
                        seed: self.seed.wrapping_add(seed),
                    };
                    rows.push(Held {
                        game: name.clone(),
                        stones,
                        engine: engine.clone(),
                        losses: measure_losses(&game, &*tables, &setting, monitor)?,
                    });
                }
            }
        }
        Ok(Found::new(rows))
    }

    fn present(answer: &Answer<'_, HeldValues>) -> Sheet {
        let mut table = Table::new(&HEADINGS);
        for row in &answer.rows {
            table.row(row.cells());
        }
        let remarks = vec![
            "Engines play both sides of the boards in turn. The margin given away in a game is what the engine lacks at its \
             end of the value of the board; infinite play counts for nobody."
                .to_owned(),
        ];
        let pictures = games(&answer.rows).enumerate();
        let pictures = pictures.map(|(index, game)| picture(index, game));
        Sheet::new(table, remarks).with_pictures(pictures.collect())
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<HeldValues>()? {
            for (index, game) in games(&stored.rows).enumerate() {
                blocks.push(Block::Claims(vec![claim(&stored, game)]));
                blocks.extend(stored.charts([picture(index, game)]));
            }
            blocks.push(Block::Grid(grid(&stored)));
        }
        Ok(blocks)
    }
}

impl HeldValues {
    fn specs(&self) -> Result<Vec<EngineSpec>, Unfit> {
        let read = |text: &String| Ok(EngineSpec::read(text, Files::Allowed)?);
        self.engines.iter().map(read).collect()
    }
}

const HEADINGS: [&str; 8] = [
    "game",
    "stones",
    "engine",
    "games",
    "value held, per cent",
    "choices",
    "wrong, per cent",
    "margin given away a game",
];

impl Held {
    fn cells(&self) -> Vec<String> {
        let of = &self.losses;
        vec![
            self.game.clone(),
            self.stones.to_string(),
            self.engine.clone(),
            of.games.to_string(),
            format!("{:.1}", 100.0 * of.share_held()),
            of.choices.to_string(),
            format!("{:.1}", 100.0 * of.share_wrong()),
            format!("{:.2}", of.mean()),
        ]
    }
}

/// What was found in each game.
fn games(all: &[Held]) -> impl Iterator<Item = &[Held]> {
    all.chunk_by(|one, other| one.game == other.game)
}

/// What is given away over the stones, a line an engine.
fn picture(index: usize, game: &[Held]) -> Picture {
    let mut series: Vec<Series> = Vec::new();
    for row in game {
        let point = (f64::from(row.stones), row.losses.mean());
        match series.iter_mut().find(|series| series.label == row.engine) {
            Some(series) => series.points.push(point),
            None => series.push(Series {
                label: row.engine.clone(),
                points: vec![point],
            }),
        }
    }
    let lines = Lines {
        title: format!(
            "What engines give away against perfect play, {}",
            board_name(&game[0].game)
        ),
        x: "stones on the board at the start",
        y: "margin given away a game",
        logarithmic: false,
        series,
    };
    Picture::new(format!("given-away-{}", index + 1), lines)
}

/// What each engine gives away on the largest boards.
fn claim(stored: &Stored<'_, HeldValues>, game: &[Held]) -> Claim {
    let last = game.iter().map(|row| row.stones).max().unwrap_or(0);
    let of_last = game.iter().filter(|row| row.stones == last);
    let each: Vec<String> = of_last
        .map(|row| {
            let held = 100.0 * row.losses.share_held();
            format!("`{}` {:.2} ({held:.0} %)", row.engine, row.losses.mean())
        })
        .collect();
    let text = format!(
        "{} `{}`, {last} stones: margin given away a game, and games in which the value is held: {}.",
        heading(stored.asked.title),
        board_name(&game[0].game),
        each.join(", ")
    );
    Claim::new(Label::Measured, text, stored.source())
}

fn grid(stored: &Stored<'_, HeldValues>) -> Grid {
    let rows = stored.rows.iter().map(|row| {
        let mut cells = row.cells();
        cells[0] = format!("`{}`", cells[0]);
        cells[2] = format!("`{}`", cells[2]);
        cells
    });
    let caption = stored.asked.title.to_owned();
    Grid::new(caption, &HEADINGS, rows, stored.source()).folded()
}
