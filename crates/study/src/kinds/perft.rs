//! Counts of the sequences of the first rounds.

use serde::{Deserialize, Serialize};
use sowlab_analysis::Solve;
use sowlab_solvers::Monitor;

use super::opening_rounds::HOW_GAMES_BEGIN;
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::names::board_name;
use crate::report::page::{Block, Grid, Topic};
use crate::sheet::Sheet;
use crate::table::Table;
use crate::text::grouped;
use sowlab_analysis::{PerftCounts, PerftRequest, PerftRound};

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Perft {
    /// How many rounds.
    pub depth: u32,
}

/// How many sequences of rounds a game has.
#[derive(Serialize, Deserialize)]
pub(crate) struct Counts {
    game: String,
    rounds: Vec<PerftRound>,
}

impl ExperimentKind for Perft {
    type Row = Counts;

    const TOPIC: Topic = HOW_GAMES_BEGIN;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        asked.full_names()
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<Counts>, Failure> {
        let mut all = Vec::new();
        for rules in asked.rule_sets()? {
            let request = PerftRequest {
                position: None,
                depth: self.depth,
            };
            let found = rules.perft(&request, monitor)?;
            monitor.check()?;
            // Of games in which both sides sow at once rounds are counted.
            if let PerftCounts::Rounds(rounds) = found.counts {
                all.push(Counts {
                    game: found.game,
                    rounds,
                });
            }
        }
        Ok(Found::new(all))
    }

    fn present(answer: &Answer<'_, Perft>) -> Sheet {
        let mut table = Table::new(&HEADINGS);
        for (game, round) in rounds(&answer.rows) {
            let counts = counts(round).map(|count| count.to_string());
            table.row([&[game.to_owned(), round.round.to_string()][..], &counts].concat());
        }
        let remark = format!(
            "Sequences of rounds, by brute force (perft). One round more takes some 80 times as long: \
             `sowlab perft 55stones --depth {}`.",
            answer.options.depth + 1
        );
        Sheet::new(table, vec![remark])
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let grids = answers.of::<Perft>()?.into_iter().map(|stored| {
            let rows = rounds(&stored.rows).map(|(game, round)| {
                let game = format!("`{}`", board_name(game));
                [
                    &[game, round.round.to_string()][..],
                    &counts(round).map(grouped),
                ]
                .concat()
            });
            let caption = "Sequences of rounds, to check another program against".to_owned();
            Block::Grid(Grid::new(caption, &HEADINGS, rows, stored.source()))
        });
        Ok(grids.collect())
    }
}

const HEADINGS: [&str; 6] = [
    "game",
    "round",
    "boards",
    "joint moves",
    "endless",
    "finished",
];

/// All rounds with their games.
fn rounds(all: &[Counts]) -> impl Iterator<Item = (&str, &PerftRound)> {
    all.iter()
        .flat_map(|game| game.rounds.iter().map(|round| (game.game.as_str(), round)))
}

fn counts(round: &PerftRound) -> [u128; 4] {
    [
        round.boards,
        round.joint_moves,
        round.endless,
        round.finished,
    ]
}
