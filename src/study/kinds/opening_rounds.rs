//! Every round that can be the first: who captures what.

use crate::games::stones::sowing::{JointMove, Sower};
use crate::games::stones::{Ending, Position, Rules, WrittenRound};
use crate::study::entries::first_rounds::{OpeningRound, OpeningRounds, Outcome};
use crate::study::{Experiment, Finding, StudyError, Table};

/// What East (positive) or West (negative) captures: a row for each hole of East's, a column for
/// each of West's.
fn drawing(rules: &Rules, rounds: &[(JointMove, OpeningRound)]) -> String {
    let holes = rules.holes();
    let mut cells = vec![vec![String::new(); holes]; holes];
    for (chosen, round) in rounds {
        cells[usize::from(chosen.east)][usize::from(chosen.west)] = match round.outcome {
            Outcome::Endless => "∞".to_owned(),
            Outcome::Quiet => "·".to_owned(),
            Outcome::Capture => format!("{:+}", round.margin()),
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
                Ending::Quiet => (Outcome::Quiet, Some(played.round.steps)),
                Ending::Capture => (Outcome::Capture, Some(played.round.steps)),
                Ending::Endless { .. } => (Outcome::Endless, None),
            };
            let opening = OpeningRound {
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
        let rounds: Vec<OpeningRound> = rounds.into_iter().map(|(_, round)| round).collect();
        for round in &rounds {
            table.row([
                rules.to_string(),
                round.round.clone(),
                round.outcome.name().to_owned(),
                round.captured_by_east.to_string(),
                round.captured_by_west.to_string(),
                round
                    .steps
                    .map(|steps| steps.to_string())
                    .unwrap_or_default(),
                round.position.clone().unwrap_or_default(),
            ]);
        }
        let by =
            |side: fn(&OpeningRound) -> u8| rounds.iter().filter(|round| side(round) > 0).count();
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
        all.push(OpeningRounds {
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
