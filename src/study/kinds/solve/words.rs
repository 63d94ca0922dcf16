//! Single openings in the words of the report.

use super::options::Solve;
use super::rows::{Proven, Run, Solved, chains, together};
use crate::study::error::StudyError;
use crate::study::names::{board_name, unusual};
use crate::study::readings::Readings;
use crate::study::report::page::{Claim, Label};
use crate::study::stored::Stored;
use crate::study::text::{grouped, listed};

impl Solved {
    /// The search, in words. `None` if there is no run, or if two of them contradict each other.
    fn effort(&self) -> Option<String> {
        together(&self.runs)?;
        // Each chain stands on its own; the last is the result.
        let mut others: Vec<&[Run]> = chains(&self.runs).collect();
        let chain = others.pop()?;
        let alone = together(chain)?;
        let tables = chain.iter().map(|run| run.tables).max().unwrap_or(0);
        if self.nodes == 0 {
            return Some(format!(
                "Looked up in tables of every board with up to {tables} stones."
            ));
        }
        let mut text = format!(
            "Proof search with tables to {tables} stones, {} boards expanded in {:.0} s",
            grouped(self.nodes),
            self.seconds
        );
        if chain.len() > 1 {
            text += &format!(", in {} runs", chain.len());
        }
        if alone.bounds != self.bounds {
            text += &format!(", by which alone {}", alone.bounds.outcome());
        }
        if let Some(pie) = self.otherwise_with_pie(&alone) {
            text += &format!(
                ", by which alone, with the pie rule, {}",
                pie.outcome_with_pie()
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
            text += &format!("; {}", self.other(other)?);
        }
        Some(text + ".")
    }

    /// How far another search came to the same. `None` if two of its runs contradict each other.
    fn other(&self, chain: &[Run]) -> Option<String> {
        let alone = together(chain)?;
        let mut agreement = if alone.bounds != self.bounds {
            format!(
                "confirms so far that {} without the pie rule",
                alone.bounds.outcome()
            )
        } else if alone.pie_bounds == self.pie_bounds {
            "agrees".to_owned()
        } else {
            "agrees on the value without the pie rule".to_owned()
        };
        if let Some(pie) = self.otherwise_with_pie(&alone) {
            agreement += &format!(", and finds with it that {}", pie.outcome_with_pie());
        }
        let tables = chain.iter().map(|run| run.tables).max().unwrap_or(0);
        let nodes: u64 = chain.iter().map(|run| run.nodes).sum();
        let runs = match chain.len() {
            1 => String::new(),
            runs => format!(" in {runs} runs"),
        };
        Some(format!(
            "another search, with tables to {tables} stones, {agreement} ({} boards{runs})",
            grouped(nodes)
        ))
    }

    /// What a search proves with the pie rule, if it is not the result.
    fn otherwise_with_pie<'a>(&self, search: &'a Proven) -> Option<&'a Readings> {
        let pie = search.pie_bounds.as_ref();
        pie.filter(|_| pie != self.pie_bounds.as_ref())
    }

    /// What is known, and how.
    ///
    /// # Errors
    /// There is no run, or two of them contradict each other.
    pub(super) fn claim(&self, stored: &Stored<'_, Solve>) -> Result<Claim, StudyError> {
        let source = stored.source();
        let effort = self.effort().ok_or_else(|| StudyError::Report {
            path: source.data.clone(),
            reason: format!(
                "{}: there is no run, or two of them contradict each other",
                self.game
            ),
        })?;
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
        text += &format!(". {effort}");
        let claim = Claim::new(Label::Searched, text, source).headline();
        Ok(match &self.proof {
            Some(file) => claim.and(stored.source_of(file)),
            None => claim,
        })
    }
}
