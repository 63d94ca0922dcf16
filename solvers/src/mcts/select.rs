//! Which way to go at a node.

use std::sync::atomic::Ordering;

use super::node::Edge;

/// What a look at the edges of a node gives.
pub(super) struct Selection {
    /// The edge to go along. `None` if there is nothing left to find out.
    pub(super) chosen: Option<usize>,
    /// What the edges prove of the node, as bounds on the margin of the side to move.
    pub(super) bounds: (i32, i32),
}

/// The edge to go along: of those that may still be better than the best that is secured, one
/// not yet visited or else the one with the greatest upper confidence bound.
#[inline]
pub(super) fn select(edges: &[Edge], exploration: f32) -> Selection {
    let (mut visits, mut untried) = (0, false);
    let (mut lower, mut upper) = (i32::MIN, i32::MIN);
    for edge in edges {
        let visited = edge.visits();
        visits += visited;
        untried |= visited == 0;
        let bounds = edge.bounds.get();
        lower = lower.max(bounds.0);
        upper = upper.max(bounds.1);
    }
    let open = |edge: &Edge| edge.bounds.get().1 > lower;
    let width = exploration * rough_ln(visits.max(1)).sqrt();
    let chosen = match untried {
        true => most_promising(edges, open).or_else(|| greatest_open(edges, width, open)),
        false => {
            // Seldom is the greatest of all one that need not be tried any more.
            let number = greatest(edges, width);
            match edges.get(number).is_some_and(open) {
                true => Some(number),
                false => greatest_open(edges, width, open),
            }
        }
    };
    Selection {
        chosen,
        bounds: (lower, upper),
    }
}

/// What the edges of a node prove of it, as bounds on the margin of the side to move, which has the
/// choice of the best.
pub(super) fn proven(edges: &[Edge]) -> (i32, i32) {
    let bounds = edges.iter().map(|edge| edge.bounds.get());
    bounds.fold((i32::MIN, i32::MIN), |(lower, upper), bounds| {
        (lower.max(bounds.0), upper.max(bounds.1))
    })
}

/// The edge that promises most of those never tried, the first of equals.
fn most_promising(edges: &[Edge], open: impl Fn(&Edge) -> bool) -> Option<usize> {
    let (mut best, mut best_promise) = (None, f32::NEG_INFINITY);
    for (number, edge) in edges.iter().enumerate() {
        let promise = edge.promise();
        if edge.visits() == 0 && promise > best_promise && open(edge) {
            (best, best_promise) = (Some(number), promise);
        }
    }
    best
}

/// The edge with the greatest score, the first of equals; all were tried.
#[inline]
fn greatest(edges: &[Edge], width: f32) -> usize {
    let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
    for (number, edge) in edges.iter().enumerate() {
        let score = score(edge, width);
        // No branch: nobody foresees which is better.
        let better = score > best_score;
        best = if better { number } else { best };
        best_score = if better { score } else { best_score };
    }
    best
}

/// The same of those that were tried and may lead to more than is secured.
#[cold]
fn greatest_open(edges: &[Edge], width: f32, open: impl Fn(&Edge) -> bool) -> Option<usize> {
    let (mut best, mut best_score) = (None, f32::NEG_INFINITY);
    for (number, edge) in edges.iter().enumerate() {
        if edge.visits() > 0 && open(edge) {
            let score = score(edge, width);
            if score > best_score {
                (best, best_score) = (Some(number), score);
            }
        }
    }
    best
}

/// The upper confidence bound of an edge that was tried: its mean, and a width that shrinks with
/// the root of its visits.
#[inline]
fn score(edge: &Edge, width: f32) -> f32 {
    let visits = edge.visits() as f32;
    let sum = edge.sum.load(Ordering::Relaxed) as f32;
    let root = 1.0 / visits.sqrt();
    let score = (sum * root + width) * root;
    match edge.promise() {
        0.0 => score,
        promise => score + promise / (visits + 1.0),
    }
}

/// The natural logarithm to within 0.06, rising, the same on every machine: from the exponent of the
/// number, and its mantissa as if the logarithm were straight between powers of two.
#[inline]
fn rough_ln(number: u32) -> f32 {
    let bits = (number as f32).to_bits() as f32;
    let log2 = bits / (1 << 23) as f32 - 127.0;
    log2 * std::f32::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rough_logarithm_is_near() {
        assert_eq!(rough_ln(1), 0.0);
        for number in (1..100_000).chain([1 << 30, u32::MAX]) {
            let error = f64::from(number).ln() - f64::from(rough_ln(number));
            assert!((-0.001..0.061).contains(&error), "{number}: {error}");
        }
    }
}
