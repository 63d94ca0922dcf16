//! Random Mancala: how much the choice of side and starter is worth, over many setups.

use crate::kind::ExperimentKind;
use crate::plot::{Lines, Series};
use crate::report::page::{Block, Claim, Grid, Label, Layout, Topic};
use crate::sheet::Picture;
use crate::stored::Stored;
use crate::table::Table;
use crate::text::{grouped, signed};
use sowlab_analysis::setups::{Setup, Setups};

pub(super) const RANDOM_MANCALA: Topic = Topic {
    id: "setups",
    title: "Random Mancala: fair and lopsided setups",
    lead: Some(
        "In Random Mancala one player sets up the pits, the other chooses his side and who starts. The worth of a setup \
         is the margin of the one who chooses; a setup worth nothing is fair.",
    ),
    layout: Layout::TablesLast,
};

/// Of each game the last, which has the most seeds.
pub(super) fn largest(all: &[Setups]) -> Vec<&Setups> {
    all.chunk_by(|one, other| one.game == other.game)
        .filter_map(<[Setups]>::last)
        .collect()
}

/// The figures of all of them.
pub(super) fn table<'a>(all: impl IntoIterator<Item = &'a Setups>) -> Table {
    let mut table = Table::new(&[
        "game",
        "setups of",
        "setups",
        "fair",
        "fair, per cent",
        "mean worth",
        "greatest worth",
        "a fairest setup",
        "a most lopsided setup",
        "a most lopsided setup of equal sides",
    ]);
    for setups in all {
        let first = |list: &[Setup]| {
            let setup = list.first();
            setup.map(|setup| {
                let place = setup.position.split_whitespace().next().unwrap_or_default();
                format!("{place} ({:+}: {})", setup.worth, setup.best.join(" "))
            })
        };
        table.row([
            setups.game.clone(),
            setups.which.clone(),
            setups.setups.to_string(),
            setups.fair().to_string(),
            format!("{:.2}", setups.percent(setups.fair())),
            format!("{:.2}", setups.mean()),
            setups.most().to_string(),
            first(&setups.fairest).unwrap_or_default(),
            first(&setups.most_lopsided).unwrap_or_default(),
            first(&setups.most_lopsided_of_equal_sides).unwrap_or_default(),
        ]);
    }
    table
}

/// How many setups are worth how much: a line a group, called as `label` says.
pub(super) fn by_worth<'a>(
    all: impl IntoIterator<Item = &'a Setups>,
    title: String,
    label: impl Fn(&Setups) -> String,
) -> Picture {
    let series = all.into_iter().map(|setups| Series {
        label: label(setups),
        points: setups.by_worth(),
    });
    let lines = Lines {
        title,
        x: "margin of the chooser, seeds",
        y: "setups, per cent",
        logarithmic: false,
        series: series.collect(),
    };
    Picture::new("worth", lines)
}

/// The plot that a result has of its own.
pub(super) fn worth_of<'a>(all: impl IntoIterator<Item = &'a Setups>) -> Picture {
    let title = "What the choice of side and starter is worth".to_owned();
    let label = |setups: &Setups| format!("{}, {}", setups.game, setups.which);
    by_worth(all, title, label)
}

/// What the report says of a result.
pub(super) fn blocks<K: ExperimentKind<Row = Setups>>(
    stored: &Stored<'_, K>,
    label: Label,
) -> Vec<Block> {
    let largest = largest(&stored.rows);
    let claims = summary(stored, &largest, label);
    let title = format!("What the choice is worth: {}", stored.asked.title);
    let drawn = by_worth(largest.iter().copied(), title, |setups| setups.game.clone());
    let mut blocks = vec![Block::Claims(claims.into_iter().collect())];
    blocks.extend(stored.charts([drawn]));
    blocks.push(Block::Grid(grid(stored, &largest)));
    blocks
}

fn summary<K: ExperimentKind>(
    stored: &Stored<'_, K>,
    largest: &[&Setups],
    label: Label,
) -> Option<Claim> {
    let share = |one: &&&Setups| one.fair() * 1_000_000 / one.setups.max(1);
    let (least, most) = (
        largest.iter().min_by_key(share)?,
        largest.iter().max_by_key(share)?,
    );
    let text = format!(
        "{} ({}): the share of fair ones is {:.1} % in `{}` at the least and {:.1} % in `{}` at the most.",
        stored.asked.title,
        most.which,
        least.percent(least.fair()),
        least.game,
        most.percent(most.fair()),
        most.game
    );
    Some(Claim::new(label, text, stored.source()))
}

fn grid<K: ExperimentKind>(stored: &Stored<'_, K>, largest: &[&Setups]) -> Grid {
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
        stored.asked.title.to_owned(),
        &headings,
        rows,
        stored.source(),
    )
    .folded()
}
