//! Single openings, and the searches that prove their bounds, interrupted ones too.

use serde::{Deserialize, Serialize};
use sowlab_findings::Values;

/// An opening with its searches.
#[derive(Serialize, Deserialize)]
pub(crate) struct Solved {
    pub(crate) game: String,
    pub(super) position: String,
    /// For East, who has sente; no pie rule.
    pub(super) value: Values<Option<i32>>,
    pub(in crate::kinds) bounds: Values,
    /// For East, who may turn the board after the first round; `null` where no first round exists.
    pub(super) pie: Option<Values<Option<i32>>>,
    pub(in crate::kinds) pie_bounds: Option<Values>,
    /// Best first choices.
    pub(super) best: Vec<String>,
    /// Whether these are all.
    pub(super) best_complete: bool,
    /// Why there is no value; `null` where everything is proven.
    pub(super) limited_by: Option<Limit>,
    /// Boards expanded and seconds searched by the last run and those that it went on from.
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) runs: Vec<Run>,
    /// The file with the claims that took most work.
    pub(super) proof: Option<String>,
    pub(super) proof_claims: Option<usize>,
}

impl Solved {
    /// Its bounds.
    pub(crate) fn proven(&self) -> Proven {
        Proven {
            bounds: self.bounds,
            pie_bounds: self.pie_bounds,
        }
    }
}

/// The reason why a search does not prove everything.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) enum Limit {
    /// The time is up.
    #[serde(rename = "time limit")]
    Time,
    /// The search has nothing left to ask: the rest needs more rounds in a row without a capture than it
    /// tries, or depends on infinite play.
    #[serde(rename = "quiet rounds")]
    QuietRounds,
}

impl Limit {
    /// As tables and files write it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Limit::Time => "time limit",
            Limit::QuietRounds => "quiet rounds",
        }
    }
}

/// A search, finished or not, and what it proved: what `sowlab solve --format json` prints, and some
/// more.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Run {
    /// When it ended.
    pub(super) ended: String,
    pub(super) threads: usize,
    /// The number of claims that were proven before and resumed from.
    pub(super) claims_before: usize,
    /// Boards of at most the given number of stones were looked up, in the end.
    pub(super) tables: u32,
    #[serde(flatten)]
    pub(super) proven: Proven,
    pub(super) best: Vec<String>,
    pub(super) best_complete: bool,
    /// Boards expanded.
    pub(super) nodes: u64,
    pub(super) seconds: f64,
}

/// The proven intervals of an opening, without the pie rule and with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Proven {
    pub(crate) bounds: Values,
    /// `null` where no first round exists.
    pub(crate) pie_bounds: Option<Values>,
}

impl Proven {
    /// Whether nothing is left to prove.
    pub(super) fn closed(&self) -> bool {
        self.bounds.closed() && self.pie_bounds.as_ref().is_none_or(Values::closed)
    }

    /// The common part of both; `None` if they contradict each other.
    pub(super) fn and(&self, other: &Proven) -> Option<Proven> {
        let pie_bounds = match (&self.pie_bounds, &other.pie_bounds) {
            (Some(known), Some(more)) => Some(known.and(more)?),
            (known, more) => known.or(*more),
        };
        Some(Proven {
            bounds: self.bounds.and(&other.bounds)?,
            pie_bounds,
        })
    }
}

/// The bounds that several runs prove together: the common part of all intervals. `None` if there is no
/// run, or if two of them contradict each other.
pub(super) fn together(runs: &[Run]) -> Option<Proven> {
    let mut all = runs.iter().map(|run| &run.proven);
    let first = *all.next()?;
    all.try_fold(first, |known, more| known.and(more))
}

/// The runs in chains: one that began with nothing proven, and those that went on from it.
pub(super) fn chains(runs: &[Run]) -> impl Iterator<Item = &[Run]> {
    runs.chunk_by(|_, next| next.claims_before > 0)
}

/// The run that the last one resumed, the run that that one resumed, and so on, and the last one.
pub(super) fn last_chain(runs: &[Run]) -> &[Run] {
    chains(runs).last().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(claims_before: usize, margin: [i32; 2], pie: Option<[i32; 2]>) -> Run {
        Run {
            ended: String::new(),
            threads: 1,
            claims_before,
            tables: 0,
            proven: Proven {
                bounds: Values::alike(margin),
                pie_bounds: pie.map(Values::alike),
            },
            best: Vec::new(),
            best_complete: false,
            nodes: 0,
            seconds: 0.0,
        }
    }

    #[test]
    fn runs_together_prove_what_all_of_them_leave() {
        let one = run(0, [-9, 4], Some([1, 9]));
        let more = run(0, [-2, 9], Some([-3, 5]));
        let both = run(0, [-2, 4], Some([1, 5])).proven;
        assert_eq!(together(&[one.clone(), more]), Some(both));
        let without_pie = run(0, [-9, 4], None);
        let alone = together(&[without_pie, one.clone()]);
        assert_eq!(alone, Some(one.proven));
        for other in [run(0, [5, 9], None), run(0, [-9, 4], Some([-3, 0]))] {
            assert_eq!(together(&[one.clone(), other]), None, "a contradiction");
        }
        assert_eq!(together(&[]), None);
    }

    #[test]
    fn a_chain_begins_with_nothing_proven() {
        let claims = |chain: &[Run]| chain.iter().map(|run| run.claims_before).collect();
        let runs = [0, 5, 0, 3, 7].map(|claims| run(claims, [-9, 9], None));
        let found: Vec<Vec<usize>> = chains(&runs).map(claims).collect();
        assert_eq!(found, [vec![0, 5], vec![0, 3, 7]]);
        assert_eq!(claims(last_chain(&runs)), [0, 3, 7]);
        // What came before may not be written down.
        assert_eq!(claims(last_chain(&runs[1..2])), [5]);
        assert_eq!(last_chain(&[]).len(), 0);
    }
}
