//! Setups of Random Mancala drawn from seeds, on boards too large for all of them.

use serde::{Deserialize, Serialize};

use super::setups::table;
use crate::asked::Asked;
use crate::error::{Failure, Unfit};
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::Table;
use sowlab_analysis::catalog::{CatalogGame, NameError};
use sowlab_analysis::setups::{DrawnSetupsRequest, Setups, solve_drawn_setups};
use sowlab_analysis::{Field, RequestError};
use sowlab_games::two_rank::RandomVariant;

/// The options. Games are `random:…` without a seed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnSetups {
    /// How many setups are drawn, from the seeds 1, 2 and so on.
    pub samples: u64,
}

impl ExperimentKind for DrawnSetups {
    type Row = Setups;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        for name in asked.games {
            let game: CatalogGame = seeded(name, 1).parse()?;
            if game.drawn().is_err() {
                return Err(Unfit::Family { game: name.clone() });
            }
        }
        Ok(asked.games.to_vec())
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<Setups>, Failure> {
        let (asked, seed, monitor) = (job.asked, job.seed, job.monitor);
        let mut all = Vec::new();
        for name in asked.games {
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

/// A game of Random Mancala whose setup is drawn from this seed.
///
/// # Errors
/// Setups of the game are not drawn.
pub(super) fn drawn(name: &str, seed: u64) -> Result<RandomVariant, RequestError> {
    let game: CatalogGame = seeded(name, seed).parse().map_err(no_game)?;
    let game = game.drawn();
    game.map_err(|error| RequestError::field(Field::Game, error))
}

/// Its name.
pub(super) fn seeded(name: &str, seed: u64) -> String {
    let mark = if name.contains(':') { ',' } else { ':' };
    format!("{name}{mark}seed={seed}")
}

fn no_game(error: NameError) -> RequestError {
    RequestError::field(Field::Game, error)
}
