//! Single openings, and the searches that prove their bounds, including interrupted ones.

use serde::{Deserialize, Serialize};
use sowlab_findings::Values;

/// An opening with its searches.
#[derive(Serialize, Deserialize)]
pub(crate) struct Solved {
    pub(crate) game: String,
    pub(super) position: String,
    /// The value for East, who has sente, without the pie rule.
    pub(super) value: Values<Option<i32>>,
    pub(in crate::kinds) bounds: Values,
    /// The value for East, who may swap after the first round; `null` if no first round exists.
    pub(super) pie: Option<Values<Option<i32>>>,
    pub(in crate::kinds) pie_bounds: Option<Values>,
    /// Optimal first choices.
    pub(super) best: Vec<String>,
    /// Whether `best` is complete.
    pub(super) best_complete: bool,
    /// The reason for which the value is unresolved; `null` if everything is solved.
    pub(super) limited_by: Option<Limit>,
    /// The nodes expanded and the wall seconds of the last run and those that it resumed.
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) runs: Vec<Run>,
    /// The file with the claims that took the most work.
    pub(super) proof: Option<String>,
    pub(super) proof_claims: Option<usize>,
}

impl Solved {
    /// Narrows the bounds by those of another proof. Returns whether that changed them.
    pub(super) fn learn(&mut self, more: &Proven) -> bool {
        let before = self.proven();
        let both = before.and(more).unwrap_or(before);
        self.bounds = both.bounds;
        self.pie_bounds = before.pie_bounds.and(both.pie_bounds);
        self.proven() != before
    }

    /// Returns the bounds.
    pub(crate) fn proven(&self) -> Proven {
        Proven {
            bounds: self.bounds,
            pie_bounds: self.pie_bounds,
        }
    }
}

/// The reason for which a search does not solve everything.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) enum Limit {
    /// The time limit.
    #[serde(rename = "time limit")]
    Time,
    /// The search has no claims left to try. The rest needs more consecutive rounds without a capture than it tries, or
    /// depends on infinite play.
    #[serde(rename = "quiet rounds")]
    QuietRounds,
}

impl Limit {
    /// Returns the name in tables and files.
    pub(super) fn name(self) -> &'static str {
        match self {
            Limit::Time => "time limit",
            Limit::QuietRounds => "quiet rounds",
        }
    }
}

/// A search, finished or not, with the bounds that it proved. Its fields include those of `sowlab solve --format json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Run {
    /// The time at which it ended.
    pub(super) ended: String,
    pub(super) threads: usize,
    /// The number of claims proven before, from which it resumed.
    pub(super) claims_before: usize,
    /// The maximum number of stones on probed boards at the end of the run.
    pub(super) tables: u32,
    #[serde(flatten)]
    pub(super) proven: Proven,
    pub(super) best: Vec<String>,
    pub(super) best_complete: bool,
    /// The nodes expanded.
    pub(super) nodes: u64,
    pub(super) seconds: f64,
}

/// The proven bounds of an opening, without the pie rule and with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Proven {
    pub(crate) bounds: Values,
    /// The bounds with the pie rule; `null` if no first round exists.
    pub(crate) pie_bounds: Option<Values>,
}

impl Proven {
    /// Returns whether all bounds are exact.
    pub(super) fn closed(&self) -> bool {
        self.bounds.closed() && self.pie_bounds.as_ref().is_none_or(Values::closed)
    }

    /// Returns the intersection of both; `None` if they contradict each other.
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

/// Returns the bounds that several runs prove together, the intersection of all intervals. `None` if there is no run,
/// or if two of them contradict each other.
pub(super) fn together(runs: &[Run]) -> Option<Proven> {
    let mut all = runs.iter().map(|run| &run.proven);
    let first = *all.next()?;
    all.try_fold(first, |known, more| known.and(more))
}

/// Returns the runs in chains: a run that began from nothing, and those that resumed it.
pub(super) fn chains(runs: &[Run]) -> impl Iterator<Item = &[Run]> {
    runs.chunk_by(|_, next| next.claims_before > 0)
}

/// Returns the last run, preceded by the runs that it resumed, directly or indirectly.
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
        // The runs before it may not be recorded.
        assert_eq!(claims(last_chain(&runs[1..2])), [5]);
        assert_eq!(last_chain(&[]).len(), 0);
    }
}
