//! Equilibria.

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
    /// In rounds; `null`: unlimited.
    horizon: Option<u8>,
    #[serde(flatten)]
    of_order: OfOrder,
    /// The orders side by side, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<Comparison>,
    /// What best answers make of the strategies given, if any were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<RatedStrategies>,
    /// Strategies that use an evaluation beyond the horizon, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated: Option<EstimatedStrategies>,
    seconds: f64,
}

/// Strategies that take what lies beyond the horizon for what an evaluation says.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EstimatedStrategies {
    /// The evaluation.
    pub evaluation: String,
    /// What the side with sente may expect to win.
    pub estimate: f64,
    /// What the side with sente does in the next round.
    pub sente: Vec<Committed>,
    /// What the other side does.
    pub gote: Vec<Committed>,
    /// What answering best gains up to the horizon, where the evaluation counts.
    exploitability: f64,
    nodes: u64,
}

impl EstimatedStrategies {
    /// What was found with the evaluation of this name.
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

/// What best answers make of strategies.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RatedStrategies {
    /// What both give away together.
    exploitability: f64,
    best_answers: BestAnswers,
    /// What the strategy of sente gives away against the best answer; `null` if none was given.
    pub sente_loses: Option<f64>,
    /// The same of gote.
    pub gote_loses: Option<f64>,
}

impl RatedStrategies {
    /// By the value of the equilibrium, the margins where one side answers best, and for which sides there was
    /// a strategy, sente first.
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

/// What is found under one order.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OfOrder {
    value: f64,
    sente: Vec<Committed>,
    gote: Vec<Committed>,
    exploitability: f64,
    /// What the side with sente gets by answering best, and what it gets when gote does.
    best_answers: BestAnswers,
    nodes: u64,
}

/// What each side gets by answering best.
#[derive(Debug, Serialize, JsonSchema)]
struct BestAnswers {
    sente: f64,
    gote: f64,
}

/// Orders side by side; `null` for what an interruption left out.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Comparison {
    open: Option<OfOrder>,
    reverse: Option<OfOrder>,
    sealed: Option<OfOrder>,
    /// Reverse minus open.
    pub price_of_sente: Option<f64>,
    /// Sealed minus open.
    pub worth_of_seeing: Option<f64>,
}

impl EquilibriumDocument {
    /// What was found of a position, and how many seconds that took.
    pub fn new(
        rules: &Rules,
        position: &Position,
        horizon: Option<u8>,
        found: &FoundEquilibrium,
        seconds: f64,
    ) -> EquilibriumDocument {
        EquilibriumDocument {
            game: rules.to_string(),
            position: position.to_string(),
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
    /// The same with what best answers make of strategies that were given.
    #[must_use]
    pub fn with_strategies(mut self, rated: Option<RatedStrategies>) -> EquilibriumDocument {
        self.strategy = rated;
        self
    }

    /// The same with strategies that use an evaluation.
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
    /// `None` of nothing.
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
