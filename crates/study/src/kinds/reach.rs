//! Games into a non-terminating round: breadth-first search from the opening, with a shortest example each.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Cancelled;

use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows, Written};
use crate::names::{distinct_stems, reading_stem};
use crate::table::{Columns, Table};
use sowlab_analysis::Solve;
use sowlab_analysis::endless::{self, BestPlayRequest, Followed, ReachRequest, ReachedRound};
use sowlab_analysis::tables::TabledGame;
use sowlab_base::MemorySize;

/// The memory for boards; further boards are stored in files.
const MEMORY: MemorySize = MemorySize::new(2 << 30);

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reach {
    /// The number of rounds.
    pub rounds: u32,
    /// Whether only rounds are played that are equal in all variants.
    #[serde(default)]
    pub undisputed: bool,
    /// The directory of tables that restrict the search to rounds without a loss; `None`: no restriction. It does not
    /// affect the results otherwise; missing tables are built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_play: Option<PathBuf>,
    /// Whether a certificate of each example is written.
    #[serde(default)]
    pub certificates: bool,
}

/// The rounds within reach of a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct GameReach {
    game: String,
    rounds: Vec<ReachedRound>,
    /// A shortest game into a non-terminating round; `null` if there is none.
    first: Option<String>,
    /// The position before its last round.
    first_position: Option<String>,
    /// The number of steps after which its last round repeats.
    first_period: Option<u64>,
}

impl ExperimentKind for Reach {
    type Row = GameReach;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        if self.undisputed && self.best_play.is_some() {
            return Err(Unfit::Exclusive("undisputed", "best_play"));
        }
        head.full_names()
    }

    fn resumes(&self) -> bool {
        self.best_play.is_some()
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<GameReach>, Failure> {
        let Job { head, monitor, .. } = *job;
        let (mut all, mut certificates) = (Vec::new(), Vec::new());
        let rule_sets = head.rule_sets()?;
        let stems = distinct_stems(&rule_sets, |rules| {
            format!("{}-{}", rules.stones(), reading_stem(rules))
        });
        for (rules, stem) in rule_sets.iter().zip(stems) {
            if let Some(directory) = &self.best_play {
                rules.build_tables(directory, rules.stones() as u32, monitor, &mut |_| ())?;
            }
            let found = rules.reach(&self.request(), monitor)?;
            if found.cancelled {
                return Err(Cancelled.into());
            }
            let witness = found.witness.as_ref();
            if let Some(certificate) = witness.and_then(|witness| witness.certificate.as_ref()) {
                let file = format!("{}-{stem}.certificate.json", head.id);
                certificates.push(Written::certificate(file, certificate));
            }
            all.push(GameReach::of(found));
        }
        Ok(Rows {
            rows: all,
            files: certificates,
        })
    }

    fn table(rows: &[GameReach]) -> Table {
        let lines = rows
            .iter()
            .flat_map(|game| game.rounds.iter().map(move |round| (game, round)));
        Columns::of(lines)
            .game(|(game, _)| &game.game)
            .count("round", |(_, round)| round.round)
            .count("new boards", |(_, round)| round.boards)
            .count("joint moves", |(_, round)| round.joint_moves)
            .count("endless", |(_, round)| round.endless)
            .table()
    }
}

impl Reach {
    /// Returns the request of the search from the opening.
    fn request(&self) -> ReachRequest {
        let followed = match &self.best_play {
            Some(tables) => Followed::Best(BestPlayRequest {
                tables: Some(tables.clone()),
                nodes: 0,
                save_proof: None,
            }),
            None if self.undisputed => Followed::Undisputed,
            None => Followed::All,
        };
        ReachRequest {
            position: None,
            rounds: self.rounds,
            followed,
            memory: MEMORY,
            checkpoint: None,
            certificate: self.certificates,
        }
    }
}

impl GameReach {
    fn of(found: endless::Reachable) -> GameReach {
        let witness = found.witness;
        GameReach {
            game: found.game,
            rounds: found.rounds,
            first: witness.as_ref().map(|witness| witness.record.clone()),
            first_position: witness.as_ref().map(|witness| witness.position.clone()),
            first_period: witness.and_then(|witness| Some(witness.period?.length())),
        }
    }
}
