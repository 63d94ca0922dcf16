//! Counts of the first rounds.

use sowlab_solvers::Monitor;

use crate::games::stones::{Position, StonesGame, perft};
use crate::study::entries::first_rounds::Counts;
use crate::study::{Experiment, Finding, StudyError, Table};

pub(in crate::study) fn run(
    experiment: &Experiment,
    depth: u32,
    monitor: &dyn Monitor,
) -> Result<Option<Finding>, StudyError> {
    let mut all = Vec::new();
    let mut table = Table::new(&[
        "game",
        "round",
        "boards",
        "joint moves",
        "endless",
        "finished",
    ]);
    for rules in experiment.rule_sets()? {
        let start = Position::opening(&rules).canonical_board();
        let rounds = perft(&StonesGame::new(&rules), start, depth, monitor)
            .map_err(|error| experiment.failed(error))?;
        if monitor.cancelled() {
            return Ok(None);
        }
        for round in &rounds {
            table.row([
                rules.to_string(),
                round.round.to_string(),
                round.boards.to_string(),
                round.joint_moves.to_string(),
                round.endless.to_string(),
                round.finished.to_string(),
            ]);
        }
        all.push(Counts {
            game: rules.to_string(),
            rounds,
        });
    }
    let remarks = vec![format!(
        "Sequences of rounds, by brute force (perft). One round more takes some 80 times as long: \
         `sowlab perft 55stones --depth {}`.",
        depth + 1
    )];
    Ok(Some(Finding::new(experiment, &all, table, remarks)))
}
