//! Endgame tables: how many positions, what they are worth, what they cost.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sowlab_analysis::Analyses;
use sowlab_solvers::Monitor;

use super::layers::Games;
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::plot::{Lines, Series};
use crate::report::page::{Block, Claim, Grid, Label, Layout, Topic};
use crate::sheet::{Picture, Sheet};
use crate::stored::Stored;
use crate::table::Table;
use crate::text::{grouped, threads};
use sowlab_analysis::tables::{LayerReport, TabledGame, folder_or_default};
use sowlab_games::stones::Rules;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// The most stones on the board.
    pub stones: u32,
    /// The directory of the tables, which is no part of the results [default: that of `sowlab solve`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
}

/// What the tables of a game hold.
#[derive(Serialize, Deserialize)]
pub(crate) struct Tabled {
    /// The name of the tables: rules without the stones at the start.
    game: String,
    layers: Vec<LayerReport>,
}

impl ExperimentKind for Tables {
    type Row = Tabled;

    const TOPIC: Topic = Topic {
        id: "tables",
        title: "Endgame tables",
        lead: None,
        layout: Layout::AsGiven,
    };

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        let games = games(asked)?;
        Ok(games.into_iter().map(|(_, name)| name).collect())
    }

    fn resumes(&self) -> bool {
        true
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Tabled>, Failure> {
        let directory = folder_or_default(self.directory.as_deref());
        let mut all = Vec::new();
        for (game, name) in games(asked)? {
            game.build_tables(&directory, self.stones, monitor, &mut |_| ())?;
            all.push(Tabled {
                layers: game.table_stats(&directory, Some(self.stones))?,
                game: name,
            });
        }
        Ok(Found::new(all))
    }

    fn present(answer: &Answer<'_, Tables>) -> Sheet {
        let remarks = answer.rows.iter().map(Tabled::remark).collect();
        Sheet::new(table(&answer.rows), remarks).with_pictures(pictures(&answer.rows))
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let stored = answers.of::<Tables>()?;
        // The tables with the most layers contain the others of the same game.
        let mut all: Vec<(&Stored<'_, Tables>, &Tabled)> = Vec::new();
        for (stored, tabled) in
            (stored.iter()).flat_map(|one| one.rows.iter().map(move |row| (one, row)))
        {
            match all.iter_mut().find(|(_, other)| other.game == tabled.game) {
                Some(known) if known.1.layers.len() < tabled.layers.len() => {
                    *known = (stored, tabled);
                }
                Some(_) => {}
                None => all.push((stored, tabled)),
            }
        }
        let mut blocks = Vec::new();
        for (stored, tabled) in all {
            blocks.push(Block::Claims(tabled.claims(stored)));
            let mut drawn = pictures(std::slice::from_ref(tabled));
            drawn.push(tabled.outcomes());
            blocks.extend(stored.charts(drawn));
            blocks.push(Block::Grid(tabled.grid(stored)));
        }
        Ok(blocks)
    }
}

/// A game that has tables, and what they are called.
type Named = (Box<dyn TabledGame>, String);

/// The games, and what their tables are called.
fn games(asked: &Asked<'_>) -> Result<Vec<Named>, Unfit> {
    let games = asked.catalog_games()?.into_iter().map(|game| {
        let tabled = game.analyses().tables()?;
        let name = tabled.table_name().map_err(Box::new)?;
        Ok((tabled, name))
    });
    games.collect()
}

/// In what share of a layer infinite play matters, per cent.
fn undetermined(layer: &LayerReport) -> f64 {
    percent(layer.undetermined, layer)
}

fn percent(part: u64, layer: &LayerReport) -> f64 {
    100.0 * part as f64 / layer.positions as f64
}

impl Tabled {
    /// Its name without the readings that it has as usual.
    fn short_name(&self) -> String {
        let Ok(rules) = Rules::from_name(&self.game) else {
            return self.game.clone();
        };
        let board = format!("stones:holes={}", rules.holes());
        match rules.unusual_readings() {
            readings if readings.is_empty() => board,
            readings => format!("{board},{readings}"),
        }
    }

    /// Whose wins and losses the tables count.
    fn mover(&self) -> &'static str {
        match Rules::from_name(&self.game) {
            Ok(_) => "sente",
            Err(_) => "the side to move",
        }
    }

    /// Over all layers.
    fn sum(&self, of: impl Fn(&LayerReport) -> u64) -> u64 {
        self.layers.iter().map(of).sum()
    }

    fn seconds(&self) -> Option<f64> {
        self.layers.iter().map(|layer| layer.seconds).sum()
    }

    /// Of all layers, for three values.
    fn bits_a_position(&self) -> f64 {
        8.0 * self.sum(|layer| layer.bytes) as f64 / self.sum(|layer| layer.positions) as f64
    }

    /// The first layer in which infinite play matters.
    fn first_undetermined(&self) -> Option<&LayerReport> {
        self.layers.iter().find(|layer| layer.undetermined > 0)
    }

    fn remark(&self) -> String {
        let seconds = self.seconds().map(|seconds| format!(" in {seconds:.0} s"));
        let first = self.first_undetermined();
        let first = first.map(|layer| format!(", the first with {} stones", layer.stones));
        format!(
            "{}: {} positions{}, {} bytes on disk ({:.2} bits a position for three values). \
             Infinite play matters in {} of them{}.",
            self.game,
            self.sum(|layer| layer.positions),
            seconds.unwrap_or_default(),
            self.sum(|layer| layer.bytes),
            self.bits_a_position(),
            self.sum(|layer| layer.undetermined),
            first.unwrap_or_default()
        )
    }

    fn claims(&self, stored: &Stored<'_, Tables>) -> Vec<Claim> {
        let Some(last) = self.layers.last() else {
            return Vec::new();
        };
        let positions = self.sum(|layer| layer.positions);
        let undetermined = self.sum(|layer| layer.undetermined);
        let matters = match self.first_undetermined() {
            Some(layer) => format!(
                "Infinite play matters in {} of them ({:.2} %), for the first time with {} stones.",
                grouped(undetermined),
                100.0 * undetermined as f64 / positions as f64,
                layer.stones
            ),
            None => "Infinite play matters in none of them.".to_owned(),
        };
        let values = format!(
            "`{}`: every position with up to {} stones is solved, {} in all. {matters} With {} stones {} wins {:.1} %, loses {:.1} % \
             and draws {:.1} %, if infinite play counts for nobody.",
            self.short_name(),
            last.stones,
            grouped(positions),
            last.stones,
            self.mover(),
            percent(last.wins, last),
            percent(last.losses, last),
            percent(last.draws, last)
        );
        let built = self.seconds().map(|seconds| {
            format!(
                "; they were built in {seconds:.0} s on {}, {} positions a second",
                threads(stored.origin.threads),
                grouped((positions as f64 / seconds.max(1e-3)) as u64)
            )
        });
        let cost = format!(
            "The tables take {} bytes for three values a position, {:.2} bits each{}.",
            grouped(self.sum(|layer| layer.bytes)),
            self.bits_a_position(),
            built.unwrap_or_default()
        );
        let mut claims = vec![
            Claim::new(Label::Searched, values, stored.source()),
            Claim::new(Label::Measured, cost, stored.source()),
        ];
        let settling = self.settling();
        claims.extend(settling.map(|text| Claim::new(Label::Conjectured, text, stored.source())));
        claims
    }

    /// The share of the last layers in which infinite play matters, if it hardly changes any more.
    fn settling(&self) -> Option<String> {
        const LAYERS: usize = 5;
        let from = self.layers.len().checked_sub(LAYERS)?;
        let shares = || self.layers[from..].iter().map(undetermined);
        let (least, most) = (shares().reduce(f64::min)?, shares().reduce(f64::max)?);
        let text = format!(
            "On larger boards infinite play will matter in about one position of a hundred, too: over the last {LAYERS} layers \
             the share was {least:.2} % to {most:.2} %."
        );
        (least > 0.5 && most < 1.5).then_some(text)
    }

    /// How many positions are won, lost and level, over the layers.
    fn outcomes(&self) -> Picture {
        type Count = (&'static str, fn(&LayerReport) -> u64);
        let outcomes: [Count; 3] = [
            ("wins", |layer| layer.wins),
            ("losses", |layer| layer.losses),
            ("draws", |layer| layer.draws),
        ];
        let series = outcomes.into_iter().map(|(name, of)| {
            let points = self.layers.iter();
            let points = points.map(|layer| (f64::from(layer.stones), percent(of(layer), layer)));
            Series {
                label: name.to_owned(),
                points: points.collect(),
            }
        });
        let lines = Lines {
            title: format!("How it ends for {}", self.mover()),
            x: "stones on the board",
            y: "per cent of the layer",
            logarithmic: false,
            series: series.collect(),
        };
        Picture::new("outcomes", lines)
    }

    fn grid(&self, stored: &Stored<'_, Tables>) -> Grid {
        let rows = self.layers.iter().map(|layer| {
            let counts = [
                layer.positions,
                layer.undetermined,
                layer.wins,
                layer.draws,
                layer.losses,
            ];
            let mut row = vec![layer.stones.to_string()];
            row.extend(counts.map(grouped));
            row.push(format!("{:.2}", layer.bits));
            row
        });
        let headings = [
            "stones",
            "positions",
            "infinite play matters",
            "wins",
            "draws",
            "losses",
            "bits a position",
        ];
        let caption = format!(
            "The layers of `{}`, wins and losses of {}",
            self.short_name(),
            self.mover()
        );
        Grid::new(caption, &headings, rows, stored.source()).folded()
    }
}

fn pictures(all: &[Tabled]) -> Vec<Picture> {
    let label = |game: &str| {
        let named = all.iter().find(|tabled| tabled.game == game);
        named.map(Tabled::short_name).unwrap_or_default()
    };
    let games = Games {
        games: (all.iter())
            .map(|tabled| (tabled.game.as_str(), tabled.layers.as_slice()))
            .collect(),
        label: &label,
        stones: |layer: &LayerReport| layer.stones,
    };
    let share = games.lines(
        "Positions where infinite play matters",
        "share of the layer, per cent",
        false,
        |layer| Some(undetermined(layer)),
    );
    let speed = games.lines("Speed of building", "positions a second", true, |layer| {
        // Layers too small to be timed say nothing of the speed.
        let seconds = layer.seconds.filter(|&seconds| seconds >= 0.05)?;
        Some(layer.positions as f64 / seconds)
    });
    let size = games.lines(
        "Size of the tables",
        "bits a position, three values",
        false,
        |layer| (layer.positions > 10_000).then_some(layer.bits),
    );
    vec![
        Picture::new("undetermined", share),
        Picture::new("speed", speed),
        Picture::new("size", size),
    ]
}

fn table(all: &[Tabled]) -> Table {
    let mut table = Table::new(&[
        "game",
        "stones",
        "positions",
        "undetermined",
        "wins",
        "draws",
        "losses",
        "bits a position",
        "seconds",
        "positions a second",
        "checksum",
    ]);
    for tabled in all {
        for layer in &tabled.layers {
            let seconds = layer.seconds.map(|seconds| format!("{seconds:.3}"));
            let rate = layer.seconds.map(|seconds| {
                let rate = layer.positions as f64 / seconds.max(1e-3);
                format!("{rate:.0}")
            });
            table.row([
                tabled.game.clone(),
                layer.stones.to_string(),
                layer.positions.to_string(),
                layer.undetermined.to_string(),
                layer.wins.to_string(),
                layer.draws.to_string(),
                layer.losses.to_string(),
                format!("{:.2}", layer.bits),
                seconds.unwrap_or_default(),
                rate.unwrap_or_default(),
                layer.checksum.clone(),
            ]);
        }
    }
    table
}
