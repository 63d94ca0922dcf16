//! Repetitions, and infinite play in optimal play, layer by layer, with certificates.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Cancelled;

use crate::error::Failure;
use crate::kind::{ExperimentKind, Job, Rows, Written};
use crate::names::{distinct_stems, reading_stem};
use crate::table::{Columns, Table};
use sowlab_analysis::endless::{CyclesLayer, CyclesRequest, CyclicGame, Layers, Line, find_cycles};
use sowlab_analysis::tables::TabledGame;
use sowlab_games::stones::Rules;

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cycles {
    /// The maximum number of stones on the board.
    pub stones: u32,
    /// The directory of the tables, which does not affect the results.
    pub directory: PathBuf,
}

/// The repetitions of a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct GameCycles {
    game: String,
    layers: Vec<CyclesLayer>,
}

impl ExperimentKind for Cycles {
    type Row = GameCycles;

    fn resumes(&self) -> bool {
        true
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<GameCycles>, Failure> {
        let Job { head, monitor, .. } = *job;
        let (mut all, mut certificates) = (Vec::new(), Vec::new());
        let rule_sets = head.rule_sets()?;
        for (rules, stem) in rule_sets.iter().zip(stems(&rule_sets)) {
            let name = rules.to_string();
            rules.build_tables(&self.directory, self.stones, monitor, &mut |_| ())?;
            let request = CyclesRequest {
                stones: self.stones,
                tables: Some(self.directory.clone()),
            };
            let Layers { layers, complete } = find_cycles(rules, &request, monitor)?;
            if !complete {
                return Err(Cancelled.into());
            }
            let repeating = GameCycles { game: name, layers };
            for (what, line) in repeating.lines() {
                if let Some(certificate) = rules.certify_cycle(line) {
                    let file = file_name(head.id, what, &stem);
                    certificates.push(Written::certificate(file, &certificate?));
                }
            }
            all.push(repeating);
        }
        Ok(Rows {
            rows: all,
            files: certificates,
        })
    }

    fn table(rows: &[GameCycles]) -> Table {
        let lines = rows
            .iter()
            .flat_map(|game| game.layers.iter().map(move |layer| (game, layer)));
        Columns::of(lines)
            .game(|(game, _)| &game.game)
            .count("stones", |(_, layer)| layer.stones)
            .count("boards", |(_, layer)| layer.boards)
            .count("can come back", |(_, layer)| layer.boards_on_cycles)
            .count("shortest, rounds", |(_, layer)| layer.shortest)
            .or("-")
            .count("infinite play matters", |(_, layer)| {
                layer.best_play.as_ref().map_or(0, |best| best.undetermined)
            })
            .count("forced", |(_, layer)| {
                layer.best_play.as_ref().map_or(0, |best| best.forced)
            })
            .count("endless round is best", |(_, layer)| {
                layer.best_play.as_ref().map_or(0, |best| best.endless)
            })
            .table()
    }
}

fn stems(rules: &[Rules]) -> Vec<String> {
    distinct_stems(rules, reading_stem)
}

fn file_name(id: &str, what: &str, stem: &str) -> String {
    let what = what.replace([' ', ','], "-");
    format!("{id}-{what}-{stem}.certificate.json")
}

impl GameCycles {
    /// Returns the repetitions to certify: the one on the fewest stones, the one of the fewest rounds, and the smallest
    /// forced one.
    fn lines(&self) -> impl Iterator<Item = (&'static str, &Line)> {
        let lines = || self.layers.iter().filter_map(|layer| layer.line.as_ref());
        let forced = (self.layers.iter()).find_map(|layer| layer.best_play.as_ref()?.line.as_ref());
        let shown = [
            ("the smallest board that comes back", lines().next()),
            (
                "the shortest repetition",
                lines().min_by_key(|line| line.moves.len()),
            ),
            ("the smallest forced repetition", forced),
        ];
        shown
            .into_iter()
            .filter_map(|(what, line)| Some((what, line?)))
    }
}
