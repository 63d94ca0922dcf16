//! The selection of an edge at a node.

use std::sync::atomic::Ordering;

use super::node::Edge;
use crate::Interval;

/// The number of edges whose scores are computed at the same time.
const AT_A_TIME: usize = 4;
/// The margin of a side without moves: less than any.
const NOTHING: Interval = Interval::exact(i32::MIN);

/// The result of a selection.
pub(super) struct Selection {
    /// The edge to follow; `None` if nothing is left to search.
    pub(super) chosen: Option<usize>,
    /// The proven bounds of the margin of the side to move, from the edges.
    pub(super) interval: Interval,
}

/// A source of the visits of the edges of a node and the sums of their margins.
pub(super) trait Statistics {
    fn visits(&self, edge: usize) -> u32;
    fn margin_sum(&self, edge: usize) -> i64;
}

/// The statistics in the tree.
impl Statistics for &[Edge] {
    #[inline]
    fn visits(&self, edge: usize) -> u32 {
        self[edge].visits()
    }

    #[inline]
    fn margin_sum(&self, edge: usize) -> i64 {
        self[edge].sum.load(Ordering::Relaxed)
    }
}

/// Selects an edge among those that may still be better than the best guarantee. An unvisited edge comes first, then
/// the one with the greatest upper confidence bound.
#[inline]
pub(super) fn select(edges: &[Edge], statistics: impl Statistics, exploration: f32) -> Selection {
    let (mut visits, mut untried) = (0, false);
    let mut interval = NOTHING;
    for (number, edge) in edges.iter().enumerate() {
        let visited = statistics.visits(number);
        visits += visited;
        untried |= visited == 0;
        interval = interval.max(edge.interval.get());
    }
    let node = EdgeChoice {
        edges,
        statistics,
        width: exploration * root_ln(visits),
        secured: interval.low,
    };
    Selection {
        chosen: node.choose(untried),
        interval,
    }
}

/// A choice among the edges of a node.
struct EdgeChoice<'a, S> {
    edges: &'a [Edge],
    statistics: S,
    /// The width of a confidence bound after one visit.
    width: f32,
    /// The guaranteed margin of the side to move.
    secured: i32,
}

impl<S: Statistics> EdgeChoice<'_, S> {
    #[inline]
    fn choose(&self, untried: bool) -> Option<usize> {
        if untried {
            return self.greatest_prior().or_else(|| self.greatest_open());
        }
        // The greatest of all edges is rarely one that need not be tried any more.
        let greatest = self.greatest();
        match self.edges.get(greatest).is_some_and(|edge| self.open(edge)) {
            true => Some(greatest),
            false => self.greatest_open(),
        }
    }

    /// Returns whether an edge may lead to more than the guarantee.
    #[inline]
    fn open(&self, edge: &Edge) -> bool {
        edge.interval.get().high > self.secured
    }

    /// Returns the untried edge with the greatest prior, the first of equals.
    fn greatest_prior(&self) -> Option<usize> {
        let (mut best, mut best_prior) = (None, f32::NEG_INFINITY);
        for (number, edge) in self.edges.iter().enumerate() {
            let prior = edge.prior();
            let untried = self.statistics.visits(number) == 0;
            if untried && prior > best_prior && self.open(edge) {
                (best, best_prior) = (Some(number), prior);
            }
        }
        best
    }

    /// Returns the edge with the greatest score, the first of equals; all were tried.
    #[inline]
    fn greatest(&self) -> usize {
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for start in (0..self.edges.len()).step_by(AT_A_TIME) {
            let scores = self.scores(start);
            let count = self.edges.len() - start;
            for (place, &score) in scores.iter().enumerate().take(count) {
                // Branch-free, because the comparison is unpredictable.
                let better = score > best_score;
                best = if better { start + place } else { best };
                best_score = if better { score } else { best_score };
            }
        }
        best
    }

    /// Returns the scores of up to [`AT_A_TIME`] edges from a number on. Roots and quotients of several numbers take no
    /// longer than those of one.
    #[inline]
    fn scores(&self, start: usize) -> [f32; AT_A_TIME] {
        let (mut sums, mut visits) = ([0.0; AT_A_TIME], [1.0; AT_A_TIME]);
        let mut priors = [0.0; AT_A_TIME];
        for (place, edge) in self.edges[start..].iter().enumerate().take(AT_A_TIME) {
            visits[place] = self.statistics.visits(start + place) as f32;
            sums[place] = self.statistics.margin_sum(start + place) as f32;
            priors[place] = edge.prior();
        }
        // A loop, because a map of an array is a call in builds without LTO.
        let mut scores = [0.0; AT_A_TIME];
        for (place, to) in scores.iter_mut().enumerate() {
            *to = score(sums[place], visits[place], priors[place], self.width);
        }
        scores
    }

    /// Returns the edge with the greatest score of those that were tried and may lead to more than the guarantee.
    #[cold]
    fn greatest_open(&self) -> Option<usize> {
        let (mut best, mut best_score) = (None, f32::NEG_INFINITY);
        for (number, edge) in self.edges.iter().enumerate() {
            if self.statistics.visits(number) > 0 && self.open(edge) {
                let score = self.scores(number)[0];
                if score > best_score {
                    (best, best_score) = (Some(number), score);
                }
            }
        }
        best
    }
}

/// Returns the upper confidence bound of a tried edge. It is the sum of its mean, a width that shrinks with the root of
/// its visits, and a share of its prior.
#[inline]
fn score(sum: f32, visits: f32, prior: f32, width: f32) -> f32 {
    let root = 1.0 / visits.sqrt();
    (sum * root + width) * root + prior / (visits + 1.0)
}

/// Returns the proven bounds of the margin of the side to move, which has the best of the edges.
#[inline]
pub(super) fn proven(edges: &[Edge]) -> Interval {
    let intervals = edges.iter().map(|edge| edge.interval.get());
    intervals.fold(NOTHING, Interval::max)
}

/// The number of mantissa bits that determine the logarithm.
const MANTISSA_BITS: u32 = 4;
/// The number of table steps between a number and its double.
const STEPS: usize = 1 << MANTISSA_BITS;

/// The roots of natural logarithms of the numbers from 1 on, [`STEPS`] per doubling.
static ROOTS: [f32; 32 * STEPS] = roots();

/// Returns the root of the natural logarithm of a number of visits, 0 for none. It is within 0.05 from below,
/// ascending, and equal on every machine.
#[inline]
pub(super) fn root_ln(visits: u32) -> f32 {
    let bits = (visits.max(1) as f32).to_bits() - 1f32.to_bits();
    let step = bits >> (f32::MANTISSA_DIGITS - 1 - MANTISSA_BITS);
    ROOTS[step as usize % ROOTS.len()]
}

const fn roots() -> [f32; 32 * STEPS] {
    let mut roots = [0.0; 32 * STEPS];
    let mut step = 0;
    while step < roots.len() {
        let mantissa = (step % STEPS) as f64 / STEPS as f64;
        let ln = ((step / STEPS) as f64 + log2(1.0 + mantissa)) * std::f64::consts::LN_2;
        roots[step] = square_root(ln) as f32;
        step += 1;
    }
    roots
}

/// Returns the logarithm to the base 2 of a number from 1 to below 2, a bit at a time by squaring.
const fn log2(mut number: f64) -> f64 {
    let (mut log, mut bit) = (0.0, 0.5);
    while bit > 1e-12 {
        number *= number;
        if number >= 2.0 {
            number /= 2.0;
            log += bit;
        }
        bit /= 2.0;
    }
    log
}

/// Returns the square root, by Newton's method.
const fn square_root(number: f64) -> f64 {
    if number == 0.0 {
        return 0.0;
    }
    let mut root = number + 0.25;
    let mut rounds = 0;
    while rounds < 40 {
        root = (root + number / root) / 2.0;
        rounds += 1;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roots_of_logarithms_are_near() {
        assert_eq!((root_ln(0), root_ln(1)), (0.0, 0.0));
        let mut before = 0.0;
        for visits in (2..100_000).chain([1 << 30, 1 << 31]) {
            let (exact, root) = (f64::from(visits).ln().sqrt(), root_ln(visits));
            let error = exact - f64::from(root);
            assert!((-1e-6..0.05).contains(&error), "{visits}: {error}");
            assert!(root >= before);
            before = root;
        }
    }
}
