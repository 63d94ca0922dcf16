//! Single openings, solved as far as they are proven.

use std::collections::HashMap;

use serde::Deserialize;

use crate::study::error::StudyError;
use crate::study::kind::Kind;
use crate::study::names::{board_name, unusual};
use crate::study::readings::Readings;
use crate::study::report::page::{Claim, Label, Source};
use crate::study::report::stored::{Results, Stored};
use crate::study::text::{grouped, listed};

#[derive(Deserialize)]
struct Solved {
    game: String,
    bounds: Readings,
    pie_bounds: Option<Readings>,
    best: Vec<String>,
    nodes: u64,
    seconds: f64,
    runs: Vec<Run>,
    proof: Option<String>,
}

#[derive(Deserialize)]
struct Run {
    claims_before: usize,
    tables: u32,
    bounds: Readings,
    pie_bounds: Option<Readings>,
    nodes: u64,
}

impl Solved {
    /// The search, in words.
    fn effort(&self) -> String {
        // Runs with those that go on from them, each of which stands on its own; the last is the result.
        let chains = (self.runs).chunk_by(|_, next| next.claims_before > 0);
        let mut others: Vec<&[Run]> = chains.collect();
        let chain = others.pop().unwrap_or_default();
        let tables = chain.iter().map(|run| run.tables).max().unwrap_or(0);
        if self.nodes == 0 {
            return format!("Looked up in tables of every board with up to {tables} stones.");
        }
        let mut text = format!(
            "Proof search with tables to {tables} stones, {} boards expanded in {:.0} s",
            grouped(self.nodes),
            self.seconds
        );
        if chain.len() > 1 {
            text += &format!(", in {} runs", chain.len());
        }
        let (bounds, pie) = proven_by(chain);
        if let Some(bounds) = bounds.filter(|bounds| *bounds != self.bounds) {
            text += &format!(", by which alone {}", bounds.outcome());
        }
        if let Some(alone) = pie.filter(|pie| Some(pie) != self.pie_bounds.as_ref()) {
            text += &format!(
                ", by which alone, with the pie rule, {}",
                alone.outcome_with_pie()
            );
        }
        if let Some(claims) = chain.first().map(|run| run.claims_before)
            && claims > 0
        {
            text += &format!(
                ", beginning with {} claims proven before",
                grouped(claims as u64)
            );
        }
        for other in others {
            text += &format!("; {}", self.other(other));
        }
        text + "."
    }

    /// How far another search came to the same.
    fn other(&self, chain: &[Run]) -> String {
        let (bounds, pie) = proven_by(chain);
        let mut agreement = match bounds {
            Some(bounds) if bounds != self.bounds => {
                format!(
                    "confirms so far that {} without the pie rule",
                    bounds.outcome()
                )
            }
            _ if pie == self.pie_bounds => "agrees".to_owned(),
            _ => "agrees on the value without the pie rule".to_owned(),
        };
        if let Some(pie) = pie.filter(|pie| Some(pie) != self.pie_bounds.as_ref()) {
            agreement += &format!(", and finds with it that {}", pie.outcome_with_pie());
        }
        let tables = chain.iter().map(|run| run.tables).max().unwrap_or(0);
        let nodes: u64 = chain.iter().map(|run| run.nodes).sum();
        let runs = match chain.len() {
            1 => String::new(),
            runs => format!(" in {runs} runs"),
        };
        format!(
            "another search, with tables to {tables} stones, {agreement} ({} boards{runs})",
            grouped(nodes)
        )
    }

    fn claim(&self, stored: &Stored) -> Claim {
        let name = board_name(&self.game);
        let with = unusual(&self.game);
        let pie_closed = self.pie_bounds.as_ref().is_none_or(Readings::closed);
        let what = match (self.bounds.closed(), pie_closed) {
            (true, true) => "is solved",
            (true, false) => "is solved but for the pie rule",
            (false, _) => "is not solved, but bounded",
        };
        let mut text = format!(
            "`{name}`{with} {what}: without the pie rule {}",
            self.bounds.outcome()
        );
        if let Some(pie) = &self.pie_bounds {
            text += &format!("; with it {}", pie.outcome_with_pie());
        }
        if self.bounds.closed() {
            let best: Vec<String> = self.best.iter().map(|hole| format!("`{hole}`")).collect();
            match best.len() {
                0 => {}
                1 => text += &format!(". {} is a best first choice", listed(&best)),
                _ => text += &format!(". {} are best first choices", listed(&best)),
            }
        }
        text += &format!(". {}", self.effort());
        let claim = Claim::new(Label::Proven, text, stored.source()).headline();
        match &self.proof {
            Some(file) => claim.and(stored.source_of(file)),
            None => claim,
        }
    }
}

/// What runs that go on from each other prove, without the pie rule and with it.
fn proven_by(chain: &[Run]) -> (Option<Readings>, Option<Readings>) {
    let both = |known: Readings, more: Readings| known.and(&more).unwrap_or(known);
    let bounds = chain.iter().map(|run| run.bounds.clone());
    let pie = chain.iter().filter_map(|run| run.pie_bounds.clone());
    (bounds.reduce(both), pie.reduce(both))
}

/// What a search of a single opening proves of it, and where that is.
pub(super) struct Proven {
    pub(super) bounds: Readings,
    pub(super) pie_bounds: Option<Readings>,
    pub(super) source: Source,
}

/// What searches of single openings prove of them, by full name.
pub(super) fn proven(results: &Results<'_>) -> Result<HashMap<String, Proven>, StudyError> {
    let mut all = HashMap::new();
    for stored in results.of(|kind| matches!(kind, Kind::Solve(_))) {
        for solved in results.read::<Vec<Solved>>(stored)? {
            let proven = Proven {
                bounds: solved.bounds,
                pie_bounds: solved.pie_bounds,
                source: stored.source(),
            };
            all.insert(solved.game, proven);
        }
    }
    Ok(all)
}

pub(super) fn claims(results: &Results<'_>) -> Result<Vec<Claim>, StudyError> {
    let mut claims = Vec::new();
    for stored in results.of(|kind| matches!(kind, Kind::Solve(_))) {
        for solved in results.read::<Vec<Solved>>(stored)? {
            claims.push(solved.claim(stored));
        }
    }
    Ok(claims)
}
