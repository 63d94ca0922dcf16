//! Random Mancala: what the choice of side and starter is worth.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::with;
use crate::study::error::StudyError;
use crate::study::kind::Kind;
use crate::study::report::chart::{Axes, chart};
use crate::study::report::page::{Block, Claim, Grid, Label, Section};
use crate::study::report::stored::{Results, Stored};
use crate::study::text::{grouped, signed};

#[derive(Deserialize)]
struct Setups {
    game: String,
    which: String,
    setups: u64,
    worth: BTreeMap<i32, u64>,
    fairest: Vec<Setup>,
    most_lopsided_of_equal_sides: Vec<Setup>,
}

#[derive(Deserialize)]
struct Setup {
    position: String,
    worth: i32,
}

impl Setups {
    fn fair(&self) -> u64 {
        self.worth.get(&0).copied().unwrap_or(0)
    }

    fn mean(&self) -> f64 {
        let sum: f64 = (self.worth.iter())
            .map(|(&worth, &setups)| f64::from(worth) * setups as f64)
            .sum();
        sum / self.setups.max(1) as f64
    }

    fn percent(&self, setups: u64) -> f64 {
        100.0 * setups as f64 / self.setups.max(1) as f64
    }
}

pub(super) fn section(results: &Results<'_>) -> Result<Option<Section>, StudyError> {
    let (mut claims, mut charts, mut grids) = (Vec::new(), Vec::new(), Vec::new());
    let kinds = |kind: &Kind| matches!(kind, Kind::AllSetups { .. } | Kind::DrawnSetups { .. });
    for stored in results.of(kinds) {
        let all: Vec<Setups> = results.read(stored)?;
        // Of each game the most seeds.
        let largest: Vec<&Setups> = (all.chunk_by(|one, other| one.game == other.game))
            .filter_map(<[Setups]>::last)
            .collect();
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
    let lines = largest.iter().map(|one| {
        let most = one.worth.keys().copied().max().unwrap_or(0);
        let points = (0..=most).map(|worth| {
            let setups = one.worth.get(&worth).copied().unwrap_or(0);
            (f64::from(worth), one.percent(setups))
        });
        (one.game.clone(), points.collect())
    });
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
