//! The generalized log-likelihood ratio of two hypotheses about the score of a pair.
//!
//! Under each hypothesis the frequencies of the five scores are those that are most likely, given
//! what was counted and the constraint of the hypothesis: on the mean (M. Van den Bergh, *Comparing
//! the approximations for the generalized log likelihood ratio of a multinomial distribution*,
//! proposition 1.1) or on the t-value, the distance of the mean from even in standard deviations
//! (*Comments on normalized Elo*, section 4.1).

use super::pairs::{Frequencies, score_of};

const EVEN: f64 = 0.5;

/// The constraint of a hypothesis.
#[derive(Clone, Copy, Debug)]
pub(super) enum Constraint {
    /// The mean score of a pair.
    Mean(f64),
    /// (mean − ½) / standard deviation, of a pair.
    TValue(f64),
}

impl Constraint {
    /// The most likely frequencies under the constraint.
    fn most_likely(self, counted: &Frequencies) -> Frequencies {
        match self {
            Constraint::Mean(mean) => {
                tilted(counted, std::array::from_fn(|place| score_of(place) - mean))
            }
            Constraint::TValue(t) => with_t_value(counted, t),
        }
    }
}

/// The logarithm of how much likelier what was counted is under the second hypothesis.
pub(super) fn log_likelihood_ratio(
    counted: &Frequencies,
    first: Constraint,
    second: Constraint,
) -> f64 {
    let [first, second] = [first, second].map(|constraint| constraint.most_likely(counted).of);
    let each = counted.of.iter().zip(first.iter().zip(second));
    counted.pairs
        * each
            .map(|(share, (first, second))| share * (second / first).ln())
            .sum::<f64>()
}

/// The most likely frequencies under which these deviations have mean 0: each is divided by
/// 1 + θ·deviation, where θ makes it so.
fn tilted(counted: &Frequencies, deviations: [f64; 5]) -> Frequencies {
    let mean = |theta: f64| -> f64 {
        let each = counted.of.iter().zip(deviations);
        each.map(|(share, deviation)| share * deviation / (1.0 + theta * deviation))
            .sum()
    };
    let least = deviations.into_iter().fold(f64::INFINITY, f64::min);
    let most = deviations.into_iter().fold(f64::NEG_INFINITY, f64::max);
    // All frequencies stay positive between the two; the mean falls from +∞ to −∞ on the way.
    let theta = root_of_falling(mean, -1.0 / most, -1.0 / least);
    Frequencies {
        pairs: counted.pairs,
        of: std::array::from_fn(|place| counted.of[place] / (1.0 + theta * deviations[place])),
    }
}

/// The constraint on the t-value made linear around the last estimate, until the estimate stays.
fn with_t_value(counted: &Frequencies, t: f64) -> Frequencies {
    const MOST_STEPS: u32 = 100;
    let mut estimate = Frequencies {
        pairs: counted.pairs,
        of: [0.2; 5],
    };
    for _ in 0..MOST_STEPS {
        let (mean, variance) = estimate.moments();
        let deviation = variance.sqrt();
        let next = tilted(
            counted,
            std::array::from_fn(|place| {
                let standardized = (score_of(place) - mean) / deviation;
                score_of(place) - EVEN - t * deviation * (1.0 + standardized.powi(2)) / 2.0
            }),
        );
        let moved = estimate
            .of
            .iter()
            .zip(next.of)
            .map(|(old, new)| (old - new).abs());
        let moved = moved.fold(0.0, f64::max);
        estimate = next;
        if moved < 1e-12 {
            break;
        }
    }
    estimate
}

/// Where a falling function is zero between two points at which it has poles, by bisection to the
/// last bit.
fn root_of_falling(of: impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    let (mut from, mut to) = (from, to);
    loop {
        let middle = from + (to - from) / 2.0;
        if middle <= from || middle >= to {
            return middle;
        }
        if of(middle) > 0.0 {
            from = middle;
        } else {
            to = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::PairCounts;
    use super::*;

    #[test]
    fn estimates_meet_their_constraints() {
        for counts in [[3, 10, 20, 17, 6], [1, 0, 0, 0, 30], [0, 4, 9, 4, 0]] {
            let counted = PairCounts(counts).frequencies();
            for wanted in [0.3, 0.5, 0.52] {
                let (mean, _) = Constraint::Mean(wanted).most_likely(&counted).moments();
                assert!((mean - wanted).abs() < 1e-6, "{mean}");
            }
            for wanted in [-0.1, 0.0, 0.02] {
                let found = Constraint::TValue(wanted).most_likely(&counted);
                let (mean, variance) = found.moments();
                assert!(((mean - EVEN) / variance.sqrt() - wanted).abs() < 1e-6);
                assert!((found.of.iter().sum::<f64>() - 1.0).abs() < 1e-6);
            }
        }
    }

    /// No other frequencies with the same mean are likelier.
    #[test]
    fn the_estimate_is_the_most_likely() {
        let counted = PairCounts([3, 10, 20, 17, 6]).frequencies();
        let likelihood = |of: &[f64; 5]| -> f64 {
            counted
                .of
                .iter()
                .zip(of)
                .map(|(share, p)| share * p.ln())
                .sum()
        };
        let best = Constraint::Mean(0.5).most_likely(&counted).of;
        // Shifts that change neither the sum nor the mean.
        for shift in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -1.0, -1.0, 1.0]] {
            for size in [-1e-3, 1e-3] {
                let other = std::array::from_fn(|place| best[place] + size * shift[place]);
                assert!(likelihood(&other) < likelihood(&best));
            }
        }
    }
}
