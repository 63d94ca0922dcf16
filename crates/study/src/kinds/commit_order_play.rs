//! The value of observing the other's choice, round by round of a game in which both sides look ahead.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::commit_orders::{MEMORY, check_horizon};
use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::equilibrium::{OrderValues, WellPlayed, play_well};
use sowlab_games::stones::Rules;

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommitOrderPlay {
    /// The maximum number of rounds.
    pub rounds: u32,
    /// The horizon in rounds, of the values and of the players.
    pub horizon: u8,
}

/// A game in which both sides search up to the horizon.
#[derive(Serialize, Deserialize)]
pub(crate) struct PlayedGame {
    game: String,
    horizon: u8,
    record: String,
    rounds: Vec<PlayedRound>,
    /// Whether the game ended, or reached a non-terminating round, within the maximum number of rounds.
    ended: bool,
}

/// A round of the game.
#[derive(Serialize, Deserialize)]
struct PlayedRound {
    /// The round, from 1.
    round: u32,
    /// The position at its start.
    position: String,
    /// The stones on the board.
    stones: u32,
    #[serde(flatten)]
    values: OrderValues,
    price_of_sente: f64,
    worth_of_seeing: f64,
}

impl ExperimentKind for CommitOrderPlay {
    type Row = PlayedGame;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        check_horizon(self.horizon)?;
        head.full_names()
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<PlayedGame>, Failure> {
        job.of_each_rule_set(|rules| self.play(rules, job.monitor))
    }

    fn table(rows: &[PlayedGame]) -> Table {
        let lines = rows
            .iter()
            .flat_map(|game| game.rounds.iter().map(move |round| (game, round)));
        Columns::of(lines)
            .game(|(game, _)| &game.game)
            .count("round", |(_, round)| round.round)
            .code("position", |(_, round)| &round.position)
            .decimal("open", 4, |(_, round)| round.values.open)
            .decimal("reverse", 4, |(_, round)| round.values.reverse)
            .decimal("sealed", 4, |(_, round)| round.values.sealed)
            .decimal("price of sente", 4, |(_, round)| round.price_of_sente)
            .decimal("worth of seeing", 4, |(_, round)| round.worth_of_seeing)
            .table()
    }
}

impl CommitOrderPlay {
    fn play(&self, rules: &Rules, monitor: &dyn Monitor) -> Result<PlayedGame, Failure> {
        let WellPlayed {
            rounds,
            record,
            ended,
        } = play_well(rules, self.rounds, self.horizon, MEMORY, monitor)?;
        let played = (1..).zip(rounds).map(|(round, played)| PlayedRound {
            round,
            position: played.position.to_string(),
            stones: played.position.board().stones(),
            values: played.values,
            price_of_sente: played.values.price_of_sente(),
            worth_of_seeing: played.values.worth_of_seeing(),
        });
        Ok(PlayedGame {
            game: rules.to_string(),
            horizon: self.horizon,
            record: record.to_string(),
            rounds: played.collect(),
            ended,
        })
    }
}
