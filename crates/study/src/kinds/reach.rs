//! Games into a round that never ends: breadth-first search from the opening, with a shortest witness each.

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

/// Memory for boards; more of them go to files.
const MEMORY: MemorySize = MemorySize::new(2 << 30);

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reach {
    /// How many rounds.
    pub rounds: u32,
    /// Whether only rounds are played that no reading disputes.
    #[serde(default)]
    pub undisputed: bool,
    /// Only rounds in which neither side loses anything: a directory for the tables that tell, no part of
    /// the results. Missing tables are built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_play: Option<PathBuf>,
    /// Whether a certificate of each witness is written.
    #[serde(default)]
    pub certificates: bool,
}

/// The rounds within reach of a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct GameReach {
    game: String,
    rounds: Vec<ReachedRound>,
    /// A shortest game into an endless round, the witness; `null` if there is none.
    first: Option<String>,
    /// The position before the last round of the witness.
    first_position: Option<String>,
    /// Steps after which the last round of the witness repeats.
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
    /// The search from the opening.
    fn request(&self) -> ReachRequest {
        let followed = match &self.best_play {
            Some(tables) => Followed::Best(BestPlayRequest {
                tables: Some(tables.clone()),
                nodes: 0,
                proof: None,
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
