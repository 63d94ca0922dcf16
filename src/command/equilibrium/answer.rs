//! What is printed of an equilibrium.

use std::fmt::Write;

use serde::Serialize;

use super::super::draw::{BOLD, DIM};
use crate::analysis::equilibrium::{CommitOrder, Committed, Equilibrium};

#[derive(Serialize)]
pub(super) struct Answer {
    pub(super) game: String,
    pub(super) position: String,
    pub(super) order: String,
    /// In rounds; `null` for as many as it takes.
    pub(super) horizon: Option<u8>,
    #[serde(flatten)]
    pub(super) of_order: OfOrder,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) compare: Option<Comparison>,
    pub(super) seconds: f64,
}

/// What is found under one order.
#[derive(Serialize)]
pub(super) struct OfOrder {
    pub(super) value: f64,
    pub(super) sente: Vec<Committed>,
    pub(super) gote: Vec<Committed>,
    pub(super) exploitability: f64,
    /// What the side with sente gets by answering best, and what it gets when gote does.
    pub(super) best_answers: BestAnswers,
    pub(super) nodes: u64,
}

#[derive(Serialize)]
pub(super) struct BestAnswers {
    pub(super) sente: f64,
    pub(super) gote: f64,
}

/// Orders side by side; `null` for what an interruption left out.
#[derive(Serialize)]
pub(super) struct Comparison {
    pub(super) open: Option<OfOrder>,
    pub(super) reverse: Option<OfOrder>,
    pub(super) sealed: Option<OfOrder>,
    /// Reverse minus open.
    pub(super) price_of_sente: Option<f64>,
    /// Sealed minus open.
    pub(super) worth_of_seeing: Option<f64>,
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

pub(super) fn comparison(all: &[Equilibrium]) -> Option<Comparison> {
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

pub(super) fn described(found: &Equilibrium) -> String {
    let mut text = format!("{}: {BOLD}{:+.6}{BOLD:#}\n", found.order, found.value);
    for (name, strategy) in [("sente", &found.sente), ("gote", &found.gote)] {
        let choices: Vec<String> = (strategy.iter())
            .map(|one| match &one.after {
                Some(after) => format!("{after}→{}", one.choice),
                None if one.probability == 1.0 => one.choice.clone(),
                None => format!("{} {:.4}", one.choice, one.probability),
            })
            .collect();
        let _ = writeln!(text, "  {name:5}  {}", choices.join("  "));
    }
    let _ = writeln!(
        text,
        "  {DIM}exploitability {:.1e}, {} nodes, {:.2} s{DIM:#}",
        found.exploitability.total(),
        found.counts.nodes,
        found.seconds
    );
    text
}
