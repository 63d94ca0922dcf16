//! The greatest gain of the first player in his first turn, in games in which a move can win another one.

use serde::{Deserialize, Serialize};

use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::first_turn;

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstTurns {
    /// The maximum number of positions within a turn; the search stops there.
    pub positions: usize,
}

/// The greatest gain of a first turn.
#[derive(Serialize, Deserialize)]
pub(crate) struct GameTurn {
    game: String,
    /// The greatest margin that any play gains.
    seeds: i32,
    /// The bounds of the greatest gain; a turn attains the lower one.
    gain: [i32; 2],
    /// The positions within the turn that were searched.
    positions: usize,
    /// A turn with that gain.
    record: String,
}

impl ExperimentKind for FirstTurns {
    type Row = GameTurn;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        Unfit::unless_within("positions", self.positions as u64, 1, 1 << 32)?;
        head.catalog_names()
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<GameTurn>, Failure> {
        let turn = |game: &_| -> Result<GameTurn, Failure> {
            let found = first_turn(game, self.positions, job.monitor)?;
            let most = if found.complete {
                found.gain
            } else {
                found.bound
            };
            Ok(GameTurn {
                game: found.game,
                seeds: found.bound,
                gain: [found.gain, most],
                positions: found.positions,
                record: found.record,
            })
        };
        let turns: Result<Vec<GameTurn>, Failure> =
            job.head.catalog_games()?.iter().map(turn).collect();
        Ok(Rows::new(turns?))
    }

    fn table(rows: &[GameTurn]) -> Table {
        Columns::of(rows)
            .game(|row| &row.game)
            .count("seeds", |row| row.seeds)
            .interval("gain", |row| row.gain)
            .count("positions", |row| row.positions)
            .code("record", |row| row.record.clone())
            .table()
    }
}
