//! Boards that come back, and where best play never ends.

use serde::Deserialize;

use super::layers::by_reading;
use super::with;
use crate::study::error::StudyError;
use crate::study::kind::Kind;
use crate::study::names::{by_readings, usual};
use crate::study::report::chart::{Axes, chart};
use crate::study::report::page::{Block, Claim, Label, Section};
use crate::study::report::stored::{Results, Stored};
use crate::study::text::grouped;

#[derive(Deserialize)]
struct Repeating {
    game: String,
    layers: Vec<Layer>,
}

#[derive(Deserialize)]
struct Layer {
    stones: u32,
    boards: u64,
    boards_on_cycles: u64,
    line: Option<Line>,
    best_play: Option<BestPlay>,
}

#[derive(Deserialize)]
struct Line {
    game: Option<String>,
    position: String,
    moves: Vec<String>,
}

#[derive(Deserialize)]
struct BestPlay {
    undetermined: u64,
    forced: u64,
    line: Option<Line>,
}

impl Line {
    fn written(&self) -> String {
        let game = self.game.as_ref();
        let game = game.map_or(String::new(), |game| format!(" of `{game}`"));
        format!("`{}` from `{}`{game}", self.moves.join(" "), self.position)
    }
}

pub(super) fn section(results: &Results<'_>) -> Result<Option<Section>, StudyError> {
    let mut blocks = Vec::new();
    for stored in results.of(|kind| matches!(kind, Kind::Cycles { .. })) {
        let repeating: Vec<Repeating> = results.read(stored)?;
        let claims: Vec<Claim> = repeating
            .iter()
            .flat_map(|game| claims(stored, game))
            .collect();
        blocks.push(Block::Text(
            "A repetition is a number of rounds without capture, each of which ends, that lead back to the same board with \
             the same side to choose first."
                .to_owned(),
        ));
        blocks.push(Block::Claims(claims));
        blocks.extend(charts(stored, &repeating));
    }
    Ok(with(
        "repetitions",
        "Positions that repeat for ever",
        blocks,
    ))
}

fn claims(stored: &Stored, game: &Repeating) -> Vec<Claim> {
    let mut claims = Vec::new();
    let reading = by_readings(&game.game);
    let headline = |claim: Claim| match usual(&game.game) {
        true => claim.headline(),
        false => claim,
    };
    let first = game.layers.iter().find(|layer| layer.boards_on_cycles > 0);
    if let (Some(first), Some(last)) = (first, game.layers.last())
        && let Some(line) = &first.line
    {
        let text = format!(
            "The position can repeat for ever, {reading}: the fewest stones for it are {}, {}. With {} stones {} of {} \
             boards can come back.",
            first.stones,
            line.written(),
            last.stones,
            grouped(last.boards_on_cycles),
            grouped(last.boards)
        );
        claims.push(headline(Claim::new(Label::Proven, text, stored.source())));
    }
    let forced = game.layers.iter().find_map(|layer| {
        let best = layer.best_play.as_ref().filter(|best| best.forced > 0)?;
        Some((layer.stones, best.line.as_ref()?))
    });
    if let Some((stones, line)) = forced {
        let last = game
            .layers
            .last()
            .and_then(|layer| layer.best_play.as_ref());
        let matters = last.map_or(String::new(), |best| {
            format!(
                " Infinite play matters on {} boards of the largest layer and is forced on {}.",
                grouped(best.undetermined),
                grouped(best.forced)
            )
        });
        let text = format!(
            "Best play itself can go on for ever, {reading}: on {stones} stones, {}, neither side can do better.{matters}",
            line.written()
        );
        claims.push(headline(Claim::new(Label::Proven, text, stored.source())));
    }
    claims
}

fn charts(stored: &Stored, repeating: &[Repeating]) -> Vec<Block> {
    let lines = |value: &dyn Fn(&Layer) -> f64| {
        let games = repeating
            .iter()
            .map(|game| (game.game.as_str(), game.layers.as_slice()));
        by_reading(games, |layer| layer.stones, value)
    };
    let id = &stored.experiment().id;
    let share = Axes {
        title: "Boards that can come back",
        x: "stones on the board",
        y: "share of the layer, per cent",
        logarithmic: false,
    };
    let forced = Axes {
        title: "Boards where neither side can do better than to go on for ever",
        x: "stones on the board",
        y: "boards",
        logarithmic: true,
    };
    let drawn = [
        chart(
            &share,
            lines(&|layer| 100.0 * layer.boards_on_cycles as f64 / layer.boards as f64),
            stored,
            Some(format!("{id}-share.svg")),
        ),
        chart(
            &forced,
            lines(&|layer| {
                layer
                    .best_play
                    .as_ref()
                    .map_or(0.0, |best| best.forced as f64)
            }),
            stored,
            Some(format!("{id}-forced.svg")),
        ),
    ];
    drawn.into_iter().flatten().map(Block::Chart).collect()
}
