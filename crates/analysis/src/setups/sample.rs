//! Setups of one kind, by their value.

use std::collections::BTreeMap;
use std::convert::Infallible;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use sowlab_games::two_rank::State;

/// The number of setups in each list of fairest or most lopsided ones.
const NAMED: usize = 5;

/// Setups of one kind, by the value of the choice for the player who has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setups {
    /// The game after the choice.
    pub game: String,
    /// The heading, which names the setups.
    pub which: String,
    /// The number of setups.
    pub setups: u64,
    /// The number of setups by their value for the chooser, with infinite play as a draw.
    pub worth: BTreeMap<i32, u64>,
    /// The setups whose value is the smallest share of the seeds.
    pub fairest: Vec<Setup>,
    /// The setups whose value is the greatest share of the seeds.
    pub most_lopsided: Vec<Setup>,
    /// The most lopsided setups in which both sides have the same number of seeds.
    pub most_lopsided_of_equal_sides: Vec<Setup>,
}

/// A setup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Setup {
    /// The game, which belongs to the position.
    pub name: String,
    /// The position, as `--position` of `random` accepts it.
    pub position: String,
    /// The number of seeds on the board.
    pub seeds: u32,
    /// The value of the choice.
    pub worth: i32,
    /// The optimal choices.
    pub best: Vec<String>,
}

impl Setup {
    /// Returns the value of the choice as a share of all seeds.
    fn share(&self) -> f64 {
        f64::from(self.worth) / f64::from(self.seeds.max(1))
    }
}

impl Setups {
    /// Creates an empty collection for a game, with a heading.
    pub fn new(game: String, which: String) -> Setups {
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

    /// Adds a setup. `setup` describes it, and is called only if the setup enters a list.
    ///
    /// # Errors
    /// The error of `setup`.
    pub fn add<E>(
        &mut self,
        worth: i32,
        state: State,
        setup: impl Fn() -> Result<Setup, E>,
    ) -> Result<(), E> {
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

    /// Appends later setups of the same kind.
    pub fn append(&mut self, others: &Setups) {
        self.setups += others.setups;
        for (&worth, &count) in &others.worth {
            *self.worth.entry(worth).or_default() += count;
        }
        let after = |list: &mut Vec<Setup>, others: &[Setup], greatest: bool| {
            for setup in others {
                let copied = || Ok::<Setup, Infallible>(setup.clone());
                let Ok(()) = insert(list, &copied, |other| match greatest {
                    true => setup.share() > other.share(),
                    false => setup.share() < other.share(),
                });
            }
        };
        after(&mut self.fairest, &others.fairest, false);
        after(&mut self.most_lopsided, &others.most_lopsided, true);
        let equal = &mut self.most_lopsided_of_equal_sides;
        after(equal, &others.most_lopsided_of_equal_sides, true);
    }

    /// Returns the number of setups with value 0.
    pub fn fair(&self) -> u64 {
        self.of_worth(0)
    }

    /// Returns the number of setups with this value.
    pub fn of_worth(&self, worth: i32) -> u64 {
        self.worth.get(&worth).copied().unwrap_or(0)
    }

    /// Returns the share of `setups` in all setups, in percent.
    pub fn percent(&self, setups: u64) -> f64 {
        100.0 * setups as f64 / self.setups.max(1) as f64
    }

    /// Returns the percentage of setups for each value up to the maximum.
    pub fn by_worth(&self) -> Vec<(f64, f64)> {
        (0..=self.most())
            .map(|worth| (f64::from(worth), self.percent(self.of_worth(worth))))
            .collect()
    }

    /// Returns the mean value of the choice.
    pub fn mean(&self) -> f64 {
        let sum: f64 = (self.worth.iter())
            .map(|(&worth, &count)| f64::from(worth) * count as f64)
            .sum();
        sum / self.setups.max(1) as f64
    }

    /// Returns the maximum value of the choice.
    pub fn most(&self) -> i32 {
        self.worth.keys().next_back().copied().unwrap_or(0)
    }

    /// Returns the summary for remarks.
    pub fn summary(&self) -> String {
        format!(
            "the choice is worth {:.2} on average and {} at most",
            self.mean(),
            self.most()
        )
    }
}

/// Inserts a setup into a list of the first few under an order. Among equal setups the earlier one
/// comes first.
fn insert<E>(
    list: &mut Vec<Setup>,
    setup: &impl Fn() -> Result<Setup, E>,
    before: impl Fn(&Setup) -> bool,
) -> Result<(), E> {
    let at = list.iter().position(before).unwrap_or(list.len());
    if at < NAMED {
        list.insert(at, setup()?);
        list.truncate(NAMED);
    }
    Ok(())
}
