//! Random Mancala: how much the choice of side and starter is worth, over many setups.

use std::collections::BTreeMap;

use crate::games::two_rank::State;
use crate::study::entries::setups::{Setup, Setups};
use crate::study::plot::{Lines, Series};
use crate::study::{Plot, Table};

/// How many of the fairest and of the most lopsided setups are named.
const NAMED: usize = 5;

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
        setup: impl Fn() -> Result<Setup, String>,
    ) -> Result<(), String> {
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
}

/// Keeps the first few by an order; of equal ones those that came first.
fn insert(
    list: &mut Vec<Setup>,
    setup: &impl Fn() -> Result<Setup, String>,
    before: impl Fn(&Setup) -> bool,
) -> Result<(), String> {
    let at = list.iter().position(before).unwrap_or(list.len());
    if at < NAMED {
        list.insert(at, setup()?);
        list.truncate(NAMED);
    }
    Ok(())
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

/// Plots of one value of each group of setups, or of the counts by worth.
pub(super) fn plot(id: &str, name: &str, lines: &Lines<'_>) -> Option<Plot> {
    Some(Plot {
        file: format!("{id}-{name}.svg"),
        title: lines.title.to_owned(),
        svg: lines.svg()?,
    })
}

/// How many setups are worth how much: a line a group.
pub(super) fn by_worth(id: &str, all: &[&Setups]) -> Option<Plot> {
    let series = all
        .iter()
        .map(|setups| Series {
            label: format!("{}, {}", setups.game, setups.which),
            points: setups.by_worth(),
        })
        .collect();
    plot(
        id,
        "worth",
        &Lines {
            title: "What the choice of side and starter is worth",
            x: "margin of the chooser, seeds",
            y: "setups, per cent",
            logarithmic: false,
            series,
        },
    )
}
