//! Boards of endgame tables, searched with the tables of much smaller boards alone.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::names::board_name;
use crate::report::page::{Block, Claim, Grid, Label, Layout, Topic};
use crate::sheet::Sheet;
use crate::stored::Stored;
use crate::table::Table;
use crate::text::{grouped, heading};
use sowlab_analysis::solve::{SearchedLayer, SearchedLayerRequest, search_layer};
use sowlab_analysis::tables::folder_or_default;
use sowlab_base::MemorySize;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchedLayers {
    /// The numbers of stones on the boards.
    pub layers: Vec<u32>,
    /// How many boards with each number of stones.
    pub boards: u64,
    /// The most stones on a board that the search looks up.
    pub stones: u32,
    /// Memory of the search, half of it for tables.
    pub memory: MemorySize,
    /// The nodes that a claim may take, roughly.
    pub nodes: u64,
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
    searched: SearchedLayer,
}

impl ExperimentKind for SearchedLayers {
    type Row = Layer;

    const TOPIC: Topic = Topic {
        id: "searched-layers",
        title: "Endgame tables against search",
        lead: Some(
            "Boards drawn from endgame tables, each with the same number of stones equally likely, are searched with the tables of \
             much smaller boards alone. A value that differed from the table would end the experiment with an error.",
        ),
        layout: Layout::ClaimsFirst,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        Unfit::unless_within("boards", self.boards, 1, u64::MAX)?;
        for &layer in &self.layers {
            let least = u64::from(self.stones) + 1;
            Unfit::unless_within("layers", layer.into(), least, 127)?;
        }
        asked.full_names()
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Layer>, Failure> {
        let directory = folder_or_default(self.directory.as_deref());
        let mut rows = Vec::new();
        for rules in asked.rule_sets()? {
            for &layer in &self.layers {
                let request = SearchedLayerRequest {
                    directory: &directory,
                    layer,
                    boards: self.boards,
                    seed: self.seed.wrapping_add(seed),
                    stones: self.stones,
                    memory: self.memory,
                    nodes: self.nodes,
                };
                let game = rules.to_string();
                let searched = search_layer(&game, &request, monitor)?;
                rows.push(Layer { game, searched });
            }
        }
        Ok(Found::new(rows))
    }

    fn present(answer: &Answer<'_, SearchedLayers>) -> Sheet {
        let mut table = Table::new(&HEADINGS);
        for row in &answer.rows {
            table.row(row.cells());
        }
        Sheet::new(table, Vec::new())
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<SearchedLayers>()? {
            let games = stored.rows.chunk_by(|one, other| one.game == other.game);
            let claims = games.map(|game| claim(&stored, game));
            blocks.push(Block::Claims(claims.collect()));
            let rows = stored.rows.iter().map(Layer::cells);
            let caption = stored.asked.title.to_owned();
            let grid = Grid::new(caption, &HEADINGS, rows, stored.source());
            blocks.push(Block::Grid(grid.folded()));
        }
        Ok(blocks)
    }
}

const HEADINGS: [&str; 7] = [
    "game",
    "stones",
    "tables of the search",
    "boards",
    "proven",
    "one value",
    "nodes",
];

impl Layer {
    fn cells(&self) -> Vec<String> {
        let SearchedLayer {
            stones,
            tables,
            boards,
            proven,
            one_value,
            nodes,
        } = self.searched;
        let mut cells = vec![self.game.clone()];
        cells.extend([stones, tables].map(|number| number.to_string()));
        cells.extend([boards, proven, one_value, nodes].map(|number| number.to_string()));
        cells
    }
}

fn claim(stored: &Stored<'_, SearchedLayers>, game: &[Layer]) -> Claim {
    let sum = |of: fn(&SearchedLayer) -> u64| -> u64 {
        game.iter().map(|layer| of(&layer.searched)).sum()
    };
    let stones = || game.iter().map(|layer| layer.searched.stones);
    let text = format!(
        "{} `{}`, {} to {} stones: of {} boards drawn, proof search with tables of {} stones proved both `lower` and `upper` on {}; the \
         tables say the same, and nothing that it proved of the others contradicts them ({} nodes).",
        heading(stored.asked.title),
        board_name(&game[0].game),
        stones().min().unwrap_or_default(),
        stones().max().unwrap_or_default(),
        grouped(sum(|layer| layer.boards)),
        game[0].searched.tables,
        grouped(sum(|layer| layer.proven)),
        grouped(sum(|layer| layer.nodes)),
    );
    Claim::new(Label::Measured, text, stored.source())
}
