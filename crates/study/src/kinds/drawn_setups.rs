//! Setups of Random Mancala drawn from seeds, on boards too large for all of them.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::setups::{RANDOM_MANCALA, blocks, table, worth_of};
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::report::page::{Block, Label, Topic};
use crate::sheet::Sheet;
use sowlab_analysis::setups::{DrawnSetupsRequest, Setups, solve_drawn_setups};
use sowlab_analysis::{Field, RequestError};
use sowlab_games::catalog::{CatalogGame, NameError};
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

    const TOPIC: Topic = RANDOM_MANCALA;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        for name in asked.games {
            let game: CatalogGame = seeded(name, 1).parse()?;
            if game.drawn().is_err() {
                return Err(Unfit::Family { game: name.clone() });
            }
        }
        Ok(asked.games.to_vec())
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        seed: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Setups>, Failure> {
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
        Ok(Found::new(all))
    }

    fn present(answer: &Answer<'_, DrawnSetups>) -> Sheet {
        let remarks = answer.rows.iter().map(|setups| {
            format!(
                "{}: of {} drawn setups {} are fair; {}. A sample, not all setups.",
                setups.game,
                setups.setups,
                setups.fair(),
                setups.summary()
            )
        });
        let table = table(&answer.rows);
        Sheet::new(table, remarks.collect()).with_pictures(vec![worth_of(&answer.rows)])
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let all = answers.of::<DrawnSetups>()?;
        Ok(all
            .iter()
            .flat_map(|stored| blocks(stored, Label::Measured))
            .collect())
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
