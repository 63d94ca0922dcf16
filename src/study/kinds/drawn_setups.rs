//! Setups of Random Mancala drawn from seeds, on boards too large for all of them.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::setups::{RANDOM_MANCALA, Setup, Setups, blocks, table, worth_of};
use crate::analysis::solve::{MemorySize, SolveRequest, Solved, Unsolved};
use crate::analysis::{Field, RequestError};
use crate::catalog::{CatalogGame, NameError};
use crate::study::answers::Answers;
use crate::study::asked::Asked;
use crate::study::error::{Failure, StudyError, Unfit};
use crate::study::kind::{Answer, ExperimentKind, Found};
use crate::study::report::page::{Block, Label, Topic};
use crate::study::sheet::Sheet;

/// For the table of each solve: its pages are zeroed anew every time, and these are solved in less.
const MEMORY: MemorySize = MemorySize::new(32 << 20);

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
            if game.drawn_setup().is_err() {
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
            let seeds = seed + 1..=seed.saturating_add(self.samples);
            let which = format!("seeds {} to {}", seeds.start(), seeds.end());
            let mut setups = Setups::new(name.clone(), which);
            for seed in seeds {
                let game = seeded(name, seed).parse().map_err(no_game)?;
                add(&mut setups, game, monitor)?;
            }
            all.push(setups);
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

/// A game of Random Mancala with this seed.
fn seeded(name: &str, seed: u64) -> String {
    let mark = if name.contains(':') { ',' } else { ':' };
    format!("{name}{mark}seed={seed}")
}

fn no_game(error: NameError) -> RequestError {
    RequestError::field(Field::Game, error)
}

/// Solves a setup and adds it.
fn add(setups: &mut Setups, game: CatalogGame, monitor: &dyn Monitor) -> Result<(), Failure> {
    let request = SolveRequest {
        position: None,
        tables: None,
        memory: MEMORY,
        time_limit: None,
        proof: None,
        node_budget: None,
        explain: false,
    };
    let Solved {
        game: name,
        position,
        solution,
        ..
    } = game.solve(&request, monitor)?;
    if monitor.cancelled() {
        return Err(Failure::Cancelled);
    }
    let value = solution.bounds.value();
    let worth = value
        .ok_or_else(|| RequestError::failed(Unsolved(name.clone())))?
        .zero;
    let state = game.drawn_setup()?;
    setups.add(worth, state, || {
        Ok(Setup {
            name: name.clone(),
            position: position.clone(),
            seeds: state.seeds(),
            worth,
            best: solution.best.clone(),
        })
    })
}
