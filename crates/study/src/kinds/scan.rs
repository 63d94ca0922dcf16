//! Non-terminating rounds on all boards with few stones: every joint move on every board, layer by layer.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Cancelled;

use crate::error::Failure;
use crate::kind::{ExperimentKind, Job, Rows, Written, create_directory};
use crate::names::{distinct_stems, file_stem, reading_stem};
use crate::table::{Columns, Table};
use sowlab_analysis::endless::{Layers, ScanRequest, ScannedLayer, board_certificate, scan_layers};

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scan {
    /// The maximum number of stones on the board.
    pub stones: u32,
    /// The directory for checkpoints, which does not affect the results. An interrupted scan resumes from there, also
    /// with more stones; without a directory it starts again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoints: Option<PathBuf>,
}

/// The scan of a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct GameScan {
    game: String,
    layers: Vec<Layer>,
    /// The certificate of the non-terminating round on the fewest stones.
    certificate: Option<String>,
}

/// The scan of all boards with a number of stones.
#[derive(Serialize, Deserialize)]
struct Layer {
    stones: u32,
    boards: u64,
    joint_moves: u64,
    endless: u64,
    endless_boards: u64,
    longest_finite: u64,
    longest_period: Option<u64>,
    /// The first non-terminating round: a board and the choices.
    first: Option<String>,
}

impl Layer {
    fn of(holes: usize, layer: &ScannedLayer) -> Layer {
        Layer {
            stones: layer.stones,
            boards: layer.boards,
            joint_moves: layer.joint_moves,
            endless: layer.endless,
            endless_boards: layer.endless_boards,
            longest_finite: layer.longest_finite,
            longest_period: (layer.endless > 0).then_some(layer.longest_period),
            first: layer.first.map(|found| found.text(holes)),
        }
    }
}

impl ExperimentKind for Scan {
    type Row = GameScan;

    fn resumes(&self) -> bool {
        self.checkpoints.is_some()
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<GameScan>, Failure> {
        let Job { head, monitor, .. } = *job;
        if let Some(directory) = &self.checkpoints {
            create_directory(directory)?;
        }
        let (mut all, mut certificates) = (Vec::new(), Vec::new());
        let rule_sets = head.rule_sets()?;
        let stems = distinct_stems(&rule_sets, reading_stem);
        for (rules, stem) in rule_sets.iter().zip(stems) {
            let game = rules.to_string();
            let checkpoint = self.checkpoints.as_ref();
            let request = ScanRequest {
                stones: self.stones,
                checkpoint: checkpoint.map(|folder| folder.join(file_stem(&game) + ".scan")),
                shard: None,
            };
            let Layers { layers, complete } = scan_layers(rules, &request, monitor)?;
            if !complete {
                return Err(Cancelled.into());
            }
            let certificate = match layers.iter().find_map(|layer| layer.first) {
                None => None,
                Some(found) => {
                    let file = format!("{}-{stem}.certificate.json", head.id);
                    let certificate = board_certificate(rules, found)?;
                    certificates.push(Written::certificate(file.clone(), &certificate));
                    Some(file)
                }
            };
            all.push(GameScan {
                game,
                layers: (layers.iter())
                    .map(|layer| Layer::of(rules.holes(), layer))
                    .collect(),
                certificate,
            });
        }
        Ok(Rows {
            rows: all,
            files: certificates,
        })
    }

    fn table(rows: &[GameScan]) -> Table {
        let lines = rows
            .iter()
            .flat_map(|game| game.layers.iter().map(move |layer| (game, layer)));
        Columns::of(lines)
            .game(|(game, _)| &game.game)
            .count("stones", |(_, layer)| layer.stones)
            .count("boards", |(_, layer)| layer.boards)
            .count("joint moves", |(_, layer)| layer.joint_moves)
            .count("endless", |(_, layer)| layer.endless)
            .count("boards with one", |(_, layer)| layer.endless_boards)
            .count("longest that ends", |(_, layer)| layer.longest_finite)
            .count("longest period", |(_, layer)| layer.longest_period)
            .or("-")
            .table()
    }
}
