//! Random Mancala: how much the choice of side and starter is worth, over many setups.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::games::two_rank::State;
use crate::study::error::Failure;
use crate::study::kind::ExperimentKind;
use crate::study::plot::{Lines, Series};
use crate::study::report::page::{Block, Claim, Grid, Label, Layout, Topic};
use crate::study::sheet::Picture;
use crate::study::stored::Stored;
use crate::study::table::Table;
use crate::study::text::{grouped, signed};

pub(super) const RANDOM_MANCALA: Topic = Topic {
    id: "setups",
    title: "Random Mancala: fair and lopsided setups",
    lead: Some(
        "In Random Mancala one player sets up the pits, the other chooses his side and who starts. The worth of a setup \
         is the margin of the one who chooses; a setup worth nothing is fair.",
    ),
    layout: Layout::TablesLast,
};

/// How many of the fairest and of the most lopsided setups are named.
const NAMED: usize = 5;

/// Setups of one kind, by what the choice is worth to the player who has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::study) struct Setups {
    /// The game that is played after the choice.
    pub(super) game: String,
    /// Which setups: a heading.
    pub(super) which: String,
    pub(super) setups: u64,
    /// How many have this value for the chooser, where infinite play counts for nobody.
    pub(super) worth: BTreeMap<i32, u64>,
    /// The first of those whose worth is the least share of the seeds.
    pub(super) fairest: Vec<Setup>,
    /// The first of those whose worth is the greatest share.
    pub(super) most_lopsided: Vec<Setup>,
    /// The same of those that look fair: both sides have the same number of seeds.
    pub(super) most_lopsided_of_equal_sides: Vec<Setup>,
}

/// A setup.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::study) struct Setup {
    /// The game, to be named together with the position.
    pub(super) name: String,
    /// As `--position` of `random` reads it.
    pub(super) position: String,
    pub(super) seeds: u32,
    /// What the choice is worth.
    pub(super) worth: i32,
    /// The best choices.
    pub(super) best: Vec<String>,
}

impl Setup {
    /// What the choice is worth as a share of all seeds.
    fn share(&self) -> f64 {
        f64::from(self.worth) / f64::from(self.seeds.max(1))
    }
}

impl Setups {
    pub(super) fn new(game: String, which: String) -> Setups {
        Setups {
            game,
            which,
            setups: 0,
            worth: BTreeMap::new(),
            fairest: Vec::new(),
            most_lopsided: Vec::new(),
            most_lopsided_of_equal_sides: Vec::new(),
        }
    }

    /// One more. Those that are not named are not described.
    pub(super) fn add(
        &mut self,
        worth: i32,
        state: State,
        setup: impl Fn() -> Result<Setup, Failure>,
    ) -> Result<(), Failure> {
        self.setups += 1;
        *self.worth.entry(worth).or_default() += 1;
        let share = f64::from(worth) / f64::from(state.seeds().max(1));
        let more = |other: &Setup| share > other.share();
        insert(&mut self.fairest, &setup, |other| share < other.share())?;
        insert(&mut self.most_lopsided, &setup, more)?;
        if state.mover_seeds() == state.other_seeds() {
            insert(&mut self.most_lopsided_of_equal_sides, &setup, more)?;
        }
        Ok(())
    }

    /// Those that leave the chooser nothing.
    pub(super) fn fair(&self) -> u64 {
        self.of_worth(0)
    }

    /// Those with the given value for the chooser.
    pub(super) fn of_worth(&self, worth: i32) -> u64 {
        self.worth.get(&worth).copied().unwrap_or(0)
    }

    /// The share of `setups` in all, per cent.
    pub(super) fn percent(&self, setups: u64) -> f64 {
        100.0 * setups as f64 / self.setups.max(1) as f64
    }

    /// For each worth up to the greatest how many are worth that, per cent.
    pub(super) fn by_worth(&self) -> Vec<(f64, f64)> {
        (0..=self.most())
            .map(|worth| (f64::from(worth), self.percent(self.of_worth(worth))))
            .collect()
    }

    /// What the choice is worth on average.
    pub(super) fn mean(&self) -> f64 {
        let sum: f64 = (self.worth.iter())
            .map(|(&worth, &count)| f64::from(worth) * count as f64)
            .sum();
        sum / self.setups.max(1) as f64
    }

    /// What the choice is worth at most.
    pub(super) fn most(&self) -> i32 {
        self.worth.keys().next_back().copied().unwrap_or(0)
    }

    /// The figures, as remarks have them.
    pub(super) fn summary(&self) -> String {
        format!(
            "the choice is worth {:.2} on average and {} at most",
            self.mean(),
            self.most()
        )
    }
}

/// Keeps the first few by an order; of equal ones those that came first.
fn insert(
    list: &mut Vec<Setup>,
    setup: &impl Fn() -> Result<Setup, Failure>,
    before: impl Fn(&Setup) -> bool,
) -> Result<(), Failure> {
    let at = list.iter().position(before).unwrap_or(list.len());
    if at < NAMED {
        list.insert(at, setup()?);
        list.truncate(NAMED);
    }
    Ok(())
}

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
