//! Endgame tables: the number of positions, their values, and the costs.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::Analyses;
use sowlab_analysis::tables::{LayerReport, TabledGame, folder_or_default};

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// The maximum number of stones on the board.
    pub stones: u32,
    /// The directory of the tables, which does not affect the results [default: that of `sowlab solve`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
}

/// The tables of a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct GameTables {
    /// The name of the tables: the rules without the stones at the start.
    game: String,
    layers: Vec<LayerReport>,
}

impl ExperimentKind for Tables {
    type Row = GameTables;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        let games = games(head)?;
        Ok(games.into_iter().map(|(_, name)| name).collect())
    }

    fn resumes(&self) -> bool {
        true
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<GameTables>, Failure> {
        let Job { head, monitor, .. } = *job;
        let directory = folder_or_default(self.directory.as_deref());
        let mut all = Vec::new();
        for (game, name) in games(head)? {
            game.build_tables(&directory, self.stones, monitor, &mut |_| ())?;
            all.push(GameTables {
                layers: game.table_stats(&directory, Some(self.stones))?,
                game: name,
            });
        }
        Ok(Rows::new(all))
    }

    fn table(rows: &[GameTables]) -> Table {
        let lines = rows
            .iter()
            .flat_map(|game| game.layers.iter().map(move |layer| (game, layer)));
        Columns::of(lines)
            .code("game", |(game, _)| &game.game)
            .count("stones", |(_, layer)| layer.stones)
            .count("positions", |(_, layer)| layer.positions)
            .count("undetermined", |(_, layer)| layer.undetermined)
            .count("wins", |(_, layer)| layer.wins)
            .count("draws", |(_, layer)| layer.draws)
            .count("losses", |(_, layer)| layer.losses)
            .decimal("bits a position", 2, |(_, layer)| layer.bits)
            .decimal("seconds", 3, |(_, layer)| layer.seconds)
            .decimal("positions a second", 0, |(_, layer)| {
                (layer.seconds).map(|seconds| layer.positions as f64 / seconds.max(1e-3))
            })
            .code("checksum", |(_, layer)| &layer.checksum)
            .table()
    }
}

/// A game that has tables, and the name of the tables.
type Named = (Box<dyn TabledGame>, String);

/// Returns the games, with the names of their tables.
fn games(head: &ExperimentHead<'_>) -> Result<Vec<Named>, Unfit> {
    let games = head.catalog_games()?.into_iter().map(|game| {
        let tabled = game.analyses().tables()?;
        let name = tabled.table_name().map_err(Box::new)?;
        Ok((tabled, name))
    });
    games.collect()
}
