//! Setups of one kind, by what they are worth.

use std::collections::BTreeMap;
use std::convert::Infallible;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use sowlab_games::two_rank::State;

/// How many of the fairest and of the most lopsided setups are named.
const NAMED: usize = 5;

/// Setups of one kind, by what the choice is worth to the player who has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setups {
    /// The game that is played after the choice.
    pub game: String,
    /// Which setups: a heading.
    pub which: String,
    /// How many there are.
    pub setups: u64,
    /// How many have this value for the chooser, where infinite play counts for nobody.
    pub worth: BTreeMap<i32, u64>,
    /// The first of those whose worth is the least share of the seeds.
    pub fairest: Vec<Setup>,
    /// The first of those whose worth is the greatest share.
    pub most_lopsided: Vec<Setup>,
    /// The same of those that look fair: both sides have the same number of seeds.
    pub most_lopsided_of_equal_sides: Vec<Setup>,
}

/// A setup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Setup {
    /// The game, to be named together with the position.
    pub name: String,
    /// As `--position` of `random` reads it.
    pub position: String,
    /// All seeds on the board.
    pub seeds: u32,
    /// What the choice is worth.
    pub worth: i32,
    /// The best choices.
    pub best: Vec<String>,
}

impl Setup {
    /// What the choice is worth as a share of all seeds.
    fn share(&self) -> f64 {
        f64::from(self.worth) / f64::from(self.seeds.max(1))
    }
}

impl Setups {
    /// None yet, of a game and under a heading.
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

    /// One more. Those that are not named are not described.
    ///
    /// # Errors
    /// That of describing it.
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

    /// Others of the same kind, that come after these.
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

    /// Those that leave the chooser nothing.
    pub fn fair(&self) -> u64 {
        self.of_worth(0)
    }

    /// Those with the given value for the chooser.
    pub fn of_worth(&self, worth: i32) -> u64 {
        self.worth.get(&worth).copied().unwrap_or(0)
    }

    /// The share of `setups` in all, per cent.
    pub fn percent(&self, setups: u64) -> f64 {
        100.0 * setups as f64 / self.setups.max(1) as f64
    }

    /// For each worth up to the greatest how many are worth that, per cent.
    pub fn by_worth(&self) -> Vec<(f64, f64)> {
        (0..=self.most())
            .map(|worth| (f64::from(worth), self.percent(self.of_worth(worth))))
            .collect()
    }

    /// What the choice is worth on average.
    pub fn mean(&self) -> f64 {
        let sum: f64 = (self.worth.iter())
            .map(|(&worth, &count)| f64::from(worth) * count as f64)
            .sum();
        sum / self.setups.max(1) as f64
    }

    /// What the choice is worth at most.
    pub fn most(&self) -> i32 {
        self.worth.keys().next_back().copied().unwrap_or(0)
    }

    /// The figures, as remarks have them.
    pub fn summary(&self) -> String {
        format!(
            "the choice is worth {:.2} on average and {} at most",
            self.mean(),
            self.most()
        )
    }
}

/// Keeps the first few by an order; of equal ones those that came first.
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
