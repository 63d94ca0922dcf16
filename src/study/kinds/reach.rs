//! Endless rounds that can be reached from the opening, with a shortest witness each.

use std::path::Path;
use std::time::Instant;

use sowlab_solvers::Monitor;
use sowlab_solvers::retrograde::SolveError;
use sowlab_solvers::table::TableError;

use crate::analysis::endless::Reached;
use crate::analysis::endless::{BestPlayGame, certificate_of_game};
use crate::analysis::solve::TabledStones;
use crate::analysis::tables::TabledGame;
use crate::games::stones::sowing::Sower;
use crate::games::stones::{Position, Rules, StonesGame, UndisputedGame};
use crate::study::entries::reachable::Reachable;
use crate::study::names::{distinct_stems, reading_stem};
use crate::study::{Experiment, Finding, StudyError, Table, Written};

/// What is to be searched.
#[derive(Clone, Copy)]
pub(in crate::study) struct Wanted<'a> {
    pub(in crate::study) rounds: u32,
    pub(in crate::study) undisputed: bool,
    pub(in crate::study) best_play: Option<&'a Path>,
    pub(in crate::study) certificates: bool,
}

pub(in crate::study) fn run(
    experiment: &Experiment,
    wanted: Wanted<'_>,
    monitor: &dyn Monitor,
) -> Result<Option<Finding>, StudyError> {
    let rounds = wanted.rounds;
    let mut certificates = Vec::new();
    let mut all = Vec::new();
    let mut table = Table::new(&["game", "round", "new boards", "joint moves", "endless"]);
    let mut remarks = Vec::new();
    let started = Instant::now();
    let mut joint_moves = 0;
    let mut growth = 0f64;
    let rule_sets = experiment.rule_sets()?;
    let stems = distinct_stems(&rule_sets, |rules| {
        format!("{}-{}", rules.stones(), reading_stem(rules))
    });
    for (rules, stem) in rule_sets.iter().zip(stems) {
        let sower = Sower::new(rules);
        let opening = Position::opening(rules);
        let Some(found) = searched(rules, opening, wanted, monitor)
            .map_err(|reason| experiment.failed(reason))?
        else {
            return Ok(None);
        };
        let Reached {
            rounds, witness, ..
        } = found;
        for round in &rounds {
            table.row([
                rules.to_string(),
                round.round.to_string(),
                round.boards.to_string(),
                round.joint_moves.to_string(),
                round.endless.to_string(),
            ]);
            joint_moves += round.joint_moves;
        }
        if let [.., before, last] = rounds.as_slice() {
            growth = growth.max(last.joint_moves as f64 / before.joint_moves.max(1) as f64);
        }
        let mut link = String::new();
        if let (true, Some(witness)) = (wanted.certificates, &witness) {
            let made = certificate_of_game(&sower, opening, &witness.record)
                .map_err(|error| experiment.failed(error))?;
            let file = format!("{}-{stem}.certificate.json", experiment.id);
            link = format!(" ([certificate]({file}))");
            certificates.push(Written {
                file,
                contents: made.to_json().into_bytes(),
            });
        }
        remarks.push(match &witness {
            Some(found) => format!(
                "{rules}: sowing never ends after `{}`: the last round repeats every {} steps{link}. \
                 See it: `sowlab sow {rules} {found} --trace`.",
                found.record, found.period
            ),
            None if rounds.len() < wanted.rounds as usize => format!(
                "{rules}: no endless round at all: after {} rounds nothing is left to play.",
                rounds.len()
            ),
            None => format!(
                "{rules}: no endless round within {} rounds of the opening.",
                rounds.len()
            ),
        });
        all.push(Reachable {
            game: rules.to_string(),
            rounds,
            first: witness.as_ref().map(|found| found.record.to_string()),
            first_position: witness.as_ref().map(|found| found.position.to_string()),
            first_period: witness.map(|found| found.period),
        });
    }
    remarks.extend(in_all(&all, wanted));
    let option = match wanted.best_play {
        Some(_) => " --best",
        None if wanted.undisputed => " --undisputed",
        None => "",
    };
    let rate = joint_moves as f64 / started.elapsed().as_secs_f64().max(1e-3);
    let seconds = joint_moves as f64 * growth / rate;
    let estimate = if seconds < 120.0 {
        format!("{seconds:.0} seconds")
    } else {
        format!("{:.0} minutes", seconds / 60.0)
    };
    remarks.push(format!(
        "With more time: each round more has up to {growth:.0} times the joint moves; round {} of all \
         games above would take some {estimate} at this run's rate (`sowlab loops reach GAME --rounds {}{option}`).",
        rounds + 1,
        rounds + 1
    ));
    Ok(Some(
        Finding::new(experiment, &all, table, remarks).with_files(certificates),
    ))
}

/// The rounds that are wanted, searched from the opening; `None` if the monitor cancelled.
fn searched(
    rules: &Rules,
    opening: Position,
    wanted: Wanted<'_>,
    monitor: &dyn Monitor,
) -> Result<Option<Reached>, String> {
    let game = StonesGame::new(rules);
    let rounds = wanted.rounds;
    let found = match wanted.best_play {
        Some(_) if wanted.undisputed => {
            return Err("undisputed and best_play exclude each other".to_owned());
        }
        Some(directory) => {
            match rules.build_tables(directory, rules.stones() as u32, monitor, &mut |_| ()) {
                Err(TableError::Solve(SolveError::Interrupted)) => return Ok(None),
                built => built.map_err(|error| error.to_string())?,
            }
            let tables = TabledStones::open(StonesGame::new(rules), directory, 0)
                .map_err(|error| error.to_string())?;
            let best = BestPlayGame::new(&game, &tables);
            let found = Reached::search_in(&best, game.sower(), opening, rounds, monitor);
            tables.finish().map_err(|error| error.to_string())?;
            found
        }
        None if wanted.undisputed => {
            let undisputed = UndisputedGame::new(rules);
            Reached::search_in(&undisputed, game.sower(), opening, rounds, monitor)
        }
        None => Reached::search(&game, opening, rounds, monitor),
    };
    let found = found.map_err(|error| error.to_string())?;
    Ok((!found.cancelled).then_some(found))
}

/// What is said of all games together.
fn in_all(all: &[Reachable], wanted: Wanted<'_>) -> Vec<String> {
    let reached = all.iter().filter(|reached| reached.first.is_some()).count();
    let mut remarks = Vec::new();
    if wanted.best_play.is_some() {
        remarks.push(format!(
            "These are games of good play: in each round both sides choose among the holes that lose nothing, infinite \
             play counting for nobody, as tables of every board say. In {reached} of {} good play comes to a round \
             that never ends.",
            all.len()
        ));
    } else if reached == all.len() {
        remarks.push(
            "So yes: under every rule set above there is a sowing that never ends, and play from the opening \
             reaches it."
                .to_owned(),
        );
    } else {
        remarks.push(format!(
            "Sowing that never ends is reached under {reached} of the {} rule sets above; for the others nothing is \
             said beyond the rounds searched.",
            all.len()
        ));
    }
    if wanted.undisputed {
        remarks.push(
            "No round of these games meets a case on which the sources are silent, so what is found \
             holds under every reading."
                .to_owned(),
        );
    }
    remarks
}
