//! What it is worth to see the other's choice.

use super::layers::drawn_lines;
use super::with;
use crate::study::entries::played::{PlayedGame, PlayedRound};
use crate::study::error::StudyError;
use crate::study::kind::Kind;
use crate::study::layered::compared::{Compared, Layer, lines};
use crate::study::names::{board_name, short_name};
use crate::study::report::chart::{Axes, chart};
use crate::study::report::page::{Block, Claim, Grid, Label, Section};
use crate::study::report::stored::{Results, Stored};
use crate::study::text::{grouped, signed_decimal};

pub(super) fn section(results: &Results<'_>) -> Result<Option<Section>, StudyError> {
    let (mut claims, mut drawn) = (Vec::new(), Vec::new());
    for stored in results.of(|kind| matches!(kind, Kind::CommitOrders { .. })) {
        let compared: Vec<Compared> = results.read(stored)?;
        claims.extend(orderings(stored, &compared));
        claims.extend(compared.iter().filter_map(|game| price(stored, game)));
        drawn.extend(charts(stored, &compared));
        drawn.push(Block::Grid(how_often(stored, &compared)));
    }
    for stored in results.of(|kind| matches!(kind, Kind::CommitOrderPlay { .. })) {
        let played: Vec<PlayedGame> = results.read(stored)?;
        claims.extend(played.iter().filter_map(|game| good_play(stored, game)));
        drawn.extend(played.iter().filter_map(|game| course(stored, game)));
    }
    if claims.is_empty() {
        return Ok(None);
    }
    let mut blocks = vec![
        Block::Text(
            "Under the real rules sente takes a hole, and gote sees it and takes another: the choices are `open`. They may \
             be `reverse` (gote first), or `sealed` (neither sees). The price of sente is what sente would gain if gote had \
             to choose first, `reverse` minus `open`; the worth of seeing is what it costs sente that gote sees, `sealed` \
             minus `open`. Values are those of a number of rounds, the horizon, mixed strategies where choices are sealed."
                .to_owned(),
        ),
        Block::Claims(claims),
    ];
    // Charts side by side, then the tables.
    let (charts, tables): (Vec<Block>, Vec<Block>) = drawn
        .into_iter()
        .partition(|block| matches!(block, Block::Chart(_)));
    blocks.extend(charts);
    blocks.extend(tables);
    Ok(with("price-of-sente", "The price of sente", blocks))
}

/// Which orderings hold everywhere, and which do not.
fn orderings(stored: &Stored, compared: &[Compared]) -> Option<Claim> {
    let whole = compared
        .iter()
        .all(|game| game.layers.iter().all(|layer| layer.whole));
    let first = compared.first()?;
    let each: Vec<String> = (0..first.orderings.len())
        .map(|index| {
            let kept = || compared.iter().filter_map(|game| game.orderings.get(index));
            let boards: u64 = kept().map(|one| one.boards).sum();
            let fails: u64 = kept().map(|one| one.fails).sum();
            let ordering = &first.orderings[index].ordering;
            match fails {
                0 => format!("`{ordering}` holds on all {} boards", grouped(boards)),
                _ => format!(
                    "`{ordering}` fails on {} of {}",
                    grouped(fails),
                    grouped(boards)
                ),
            }
        })
        .collect();
    let boards = match whole {
        true => "all boards of small games",
        false => "a sample of boards",
    };
    let text = format!(
        "Over {} on {boards}: {}.",
        rounds(first.horizon),
        each.join("; ")
    );
    let label = if whole {
        Label::Proven
    } else {
        Label::Measured
    };
    Some(Claim::new(label, text, stored.source()))
}

fn rounds(horizon: u8) -> String {
    match horizon {
        1 => "one round".to_owned(),
        rounds => format!("{rounds} rounds"),
    }
}

/// The mean over all layers of a game that was sampled.
fn price(stored: &Stored, game: &Compared) -> Option<Claim> {
    if game.layers.iter().all(|layer| layer.whole) {
        return None;
    }
    let last = game.layers.last()?;
    let (few, many): (Vec<&Layer>, Vec<&Layer>) = game
        .layers
        .iter()
        .partition(|layer| 2 * layer.stones <= last.stones);
    let mean = |layers: &[&Layer], of: &dyn Fn(&Layer) -> f64| {
        let boards: u64 = layers.iter().map(|layer| layer.boards).sum();
        let sum: f64 = layers
            .iter()
            .map(|layer| layer.boards as f64 * of(layer))
            .sum();
        sum / boards.max(1) as f64
    };
    let price = |layer: &Layer| layer.price_of_sente;
    let worth = |layer: &Layer| layer.worth_of_seeing;
    let boards: u64 = game.layers.iter().map(|layer| layer.boards).sum();
    let text = format!(
        "In `{}`, on {} sampled boards and over {}, choosing first is an advantage while few stones are left and a burden \
         when there are many: with more than {half} stones gote's going first would bring sente {} stones on average, with \
         fewer {}. That gote sees costs sente {} with more, {} with fewer.",
        board_name(&game.game),
        grouped(boards),
        rounds(game.horizon),
        signed_decimal(mean(&many, &price), 2),
        signed_decimal(mean(&few, &price), 2),
        signed_decimal(mean(&many, &worth), 2),
        signed_decimal(mean(&few, &worth), 2),
        half = last.stones / 2
    );
    // The sentence is about this order of the two.
    let as_said = mean(&many, &price) > 0.0 && mean(&few, &price) < 0.0;
    let claim = Claim::new(Label::Measured, text, stored.source());
    as_said.then(|| match board_name(&game.game) {
        "55stones" => claim.headline(),
        _ => claim,
    })
}

fn good_play(stored: &Stored, game: &PlayedGame) -> Option<Claim> {
    let count = game.rounds.len();
    let text = format!(
        "In a game of `{}` in which both look {} ahead ({count} rounds), the price of sente is {} on average and the worth \
         of seeing {}.",
        board_name(&game.game),
        rounds(game.horizon),
        signed_decimal(game.mean(|round| round.price_of_sente), 2),
        signed_decimal(game.mean(|round| round.worth_of_seeing), 2)
    );
    (count > 0).then(|| Claim::new(Label::Measured, text, stored.source()))
}

fn charts(stored: &Stored, compared: &[Compared]) -> Vec<Block> {
    if compared.iter().any(|game| game.layers.len() < 12) {
        return Vec::new();
    }
    drawn_lines(stored, lines(compared, &short_name)).collect()
}

fn course(stored: &Stored, game: &PlayedGame) -> Option<Block> {
    let points = |of: &dyn Fn(&PlayedRound) -> f64| -> Vec<(f64, f64)> {
        (game.rounds.iter())
            .map(|round| (f64::from(round.round), of(round)))
            .collect()
    };
    let title = format!("A well-played game of {}", board_name(&game.game));
    let axes = Axes {
        title: &title,
        x: "round",
        y: "stones",
        logarithmic: false,
    };
    let lines = vec![
        (
            "price of sente".to_owned(),
            points(&|round| round.price_of_sente),
        ),
        (
            "worth of seeing".to_owned(),
            points(&|round| round.worth_of_seeing),
        ),
    ];
    chart(&axes, lines, stored, None).map(Block::Chart)
}

fn how_often(stored: &Stored, compared: &[Compared]) -> Grid {
    let mut headings = vec!["game".to_owned(), "horizon".to_owned(), "boards".to_owned()];
    if let Some(first) = compared.first() {
        let named = first
            .orderings
            .iter()
            .map(|kept| format!("fails: `{}`", kept.ordering));
        headings.extend(named);
    }
    let rows = compared.iter().map(|game| {
        let boards = game.orderings.first().map_or(0, |kept| kept.boards);
        let mut row = vec![
            format!("`{}`", short_name(&game.game)),
            game.horizon.to_string(),
            grouped(boards),
        ];
        row.extend(game.orderings.iter().map(|kept| grouped(kept.fails)));
        row
    });
    let title = stored.experiment().title.clone();
    Grid::new(title, &headings, rows, stored.source()).folded()
}
