//! Every round that can be the first: who captures what.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::names::board_name;
use crate::report::page::{Block, Claim, Grid, Label, Layout, Topic};
use crate::sheet::Sheet;
use crate::stored::Stored;
use crate::table::Table;
use crate::text::signed;
use sowlab_games::stones::sowing::{JointMove, Sower};
use sowlab_games::stones::{Ending, Position, Rules, WrittenRound};

pub(super) const HOW_GAMES_BEGIN: Topic = Topic {
    id: "first-rounds",
    title: "How games begin",
    lead: None,
    layout: Layout::AsGiven,
};

/// The options: there are none.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningRounds {}

/// The rounds that can open a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct Rounds {
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
    /// `null` for an endless round.
    steps: Option<u64>,
    /// The position after it; `null` for an endless round.
    position: Option<String>,
}

/// How a round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    /// Nothing is captured.
    Quiet,
    /// Something is.
    Capture,
    /// It never ends.
    Endless,
}

impl Outcome {
    /// As tables and files write it.
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

    /// The most that a side captures.
    fn most(&self) -> u8 {
        self.captured_by_east.max(self.captured_by_west)
    }

    /// As a cell of a square; what East captures is positive.
    fn cell(&self, signed: impl Fn(i32) -> String) -> String {
        match self.outcome {
            Outcome::Endless => "∞".to_owned(),
            Outcome::Quiet => "·".to_owned(),
            Outcome::Capture => {
                signed(i32::from(self.captured_by_east) - i32::from(self.captured_by_west))
            }
        }
    }
}

impl Rounds {
    /// A row for each hole of East's, a column for each of West's.
    fn square(&self, signed: impl Fn(i32) -> String) -> Vec<Vec<String>> {
        let holes = Rules::from_name(&self.game).map_or(0, |rules| rules.holes());
        let mut cells = vec![vec![String::new(); holes]; holes];
        for round in &self.rounds {
            if let Ok(WrittenRound { east, west, .. }) = round.round.parse() {
                let row = cells.get_mut(usize::from(east) - 1);
                if let Some(cell) = row.and_then(|row| row.get_mut(usize::from(west) - 1)) {
                    *cell = round.cell(&signed);
                }
            }
        }
        cells
    }

    fn drawing(&self) -> String {
        let cells = self.square(|margin| format!("{margin:+}"));
        let mut text = format!("{}\n        ", self.game);
        for west in 1..=cells.len() {
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

    fn count(&self, of: impl Fn(&OpeningRound) -> bool) -> usize {
        self.rounds.iter().filter(|round| of(round)).count()
    }

    fn remark(&self) -> String {
        let most = self.rounds.iter().max_by_key(|round| round.most());
        format!(
            "{}: of {} opening rounds East captures in {}, West in {}{}.",
            self.game,
            self.rounds.len(),
            self.count(|round| round.captured_by_east > 0),
            self.count(|round| round.captured_by_west > 0),
            match most.filter(|round| round.most() > 0) {
                Some(round) => format!("; the most is {}, in {}", round.most(), round.round),
                None => String::new(),
            }
        )
    }

    fn claim(&self, stored: &Stored<'_, OpeningRounds>) -> Claim {
        let text = format!(
            "Of the {} rounds that can open `{}` East captures in {}, West in {}, and nothing is captured in {}.",
            self.rounds.len(),
            board_name(&self.game),
            self.count(|round| round.captured_by_east > 0),
            self.count(|round| round.captured_by_west > 0),
            self.count(|round| round.outcome == Outcome::Quiet)
        );
        Claim::new(Label::Proven, text, stored.source())
    }

    fn grid(&self, stored: &Stored<'_, OpeningRounds>) -> Grid {
        let cells = self.square(signed);
        let mut headings = vec![String::new()];
        headings.extend((1..=cells.len()).map(|west| format!("W{west}")));
        let rows = cells.into_iter().enumerate().map(|(east, cells)| {
            let mut row = vec![format!("E{}", east + 1)];
            row.extend(cells);
            row
        });
        let caption = format!(
            "First rounds of `{}`: what East captures (+) or West (−), · nothing",
            board_name(&self.game)
        );
        Grid::new(caption, &headings, rows, stored.source()).folded()
    }
}

impl ExperimentKind for OpeningRounds {
    type Row = Rounds;

    const TOPIC: Topic = HOW_GAMES_BEGIN;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        asked.full_names()
    }

    fn run(&self, asked: &Asked<'_>, _: u64, _: &dyn Monitor) -> Result<Found<Rounds>, Failure> {
        let of_game = |rules: &Rules| {
            let (opening, sower) = (Position::opening(rules), Sower::new(rules));
            let mut rounds = Vec::new();
            JointMove::for_each(opening.board().playable(), |chosen| {
                rounds.push(OpeningRound::of(&opening, &sower, chosen));
            });
            Rounds {
                game: rules.to_string(),
                rounds,
            }
        };
        Ok(Found::new(asked.rule_sets()?.iter().map(of_game).collect()))
    }

    fn present(answer: &Answer<'_, OpeningRounds>) -> Sheet {
        let mut table = Table::new(&[
            "game",
            "round",
            "outcome",
            "captured by East",
            "captured by West",
            "steps",
            "position",
        ]);
        for game in &answer.rows {
            for round in &game.rounds {
                let steps = round.steps.map(|steps| steps.to_string());
                table.row([
                    game.game.clone(),
                    round.round.clone(),
                    round.outcome.name().to_owned(),
                    round.captured_by_east.to_string(),
                    round.captured_by_west.to_string(),
                    steps.unwrap_or_default(),
                    round.position.clone().unwrap_or_default(),
                ]);
            }
        }
        let mut drawings: Vec<String> = answer.rows.iter().map(Rounds::drawing).collect();
        drawings.push(
            "what East captures is positive, what West captures negative, · nothing, ∞ never ends\n"
                .to_owned(),
        );
        let remarks = answer.rows.iter().map(Rounds::remark).collect();
        Sheet::new(table, remarks).with_drawing(drawings.join("\n"))
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<OpeningRounds>()? {
            for game in &stored.rows {
                blocks.push(Block::Claims(vec![game.claim(&stored)]));
                blocks.push(Block::Grid(game.grid(&stored)));
            }
        }
        Ok(blocks)
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
