//! The losses of engines against optimal play, where endgame tables reach.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::Analyses;
use sowlab_analysis::tables::folder_or_default;
use sowlab_engines::losses::{LossSetting, Losses, measure_losses};
use sowlab_engines::spec::EngineSpec;
use sowlab_games::Files;

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldValues {
    /// The engines by specification.
    pub engines: Vec<String>,
    /// The numbers of stones on the boards from which games start.
    pub stones: Vec<u32>,
    /// The number of games of each engine from boards with each number of stones.
    pub games_each: u64,
    /// The directory of the tables, which does not affect the results [default: that of `sowlab solve`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// The seed of the boards and of the engines.
    pub seed: u64,
}

/// The losses of an engine from boards with a number of stones.
#[derive(Serialize, Deserialize)]
pub(crate) struct EngineLosses {
    game: String,
    stones: u32,
    engine: String,
    #[serde(flatten)]
    losses: Losses,
}

/// The limit on the moves of a game; a longer game counts as it stands.
const MOST_MOVES: usize = 2000;

impl ExperimentKind for HeldValues {
    type Row = EngineLosses;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        self.specs()?;
        Unfit::unless_within("games_each", self.games_each, 1, u64::MAX)?;
        for &stones in &self.stones {
            Unfit::unless_within("stones", stones.into(), 1, 255)?;
        }
        head.catalog_names()
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<EngineLosses>, Failure> {
        let (head, seed, monitor) = (job.head, job.seed, job.monitor);
        let directory = folder_or_default(self.directory.as_deref());
        let specs = self.specs()?;
        let mut rows = Vec::new();
        let games = head.games.len() * self.stones.len() * specs.len();
        monitor.begin("games against perfect play", games as u64 * self.games_each);
        for (name, game) in head.games.iter().zip(head.catalog_games()?) {
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
                    rows.push(EngineLosses {
                        game: name.clone(),
                        stones,
                        engine: engine.clone(),
                        losses: measure_losses(&game, &*tables, &setting, monitor)?,
                    });
                }
            }
        }
        Ok(Rows::new(rows))
    }

    fn table(rows: &[EngineLosses]) -> Table {
        Columns::of(rows)
            .game(|row| &row.game)
            .count("stones", |row| row.stones)
            .code("engine", |row| &row.engine)
            .count("games", |row| row.losses.games)
            .decimal("value held, per cent", 1, |row| {
                100.0 * row.losses.share_held()
            })
            .count("choices", |row| row.losses.choices)
            .decimal("wrong, per cent", 1, |row| 100.0 * row.losses.share_wrong())
            .decimal("margin given away a game", 2, |row| row.losses.mean())
            .table()
    }
}

impl HeldValues {
    fn specs(&self) -> Result<Vec<EngineSpec>, Unfit> {
        let read = |text: &String| Ok(EngineSpec::read(text, Files::Allowed)?);
        self.engines.iter().map(read).collect()
    }
}
