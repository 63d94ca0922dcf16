//! Documents with equilibria.

use schemars::JsonSchema;
use serde::Serialize;
use sowlab_solvers::equilibrium::Exploitability;

use super::{CommitOrder, Committed, Equilibrium, EstimatedEquilibrium, FoundEquilibrium};
use sowlab_games::stones::{Position, Rules};

/// The equilibrium of a position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EquilibriumDocument {
    game: String,
    position: String,
    order: String,
    /// The horizon in rounds; `null`: unlimited.
    horizon: Option<u8>,
    #[serde(flatten)]
    of_order: OfOrder,
    /// The comparison of the orders, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<Comparison>,
    /// The best responses to the given strategies, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<RatedStrategies>,
    /// Strategies that use an evaluation beyond the horizon, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated: Option<EstimatedStrategies>,
    seconds: f64,
}

/// Strategies that use an evaluation beyond the horizon.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EstimatedStrategies {
    /// The evaluation.
    pub evaluation: String,
    /// The expected margin of the side with sente.
    pub estimate: f64,
    /// The strategy of the side with sente for the next round.
    pub sente: Vec<Committed>,
    /// The strategy of the other side.
    pub gote: Vec<Committed>,
    /// The gain of best responses up to the horizon, with the evaluation beyond it.
    exploitability: f64,
    nodes: u64,
}

impl EstimatedStrategies {
    /// Creates the document of an equilibrium with the evaluation of this name.
    pub fn new(evaluation: String, found: &EstimatedEquilibrium) -> EstimatedStrategies {
        let equilibrium = found.equilibrium();
        EstimatedStrategies {
            evaluation,
            estimate: found.estimate(),
            sente: equilibrium.sente.clone(),
            gote: equilibrium.gote.clone(),
            exploitability: equilibrium.exploitability.total(),
            nodes: equilibrium.counts.nodes,
        }
    }
}

/// The best responses to strategies.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RatedStrategies {
    /// The loss of both strategies together.
    exploitability: f64,
    best_answers: BestAnswers,
    /// The loss of sente's strategy against the best response; `null` if none was given.
    pub sente_loses: Option<f64>,
    /// The loss of gote's strategy against the best response; `null` if none was given.
    pub gote_loses: Option<f64>,
}

impl RatedStrategies {
    /// Rates strategies by the value of the equilibrium and the margins with a best response of one side. `given` tells
    /// which sides have a strategy, sente first.
    pub fn new(value: f64, answers: Exploitability, given: [bool; 2]) -> RatedStrategies {
        let [sente, gote] = given;
        RatedStrategies {
            exploitability: answers.total(),
            best_answers: BestAnswers {
                sente: answers.leader_answers,
                gote: answers.follower_answers,
            },
            sente_loses: sente.then(|| (value - answers.follower_answers).max(0.0)),
            gote_loses: gote.then(|| (answers.leader_answers - value).max(0.0)),
        }
    }
}

/// The equilibrium under one commit order.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OfOrder {
    value: f64,
    sente: Vec<Committed>,
    gote: Vec<Committed>,
    exploitability: f64,
    /// The margins of the side with sente if one side plays a best response.
    best_answers: BestAnswers,
    nodes: u64,
}

/// The margins of the side with sente if one side plays a best response.
#[derive(Debug, Serialize, JsonSchema)]
struct BestAnswers {
    sente: f64,
    gote: f64,
}

/// The comparison of the commit orders; `null` where the monitor cancelled.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Comparison {
    open: Option<OfOrder>,
    reverse: Option<OfOrder>,
    sealed: Option<OfOrder>,
    /// The cost of committing first: reverse minus open.
    pub price_of_sente: Option<f64>,
    /// The value of observing: sealed minus open.
    pub worth_of_seeing: Option<f64>,
}

impl EquilibriumDocument {
    /// Creates the document of a position's equilibrium, with its computing time in seconds.
    pub fn new(
        rules: &Rules,
        position: &Position,
        horizon: Option<u8>,
        found: &FoundEquilibrium,
        seconds: f64,
    ) -> EquilibriumDocument {
        let names = [rules.to_string(), position.to_string()];
        EquilibriumDocument::named(names, horizon, found, seconds)
    }

    /// Creates the document, given the game and the position as text.
    pub(super) fn named(
        [game, position]: [String; 2],
        horizon: Option<u8>,
        found: &FoundEquilibrium,
        seconds: f64,
    ) -> EquilibriumDocument {
        EquilibriumDocument {
            game,
            position,
            order: found.found.order.to_string(),
            horizon,
            of_order: OfOrder::from(&found.found),
            compare: Comparison::of(&found.compared),
            strategy: None,
            estimated: None,
            seconds,
        }
    }
}

impl EquilibriumDocument {
    /// Adds the rating of given strategies.
    #[must_use]
    pub fn with_strategies(mut self, rated: Option<RatedStrategies>) -> EquilibriumDocument {
        self.strategy = rated;
        self
    }

    /// Adds strategies that use an evaluation.
    #[must_use]
    pub fn with_estimate(mut self, estimated: Option<EstimatedStrategies>) -> EquilibriumDocument {
        self.estimated = estimated;
        self
    }
}

impl From<&Equilibrium> for OfOrder {
    fn from(found: &Equilibrium) -> OfOrder {
        OfOrder {
            value: found.value,
            sente: found.sente.clone(),
            gote: found.gote.clone(),
            exploitability: found.exploitability.total(),
            best_answers: BestAnswers {
                sente: found.exploitability.leader_answers,
                gote: found.exploitability.follower_answers,
            },
            nodes: found.counts.nodes,
        }
    }
}

impl Comparison {
    /// Returns `None` if there are no equilibria.
    fn of(all: &[Equilibrium]) -> Option<Comparison> {
        let of = |order| all.iter().find(|found| found.order == order);
        let [open, reverse, sealed] = CommitOrder::ALL.map(of);
        let over_open = |found: Option<&Equilibrium>| Some(found?.value - open?.value);
        (!all.is_empty()).then(|| Comparison {
            price_of_sente: over_open(reverse),
            worth_of_seeing: over_open(sealed),
            open: open.map(OfOrder::from),
            reverse: reverse.map(OfOrder::from),
            sealed: sealed.map(OfOrder::from),
        })
    }
}
