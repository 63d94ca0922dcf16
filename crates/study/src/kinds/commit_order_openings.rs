//! The values of the commit orders at the opening, with increasing horizons.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::commit_orders::check_horizon;
use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Format, Table};
use sowlab_analysis::equilibrium::{CommitOrder, Committed, Equilibrium, deepen};
use sowlab_base::MemorySize;
use sowlab_games::stones::Rules;

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommitOrderOpenings {
    /// The maximum horizon of the sequential and the reversed order, in rounds.
    pub seen: u8,
    /// The maximum horizon of the simultaneous order, in rounds.
    pub sealed: u8,
    /// The memory for the values of one game under one order.
    pub memory: MemorySize,
}

/// The opening of a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct ComparedOpening {
    game: String,
    /// The values by order, and for each order by ascending horizon.
    horizons: Vec<HorizonValue>,
}

/// The value of the opening under one order, with one horizon.
#[derive(Serialize, Deserialize)]
struct HorizonValue {
    order: String,
    /// The horizon in rounds.
    horizon: u8,
    /// The margin of East, who has sente, within the horizon, in stones.
    value: f64,
    /// The total gain of both sides by best responses, computed by separate code.
    exploitability: f64,
    /// The first choices of East with their probabilities; empty in the reversed order, where they depend on West's
    /// choice.
    first: Vec<Committed>,
    /// The wall seconds since the previous horizon.
    seconds: f64,
}

impl HorizonValue {
    fn of(horizon: u8, found: Equilibrium) -> HorizonValue {
        HorizonValue {
            order: found.order.to_string(),
            horizon,
            value: found.value,
            exploitability: found.exploitability.total(),
            first: found
                .sente
                .into_iter()
                .filter(|one| one.after.is_none())
                .collect(),
            seconds: found.seconds,
        }
    }

    fn first_choices(&self) -> String {
        let each = self.first.iter().map(|one| match self.first.len() {
            1 => one.choice.clone(),
            _ => format!("{} {:.3}", one.choice, one.probability),
        });
        each.collect::<Vec<_>>().join(", ")
    }
}

impl ExperimentKind for CommitOrderOpenings {
    type Row = ComparedOpening;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        check_horizon(self.seen)?;
        check_horizon(self.sealed)?;
        head.full_names()
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<ComparedOpening>, Failure> {
        job.of_each_rule_set(|rules| self.look_ahead(rules, job.monitor))
    }

    fn table(rows: &[ComparedOpening]) -> Table {
        let lines = rows
            .iter()
            .flat_map(|game| game.horizons.iter().map(move |ahead| (game, ahead)));
        Columns::of(lines)
            .game(|(game, _)| &game.game)
            .text("order", |(_, ahead)| &ahead.order)
            .count("rounds ahead", |(_, ahead)| ahead.horizon)
            .decimal("value", 4, |(_, ahead)| ahead.value)
            .column("exploitability", Format::Power, |(_, ahead)| {
                ahead.exploitability
            })
            .text("East's first choice", |(_, ahead)| ahead.first_choices())
            .decimal("seconds", 2, |(_, ahead)| ahead.seconds)
            .table()
    }
}

impl CommitOrderOpenings {
    fn look_ahead(&self, rules: &Rules, monitor: &dyn Monitor) -> Result<ComparedOpening, Failure> {
        let mut horizons = Vec::new();
        for order in CommitOrder::ALL {
            let most = match order {
                CommitOrder::Open | CommitOrder::Reverse => self.seen,
                CommitOrder::Sealed => self.sealed,
            };
            let found = deepen(rules, order, most, self.memory, monitor)?;
            horizons.extend(
                (1..)
                    .zip(found)
                    .map(|(rounds, found)| HorizonValue::of(rounds, found)),
            );
        }
        Ok(ComparedOpening {
            game: rules.to_string(),
            horizons,
        })
    }
}
