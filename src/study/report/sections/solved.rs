//! Single openings, solved as far as they are proven.

use std::collections::HashMap;

use serde::Deserialize;

use crate::study::error::StudyError;
use crate::study::kind::Kind;
use crate::study::names::{board_name, unusual};
use crate::study::readings::Readings;
use crate::study::report::page::{Claim, Label};
use crate::study::report::stored::{Results, Stored};
use crate::study::text::grouped;

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
        let first = chain[0].bounds.clone();
        let bounds = chain
            .iter()
            .fold(first, |known, run| known.and(&run.bounds).unwrap_or(known));
        let pie = chain.iter().filter_map(|run| run.pie_bounds.clone());
        let pie = pie.reduce(|known, more| known.and(&more).unwrap_or(known));
        let agreement = if bounds == self.bounds && pie == self.pie_bounds {
            "agrees".to_owned()
        } else if bounds == self.bounds {
            "agrees on the value without the pie rule".to_owned()
        } else {
            format!("confirms so far that {}", bounds.outcome())
        };
        let tables = chain.iter().map(|run| run.tables).max().unwrap_or(0);
        let nodes = chain.iter().map(|run| run.nodes).sum();
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
        if let (Some(best), true) = (self.best.first(), self.bounds.closed()) {
            text += &format!(". `{best}` is a best first choice");
        }
        text += &format!(". {}", self.effort());
        let claim = Claim::new(Label::Proven, text, stored.source()).headline();
        match &self.proof {
            Some(file) => claim.and(stored.source_of(file)),
            None => claim,
        }
    }
}

/// What searches of single openings prove of them, without the pie rule and with it, by full name.
pub(super) fn proven(
    results: &Results<'_>,
) -> Result<HashMap<String, (Readings, Option<Readings>)>, StudyError> {
    let mut all = HashMap::new();
    for stored in results.of(|kind| matches!(kind, Kind::Solve(_))) {
        for solved in results.read::<Vec<Solved>>(stored)? {
            all.insert(solved.game, (solved.bounds, solved.pie_bounds));
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
