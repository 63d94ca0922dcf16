//! Boards that come back, and where best play never ends.

use super::layers::{drawn_lines, reading_name};
use super::with;
use crate::analysis::endless::Line;
use crate::study::error::StudyError;
use crate::study::kind::Kind;
use crate::study::layered::repeating::{Repeating, lines};
use crate::study::names::{by_readings, usual};
use crate::study::report::page::{Block, Claim, Label, Section};
use crate::study::report::stored::{Results, Stored};
use crate::study::text::grouped;

/// In the words of the report.
fn written(line: &Line) -> String {
    let game = line
        .game
        .map_or(String::new(), |game| format!(" of `{game}`"));
    format!("`{}` from `{}`{game}", line.moves.join(" "), line.position)
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
        blocks.extend(drawn_lines(stored, lines(&repeating, &reading_name)));
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
            written(line),
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
            written(line)
        );
        claims.push(headline(Claim::new(Label::Proven, text, stored.source())));
    }
    claims
}
