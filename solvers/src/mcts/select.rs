//! Which way to go at a node.

use std::sync::atomic::Ordering;

use super::node::Edge;
use super::simulate::sign_for;
use super::tree::seen;
use crate::Side;

/// Above every score of an edge that was tried.
const UNTRIED: i64 = 1 << 33;

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
    let visits: u32 = edges.iter().map(Edge::visits).sum();
    let width = exploration * rough_ln(visits.max(1)).sqrt();
    let (mut lower, mut upper) = (i32::MIN, i32::MIN);
    let mut best = Best::default();
    for (number, edge) in edges.iter().enumerate() {
        let bounds = seen(edge.bounds.get(), sign);
        lower = lower.max(bounds.0);
        upper = upper.max(bounds.1);
        best.compare(number, bounds.1, score(edge, sign, width));
    }
    // Seldom is the best of all one that need not be tried any more.
    let chosen = if best.upper > lower {
        Some(best.number)
    } else {
        best_open(edges, sign, width, lower)
    };
    Selection {
        chosen,
        bounds: seen((lower, upper), sign),
    }
}

/// The best of the edges that may lead to more than is secured.
#[cold]
fn best_open(edges: &[Edge], sign: i32, width: f32, secured: i32) -> Option<usize> {
    let mut best = None;
    for (number, edge) in edges.iter().enumerate() {
        let (_, upper) = seen(edge.bounds.get(), sign);
        let score = score(edge, sign, width);
        if upper > secured && best.is_none_or(|(_, best)| score > best) {
            best = Some((number, score));
        }
    }
    best.map(|(number, _)| number)
}

/// The edge with the greatest score, the first of equals.
struct Best {
    number: usize,
    upper: i32,
    score: i64,
}

impl Default for Best {
    fn default() -> Best {
        Best {
            number: 0,
            upper: i32::MIN,
            score: i64::MIN,
        }
    }
}

impl Best {
    /// Without a branch: nobody foresees which is better.
    #[inline]
    fn compare(&mut self, number: usize, upper: i32, score: i64) {
        let better = score > self.score;
        self.number = if better { number } else { self.number };
        self.upper = if better { upper } else { self.upper };
        self.score = if better { score } else { self.score };
    }
}

/// The upper confidence bound of an edge, as a number that is greater where the bound is. Those
/// never tried come before all others, the most promising first.
#[inline]
fn score(edge: &Edge, sign: i32, width: f32) -> i64 {
    let visits = edge.visits();
    let promise = edge.promise();
    if visits == 0 {
        return in_order(promise) + UNTRIED;
    }
    let visits = visits as f32;
    let sum = sign as f32 * edge.sum.load(Ordering::Relaxed) as f32;
    let root = 1.0 / visits.sqrt();
    let mut score = (sum * root + width) * root;
    if promise != 0.0 {
        score += promise / (visits + 1.0);
    }
    in_order(score)
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
