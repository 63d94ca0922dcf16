//! Counts of the sequences of the first rounds.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use crate::asked::Asked;
use crate::error::{Failure, Unfit};
use crate::kind::{ExperimentKind, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::catalog::Family;
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

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        asked.full_names()
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Rows<Counts>, Failure> {
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
        Ok(Rows::new(all))
    }

    fn table(rows: &[Counts]) -> Table {
        let lines = rows.iter().flat_map(|game| game.rounds.iter().map(move |round| (game, round)));
        Columns::of(lines)
            .game(|(game, _)| &game.game)
            .count("round", |(_, round)| round.round)
            .count("boards", |(_, round)| round.boards)
            .count("joint moves", |(_, round)| round.joint_moves)
            .count("endless", |(_, round)| round.endless)
            .count("finished", |(_, round)| round.finished)
            .table()
    }
}
