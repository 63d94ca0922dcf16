//! Which way to go at a node.

use std::sync::atomic::Ordering;

use super::node::{Bounds, Edge};
use super::simulate::sign_for;
use super::tree::seen;
use crate::Side;

/// What a look at the edges of a node gives.
pub(super) struct Selection {
    /// The edge to go along. `None` if there is nothing left to find out.
    pub(super) chosen: Option<usize>,
    /// What the edges prove of the node, as bounds on the margin of `Side::First`.
    pub(super) bounds: (i32, i32),
}

/// The edge to go along: of those that may still be better than the best that is secured, one
/// not yet visited or else the one with the greatest upper confidence bound.
#[inline]
pub(super) fn select(edges: &[Edge], side: Side, exploration: f32) -> Selection {
    let sign = sign_for(side, Side::First);
    let (mut lower, mut upper, mut visits, mut new) = (i32::MIN, i32::MIN, 0, false);
    for edge in edges {
        let bounds = seen(edge.bounds.get(), sign);
        lower = lower.max(bounds.0);
        upper = upper.max(bounds.1);
        let visited = edge.visits();
        visits += visited;
        new |= visited == 0;
    }
    let open = |bounds: &Bounds| seen(bounds.get(), sign).1 > lower;
    // Those never tried come before all others.
    let untried = if new {
        first_untried(edges, open)
    } else {
        None
    };
    let chosen = untried.or_else(|| {
        let width = exploration * rough_ln(visits.max(1)).sqrt();
        greatest(edges, sign, width, open)
    });
    Selection {
        chosen,
        bounds: seen((lower, upper), sign),
    }
}

/// What the edges of a node prove of it, as bounds on the margin of `Side::First`.
pub(super) fn proven(edges: &[Edge], side: Side) -> (i32, i32) {
    let sign = sign_for(side, Side::First);
    // As the side to move sees it, which has the choice of the best.
    let (mut lower, mut upper) = (i32::MIN, i32::MIN);
    for edge in edges {
        let bounds = seen(edge.bounds.get(), sign);
        lower = lower.max(bounds.0);
        upper = upper.max(bounds.1);
    }
    seen((lower, upper), sign)
}

/// The most promising of those never tried.
fn first_untried(edges: &[Edge], open: impl Fn(&Bounds) -> bool) -> Option<usize> {
    let (mut new, mut new_promise) = (None, f32::NEG_INFINITY);
    for (number, edge) in edges.iter().enumerate() {
        let promise = edge.promise();
        if edge.visits() == 0 && promise > new_promise && open(&edge.bounds) {
            (new, new_promise) = (Some(number), promise);
        }
    }
    new
}

/// The edge with the greatest upper confidence bound, of those tried.
#[inline]
fn greatest(
    edges: &[Edge],
    sign: i32,
    width: f32,
    open: impl Fn(&Bounds) -> bool,
) -> Option<usize> {
    let sign = sign as f32;
    // No branch on what is better: nobody foresees it.
    let mut best = (i64::MIN, usize::MAX);
    for (number, edge) in edges.iter().enumerate() {
        let visits = edge.visits() as f32;
        let sum = sign * edge.sum.load(Ordering::Relaxed) as f32;
        let root = 1.0 / visits.sqrt();
        let mut score = (sum * root + width) * root;
        let promise = edge.promise();
        if promise != 0.0 {
            score += promise / (visits + 1.0);
        }
        let score = if open(&edge.bounds) {
            in_order(score)
        } else {
            i64::MIN
        };
        best = if score > best.0 {
            (score, number)
        } else {
            best
        };
    }
    (best.0 != i64::MIN).then_some(best.1)
}

/// A number that is greater for a greater score.
#[inline]
fn in_order(score: f32) -> i64 {
    let bits = score.to_bits() as i32;
    i64::from(bits ^ (bits >> 31 & i32::MAX))
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
