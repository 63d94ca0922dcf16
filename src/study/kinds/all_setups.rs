//! Every setup of Random Mancala on a small board.

use sowlab_solvers::Monitor;
use sowlab_solvers::ranking::Ranking;

use super::setups::{by_worth, plot, table};
use crate::analysis::solve::{MemorySize, TwoRankTables, solve_choice};
use crate::catalog::CatalogGame;
use crate::games::two_rank::{Position, RandomMancala, RandomPosition, Seat, State, TwoRank};
use crate::study::entries::setups::{Setup, Setups, largest};
use crate::study::plot::{Lines, Series};
use crate::study::{Experiment, Finding, StudyError};

/// Solves every setup of 1 to `seeds` seeds, by tables. `None` if the monitor cancelled.
pub(in crate::study) fn run(
    experiment: &Experiment,
    seeds: u32,
    monitor: &dyn Monitor,
) -> Result<Option<Finding>, StudyError> {
    let mut all: Vec<Setups> = Vec::new();
    for name in &experiment.games {
        let Ok(CatalogGame::TwoRank(variant)) = name.parse() else {
            continue;
        };
        let game = variant.game();
        let tables = TwoRankTables::in_memory(&game, seeds, monitor)
            .map_err(|error| experiment.failed(error))?;
        for total in 1..=seeds {
            if monitor.cancelled() {
                return Ok(None);
            }
            all.push(
                with_seeds(name, &game, &tables, total)
                    .map_err(|reason| experiment.failed(reason))?,
            );
        }
    }
    let mean = |value: fn(&Setups) -> f64| -> Vec<Series> {
        let mut series: Vec<Series> = Vec::new();
        for setups in &all {
            if series
                .last()
                .is_none_or(|series| series.label != setups.game)
            {
                series.push(Series {
                    label: setups.game.clone(),
                    points: Vec::new(),
                });
            }
            if let Some(series) = series.last_mut() {
                series
                    .points
                    .push((series.points.len() as f64 + 1.0, value(setups)));
            }
        }
        series
    };
    let fair = Lines {
        title: "Setups that leave the chooser nothing",
        x: "seeds on the board",
        y: "fair setups, per cent",
        logarithmic: false,
        series: mean(|setups| setups.percent(setups.fair())),
    };
    let worth = Lines {
        title: "What the choice is worth on average",
        x: "seeds on the board",
        y: "margin of the chooser, seeds",
        logarithmic: false,
        series: mean(Setups::mean),
    };
    let largest = largest(&all);
    let mut remarks = vec![
        "The worth of the choice is the margin of the player who has it; where play may repeat, \
         what is left then counts for nobody. The table shows the most seeds, the data all."
            .to_owned(),
    ];
    remarks.extend(largest.iter().map(|setups| remark(setups)));
    let shown = table(largest.iter().copied()).text();
    let plots = [
        plot(&experiment.id, "fair", &fair),
        plot(&experiment.id, "mean", &worth),
        by_worth(&experiment.id, &largest),
    ];
    let finding = Finding::new(experiment, &all, table(&all), remarks);
    Ok(Some(
        finding
            .drawn(shown)
            .plotted(plots.into_iter().flatten().collect()),
    ))
}

fn remark(setups: &Setups) -> String {
    format!(
        "{}, {}: {} of {} setups are fair; the choice is worth {:.2} on average and {} at most.",
        setups.game,
        setups.which,
        setups.fair(),
        setups.setups,
        setups.mean(),
        setups.most()
    )
}

/// All setups of so many seeds.
fn with_seeds(
    name: &str,
    game: &TwoRank,
    tables: &TwoRankTables,
    seeds: u32,
) -> Result<Setups, String> {
    let zero = |state: State| match tables.value(state) {
        Some(value) => Ok(value.zero),
        None => Err(format!("{name}: no value of {state:?}")),
    };
    let pits = 2 * game.rules().pits;
    let ranking = Ranking::new(pits, seeds as usize).map_err(|error| error.to_string())?;
    let mut setups = Setups::new(name.to_owned(), format!("{seeds} seeds"));
    let mut board = ranking.first(seeds as usize);
    loop {
        let state = State::from_pits(Seat::Lower, &board[..pits])
            .ok_or_else(|| format!("{seeds} seeds are too many"))?;
        // The chooser has the better side of the better of the two starts.
        let worth = zero(state)?.abs().max(zero(state.turned())?.abs());
        setups.add(worth, state, || described(game, tables, state))?;
        if !ranking.advance(&mut board) {
            return Ok(setups);
        }
    }
}

/// A setup with its best choices.
fn described(game: &TwoRank, tables: &TwoRankTables, state: State) -> Result<Setup, String> {
    let position = Position::new(state, game.rules().pits, [0; 2]);
    let setup = position.and_then(|position| {
        let random = RandomMancala::new(game.name(), game.clone(), position)?;
        Some((position, random))
    });
    let (position, random) = setup.ok_or_else(|| format!("no setup: {state:?}"))?;
    // The tables know every setup.
    let memory = MemorySize::new(1 << 10);
    let (solution, _) = solve_choice(&random, &position, Some(tables), memory, &())
        .map_err(|error| error.to_string())?;
    let declared = game.name().split(':').next().unwrap_or_default();
    Ok(Setup {
        name: format!("random:base={declared},pits={}", game.rules().pits),
        position: RandomPosition::Choosing(position).to_string(),
        seeds: state.seeds(),
        worth: *solution.bounds.zero.start(),
        best: solution.best,
    })
}
