//! Setups of Random Mancala drawn from seeds, on boards too large for all of them.

use sowlab_solvers::Game;
use sowlab_solvers::Monitor;

use super::setups::{by_worth, table};
use crate::analysis::solve::{MemorySize, TwoRankTables, solve_choice};
use crate::games::two_rank::{RandomPosition, RandomVariant};
use crate::study::entries::setups::{Setup, Setups};
use crate::study::{Experiment, Finding, StudyError};

/// For the table of each solve: its pages are zeroed anew every time, and these are solved in less.
const MEMORY: MemorySize = MemorySize::new(32 << 20);

/// A game of Random Mancala with this seed.
pub(in crate::study) fn drawn(name: &str, seed: u64) -> String {
    let mark = if name.contains(':') { ',' } else { ':' };
    format!("{name}{mark}seed={seed}")
}

/// Solves so many setups, drawn from the seeds after `seed`. `None` if the monitor cancelled.
pub(in crate::study) fn run(
    experiment: &Experiment,
    (seed, samples): (u64, u64),
    monitor: &dyn Monitor,
) -> Result<Option<Finding>, StudyError> {
    let mut all = Vec::new();
    for name in &experiment.games {
        let seeds = seed + 1..=seed.saturating_add(samples);
        let which = format!("seeds {} to {}", seeds.start(), seeds.end());
        let mut setups = Setups::new(name.clone(), which);
        for seed in seeds {
            let variant: RandomVariant = drawn(name, seed)
                .parse()
                .map_err(|error| experiment.failed(format!("{error}")))?;
            let game = variant.game().map_err(|error| experiment.failed(error))?;
            let position = game.setup();
            let tables = match game.base().always_ends() {
                true => None,
                false => Some(
                    TwoRankTables::make(game.base(), position.state().seeds(), monitor)
                        .map_err(|error| experiment.failed(error))?,
                ),
            };
            let (solution, _) = solve_choice(&game, &position, tables.as_ref(), MEMORY, monitor)
                .map_err(|error| experiment.failed(error))?;
            if monitor.cancelled() {
                return Ok(None);
            }
            let Some(value) = solution.bounds.value() else {
                return Err(experiment.failed(format!("{variant}: not solved")));
            };
            let seeds = position.state().seeds();
            let described = || {
                Ok(Setup {
                    name: variant.to_string(),
                    position: RandomPosition::Choosing(position).to_string(),
                    seeds,
                    worth: value.zero,
                    best: solution.best.clone(),
                })
            };
            setups
                .add(value.zero, position.state(), described)
                .map_err(|reason| experiment.failed(reason))?;
        }
        all.push(setups);
    }
    let remarks = all
        .iter()
        .map(|setups| {
            format!(
                "{}: of {} drawn setups {} are fair; the choice is worth {:.2} on average and {} \
                 at most. A sample, not all setups.",
                setups.game,
                setups.setups,
                setups.fair(),
                setups.mean(),
                setups.most()
            )
        })
        .collect();
    let plots = by_worth(&experiment.id, &all.iter().collect::<Vec<_>>());
    let finding = Finding::new(experiment, &all, table(&all), remarks);
    Ok(Some(finding.plotted(plots.into_iter().collect())))
}
