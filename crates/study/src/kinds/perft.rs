//! Counts of the sequences of the first rounds.

use serde::{Deserialize, Serialize};

use crate::error::Failure;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::Solve;
use sowlab_analysis::{PerftCounts, PerftRequest, PerftRound};

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Perft {
    /// The number of rounds.
    pub depth: u32,
}

/// The numbers of sequences of rounds of a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct GameCounts {
    game: String,
    rounds: Vec<PerftRound>,
}

impl ExperimentKind for Perft {
    type Row = GameCounts;

    fn run(&self, job: &Job<'_>) -> Result<Rows<GameCounts>, Failure> {
        job.of_each_rule_set(|rules| {
            let request = PerftRequest {
                position: None,
                depth: self.depth,
            };
            let found = rules.perft(&request, job.monitor)?;
            job.monitor.check()?;
            let rounds = match found.counts {
                PerftCounts::Rounds(rounds) => rounds,
                // Other counts are of games in which one side moves at a time.
                _ => Vec::new(),
            };
            Ok(GameCounts {
                game: found.game,
                rounds,
            })
        })
    }

    fn table(rows: &[GameCounts]) -> Table {
        let lines = rows
            .iter()
            .flat_map(|game| game.rounds.iter().map(move |round| (game, round)));
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
