//! What endgame tables say of choices: how many are best, what the others cost, how long best play is.

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
use sowlab_analysis::best_choices::{
    BestChoicesRequest, ChoiceFigures, LayerChoices, best_choices,
};
use sowlab_analysis::tables::folder_or_default;
use sowlab_games::catalog::CatalogGame;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestChoices {
    /// The numbers of stones on the boards.
    pub stones: Vec<u32>,
    /// How many boards with each number of stones.
    pub positions: u64,
    /// The directory of the tables, which is no part of the results [default: that of `sowlab solve`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// The seed of the boards.
    pub seed: u64,
}

/// What was found with a number of stones.
#[derive(Serialize, Deserialize)]
pub(crate) struct Layer {
    game: String,
    #[serde(flatten)]
    choices: LayerChoices,
}

impl ExperimentKind for BestChoices {
    type Row = Layer;

    const TOPIC: Topic = Topic {
        id: "best-choices",
        title: "What a choice is worth",
        lead: Some(
            "Boards drawn from endgame tables, each with the same number of stones equally likely, every choice looked up: how \
             often is one alone best, what do the others give away, how long is best play? Infinite play counts for nobody.",
        ),
        layout: Layout::ClaimsFirst,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        Unfit::unless_within("positions", self.positions, 1, u64::MAX)?;
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
    ) -> Result<Found<Layer>, Failure> {
        let directory = folder_or_default(self.directory.as_deref());
        let mut rows = Vec::new();
        for (name, game) in asked.games.iter().zip(asked.catalog_games()?) {
            let of_another = |_| Unfit::Family { game: name.clone() };
            let tables = game.analyses().tables().map_err(of_another)?;
            for &layer in &self.stones {
                let request = BestChoicesRequest {
                    directory: &directory,
                    layer,
                    positions: self.positions,
                    seed: self.seed.wrapping_add(seed),
                };
                rows.push(Layer {
                    game: name.clone(),
                    choices: best_choices(&game, &*tables, request, monitor)?,
                });
            }
        }
        Ok(Found::new(rows))
    }

    fn present(answer: &Answer<'_, BestChoices>) -> Sheet {
        let mut table = Table::new(&HEADINGS);
        for row in &answer.rows {
            for cells in row.cells() {
                table.row(cells);
            }
        }
        let remarks = vec![
            "Positions with more than one choice. A reply is that of the side that sees a best choice of the other before both \
             are sown. What is given away is a margin."
                .to_owned(),
        ];
        let pictures = games(&answer.rows).enumerate();
        let pictures = pictures.flat_map(|(index, game)| pictures_of(index, game));
        Sheet::new(table, remarks).with_pictures(pictures.collect())
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<BestChoices>()? {
            for (index, game) in games(&stored.rows).enumerate() {
                blocks.push(Block::Claims(claim(&stored, game).into_iter().collect()));
                blocks.extend(stored.charts(pictures_of(index, game)));
            }
            blocks.push(Block::Grid(grid(&stored)));
        }
        Ok(blocks)
    }
}

const HEADINGS: [&str; 11] = [
    "game",
    "stones",
    "who chooses",
    "positions",
    "choices that are best, per cent",
    "one alone is best, per cent",
    "all alike, per cent",
    "given away at random",
    "given away by the second best",
    "moves of best play",
    "best play repeats, per cent",
];

impl Layer {
    /// A line for the side to move, and one for the reply where there is one.
    fn cells(&self) -> Vec<Vec<String>> {
        let choices = &self.choices;
        let lines = (choices.ended + choices.repeated).max(1) as f64;
        let cells = |who: &str, of: &ChoiceFigures, line: [String; 2]| {
            let mut cells = vec![
                self.game.clone(),
                choices.stones.to_string(),
                who.to_owned(),
                of.positions.to_string(),
                format!("{:.1}", 100.0 * of.share_best()),
                format!("{:.1}", 100.0 * of.share(of.only)),
                format!("{:.1}", 100.0 * of.share(of.alike)),
                format!("{:.2}", of.mean_at_random()),
                format!("{:.2}", of.mean_second()),
            ];
            cells.extend(line);
            cells
        };
        let line = [
            format!("{:.1}", choices.mean_moves()),
            format!("{:.1}", 100.0 * choices.repeated as f64 / lines),
        ];
        let mut rows = vec![cells("to move", &choices.first, line)];
        if choices.reply.positions > 0 {
            rows.push(cells(
                "reply",
                &choices.reply,
                [String::new(), String::new()],
            ));
        }
        rows
    }
}

/// What was found in each game.
fn games(all: &[Layer]) -> impl Iterator<Item = &[Layer]> {
    all.chunk_by(|one, other| one.game == other.game)
}

/// How often one choice alone is best, and what a choice gives away, over the stones.
fn pictures_of(index: usize, game: &[Layer]) -> Vec<Picture> {
    let name = board_name(&game[0].game);
    let replies = game.iter().any(|layer| layer.choices.reply.positions > 0);
    let series = |label: &str, of: &dyn Fn(&LayerChoices) -> f64| Series {
        label: label.to_owned(),
        points: (game.iter())
            .map(|layer| (f64::from(layer.choices.stones), of(&layer.choices)))
            .collect(),
    };
    let both = |first: &dyn Fn(&ChoiceFigures) -> f64| {
        let mut all = vec![series("to move", &|of| first(&of.first))];
        if replies {
            all.push(series("reply", &|of| first(&of.reply)));
        }
        all
    };
    let picture = |file: &str, title: String, y, series| {
        let lines = Lines {
            title,
            x: "stones on the board",
            y,
            logarithmic: false,
            series,
        };
        Picture::new(format!("{file}-{}", index + 1), lines)
    };
    vec![
        picture(
            "only",
            format!("How often one choice alone is best, {name}"),
            "positions, per cent",
            both(&|of| 100.0 * of.share(of.only)),
        ),
        picture(
            "given-away",
            format!("What a choice at random gives away, {name}"),
            "margin",
            both(&ChoiceFigures::mean_at_random),
        ),
        picture(
            "moves",
            format!("How long best play is, {name}"),
            "moves of both sides",
            vec![series("until the end", &LayerChoices::mean_moves)],
        ),
    ]
}

/// What holds with the most stones.
fn claim(stored: &Stored<'_, BestChoices>, game: &[Layer]) -> Option<Claim> {
    let last = game.iter().max_by_key(|layer| layer.choices.stones)?;
    let LayerChoices {
        stones,
        first,
        reply,
        ..
    } = &last.choices;
    let mut text = format!(
        "{} `{}`, {stones} stones: one choice alone is best on {:.1} % of boards, where the second best gives away {:.1}; a choice at \
         random gives away {:.1}.",
        heading(stored.asked.title),
        board_name(&last.game),
        100.0 * first.share(first.only),
        first.mean_second(),
        first.mean_at_random()
    );
    if reply.positions > 0 {
        text += &format!(
            " Of replies to a best choice one alone is best on {:.1} %, and one at random gives away {:.1}.",
            100.0 * reply.share(reply.only),
            reply.mean_at_random()
        );
    }
    Some(Claim::new(Label::Measured, text, stored.source()))
}

fn grid(stored: &Stored<'_, BestChoices>) -> Grid {
    let rows = stored.rows.iter().flat_map(Layer::cells).map(|mut cells| {
        cells[0] = format!("`{}`", cells[0]);
        cells
    });
    let caption = stored.asked.title.to_owned();
    Grid::new(caption, &HEADINGS, rows, stored.source()).folded()
}
