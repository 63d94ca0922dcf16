//! How the games begin: counts, and who captures what.

use super::with;
use crate::study::entries::first_rounds::{Counts, OpeningRound, OpeningRounds, Outcome};
use crate::study::error::StudyError;
use crate::study::kind::Kind;
use crate::study::names::board_name;
use crate::study::report::page::{Block, Claim, Grid, Label, Section};
use crate::study::report::stored::{Results, Stored};
use crate::study::text::{grouped, signed};

impl OpeningRound {
    /// The holes of East and West, from 1.
    fn holes(&self) -> Option<(usize, usize)> {
        let (east, west) = self.round.strip_prefix('E')?.split_once('W')?;
        Some((east.parse().ok()?, west.parse().ok()?))
    }
}

pub(super) fn section(results: &Results<'_>) -> Result<Option<Section>, StudyError> {
    let mut blocks = Vec::new();
    for stored in results.of(|kind| matches!(kind, Kind::OpeningRounds {})) {
        for game in results.read::<Vec<OpeningRounds>>(stored)? {
            blocks.push(Block::Claims(vec![captures(stored, &game)]));
            blocks.extend(square(stored, &game).map(Block::Grid));
        }
    }
    for stored in results.of(|kind| matches!(kind, Kind::Perft { .. })) {
        let counts: Vec<Counts> = results.read(stored)?;
        blocks.push(Block::Grid(perft(stored, &counts)));
    }
    Ok(with("first-rounds", "How games begin", blocks))
}

fn captures(stored: &Stored, game: &OpeningRounds) -> Claim {
    let count =
        |of: &dyn Fn(&OpeningRound) -> bool| game.rounds.iter().filter(|one| of(one)).count();
    let text = format!(
        "Of the {} rounds that can open `{}` East captures in {}, West in {}, and nothing is captured in {}.",
        game.rounds.len(),
        board_name(&game.game),
        count(&|one| one.captured_by_east > 0),
        count(&|one| one.captured_by_west > 0),
        count(&|one| one.outcome == Outcome::Quiet)
    );
    Claim::new(Label::Proven, text, stored.source())
}

/// A row for each hole of East's, a column for each of West's.
fn square(stored: &Stored, game: &OpeningRounds) -> Option<Grid> {
    let cells: Vec<(usize, usize, String)> = (game.rounds.iter())
        .filter_map(|one| {
            let (east, west) = one.holes()?;
            let text = match one.outcome {
                Outcome::Quiet => "·".to_owned(),
                Outcome::Endless => "∞".to_owned(),
                Outcome::Capture => signed(one.margin()),
            };
            Some((east, west, text))
        })
        .collect();
    let holes = cells.iter().map(|cell| cell.0.max(cell.1)).max()?;
    let rows = (1..=holes).map(|east| {
        let mut row = vec![format!("E{east}")];
        row.extend((1..=holes).map(|west| {
            let found = cells.iter().find(|cell| (cell.0, cell.1) == (east, west));
            found.map(|cell| cell.2.clone()).unwrap_or_default()
        }));
        row
    });
    let mut headings = vec![String::new()];
    headings.extend((1..=holes).map(|west| format!("W{west}")));
    let caption = format!(
        "First rounds of `{}`: what East captures (+) or West (−), · nothing",
        board_name(&game.game)
    );
    Some(Grid::new(caption, &headings, rows, stored.source()).folded())
}

fn perft(stored: &Stored, counts: &[Counts]) -> Grid {
    let rows = counts.iter().flat_map(|game| {
        game.rounds.iter().map(|round| {
            let counts = [
                round.boards,
                round.joint_moves,
                round.endless,
                round.finished,
            ];
            let mut row = vec![
                format!("`{}`", board_name(&game.game)),
                round.round.to_string(),
            ];
            row.extend(counts.map(grouped));
            row
        })
    });
    let headings = [
        "game",
        "round",
        "boards",
        "joint moves",
        "endless",
        "finished",
    ];
    Grid::new(
        "Sequences of rounds, to check another program against".to_owned(),
        &headings,
        rows,
        stored.source(),
    )
}
