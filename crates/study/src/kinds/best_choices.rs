//! The choices on boards of endgame tables: the number of optimal ones, the losses of the others, the length of optimal
//! play.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::Analyses;
use sowlab_analysis::best_choices::{BestChoicesRequest, LayerChoices, best_choices};
use sowlab_analysis::tables::folder_or_default;

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestChoices {
    /// The numbers of stones on the boards.
    pub stones: Vec<u32>,
    /// The number of boards for each number of stones.
    pub positions: u64,
    /// The directory of the tables, which does not affect the results [default: that of `sowlab solve`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// The seed of the boards.
    pub seed: u64,
}

/// The figures of one layer.
#[derive(Serialize, Deserialize)]
pub(crate) struct Layer {
    game: String,
    #[serde(flatten)]
    choices: LayerChoices,
}

impl ExperimentKind for BestChoices {
    type Row = Layer;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        Unfit::unless_within("positions", self.positions, 1, u64::MAX)?;
        for &stones in &self.stones {
            Unfit::unless_within("stones", stones.into(), 1, 255)?;
        }
        head.catalog_names()
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<Layer>, Failure> {
        let (head, seed, monitor) = (job.head, job.seed, job.monitor);
        let directory = folder_or_default(self.directory.as_deref());
        let mut rows = Vec::new();
        for (name, game) in head.games.iter().zip(head.catalog_games()?) {
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
        Ok(Rows::new(rows))
    }

    fn table(rows: &[Layer]) -> Table {
        // One line for the side to move, and one for the reply in games with replies.
        let lines = rows.iter().flat_map(|row| {
            let (layer, first, reply) = (&row.choices, &row.choices.first, &row.choices.reply);
            let reply = (reply.positions > 0).then_some((row, layer, "reply", reply));
            std::iter::once((row, layer, "to move", first)).chain(reply)
        });
        let to_move = |who: &str, number: f64| (who == "to move").then_some(number);
        Columns::of(lines)
            .game(|(row, ..)| &row.game)
            .count("stones", |(_, layer, ..)| layer.stones)
            .text("who chooses", |(.., who, _)| who)
            .count("positions", |(.., of)| of.positions)
            .decimal("choices that are best, per cent", 1, |(.., of)| {
                100.0 * of.share_best()
            })
            .decimal("one alone is best, per cent", 1, |(.., of)| {
                100.0 * of.share(of.only)
            })
            .decimal("all alike, per cent", 1, |(.., of)| {
                100.0 * of.share(of.alike)
            })
            .decimal("given away at random", 2, |(.., of)| of.mean_at_random())
            .decimal("given away by the second best", 2, |(.., of)| {
                of.mean_second()
            })
            .decimal("moves of best play", 1, |(_, layer, who, _)| {
                to_move(who, layer.mean_moves())
            })
            .decimal("best play repeats, per cent", 1, |(_, layer, who, _)| {
                let lines = (layer.ended + layer.repeated).max(1) as f64;
                to_move(who, 100.0 * layer.repeated as f64 / lines)
            })
            .table()
    }
}
