//! Endgame tables: how many positions, what they are worth, what they cost.

use super::layers::drawn_lines;
use super::with;
use crate::analysis::tables::LayerReport;
use crate::study::error::StudyError;
use crate::study::kind::Kind;
use crate::study::layered::tabled::{Tabled, lines};
use crate::study::names::{mover, short_name};
use crate::study::report::chart::{Axes, NamedLine, chart};
use crate::study::report::page::{Block, Claim, Grid, Label, Section};
use crate::study::report::stored::{Results, Stored};
use crate::study::text::{grouped, threads};

/// Over all layers.
fn sum(tabled: &Tabled, of: impl Fn(&LayerReport) -> u64) -> u64 {
    tabled.layers.iter().map(of).sum()
}

pub(super) fn section(results: &Results<'_>) -> Result<Option<Section>, StudyError> {
    // The tables with the most positions contain the others of the same game.
    let mut all: Vec<(&Stored, Tabled)> = Vec::new();
    for stored in results.of(|kind| matches!(kind, Kind::Tables { .. })) {
        for tabled in results.read::<Vec<Tabled>>(stored)? {
            match all.iter_mut().find(|(_, other)| other.game == tabled.game) {
                Some(known) if known.1.layers.len() < tabled.layers.len() => {
                    *known = (stored, tabled)
                }
                Some(_) => {}
                None => all.push((stored, tabled)),
            }
        }
    }
    let mut blocks = Vec::new();
    for (stored, tabled) in &all {
        blocks.push(Block::Claims(claims(stored, tabled)));
        blocks.extend(charts(stored, tabled));
        blocks.push(Block::Grid(table(stored, tabled)));
    }
    Ok(with("tables", "Endgame tables", blocks))
}

fn claims(stored: &Stored, tabled: &Tabled) -> Vec<Claim> {
    let Some(last) = tabled.layers.last() else {
        return Vec::new();
    };
    let positions = sum(tabled, |layer| layer.positions);
    let undetermined = sum(tabled, |layer| layer.undetermined);
    let bytes = sum(tabled, |layer| layer.bytes);
    let seconds: Option<f64> = tabled.layers.iter().map(|layer| layer.seconds).sum();
    let first = tabled.layers.iter().find(|layer| layer.undetermined > 0);
    let share = |part: u64, of: &LayerReport| 100.0 * part as f64 / of.positions as f64;
    let matters = match first {
        Some(layer) => format!(
            "Infinite play matters in {} of them ({:.2} %), for the first time with {} stones.",
            grouped(undetermined),
            100.0 * undetermined as f64 / positions as f64,
            layer.stones
        ),
        None => "Infinite play matters in none of them.".to_owned(),
    };
    let values = format!(
        "`{}`, whatever the stones at the start: every position with up to {} stones is solved, {} in all. {matters} With \
         {} stones {} wins {:.1} %, loses {:.1} % and holds {:.1} %, infinite play counting for nobody.",
        short_name(&tabled.game),
        last.stones,
        grouped(positions),
        last.stones,
        mover(&tabled.game),
        share(last.wins, last),
        share(last.losses, last),
        share(last.draws, last)
    );
    let cost = format!(
        "The tables take {} bytes for three values a position, {:.2} bits each{}.",
        grouped(bytes),
        8.0 * bytes as f64 / positions as f64,
        seconds.map_or(String::new(), |seconds| format!(
            "; they were built in {seconds:.0} s on {}, {} positions a second",
            threads(stored.manifest.threads()),
            grouped((positions as f64 / seconds.max(1e-3)) as u64)
        ))
    );
    let mut claims = vec![
        Claim::new(Label::Proven, values, stored.source()).headline(),
        Claim::new(Label::Measured, cost, stored.source()),
    ];
    claims.extend(settling(stored, tabled));
    claims
}

/// The share of the last layers, if it hardly changes any more.
fn settling(stored: &Stored, tabled: &Tabled) -> Option<Claim> {
    const LAYERS: usize = 5;
    let share = |layer: &LayerReport| 100.0 * layer.undetermined as f64 / layer.positions as f64;
    let last = tabled
        .layers
        .len()
        .checked_sub(LAYERS)
        .map(|from| &tabled.layers[from..])?;
    let least = last.iter().map(share).reduce(f64::min)?;
    let most = last.iter().map(share).reduce(f64::max)?;
    let text = format!(
        "Infinite play goes on mattering in about one position of a hundred on larger boards: over the last {LAYERS} \
         layers the share was between {least:.2} % and {most:.2} %."
    );
    (least > 0.5 && most < 1.5).then(|| Claim::new(Label::Conjectured, text, stored.source()))
}

/// How many positions of a layer are of a kind.
type Count = fn(&LayerReport) -> u64;

fn charts(stored: &Stored, tabled: &Tabled) -> Vec<Block> {
    let percent = |part: u64, layer: &LayerReport| 100.0 * part as f64 / layer.positions as f64;
    let outcomes: [(&str, Count); 3] = [
        ("wins", |layer| layer.wins),
        ("losses", |layer| layer.losses),
        ("level", |layer| layer.draws),
    ];
    let outcomes = outcomes.into_iter().map(|(name, of)| {
        let points = tabled.layers.iter();
        let points = points.map(|layer| (f64::from(layer.stones), percent(of(layer), layer)));
        (name.to_owned(), points.collect())
    });
    let axes = Axes {
        title: &format!("How it ends for {}", mover(&tabled.game)),
        x: "stones on the board",
        y: "per cent of the layer",
        logarithmic: false,
    };
    let outcomes: Vec<NamedLine> = outcomes.collect();
    let outcomes = chart(&axes, outcomes, stored, None).map(Block::Chart);
    let drawn = lines(std::slice::from_ref(tabled), &short_name);
    drawn_lines(stored, drawn).chain(outcomes).collect()
}

fn table(stored: &Stored, tabled: &Tabled) -> Grid {
    let rows = tabled.layers.iter().map(|layer| {
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
        "level",
        "losses",
        "bits a position",
    ];
    Grid::new(
        format!(
            "The layers of `{}`, wins and losses of {}",
            short_name(&tabled.game),
            mover(&tabled.game)
        ),
        &headings,
        rows,
        stored.source(),
    )
    .folded()
}
