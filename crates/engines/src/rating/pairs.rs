//! Counts of game pairs by the points of the first engine, and the rating that they yield.

use std::f64::consts::LN_10;
use std::ops::AddAssign;

use statrs::distribution::{ContinuousCDF, Normal};

/// Normalized Elo of one standard deviation of a game: 800 / ln 10 (M. Van den Bergh, *Normalized Elo*, 2020). It
/// agrees with logistic Elo where every game is won or lost and the sides are about even.
pub(super) const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

/// The replacement for a count of zero, so that every result stays possible and every figure finite. Fishtest and
/// fastchess use the same value.
const PRIOR: f64 = 1e-3;

/// The numbers of pairs in which the first engine scored 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts(pub [u64; 5]);

/// The rating that pairs yield, with 95 % errors (half the width of the interval).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Points per game of the first engine, 0 to 1.
    pub score: f64,
    /// Logistic Elo: the difference at which this score is expected.
    pub elo: f64,
    /// The error of `elo`.
    pub elo_error: f64,
    /// Normalized Elo: the distance of the score from even in standard deviations of a game, scaled.
    pub nelo: f64,
    /// The error of `nelo`.
    pub nelo_error: f64,
    /// Likelihood of superiority: the probability that the true score is above even, 0 to 1.
    pub los: f64,
}

/// Frequencies of the scores 0, ¼, ½, ¾ and 1 of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frequencies {
    /// The number of pairs.
    pub(super) pairs: f64,
    /// One frequency per score; they sum to 1, and none is 0.
    pub(super) of: [f64; 5],
}

/// Returns the score of a pair at an index of the counts.
pub(super) fn score_of(place: usize) -> f64 {
    place as f64 / 4.0
}

/// Returns the mean and the variance of the score of a pair, given the frequencies of the five scores.
pub(super) fn moments(frequencies: &[f64; 5]) -> (f64, f64) {
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
        let each = frequencies.iter().enumerate();
        each.map(|(place, share)| share * of(score_of(place))).sum()
    };
    let mean = sum(&|score| score);
    (mean, sum(&|score| (score - mean).powi(2)))
}

impl Frequencies {
    /// Returns the mean and the variance of the score of a pair.
    pub(super) fn moments(&self) -> (f64, f64) {
        moments(&self.of)
    }
}

impl AddAssign for PairCounts {
    fn add_assign(&mut self, other: PairCounts) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

impl PairCounts {
    /// Returns the number of pairs.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts one more pair, with this number of half points for the first engine.
    ///
    /// # Panics
    /// `half_points` is greater than 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Returns the counts from the view of the other engine.
    #[must_use]
    pub fn reversed(&self) -> PairCounts {
        let mut counts = self.0;
        counts.reverse();
        PairCounts(counts)
    }

    pub(super) fn frequencies(&self) -> Frequencies {
        let counts = self
            .0
            .map(|count| if count == 0 { PRIOR } else { count as f64 });
        let pairs: f64 = counts.iter().sum();
        Frequencies {
            pairs,
            of: counts.map(|count| count / pairs),
        }
    }

    /// Returns whether errors and the likelihood of superiority are meaningful: at least 5 pairs with different
    /// results. Otherwise the counts do not show how much results vary. A 95 % interval would cover the truth hardly
    /// ever with one pair, half the time with two, nine times in ten with five.
    pub fn tell_errors(&self) -> bool {
        const LEAST: u64 = 5;
        self.total() >= LEAST && self.0.iter().filter(|&&count| count > 0).count() > 1
    }

    /// Returns the rating of the first engine; `None` if there are no pairs.
    ///
    /// ```
    /// use sowlab_engines::rating::PairCounts;
    /// let rating = PairCounts([34, 54, 63, 64, 75]).rating().unwrap();
    /// assert!((rating.elo - 55.58).abs() < 0.01 && (rating.elo_error - 27.65).abs() < 0.01);
    /// ```
    pub fn rating(&self) -> Option<Rating> {
        if self.total() == 0 {
            return None;
        }
        let frequencies = self.frequencies();
        let (score, variance) = frequencies.moments();
        let deviation = (variance / frequencies.pairs).sqrt();
        let reach = Normal::standard().inverse_cdf(0.975) * deviation;
        let half_width = |of: &dyn Fn(f64) -> f64| (of(score + reach) - of(score - reach)) / 2.0;
        let normalized = |score: f64| (score - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_UNIT;
        Some(Rating {
            score,
            elo: elo(score),
            elo_error: half_width(&elo),
            nelo: normalized(score),
            nelo_error: half_width(&normalized),
            los: Normal::standard().cdf((score - 0.5) / deviation),
        })
    }
}

/// Returns the score expected at a difference in logistic Elo.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the difference in logistic Elo at which a score is expected. Scores are clamped to 0.001 from 0 and 1, as in
/// fishtest: 1200 Elo, so that intervals are finite.
fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-3, 1.0 - 1e-3);
    -400.0 * (1.0 / score - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The unit tests of fastchess (app/tests/elo_test.cpp). Its separate counts of WL and DD are merged here.
    #[test]
    fn agrees_with_fastchess() {
        for (counts, nelo, nelo_error, elo, elo_error, los, score) in [
            ([34, 54, 63, 64, 75], 57.94, 28.28, 55.58, 27.65, 1.0, 0.579),
            (
                [332, 433, 498, 333, 334],
                -9.17,
                10.96,
                -8.64,
                10.33,
                0.0505,
                0.488,
            ),
            (
                [7895, 8757, 5685, 568, 9999],
                -19.01,
                2.65,
                -21.04,
                2.95,
                0.0,
                0.470,
            ),
        ] {
            let rating = PairCounts(counts).rating().unwrap();
            let near = |found: f64, expected: f64, by: f64| {
                assert!((found - expected).abs() < by, "{found} {expected}");
            };
            near(rating.nelo, nelo, 0.011);
            near(rating.nelo_error, nelo_error, 0.011);
            near(rating.elo, elo, 0.011);
            near(rating.elo_error, elo_error, 0.011);
            near(rating.los, los, 0.0002);
            near(rating.score, score, 0.001);
        }
    }

    #[test]
    fn the_other_engine_is_as_much_weaker() {
        let counts = PairCounts([3, 10, 20, 17, 6]);
        let (one, other) = (
            counts.rating().unwrap(),
            counts.reversed().rating().unwrap(),
        );
        assert!((one.elo + other.elo).abs() < 1e-9);
        assert!((one.los + other.los - 1.0).abs() < 1e-9);
        assert_eq!(one.elo_error > 0.0, other.elo_error > 0.0);
    }

    #[test]
    fn few_pairs_and_pairs_all_alike_tell_no_errors() {
        for (counts, tell) in [
            ([0, 0, 0, 0, 0], false),
            ([0, 0, 0, 0, 1], false),
            ([1, 1, 0, 1, 1], false),
            ([1, 1, 1, 1, 1], true),
            ([0, 0, 0, 1, 4], true),
            ([0, 0, 0, 0, 100], false),
            ([0, 0, 5, 0, 0], false),
        ] {
            assert_eq!(PairCounts(counts).tell_errors(), tell, "{counts:?}");
        }
    }

    #[test]
    fn every_figure_is_finite() {
        assert_eq!(PairCounts::default().rating(), None);
        for place in 0..5 {
            let mut counts = PairCounts::default();
            counts.add(place);
            let rating = counts.rating().unwrap();
            for figure in [rating.elo, rating.elo_error, rating.nelo, rating.nelo_error] {
                assert!(figure.is_finite());
            }
        }
    }
}
