//! Endless rounds on all boards with few stones: every joint move on every board, layer by layer.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sowlab_solvers::{Cancelled, Monitor};

use super::layers::{Games, Label as LineLabel};
use super::shared_boards;
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found, create_directory};
use crate::names::{
    distinct_stems, file_stem, rank_of, reading, reading_name, reading_stem, short_name, usual,
};
use crate::report::evidence::Evidence;
use crate::report::page::{Block, Claim, Label, Layout, Topic};
use crate::sheet::{Picture, Sheet, Written};
use crate::stored::Stored;
use crate::table::Table;
use crate::text::{grouped, listed};
use sowlab_analysis::certificates::Claim as Certified;
use sowlab_analysis::endless::{Layers, ScanRequest, ScannedLayer, board_certificate, scan_layers};

/// The longest period, in steps, that is drawn whole.
const STEPS: u64 = 40;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scan {
    /// The most stones on the board.
    pub stones: u32,
    /// A directory for checkpoints, no part of the results: an interrupted scan resumes from there, with
    /// more stones too. Without it it begins anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoints: Option<PathBuf>,
}

/// What a scan found of a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct Scanned {
    game: String,
    layers: Vec<Layer>,
    /// The certificate of the endless round on the fewest stones.
    certificate: Option<String>,
}

/// What it found on all boards with a number of stones.
#[derive(Serialize, Deserialize)]
struct Layer {
    stones: u32,
    boards: u64,
    joint_moves: u64,
    endless: u64,
    endless_boards: u64,
    longest_finite: u64,
    longest_period: Option<u64>,
    /// The first endless round, a board and the choices.
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
    type Row = Scanned;

    const TOPIC: Topic = Topic {
        id: "endless-boards",
        title: "Boards on which sowing never ends",
        lead: None,
        layout: Layout::AsGiven,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        asked.full_names()
    }

    fn resumes(&self) -> bool {
        self.checkpoints.is_some()
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Scanned>, Failure> {
        if let Some(directory) = &self.checkpoints {
            create_directory(directory)?;
        }
        let (mut all, mut certificates) = (Vec::new(), Vec::new());
        let rule_sets = asked.rule_sets()?;
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
                    let file = format!("{}-{stem}.certificate.json", asked.id);
                    let certificate = board_certificate(rules, found)?;
                    certificates.push(Written::certificate(file.clone(), &certificate));
                    Some(file)
                }
            };
            all.push(Scanned {
                game,
                layers: (layers.iter())
                    .map(|layer| Layer::of(rules.holes(), layer))
                    .collect(),
                certificate,
            });
        }
        Ok(Found::new(all).with_files(certificates))
    }

    fn present(answer: &Answer<'_, Scan>) -> Sheet {
        let rows = &answer.rows;
        let mut remarks: Vec<String> = rows.iter().map(|row| row.remark(answer)).collect();
        remarks.extend(shared_boards::remark(
            rows.iter().map(|row| row.game.as_str()),
        ));
        Sheet::new(table(rows), remarks).with_pictures(pictures(rows, &short_name))
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let all = answers.of::<Scan>()?;
        // What one scan says of a game another may say of more boards.
        let widest = |game: &Scanned| {
            let mut others = all.iter().flat_map(|stored| &stored.rows);
            others.all(|other| other.game != game.game || other.layers.len() <= game.layers.len())
        };
        let mut blocks = Vec::new();
        let mut drawn = false;
        for stored in &all {
            let games = || stored.rows.iter().filter(|game| widest(game));
            let usual_ones = || games().filter(|game| usual(&game.game));
            let claims = usual_ones().filter_map(|game| game.smallest(stored));
            let others = other_readings(stored, games().filter(|game| !usual(&game.game)));
            let further = games().find_map(|game| game.larger_boards(stored));
            blocks.push(Block::Claims(claims.chain(others).chain(further).collect()));
            if let (Some(evidence), false) = (stored.evidence.first(), drawn) {
                drawn = true;
                blocks.push(drawing(stored, evidence)?);
            }
            blocks.extend(stored.charts(pictures(&stored.rows, &reading_name)));
        }
        Ok(blocks)
    }
}

impl Scanned {
    /// The first layer with an endless round.
    fn first(&self) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.endless > 0)
    }

    fn remark(&self, answer: &Answer<'_, Scan>) -> String {
        let game = &self.game;
        let (Some(first), Some(file)) = (self.first(), &self.certificate) else {
            let stones = answer.options.stones;
            return format!("{game}: no sowing on up to {stones} stones is endless.");
        };
        let readings = answer
            .evidence_in(file)
            .map(|evidence| evidence.under_every_reading("is endless"));
        format!(
            "{game}: the smallest board with a sowing that never ends has {} stones: `{}` ([certificate]({file})).{}",
            first.stones,
            first.first.as_deref().unwrap_or_default(),
            readings.unwrap_or_default()
        )
    }

    fn smallest(&self, stored: &Stored<'_, Scan>) -> Option<Claim> {
        let (first, last) = (self.first()?, self.layers.last()?);
        let text = format!(
            "On {} the fewest stones with which sowing can go on for ever are {}: `{}`. With {} stones {} of {} joint moves \
             never end; the longest period is {} steps, and the longest sowing that ends takes {}.",
            rank_of(&self.game),
            first.stones,
            first.first.as_ref()?,
            last.stones,
            grouped(last.endless),
            grouped(last.joint_moves),
            grouped(last.longest_period.unwrap_or(0)),
            grouped(last.longest_finite)
        );
        let claim = Claim::new(Label::Searched, text, stored.source());
        Some(match &self.certificate {
            Some(file) => claim.and(stored.source_of(file)),
            None => claim,
        })
    }

    /// That larger boards have such rounds as well, if every layer has from the first on.
    fn larger_boards(&self, stored: &Stored<'_, Scan>) -> Option<Claim> {
        const LAYERS: usize = 5;
        let from = self.layers.iter().position(|layer| layer.endless > 0)?;
        let layers = &self.layers[from..];
        let (first, last) = (layers.first()?, layers.last()?);
        let text = format!(
            "There is such a board with every number of stones from {} on: so it is up to {}.",
            first.stones, last.stones
        );
        let all = layers.len() >= LAYERS && layers.iter().all(|layer| layer.endless > 0);
        (all && usual(&self.game)).then(|| Claim::new(Label::Conjectured, text, stored.source()))
    }
}

/// The fewest stones by the other readings of the rules.
fn other_readings<'a>(
    stored: &Stored<'_, Scan>,
    games: impl Iterator<Item = &'a Scanned>,
) -> Option<Claim> {
    let each = games.filter_map(|game| {
        let stones = game.first()?.stones;
        Some(format!("{stones} with `{}`", reading(&game.game)))
    });
    let each: Vec<String> = each.collect();
    let text = format!("By other readings of the rules they are {}.", listed(&each));
    (!each.is_empty()).then(|| Claim::new(Label::Searched, text, stored.source()))
}

fn drawing(stored: &Stored<'_, Scan>, evidence: &Evidence) -> Result<Block, StudyError> {
    let start = evidence.start();
    let (stones, holes) = start.map_or((0, 0), |start| (start.board().stones(), start.holes()));
    let again = match evidence.certificate.claim {
        Certified::EndlessRound {
            first_step: 0,
            period,
            ..
        } if period <= STEPS => " The last board is the first one again.",
        _ => "",
    };
    let note = format!(
        "{stones} stones on a rank of {holes} holes: the hands chase each other round the board, and neither ever finds a hole \
         with less than two stones where it runs out.{again}"
    );
    let title = "The smallest board whose sowing never ends, step by step";
    let source = stored.source_of(&evidence.file);
    let drawn = evidence.drawn(source, title, &note, "endless-smallest.svg", STEPS)?;
    Ok(Block::Drawing(drawn))
}

fn pictures(all: &[Scanned], label: LineLabel<'_>) -> Vec<Picture> {
    let games = Games {
        games: (all.iter())
            .map(|scanned| (scanned.game.as_str(), scanned.layers.as_slice()))
            .collect(),
        label,
        stones: |layer: &Layer| layer.stones,
    };
    let endless = games.lines(
        "Endless rounds among all joint moves",
        "share, per million",
        true,
        |layer| Some(1e6 * layer.endless as f64 / layer.joint_moves.max(1) as f64),
    );
    let period = games.lines("Longest period", "steps", true, |layer| {
        Some(layer.longest_period.unwrap_or(0) as f64)
    });
    let longest = games.lines("Longest sowing that ends", "steps", false, |layer| {
        Some(layer.longest_finite as f64)
    });
    vec![
        Picture::new("endless", endless),
        Picture::new("period", period),
        Picture::new("longest", longest),
    ]
}

fn table(all: &[Scanned]) -> Table {
    let mut table = Table::new(&[
        "game",
        "stones",
        "boards",
        "joint moves",
        "endless",
        "boards with one",
        "longest that ends",
        "longest period",
    ]);
    for game in all {
        for layer in &game.layers {
            let period = layer.longest_period.map(|period| period.to_string());
            table.row([
                game.game.clone(),
                layer.stones.to_string(),
                layer.boards.to_string(),
                layer.joint_moves.to_string(),
                layer.endless.to_string(),
                layer.endless_boards.to_string(),
                layer.longest_finite.to_string(),
                period.unwrap_or_else(|| "-".to_owned()),
            ]);
        }
    }
    table
}
