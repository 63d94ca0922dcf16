//! Every round that can be the first, with its captures.

use serde::{Deserialize, Serialize};

use crate::error::Failure;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_games::stones::sowing::{JointMove, Sower};
use sowlab_games::stones::{Ending, Position, WrittenRound};

/// The options of the experiment: none.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningRounds {}

/// The rounds that can open a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct FirstRounds {
    game: String,
    rounds: Vec<OpeningRound>,
}

/// A round that can open a game.
#[derive(Serialize, Deserialize)]
struct OpeningRound {
    /// The choices, as in `E4W1`.
    round: String,
    outcome: Outcome,
    captured_by_east: u8,
    captured_by_west: u8,
    /// The number of steps; `null` for a non-terminating round.
    steps: Option<u64>,
    /// The position after the round; `null` for a non-terminating round.
    position: Option<String>,
}

/// The ending of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    /// Nothing is captured.
    Quiet,
    /// Stones are captured.
    Capture,
    /// The round is non-terminating.
    Endless,
}

impl Outcome {
    /// Returns the name in tables and files.
    fn name(self) -> &'static str {
        match self {
            Outcome::Quiet => "quiet",
            Outcome::Capture => "capture",
            Outcome::Endless => "endless",
        }
    }
}

impl OpeningRound {
    fn of(opening: &Position, sower: &Sower, chosen: JointMove) -> OpeningRound {
        let played = opening.play(sower, chosen);
        let captured = played.round.captured;
        let (outcome, steps) = match played.round.ending {
            Ending::Quiet => (Outcome::Quiet, Some(played.round.steps)),
            Ending::Capture => (Outcome::Capture, Some(played.round.steps)),
            Ending::Endless { .. } => (Outcome::Endless, None),
        };
        OpeningRound {
            round: WrittenRound::new(opening.sente(), chosen).to_string(),
            outcome,
            captured_by_east: captured.east,
            captured_by_west: captured.west,
            steps,
            position: played.position.map(|position| position.to_string()),
        }
    }
}

impl ExperimentKind for OpeningRounds {
    type Row = FirstRounds;

    fn run(&self, job: &Job<'_>) -> Result<Rows<FirstRounds>, Failure> {
        job.of_each_rule_set(|rules| {
            let (opening, sower) = (Position::opening(rules), Sower::new(rules));
            let mut rounds = Vec::new();
            JointMove::for_each(opening.board().playable(), |chosen| {
                rounds.push(OpeningRound::of(&opening, &sower, chosen));
            });
            Ok(FirstRounds {
                game: rules.to_string(),
                rounds,
            })
        })
    }

    fn table(rows: &[FirstRounds]) -> Table {
        let lines = rows
            .iter()
            .flat_map(|game| game.rounds.iter().map(move |round| (game, round)));
        Columns::of(lines)
            .game(|(game, _)| &game.game)
            .code("round", |(_, round)| &round.round)
            .text("outcome", |(_, round)| round.outcome.name())
            .count("captured by East", |(_, round)| round.captured_by_east)
            .count("captured by West", |(_, round)| round.captured_by_west)
            .count("steps", |(_, round)| round.steps)
            .code("position", |(_, round)| round.position.as_ref())
            .table()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_names_that_tables_have() {
        for outcome in [Outcome::Quiet, Outcome::Capture, Outcome::Endless] {
            assert_eq!(serde_json::to_value(outcome).unwrap(), outcome.name());
        }
    }
}
