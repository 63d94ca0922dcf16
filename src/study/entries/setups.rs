//! Random Mancala: how much the choice of side and starter is worth, over many setups.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Setups of one kind, by what the choice is worth to the player who has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::study) struct Setups {
    /// The game that is played after the choice.
    pub(in crate::study) game: String,
    /// Which setups: a heading.
    pub(in crate::study) which: String,
    pub(in crate::study) setups: u64,
    /// How many are worth so much to the chooser, what infinite play leaves counting for nobody.
    pub(in crate::study) worth: BTreeMap<i32, u64>,
    /// The first of those whose worth is the least share of the seeds.
    pub(in crate::study) fairest: Vec<Setup>,
    /// The first of those whose worth is the greatest share.
    pub(in crate::study) most_lopsided: Vec<Setup>,
    /// The same of those that look fair: both sides have as many seeds.
    pub(in crate::study) most_lopsided_of_equal_sides: Vec<Setup>,
}

/// A setup.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::study) struct Setup {
    /// The game, to be named together with the position.
    pub(in crate::study) name: String,
    /// As `--position` of `random` reads it.
    pub(in crate::study) position: String,
    pub(in crate::study) seeds: u32,
    /// What the choice is worth.
    pub(in crate::study) worth: i32,
    /// The best choices.
    pub(in crate::study) best: Vec<String>,
}

impl Setups {
    /// Those that leave the chooser nothing.
    pub(in crate::study) fn fair(&self) -> u64 {
        self.of_worth(0)
    }

    /// Those that are worth so much to the chooser.
    pub(in crate::study) fn of_worth(&self, worth: i32) -> u64 {
        self.worth.get(&worth).copied().unwrap_or(0)
    }

    /// So many of them, per cent.
    pub(in crate::study) fn percent(&self, setups: u64) -> f64 {
        100.0 * setups as f64 / self.setups.max(1) as f64
    }

    /// For each worth up to the greatest how many are worth that, per cent.
    pub(in crate::study) fn by_worth(&self) -> Vec<(f64, f64)> {
        (0..=self.most())
            .map(|worth| (f64::from(worth), self.percent(self.of_worth(worth))))
            .collect()
    }

    /// What the choice is worth on average.
    pub(in crate::study) fn mean(&self) -> f64 {
        let sum: f64 = (self.worth.iter())
            .map(|(&worth, &count)| f64::from(worth) * count as f64)
            .sum();
        sum / self.setups.max(1) as f64
    }

    /// What the choice is worth at most.
    pub(in crate::study) fn most(&self) -> i32 {
        self.worth.keys().next_back().copied().unwrap_or(0)
    }
}

/// Of each game the last, which has the most seeds.
pub(in crate::study) fn largest(all: &[Setups]) -> Vec<&Setups> {
    all.chunk_by(|one, other| one.game == other.game)
        .filter_map(<[Setups]>::last)
        .collect()
}
