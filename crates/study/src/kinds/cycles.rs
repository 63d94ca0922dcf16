//! Boards that come back, and where best play never ends, layer by layer, with certificates.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sowlab_solvers::{Cancelled, Monitor};

use super::layers::{Games, Label as LineLabel};
use super::shared_boards;
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::names::{distinct_stems, reading_name, reading_stem, short_name, usual};
use crate::report::page::{Block, Claim, Label, Layout, Topic};
use crate::sheet::{Picture, Sheet, Written};
use crate::stored::Stored;
use crate::table::Table;
use crate::text::grouped;
use sowlab_analysis::endless::{CyclesLayer, CyclesRequest, CyclicGame, Layers, Line, find_cycles};
use sowlab_analysis::tables::TabledGame;
use sowlab_games::stones::Rules;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cycles {
    /// The most stones on the board.
    pub stones: u32,
    /// The directory of the tables, which is no part of the results.
    pub directory: PathBuf,
}

/// The repetitions of a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct Repeating {
    game: String,
    layers: Vec<CyclesLayer>,
}

impl ExperimentKind for Cycles {
    type Row = Repeating;

    const TOPIC: Topic = Topic {
        id: "repetitions",
        title: "Positions that repeat for ever",
        lead: None,
        layout: Layout::AsGiven,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        asked.full_names()
    }

    fn resumes(&self) -> bool {
        true
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Repeating>, Failure> {
        let (mut all, mut certificates) = (Vec::new(), Vec::new());
        let rule_sets = asked.rule_sets()?;
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
            let repeating = Repeating { game: name, layers };
            for (what, line) in repeating.lines() {
                if let Some(certificate) = rules.certify_cycle(line) {
                    let file = file_name(asked.id, what, &stem);
                    certificates.push(Written::certificate(file, &certificate?));
                }
            }
            all.push(repeating);
        }
        Ok(Found::new(all).with_files(certificates))
    }

    fn present(answer: &Answer<'_, Cycles>) -> Sheet {
        let rows = &answer.rows;
        let rules = rows.iter().map(|row| Rules::from_name(&row.game));
        let rules: Vec<Rules> = rules.filter_map(Result::ok).collect();
        let mut remarks = Vec::new();
        for (row, stem) in rows.iter().zip(stems(&rules)) {
            remarks.extend(row.remarks(answer, &stem));
        }
        remarks.extend(shared_boards::remark(
            rows.iter().map(|row| row.game.as_str()),
        ));
        Sheet::new(table(rows), remarks).with_pictures(pictures(rows, &short_name))
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<Cycles>()? {
            let games = stored.rows.iter().filter(|game| usual(&game.game));
            let claims = games.flat_map(|game| game.claims(&stored));
            blocks.push(Block::Text(
                "A *repetition* is a series of rounds without capture that leads back to the same board with the same side to \
                 choose first."
                    .to_owned(),
            ));
            blocks.push(Block::Claims(claims.collect()));
            blocks.extend(stored.charts(pictures(&stored.rows, &reading_name)));
        }
        Ok(blocks)
    }
}

fn stems(rules: &[Rules]) -> Vec<String> {
    distinct_stems(rules, reading_stem)
}

fn file_name(id: &str, what: &str, stem: &str) -> String {
    let what = what.replace([' ', ','], "-");
    format!("{id}-{what}-{stem}.certificate.json")
}

impl Repeating {
    /// The repetitions to be shown: on the fewest stones, of the fewest rounds, and forced ones.
    fn lines(&self) -> Vec<(&'static str, &Line)> {
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
        let there = shown.into_iter();
        there
            .filter_map(|(what, line)| Some((what, line?)))
            .collect()
    }

    fn remarks(&self, answer: &Answer<'_, Cycles>, stem: &str) -> Vec<String> {
        let certified = self.lines().into_iter().filter_map(|(what, line)| {
            let file = file_name(answer.asked.id, what, stem);
            let evidence = answer.evidence_in(&file)?;
            Some(format!(
                "{}: {what}: `{}` from `{}`{} ([certificate]({file})).{}",
                self.game,
                line.moves.join(" "),
                line.position,
                line.game
                    .map_or(String::new(), |game| format!(" of {game}")),
                evidence.under_every_reading("holds")
            ))
        });
        certified.collect()
    }

    fn claims(&self, stored: &Stored<'_, Cycles>) -> impl Iterator<Item = Claim> {
        let texts = self.smallest().into_iter().chain(self.forced());
        texts.map(|text| Claim::new(Label::Searched, text, stored.source()))
    }

    fn smallest(&self) -> Option<String> {
        let first = self
            .layers
            .iter()
            .find(|layer| layer.boards_on_cycles > 0)?;
        let last = self.layers.last()?;
        Some(format!(
            "The fewest stones with which a position can repeat for ever are {}: {}. With {} stones {} of {} boards can come back.",
            first.stones,
            written(first.line.as_ref()?),
            last.stones,
            grouped(last.boards_on_cycles),
            grouped(last.boards)
        ))
    }

    fn forced(&self) -> Option<String> {
        let (stones, line) = self.layers.iter().find_map(|layer| {
            let best = layer.best_play.as_ref().filter(|best| best.forced > 0)?;
            Some((layer.stones, best.line.as_ref()?))
        })?;
        let last = self.layers.last();
        let matters = last.and_then(|layer| layer.best_play.as_ref()).map(|best| {
            format!(
                " Infinite play matters on {} boards of the largest layer and is forced on {}.",
                grouped(best.undetermined),
                grouped(best.forced)
            )
        });
        Some(format!(
            "Best play itself can repeat for ever: with {stones} stones, {}, neither side can do better.{}",
            written(line),
            matters.unwrap_or_default()
        ))
    }
}

/// In the words of the report.
fn written(line: &Line) -> String {
    let game = line.game.map(|game| format!(" of `{game}`"));
    format!(
        "`{}` from `{}`{}",
        line.moves.join(" "),
        line.position,
        game.unwrap_or_default()
    )
}

fn pictures(all: &[Repeating], label: LineLabel<'_>) -> Vec<Picture> {
    let games = Games {
        games: (all.iter())
            .map(|found| (found.game.as_str(), found.layers.as_slice()))
            .collect(),
        label,
        stones: |layer: &CyclesLayer| layer.stones,
    };
    let share = games.lines(
        "Boards that can come back",
        "share of the layer, per cent",
        false,
        |layer| Some(100.0 * layer.boards_on_cycles as f64 / layer.boards as f64),
    );
    let forced = games.lines(
        "Boards where neither side can do better than to go on for ever",
        "boards",
        true,
        |layer| {
            let best = layer.best_play.as_ref();
            Some(best.map_or(0.0, |best| best.forced as f64))
        },
    );
    vec![Picture::new("share", share), Picture::new("forced", forced)]
}

fn table(all: &[Repeating]) -> Table {
    let mut table = Table::new(&[
        "game",
        "stones",
        "boards",
        "can come back",
        "shortest, rounds",
        "infinite play matters",
        "forced",
        "endless round is best",
    ]);
    for game in all {
        for layer in &game.layers {
            let best = layer.best_play.as_ref();
            let count = |value: Option<u64>| value.unwrap_or(0).to_string();
            let shortest = layer.shortest.map(|rounds| rounds.to_string());
            table.row([
                game.game.clone(),
                layer.stones.to_string(),
                layer.boards.to_string(),
                layer.boards_on_cycles.to_string(),
                shortest.unwrap_or_else(|| "-".to_owned()),
                count(best.map(|best| best.undetermined)),
                count(best.map(|best| best.forced)),
                count(best.map(|best| best.endless)),
            ]);
        }
    }
    table
}
