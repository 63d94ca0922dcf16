//! Setups of Random Mancala: every one on a small board, or random ones on larger boards.

use serde::{Deserialize, Serialize};

use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::setups::{DrawnSetupsRequest, Setup, Setups, solve_drawn_setups};
use sowlab_analysis::solve::{AllSetups as EverySetup, SolvedSetup};
use sowlab_games::catalog::CatalogGame;
use sowlab_games::two_rank::{MAX_SEEDS, RandomVariant, Variant};

/// The options of the experiment. Games are named with their pits.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllSetups {
    /// The maximum number of seeds on the board, at least 1.
    pub seeds: u32,
}

impl ExperimentKind for AllSetups {
    type Row = Setups;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        Unfit::unless_within("seeds", self.seeds.into(), 1, MAX_SEEDS as u64)?;
        let variants = variants(head)?;
        Ok(variants.iter().map(Variant::to_string).collect())
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<Setups>, Failure> {
        let Job { head, monitor, .. } = *job;
        let mut all: Vec<Setups> = Vec::new();
        for (name, variant) in head.games.iter().zip(variants(head)?) {
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

/// Parses the games, which must be of the two-rank family.
fn variants(head: &ExperimentHead<'_>) -> Result<Vec<Variant>, Unfit> {
    let games = head.games.iter().zip(head.catalog_games()?);
    let variants = games.map(|(name, game)| {
        let of_another = |_| Unfit::Family { game: name.clone() };
        game.setup_rules().map_err(of_another)
    });
    variants.collect()
}

/// Returns all setups with a number of seeds.
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

/// The options of the experiment. Games are `random:…` without a seed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnSetups {
    /// The number of random setups, from the seeds 1, 2 and so on.
    pub samples: u64,
}

impl ExperimentKind for DrawnSetups {
    type Row = Setups;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        for name in head.games {
            drawn(name, 1)?;
        }
        Ok(head.games.to_vec())
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<Setups>, Failure> {
        let (head, seed, monitor) = (job.head, job.seed, job.monitor);
        let mut all = Vec::new();
        for name in head.games {
            let game = drawn(name, seed + 1)?;
            let request = DrawnSetupsRequest {
                samples: self.samples,
                shard: None,
            };
            let setups = solve_drawn_setups(&game, &request, monitor)?;
            all.push(Setups {
                game: name.clone(),
                ..setups
            });
        }
        Ok(Rows::new(all))
    }

    fn table(rows: &[Setups]) -> Table {
        table(rows)
    }
}

/// Returns a game of Random Mancala with the random setup of this seed.
///
/// # Errors
/// The name is not a game, or the game has no random setups.
fn drawn(name: &str, seed: u64) -> Result<RandomVariant, Unfit> {
    let mark = if name.contains(':') { ',' } else { ':' };
    let game: CatalogGame = format!("{name}{mark}seed={seed}").parse()?;
    let not_drawn = |_| Unfit::Family {
        game: name.to_owned(),
    };
    game.random_variant().map_err(not_drawn)
}

/// Returns the table of the setups of several games or sizes.
fn table(rows: &[Setups]) -> Table {
    let first = |list: &[Setup]| {
        list.first().map(|setup| {
            let place = setup.position.split_whitespace().next().unwrap_or_default();
            format!("{place} ({:+}: {})", setup.worth, setup.best.join(" "))
        })
    };
    Columns::of(rows)
        .game(|row| &row.game)
        .text("setups of", |row| &row.which)
        .count("setups", |row| row.setups)
        .count("fair", |row| row.fair())
        .decimal("fair, per cent", 2, |row| row.percent(row.fair()))
        .decimal("mean worth", 2, |row| row.mean())
        .count("greatest worth", |row| row.most())
        .code("a fairest setup", |row| first(&row.fairest))
        .code("a most lopsided setup", |row| first(&row.most_lopsided))
        .code("a most lopsided setup of equal sides", |row| {
            first(&row.most_lopsided_of_equal_sides)
        })
        .table()
}
