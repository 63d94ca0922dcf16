//! The generalized log-likelihood ratio of two hypotheses about the score of a pair.
//!
//! Under each hypothesis the five score frequencies are the most likely ones, given the counts and the constraint of
//! the hypothesis. The constraint is on the mean (M. Van den Bergh, *Comparing the approximations for the generalized
//! log likelihood ratio of a multinomial distribution*, proposition 1.1). Alternatively it is on the t-value, the
//! distance of the mean from even in standard deviations (*Comments on normalized Elo*, section 4.1).

use super::pairs::{Frequencies, moments, score_of};

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
    /// Returns the most likely frequencies under the constraint.
    fn most_likely(self, counted: &Frequencies) -> Frequencies {
        match self {
            Constraint::Mean(mean) => {
                tilted(counted, std::array::from_fn(|place| score_of(place) - mean))
            }
            // With t-value 0 the deviation plays no part.
            Constraint::TValue(0.0) => Constraint::Mean(EVEN).most_likely(counted),
            Constraint::TValue(t) => with_t_value(counted, t),
        }
    }
}

/// Returns the logarithm of the likelihood of the counts under the second hypothesis divided by that under the first.
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

/// Returns the most likely frequencies under which these deviations have mean 0. Each is divided by 1 + θ·deviation,
/// where θ makes the mean 0.
fn tilted(counted: &Frequencies, deviations: [f64; 5]) -> Frequencies {
    let least = deviations.into_iter().fold(f64::INFINITY, f64::min);
    let most = deviations.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let untilted: f64 = counted.of.iter().zip(deviations).map(|(p, d)| p * d).sum();
    // Divisors stay positive for θ between the poles -1/most and -1/least, and the mean falls from +∞ to −∞ on the way.
    // For rare scores θ is so close to a pole that only its distance δ has enough digits: θ = δ - 1/pole.
    let pole = if untilted > 0.0 { least } else { most };
    let divisors = |delta: f64| deviations.map(|d| (1.0 - d / pole) + delta * d);
    let mean_and_slope = |delta: f64| {
        let (mut mean, mut slope) = (0.0, 0.0);
        for ((share, deviation), divisor) in counted.of.iter().zip(deviations).zip(divisors(delta))
        {
            let part = share * deviation / divisor;
            mean += part;
            slope -= part * deviation / divisor;
        }
        (mean, slope)
    };
    let delta = root_of_falling(mean_and_slope, (1.0 / pole).min(0.0), (1.0 / pole).max(0.0));
    let divisors = divisors(delta);
    Frequencies {
        pairs: counted.pairs,
        of: std::array::from_fn(|place| counted.of[place] / divisors[place]),
    }
}

/// Returns the likeliest of the local maxima found from several starts, because there can be more than one.
fn with_t_value(counted: &Frequencies, t: f64) -> Frequencies {
    let likelihood = |frequencies: &Frequencies| -> f64 {
        let each = counted.of.iter().zip(frequencies.of);
        each.map(|(share, p)| share * p.ln()).sum()
    };
    let found = starts(t)
        .map(|start| with_t_value_from(counted, t, start))
        .map(|found| (likelihood(&found), found));
    let likeliest = found
        .filter(|(likelihood, _)| likelihood.is_finite())
        .reduce(|best, other| if other.0 > best.0 { other } else { best });
    likeliest
        .expect("a start that has the t-value ends in one")
        .1
}

/// Returns the starts of the search for frequencies with a t-value. One is even frequencies, if the linear constraint
/// around them can be met. The others have the t-value and two scores only, one on each side of even.
fn starts(t: f64) -> impl Iterator<Item = [f64; 5]> {
    let (worse, better) = if t < 0.0 {
        ([2, 3, 4], [0, 1])
    } else {
        ([0, 1, 2], [3, 4])
    };
    let two = worse
        .into_iter()
        .flat_map(move |one| better.map(move |other| (one, other)));
    // Solves mean − ½ = t·σ, a quadratic equation for the share x of the better score.
    let two = two.map(move |(one, other)| {
        let (from, width) = (score_of(one) - EVEN, score_of(other) - score_of(one));
        let (square, linear) = (width.powi(2) * (1.0 + t.powi(2)), from * width);
        let half = linear - (t * width).powi(2) / 2.0;
        let share = ((half.powi(2) - square * from.powi(2)).max(0.0).sqrt() - half) / square;
        let mut start = [0.0; 5];
        (start[one], start[other]) = (1.0 - share, share);
        start
    });
    let even = with_deviations(&[0.2; 5], t);
    let possible = even.iter().any(|&d| d > 0.0) && even.iter().any(|&d| d < 0.0);
    possible.then_some([0.2; 5]).into_iter().chain(two)
}

/// Returns the scores that constrain a t-value in the linear approximation around an estimate: their mean must be 0.
fn with_deviations(estimate: &[f64; 5], t: f64) -> [f64; 5] {
    let (mean, variance) = moments(estimate);
    let deviation = variance.sqrt();
    std::array::from_fn(|place| {
        let standardized = (score_of(place) - mean) / deviation;
        score_of(place) - EVEN - t * deviation * (1.0 + standardized.powi(2)) / 2.0
    })
}

/// Solves the constraint on the t-value iteratively, linearized around the last estimate, until the estimate converges.
fn with_t_value_from(counted: &Frequencies, t: f64, start: [f64; 5]) -> Frequencies {
    const MOST_STEPS: u32 = 100;
    let pairs = counted.pairs;
    let mut estimate = Frequencies { pairs, of: start };
    for _ in 0..MOST_STEPS {
        let next = tilted(counted, with_deviations(&estimate.of, t));
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

/// Finds the zero of a falling function between two points, given its value and slope. Uses Newton's method, and
/// bisection where a step would leave the bracket.
fn root_of_falling(of: impl Fn(f64) -> (f64, f64), from: f64, to: f64) -> f64 {
    let (mut from, mut to) = (from, to);
    let mut at = from + (to - from) / 2.0;
    while from < at && at < to {
        let (value, slope) = of(at);
        if value > 0.0 {
            from = at;
        } else {
            to = at;
        }
        let tangent = at - value / slope;
        let next = match from < tangent && tangent < to {
            true => tangent,
            false => from + (to - from) / 2.0,
        };
        if (next - at).abs() <= 2.0 * f64::EPSILON * next.abs() {
            return next;
        }
        at = next;
    }
    at
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::PairCounts;
    use super::super::pairs::NORMALIZED_UNIT;
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
        // Shifts that preserve the sum and the mean.
        for shift in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -1.0, -1.0, 1.0]] {
            for size in [-1e-3, 1e-3] {
                let other = std::array::from_fn(|place| best[place] + size * shift[place]);
                assert!(likelihood(&other) < likelihood(&best));
            }
        }
    }

    fn likelihood(counted: &Frequencies, of: &[f64; 5]) -> f64 {
        let each = counted.of.iter().zip(of);
        each.map(|(share, p)| share * p.ln()).sum()
    }

    /// Returns the greatest log-likelihood with this mean and variance, by Newton's method for the multipliers of the
    /// two linear constraints; −∞ if there is none.
    fn plain_of_moments(counted: &Frequencies, mean: f64, variance: f64) -> f64 {
        let x: [f64; 5] = std::array::from_fn(|place| score_of(place) - mean);
        let y = x.map(|x| x * x - variance);
        let target = |a: f64, b: f64| -> f64 {
            (0..5)
                .map(|k| match 1.0 + a * x[k] + b * y[k] {
                    divisor if divisor > 0.0 => -counted.of[k] * divisor.ln(),
                    _ => f64::INFINITY,
                })
                .sum()
        };
        let (mut a, mut b) = (0.0, 0.0);
        for _ in 0..500 {
            let (mut slope, mut bend) = ([0.0; 2], [0.0; 3]);
            for k in 0..5 {
                let divisor = 1.0 + a * x[k] + b * y[k];
                let share = counted.of[k] / divisor;
                slope = [slope[0] - share * x[k], slope[1] - share * y[k]];
                let share = share / divisor;
                bend[0] += share * x[k] * x[k];
                bend[1] += share * x[k] * y[k];
                bend[2] += share * y[k] * y[k];
            }
            let area = bend[0] * bend[2] - bend[1] * bend[1];
            let step_a = -(bend[2] * slope[0] - bend[1] * slope[1]) / area;
            let step_b = -(bend[0] * slope[1] - bend[1] * slope[0]) / area;
            let gain = -(slope[0] * step_a + slope[1] * step_b);
            if gain.is_nan() {
                return f64::NEG_INFINITY;
            }
            if gain < 1e-24 {
                break;
            }
            let (before, mut part) = (target(a, b), 1.0);
            while target(a + part * step_a, b + part * step_b) > before - 0.1 * part * gain {
                part /= 2.0;
                if part < 1e-18 {
                    break;
                }
            }
            (a, b) = (a + part * step_a, b + part * step_b);
        }
        let of: [f64; 5] = std::array::from_fn(|k| counted.of[k] / (1.0 + a * x[k] + b * y[k]));
        match (of.iter().sum::<f64>() - 1.0).abs() < 1e-7 {
            true => likelihood(counted, &of),
            false => f64::NEG_INFINITY,
        }
    }

    /// Returns the greatest log-likelihood with this t-value, by trying every mean.
    fn plain(counted: &Frequencies, t: f64) -> f64 {
        const MEANS: u32 = 1000;
        let of_mean = |mean: f64| {
            let variance = ((mean - EVEN) / t).powi(2);
            // The least variance is that of the two scores next to the mean, the greatest that of the two at the ends.
            let below = (4.0 * mean).floor().min(3.0) / 4.0;
            let possible = (mean - below) * (below + 0.25 - mean)..mean * (1.0 - mean);
            match possible.start < variance && variance < possible.end {
                true => plain_of_moments(counted, mean, variance),
                false => f64::NEG_INFINITY,
            }
        };
        let width = 0.5 / f64::from(MEANS);
        let means = (0..=MEANS).map(|place| EVEN + f64::from(place) * width * t.signum());
        let best = means.map(|mean| (of_mean(mean), mean));
        let (_, best) = best.max_by(|one, other| one.0.total_cmp(&other.0)).unwrap();
        let (mut from, mut to) = (best - width, best + width);
        for _ in 0..80 {
            let (one, other) = (from + 0.4 * (to - from), from + 0.6 * (to - from));
            match of_mean(one) > of_mean(other) {
                true => to = other,
                false => from = one,
            }
        }
        of_mean(best).max(of_mean((from + to) / 2.0))
    }

    /// Counts with zeros and with differences of orders of magnitude.
    fn counts() -> impl Strategy<Value = [u64; 5]> {
        let count = prop_oneof![Just(0u64), 1..10u64, 1..1000u64];
        prop::array::uniform5(count).prop_filter("there are pairs", |counts| counts != &[0; 5])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// For every hypothesis that a test accepts, no frequencies are likelier than those found.
        #[test]
        fn a_plain_search_finds_nothing_likelier(counts in counts(), nelo in -1000.0..=1000.0f64) {
            let counted = PairCounts(counts).frequencies();
            let t = nelo / NORMALIZED_UNIT * std::f64::consts::SQRT_2;
            let found = Constraint::TValue(t).most_likely(&counted);
            let (mean, variance) = found.moments();
            prop_assert!(((mean - EVEN) / variance.sqrt() - t).abs() < 1e-5, "{found:?}");
            prop_assert!((found.of.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{found:?}");
            let (found, plain) = (likelihood(&counted, &found.of), plain(&counted, t));
            prop_assert!(counted.pairs * (plain - found) < 1e-3, "{plain} {found}");
        }

        #[test]
        fn the_ratio_is_finite(
            counts in prop::array::uniform5(prop_oneof![0..10u64, 0..1u64 << 50]),
            nelo in prop::array::uniform2(prop_oneof![-1000.0..=1000.0f64, -1e-6..=1e-6f64]),
        ) {
            let counted = PairCounts(counts).frequencies();
            let [first, second] = nelo.map(|nelo| Constraint::TValue(nelo / 245.0));
            prop_assert!(log_likelihood_ratio(&counted, first, second).is_finite());
        }
    }
}
