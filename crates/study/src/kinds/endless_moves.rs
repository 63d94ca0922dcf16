//! Games into a non-terminating move, for games in which one side moves at a time: a shortest one each.

use serde::{Deserialize, Serialize};
use sowlab_solvers::{Cancelled, Monitor};

use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows, Written};
use crate::names::file_stem;
use crate::table::{Columns, Table};
use sowlab_analysis::Analyses;
use sowlab_analysis::endless::{self, Followed, Period, ReachRequest, ReachedRound};
use sowlab_base::MemorySize;
use sowlab_games::catalog::CatalogGame;

/// The memory for positions.
const MEMORY: MemorySize = MemorySize::new(2 << 30);

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndlessMoves {
    /// The maximum number of moves of both sides together; the search stops after the first ply with a non-terminating
    /// move.
    pub plies: u32,
    /// Whether a certificate of each game is written; the default. Without one, periods are not found.
    #[serde(default = "yes", skip_serializing_if = "is_set")]
    pub certificates: bool,
}

fn yes() -> bool {
    true
}

fn is_set(flag: &bool) -> bool {
    *flag
}

/// The plies of a game up to the first with a non-terminating move.
#[derive(Serialize, Deserialize)]
pub(crate) struct GamePlies {
    game: String,
    plies: Vec<ReachedRound>,
    /// A shortest game into a non-terminating move; `null` if there is none.
    first: Option<String>,
    /// The position before its last move.
    first_position: Option<String>,
    /// The number of laps after which its last move repeats, or of steps where both sides sow at once.
    first_period: Option<u64>,
}

impl ExperimentKind for EndlessMoves {
    type Row = GamePlies;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        Unfit::unless_within("plies", self.plies.into(), 1, 100)?;
        head.catalog_names()
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<GamePlies>, Failure> {
        let Job { head, monitor, .. } = *job;
        let (mut rows, mut files) = (Vec::new(), Vec::new());
        for game in head.catalog_games()? {
            let found = self.search(&game, monitor)?;
            let witness = found.witness.as_ref();
            if let Some(certificate) = witness.and_then(|witness| witness.certificate.as_ref()) {
                let file = format!("{}-{}.certificate.json", head.id, file_stem(&found.game));
                files.push(Written::certificate(file, certificate));
            }
            rows.push(GamePlies::of(found));
        }
        Ok(Rows { rows, files })
    }

    fn table(rows: &[GamePlies]) -> Table {
        let lines = rows
            .iter()
            .flat_map(|game| game.plies.iter().map(move |ply| (game, ply)));
        Columns::of(lines)
            .game(|(game, _)| &game.game)
            .count("ply", |(_, ply)| ply.round)
            .count("new positions", |(_, ply)| ply.boards)
            .count("moves", |(_, ply)| ply.joint_moves)
            .count("endless", |(_, ply)| ply.endless)
            .table()
    }
}

impl EndlessMoves {
    /// Searches ply by ply until a move is non-terminating.
    fn search(
        &self,
        game: &CatalogGame,
        monitor: &dyn Monitor,
    ) -> Result<endless::Reachable, Failure> {
        let mut plies = 1;
        loop {
            let request = ReachRequest {
                position: None,
                rounds: plies,
                followed: Followed::All,
                memory: MEMORY,
                checkpoint: None,
                certificate: self.certificates,
            };
            let found = game.analyses().reach(&request, monitor)?;
            if found.cancelled {
                return Err(Cancelled.into());
            }
            if found.witness.is_some() || plies == self.plies {
                return Ok(found);
            }
            plies += 1;
        }
    }
}

impl GamePlies {
    fn of(found: endless::Reachable) -> GamePlies {
        let witness = found.witness;
        GamePlies {
            game: found.game,
            plies: found.rounds,
            first: witness.as_ref().map(|witness| witness.record.clone()),
            first_position: witness.as_ref().map(|witness| witness.position.clone()),
            first_period: witness
                .and_then(|witness| witness.period)
                .map(Period::length),
        }
    }
}
