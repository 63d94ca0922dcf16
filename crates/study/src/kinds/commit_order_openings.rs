//! What the commit orders are worth at the opening, looking further and further ahead.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::commit_orders::{PRICE_OF_SENTE, check_horizon, of_each_rule_set, rounds};
use crate::answers::Answers;
use crate::asked::Asked;
use crate::error::{Failure, StudyError, Unfit};
use crate::kind::{Answer, ExperimentKind, Found};
use crate::names::{board_name, file_stem, short_name};
use crate::plot::{Lines, Series};
use crate::report::page::{Block, Claim, Label, Topic};
use crate::sheet::{Picture, Sheet};
use crate::stored::Stored;
use crate::table::Table;
use crate::text::{listed, signed_decimal};
use sowlab_analysis::equilibrium::{CommitOrder, Committed, Equilibrium, deepen};
use sowlab_base::MemorySize;
use sowlab_games::stones::Rules;

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommitOrderOpenings {
    /// The greatest horizon of the open and the reverse order, in rounds.
    pub seen: u8,
    /// The greatest horizon of the sealed order, in rounds.
    pub sealed: u8,
    /// For what is found of one game under one order.
    pub memory: MemorySize,
}

/// The opening of a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct ComparedOpening {
    game: String,
    /// By order, and each from the least horizon to the greatest.
    horizons: Vec<Ahead>,
}

/// The opening under one order, some rounds ahead.
#[derive(Serialize, Deserialize)]
struct Ahead {
    order: String,
    /// Rounds.
    horizon: u8,
    /// What East, who has sente, wins within the horizon, in stones.
    value: f64,
    /// What both together would gain by answering best, by other code.
    exploitability: f64,
    /// What East does first, and how often; empty in the reverse order, where it depends on what East sees.
    first: Vec<Committed>,
    /// Since it looked one round less ahead.
    seconds: f64,
}

impl Ahead {
    fn of(horizon: u8, found: Equilibrium) -> Ahead {
        Ahead {
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

    const TOPIC: Topic = PRICE_OF_SENTE;

    fn check(&self, asked: &Asked<'_>) -> Result<Vec<String>, Unfit> {
        check_horizon(self.seen)?;
        check_horizon(self.sealed)?;
        asked.full_names()
    }

    fn run(
        &self,
        asked: &Asked<'_>,
        _: u64,
        monitor: &dyn Monitor,
    ) -> Result<Found<ComparedOpening>, Failure> {
        of_each_rule_set(asked, |rules| self.look_ahead(rules, monitor))
    }

    fn present(answer: &Answer<'_, CommitOrderOpenings>) -> Sheet {
        let headings = [
            "game",
            "order",
            "rounds ahead",
            "value",
            "exploitability",
            "East's first choice",
            "seconds",
        ];
        let mut table = Table::new(&headings);
        for opening in &answer.rows {
            for ahead in &opening.horizons {
                table.row([
                    opening.game.clone(),
                    ahead.order.clone(),
                    ahead.horizon.to_string(),
                    format!("{:.4}", ahead.value),
                    format!("{:.0e}", ahead.exploitability),
                    ahead.first_choices(),
                    format!("{:.2}", ahead.seconds),
                ]);
            }
        }
        let remarks = answer.rows.iter().filter_map(ComparedOpening::summary);
        Sheet::new(table, remarks.collect()).with_pictures(pictures(&answer.rows))
    }

    fn report(answers: &Answers<'_>) -> Result<Vec<Block>, StudyError> {
        let mut blocks = Vec::new();
        for stored in answers.of::<CommitOrderOpenings>()? {
            let claims = stored
                .rows
                .iter()
                .filter_map(|opening| opening.claim(&stored));
            blocks.push(Block::Claims(claims.collect()));
            blocks.extend(stored.charts(pictures(&stored.rows)));
        }
        Ok(blocks)
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
                    .map(|(rounds, found)| Ahead::of(rounds, found)),
            );
        }
        Ok(ComparedOpening {
            game: rules.to_string(),
            horizons,
        })
    }
}

impl ComparedOpening {
    /// The horizons of one order.
    fn under(&self, order: CommitOrder) -> impl Iterator<Item = &Ahead> {
        let order = order.to_string();
        (self.horizons.iter()).filter(move |ahead| ahead.order == order)
    }

    /// The values as far as each order goes.
    fn summary(&self) -> Option<String> {
        let furthest = |order| self.under(order).last();
        let each = CommitOrder::ALL.into_iter().map(|order| {
            let ahead = furthest(order)?;
            let value = signed_decimal(ahead.value, if ahead.value.fract() == 0.0 { 0 } else { 3 });
            Some(format!(
                "{value} in the {order} order, {} ahead",
                rounds(ahead.horizon)
            ))
        });
        let each: Vec<String> = each.collect::<Option<_>>()?;
        Some(format!(
            "`{}`: East's margin is {}.",
            board_name(&self.game),
            listed(&each)
        ))
    }

    fn claim(&self, stored: &Stored<'_, CommitOrderOpenings>) -> Option<Claim> {
        let summary = self.summary()?;
        let text =
            format!("At the opening of {summary} What is left on the board counts for nobody.");
        Some(Claim::new(Label::Searched, text, stored.source()))
    }
}

/// A picture a game: a line for each order.
fn pictures(openings: &[ComparedOpening]) -> Vec<Picture> {
    let of = |opening: &ComparedOpening| {
        let series = CommitOrder::ALL.into_iter().map(|order| Series {
            label: order.to_string(),
            points: (opening.under(order))
                .map(|ahead| (f64::from(ahead.horizon), ahead.value))
                .collect(),
        });
        let lines = Lines {
            title: format!(
                "The opening of {} by commit order",
                board_name(&opening.game)
            ),
            x: "rounds ahead",
            y: "stones of East",
            logarithmic: false,
            series: series.collect(),
        };
        Picture::new(file_stem(&short_name(&opening.game)), lines)
    };
    openings.iter().map(of).collect()
}
