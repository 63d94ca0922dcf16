//! Every round that can be the first: who captures what.

use serde::Serialize;

use crate::games::stones::sowing::{JointMove, Sower};
use crate::games::stones::{Ending, Position, Rules, WrittenRound};
use crate::study::{Experiment, Finding, StudyError, Table};

#[derive(Serialize)]
struct Openings {
    game: String,
    rounds: Vec<Opening>,
}

/// What East (positive) or West (negative) captures: a row for each hole of East's, a column for
/// each of West's.
fn drawing(rules: &Rules, rounds: &[(JointMove, Opening)]) -> String {
    let holes = rules.holes();
    let mut cells = vec![vec![String::new(); holes]; holes];
    for (chosen, round) in rounds {
        cells[usize::from(chosen.east)][usize::from(chosen.west)] = match round.outcome {
            "endless" => "∞".to_owned(),
            "quiet" => "·".to_owned(),
            _ => {
                let margin = i32::from(round.captured_by_east) - i32::from(round.captured_by_west);
                format!("{margin:+}")
            }
        };
    }
    let mut text = format!("{rules}\n        ");
    for west in 1..=holes {
        text += &format!("{:>5}", format!("W{west}"));
    }
    text.push('\n');
    for (east, row) in cells.iter().enumerate() {
        text += &format!("  {:>4}  ", format!("E{}", east + 1));
        for cell in row {
            text += &format!("{cell:>5}");
        }
        text.push('\n');
    }
    text
}

#[derive(Serialize)]
struct Opening {
    round: String,
    outcome: &'static str,
    captured_by_east: u8,
    captured_by_west: u8,
    /// `null` for an endless round.
    steps: Option<u64>,
    position: Option<String>,
}

pub(in crate::study) fn run(experiment: &Experiment) -> Result<Option<Finding>, StudyError> {
    let mut all = Vec::new();
    let mut table = Table::new(&[
        "game",
        "round",
        "outcome",
        "captured by East",
        "captured by West",
        "steps",
        "position",
    ]);
    let mut remarks = Vec::new();
    let mut drawings = Vec::new();
    for rules in experiment.rule_sets()? {
        let opening = Position::opening(&rules);
        let sower = Sower::new(&rules);
        let mut rounds = Vec::new();
        JointMove::for_each(opening.board().playable(), |chosen| {
            let played = opening.play(&sower, chosen);
            let captured = played.round.captured;
            let (outcome, steps) = match played.round.ending {
                Ending::Quiet => ("quiet", Some(played.round.steps)),
                Ending::Capture => ("capture", Some(played.round.steps)),
                Ending::Endless { .. } => ("endless", None),
            };
            let opening = Opening {
                round: WrittenRound::new(opening.sente(), chosen).to_string(),
                outcome,
                captured_by_east: captured.east,
                captured_by_west: captured.west,
                steps,
                position: played.position.map(|position| position.to_string()),
            };
            rounds.push((chosen, opening));
        });
        drawings.push(drawing(&rules, &rounds));
        let rounds: Vec<Opening> = rounds.into_iter().map(|(_, round)| round).collect();
        for round in &rounds {
            table.row([
                rules.to_string(),
                round.round.clone(),
                round.outcome.to_owned(),
                round.captured_by_east.to_string(),
                round.captured_by_west.to_string(),
                round
                    .steps
                    .map(|steps| steps.to_string())
                    .unwrap_or_default(),
                round.position.clone().unwrap_or_default(),
            ]);
        }
        let by = |side: fn(&Opening) -> u8| rounds.iter().filter(|round| side(round) > 0).count();
        let most = rounds
            .iter()
            .max_by_key(|round| round.captured_by_east.max(round.captured_by_west));
        remarks.push(format!(
            "{rules}: of {} opening rounds East captures in {}, West in {}{}.",
            rounds.len(),
            by(|round| round.captured_by_east),
            by(|round| round.captured_by_west),
            match most.map(|round| (round, round.captured_by_east.max(round.captured_by_west))) {
                Some((round, most @ 1..)) => format!("; the most is {most}, in {}", round.round),
                _ => String::new(),
            }
        ));
        all.push(Openings {
            game: rules.to_string(),
            rounds,
        });
    }
    drawings.push(
        "what East captures is positive, what West captures negative, · nothing, ∞ never ends\n"
            .to_owned(),
    );
    let finding = Finding::new(experiment, &all, table, remarks);
    Ok(Some(finding.drawn(drawings.join("\n"))))
}
