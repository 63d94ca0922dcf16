//! How much the strategies of Monte Carlo tree search can be exploited under sealed orders.

use rayon::prelude::*;
use sowlab_solvers::Monitor;
use sowlab_solvers::mcts::Limits;
use sowlab_solvers::mcts::sealed::{
    Backup, BestResponses, Rounds, SealedOptions, SealedSearch, Selection, best_responses,
};

use crate::games::stones::{Position, StonesGame};
use crate::study::entries::monte_carlo::Measured;
use crate::study::plot::{Lines, Series};
use crate::study::{Experiment, Finding, Plot, StudyError, Table};

/// What is asked for: the sum of what both best responses gain, in stones.
const NEAR: f64 = 0.05;

const REGRETS: Selection = Selection::RegretMatching {
    exploration: 0.2,
    plus: false,
};
const REGRETS_PLUS: Selection = Selection::RegretMatching {
    exploration: 0.2,
    plus: true,
};
const ALGORITHMS: [(&str, Selection, Backup); 5] = [
    (
        "decoupled UCT",
        Selection::DecoupledUct { exploration: 0.2 },
        Backup::Sample,
    ),
    ("Exp3", Selection::Exp3 { exploration: 0.2 }, Backup::Sample),
    ("regret matching, samples", REGRETS, Backup::Sample),
    ("regret matching, values", REGRETS, Backup::Value),
    ("regret matching+, values", REGRETS_PLUS, Backup::Value),
];

/// The responses after each number of playouts. `None` if the monitor cancelled.
fn course(
    game: &Rounds<StonesGame>,
    start: <Rounds<StonesGame> as sowlab_solvers::JointGame>::State,
    options: SealedOptions,
    playouts: &[u64],
    monitor: &dyn Monitor,
) -> Option<Vec<BestResponses>> {
    let mut search = SealedSearch::new(game, options);
    let mut made = 0;
    let mut responses = Vec::new();
    for &total in playouts {
        search.search(&start, Limits::playouts(total - made), 1, monitor);
        made = total;
        if monitor.cancelled() {
            return None;
        }
        responses.push(best_responses(game, &start, &|state| {
            search.strategies(state)
        }));
    }
    Some(responses)
}

pub(in crate::study) fn run(
    experiment: &Experiment,
    rounds: u32,
    playouts: &[u64],
    (seed, runs): (u64, u64),
    monitor: &dyn Monitor,
) -> Result<Option<Finding>, StudyError> {
    if !playouts.is_sorted() || playouts.is_empty() || runs == 0 {
        return Err(experiment.failed("playouts must rise, and there must be runs"));
    }
    let mut all = Vec::new();
    let mut table = Table::new(&[
        "game",
        "rounds",
        "algorithm",
        "playouts",
        "exploitability",
        "of the worst run",
        "sente secures",
        "gote allows",
    ]);
    let mut remarks = Vec::new();
    let mut plots = Vec::new();
    for rules in experiment.rule_sets()? {
        let opening = Position::opening(&rules).canonical_board();
        let game = Rounds(StonesGame::new(&rules));
        monitor.begin(&format!("{rules}, playouts"), 0);
        let mut series = Vec::new();
        for (algorithm, selection, backup) in ALGORITHMS {
            let courses: Option<Vec<_>> = (seed..seed.saturating_add(runs))
                .into_par_iter()
                .map(|seed| {
                    let options = SealedOptions {
                        selection,
                        backup,
                        seed,
                        ..SealedOptions::default()
                    };
                    course(&game, (opening, rounds), options, playouts, monitor)
                })
                .collect();
            let Some(courses) = courses else {
                return Ok(None);
            };
            let mut points = Vec::new();
            let mut near = None;
            for (at, &made) in playouts.iter().enumerate() {
                let there = || courses.iter().map(|course| course[at]);
                let exploited = || there().map(|responses| responses.exploitability());
                let measured = Measured {
                    game: rules.to_string(),
                    rounds,
                    algorithm: algorithm.to_owned(),
                    playouts: made,
                    mean: exploited().sum::<f64>() / runs as f64,
                    most: exploited().fold(f64::NEG_INFINITY, f64::max),
                    secured: there()
                        .map(|responses| responses.second)
                        .fold(f64::NEG_INFINITY, f64::max),
                    allowed: there()
                        .map(|responses| responses.first)
                        .fold(f64::INFINITY, f64::min),
                };
                table.row([
                    measured.game.clone(),
                    rounds.to_string(),
                    measured.algorithm.clone(),
                    made.to_string(),
                    format!("{:.4}", measured.mean),
                    format!("{:.4}", measured.most),
                    format!("{:.4}", measured.secured),
                    format!("{:.4}", measured.allowed),
                ]);
                points.push(((made as f64).log10(), measured.mean));
                // And it stays so.
                near = (measured.most <= NEAR).then(|| near.unwrap_or(made));
                all.push(measured);
            }
            series.push(Series {
                label: algorithm.to_owned(),
                points,
            });
            if let Some(near) = near {
                remarks.push(format!(
                    "{rules}, {rounds} rounds, {algorithm}: within {NEAR} stones in each of {runs} runs from {near} \
                     playouts on."
                ));
            }
        }
        let of_game = || {
            all.iter()
                .filter(|measured| measured.game == rules.to_string())
        };
        let secured = of_game()
            .map(|m| m.secured)
            .fold(f64::NEG_INFINITY, f64::max);
        let allowed = of_game().map(|m| m.allowed).fold(f64::INFINITY, f64::min);
        remarks.push(format!(
            "{rules}, {rounds} rounds: the value is between {secured:+.4} and {allowed:+.4} for the side with sente."
        ));
        let lines = Lines {
            title: &format!("Exploitability, {rounds} sealed rounds of {rules}"),
            x: "playouts, powers of ten",
            y: "stones",
            logarithmic: true,
            series,
        };
        if let Some(svg) = lines.svg() {
            plots.push(Plot {
                file: format!("{}-{}.svg", experiment.id, plots.len() + 1),
                title: format!("Exploitability over playouts, {rules}"),
                svg,
            });
        }
    }
    remarks.push(
        "Exploitability is what the best responses to both average strategies gain together, by backward induction \
         over all rounds, so it bounds what either strategy misses of the value."
            .to_owned(),
    );
    Ok(Some(
        Finding::new(experiment, &all, table, remarks).plotted(plots),
    ))
}
