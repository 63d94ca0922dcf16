//! Every setup of Random Mancala on a small board.

use serde::{Deserialize, Serialize};

use super::setups::table;
use crate::asked::Asked;
use crate::error::{Failure, Unfit};
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::Table;
use sowlab_analysis::setups::{Setup, Setups};
use sowlab_analysis::solve::{AllSetups as EverySetup, SolvedSetup};
use sowlab_games::two_rank::{MAX_SEEDS, Variant};

/// The options. Games are named with their pits.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllSetups {
    /// The most seeds on the board, from 1 on.
    pub seeds: u32,
}

impl ExperimentKind for AllSetups {
    type Row = Setups;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        Unfit::unless_within("seeds", self.seeds.into(), 1, MAX_SEEDS as u64)?;
        let variants = variants(asked)?;
        Ok(variants.iter().map(Variant::to_string).collect())
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<Setups>, Failure> {
        let Job { asked, monitor, .. } = *job;
        let mut all: Vec<Setups> = Vec::new();
        for (name, variant) in asked.games.iter().zip(variants(asked)?) {
            let setups = EverySetup::new(&variant, self.seeds, monitor)?;
            for total in 1..=self.seeds {
                monitor.check()?;
                all.push(with_seeds(name, &setups, total)?);
            }
        }
        Ok(Rows::new(all))
    }

    fn table(rows: &[Setups]) -> Table {
        table(rows)
    }
}

/// The games, which all are of the two-rank family.
fn variants(asked: &Asked<'_>) -> Result<Vec<Variant>, Unfit> {
    let games = asked.games.iter().zip(asked.catalog_games()?);
    let variants = games.map(|(name, game)| {
        let of_another = |_| Unfit::Family { game: name.clone() };
        game.setup_rules().map_err(of_another)
    });
    variants.collect()
}

/// All setups with a number of seeds.
fn with_seeds(name: &str, every: &EverySetup, seeds: u32) -> Result<Setups, Failure> {
    let mut setups = Setups::new(name.to_owned(), format!("{seeds} seeds"));
    every.each(seeds, |state, worth| {
        setups.add(worth, state, || {
            let SolvedSetup {
                game,
                position,
                worth,
                best,
            } = every.describe(state)?;
            Ok::<Setup, Failure>(Setup {
                name: game,
                position,
                seeds: state.seeds(),
                worth,
                best,
            })
        })
    })?;
    Ok(setups)
}
