//! Random Mancala: what the choice of side and starter is worth.

use super::with;
use crate::study::entries::setups::{Setup, Setups, largest};
use crate::study::error::StudyError;
use crate::study::kind::Kind;
use crate::study::report::chart::{Axes, chart};
use crate::study::report::page::{Block, Claim, Grid, Label, Section};
use crate::study::report::stored::{Results, Stored};
use crate::study::text::{grouped, signed};

pub(super) fn section(results: &Results<'_>) -> Result<Option<Section>, StudyError> {
    let (mut claims, mut charts, mut grids) = (Vec::new(), Vec::new(), Vec::new());
    let kinds = |kind: &Kind| matches!(kind, Kind::AllSetups { .. } | Kind::DrawnSetups { .. });
    for stored in results.of(kinds) {
        let all: Vec<Setups> = results.read(stored)?;
        let largest = largest(&all);
        claims.extend(summary(stored, &largest));
        charts.extend(by_worth(stored, &largest));
        grids.push(Block::Grid(table(stored, &largest)));
    }
    if claims.is_empty() {
        return Ok(None);
    }
    let mut blocks = vec![
        Block::Text(
            "In Random Mancala one player sets up the pits, the other chooses his side and who starts. The worth of a setup \
             is the margin of the one who chooses; a setup worth nothing is fair."
                .to_owned(),
        ),
        Block::Claims(claims),
    ];
    blocks.extend(charts);
    blocks.extend(grids);
    Ok(with(
        "setups",
        "Random Mancala: fair and lopsided setups",
        blocks,
    ))
}

fn summary(stored: &Stored, largest: &[&Setups]) -> Option<Claim> {
    let drawn = matches!(stored.experiment().kind, Kind::DrawnSetups { .. });
    let fairest = largest
        .iter()
        .max_by_key(|one| one.fair() * 1_000_000 / one.setups.max(1))?;
    let each: Vec<String> = largest
        .iter()
        .map(|one| {
            format!(
                "`{}` {} of {} fair, the choice worth {:.2} on average",
                one.game,
                grouped(one.fair()),
                grouped(one.setups),
                one.mean()
            )
        })
        .collect();
    let text = format!(
        "{} ({}): {}. The largest share of fair ones is that of `{}`, {:.1} %.",
        stored.experiment().title,
        fairest.which,
        each.join("; "),
        fairest.game,
        fairest.percent(fairest.fair())
    );
    let label = if drawn {
        Label::Measured
    } else {
        Label::Proven
    };
    let claim = Claim::new(label, text, stored.source());
    Some(claim)
}

fn by_worth(stored: &Stored, largest: &[&Setups]) -> Option<Block> {
    let title = format!("What the choice is worth: {}", stored.experiment().title);
    let axes = Axes {
        title: &title,
        x: "margin of the chooser, seeds",
        y: "setups, per cent",
        logarithmic: false,
    };
    let lines = largest.iter().map(|one| (one.game.clone(), one.by_worth()));
    let file = format!("{}-worth.svg", stored.experiment().id);
    chart(&axes, lines.collect(), stored, Some(file)).map(Block::Chart)
}

fn table(stored: &Stored, largest: &[&Setups]) -> Grid {
    let example = |setups: &[Setup]| {
        setups.first().map_or(String::new(), |setup| {
            format!("`{}` {}", setup.position, signed(setup.worth))
        })
    };
    let rows = largest.iter().map(|one| {
        vec![
            format!("`{}`", one.game),
            one.which.clone(),
            grouped(one.setups),
            grouped(one.fair()),
            format!("{:.2}", one.mean()),
            example(&one.fairest),
            example(&one.most_lopsided_of_equal_sides),
        ]
    });
    let headings = [
        "game",
        "setups of",
        "setups",
        "fair",
        "mean worth",
        "a fairest",
        "a most lopsided of equal sides",
    ];
    Grid::new(
        stored.experiment().title.clone(),
        &headings,
        rows,
        stored.source(),
    )
    .folded()
}
