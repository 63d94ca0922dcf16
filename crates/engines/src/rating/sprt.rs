//! The sequential probability ratio test (A. Wald, *Sequential analysis*, 1947), generalized to a
//! distribution that is only known from the results.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PairCounts;
use super::likelihood::{Constraint, log_likelihood_ratio};
use super::pairs::{NORMALIZED_UNIT, expected_score};

/// In which Elo the hypotheses are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Of the standard deviation of a game: what decides how many games a test takes.
    #[default]
    Normalized,
    /// Of the score.
    Logistic,
}

impl Model {
    /// Both models.
    pub const ALL: [Model; 2] = [Model::Normalized, Model::Logistic];

    /// Returns the model's name in text.
    pub fn name(self) -> &'static str {
        match self {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        }
    }
}

/// A test of two hypotheses about the first engine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// The error of an invalid test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are out of order or out of range.
    #[error("elo0 must be less than elo1, and both between -1000 and 1000")]
    Hypotheses,
    /// The error rates are out of range.
    #[error("alpha and beta must be greater than 0, and their sum less than 1")]
    Errors,
}

/// One of the two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Hypothesis {
    /// The difference is `elo0` or less.
    H0,
    /// The difference is `elo1` or more.
    H1,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At or below this, H0 is accepted.
    pub lower: f64,
    /// At or above this, H1 is accepted.
    pub upper: f64,
    /// The accepted hypothesis, if the test is over.
    pub accepted: Option<Hypothesis>,
}

impl Verdict {
    /// Returns the verdict in words.
    pub fn in_words(&self) -> &'static str {
        match self.accepted {
            Some(Hypothesis::H0) => "H0 is accepted",
            Some(Hypothesis::H1) => "H1 is accepted",
            None => "undecided",
        }
    }
}

impl Sprt {
    /// Creates a test of `elo0` against `elo1`. `alpha` is the probability to accept H1 if the difference is `elo0`,
    /// `beta` that to accept H0 if it is `elo1`.
    ///
    /// # Errors
    /// The hypotheses are not in order or not within ±1000, or the error rates are out of range.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: Model,
    ) -> Result<Sprt, SprtError> {
        let possible = |elo: f64| (-1000.0..=1000.0).contains(&elo);
        if !(possible(elo0) && possible(elo1) && elo0 < elo1) {
            return Err(SprtError::Hypotheses);
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Errors);
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }

    /// Returns the log-likelihood ratios at or below which H0, and at or above which H1, is accepted.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// Returns the state of the test after these pairs.
    ///
    /// ```
    /// use sowlab_engines::rating::{Hypothesis, Model, PairCounts, Sprt};
    /// let sprt = Sprt::new(0.5, 2.5, 0.05, 0.05, Model::Logistic).unwrap();
    /// let verdict = sprt.verdict(&PairCounts([223, 9863, 21279, 10037, 246]));
    /// assert!((verdict.llr - -3.07).abs() < 0.01);
    /// assert_eq!(verdict.accepted, Some(Hypothesis::H0));
    /// ```
    pub fn verdict(&self, counts: &PairCounts) -> Verdict {
        let (lower, upper) = self.bounds();
        let llr = if counts.total() == 0 {
            0.0
        } else {
            let constraint = |elo: f64| match self.model {
                // The score of a pair is the mean of two games, with half the variance of one.
                Model::Normalized => {
                    Constraint::TValue(elo / NORMALIZED_UNIT * std::f64::consts::SQRT_2)
                }
                Model::Logistic => Constraint::Mean(expected_score(elo)),
            };
            log_likelihood_ratio(
                &counts.frequencies(),
                constraint(self.elo0),
                constraint(self.elo1),
            )
        };
        let accepted = if llr >= upper {
            Some(Hypothesis::H1)
        } else if llr <= lower {
            Some(Hypothesis::H0)
        } else {
            None
        };
        Verdict {
            llr,
            lower,
            upper,
            accepted,
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "elo0={},elo1={},alpha={},beta={},model={}",
            self.elo0,
            self.elo1,
            self.alpha,
            self.beta,
            self.model.name()
        )
    }
}

/// The error of a text that is not a test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SprtParseError {
    /// The text is not of the form.
    #[error(
        "'{0}': write elo0=0,elo1=5, then alpha=, beta= or model=normalized|logistic if wanted"
    )]
    Form(String),
    /// The values are invalid.
    #[error(transparent)]
    Test(#[from] SprtError),
}

/// Parses a test as in `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized`; all but the first two are optional.
impl FromStr for Sprt {
    type Err = SprtParseError;

    fn from_str(text: &str) -> Result<Sprt, SprtParseError> {
        let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, 0.05, 0.05);
        let mut model = Model::default();
        for part in text.split(',') {
            let wrong = || SprtParseError::Form(sowlab_games::shortened(part));
            let (name, value) = part.split_once('=').ok_or_else(wrong)?;
            let number = || value.parse::<f64>().map_err(|_| wrong());
            match (name, value) {
                ("elo0", _) => elo0 = Some(number()?),
                ("elo1", _) => elo1 = Some(number()?),
                ("alpha", _) => alpha = number()?,
                ("beta", _) => beta = number()?,
                ("model", _) => {
                    let found = Model::ALL.into_iter().find(|model| model.name() == value);
                    model = found.ok_or_else(wrong)?;
                }
                _ => return Err(wrong()),
            }
        }
        match (elo0, elo1) {
            (Some(elo0), Some(elo1)) => Ok(Sprt::new(elo0, elo1, alpha, beta, model)?),
            _ => Err(SprtParseError::Form(sowlab_games::shortened(text))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(counts: [u64; 5], elo0: f64, elo1: f64, model: Model) -> f64 {
        let sprt = Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap();
        sprt.verdict(&PairCounts(counts)).llr
    }

    /// The unit tests of fastchess (app/tests/sprt_test.cpp). Its separate counts of WL and DD are merged here.
    /// Fastchess stops iterating earlier, which shows in the greatest figure.
    #[test]
    fn agrees_with_fastchess() {
        use Model::{Logistic, Normalized};
        for (counts, elo0, elo1, model, expected) in [
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalized, 2.25),
            ([127, 4883, 10712, 5150, 104], -1.75, 0.25, Normalized, 3.01),
            ([0, 0, 0, 0, 5550], 0.0, 5.0, Normalized, 111.82),
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98),
        ] {
            let found = llr(counts, elo0, elo1, model);
            assert!(
                (found - expected).abs() < 0.006 + 2e-4 * expected.abs(),
                "{found} {expected}"
            );
        }
    }

    /// Tests of Stockfish on fishtest, as quoted by racetrack (src/tests/sprt_tests.rs).
    #[test]
    fn agrees_with_fishtest() {
        for (counts, elo0, elo1, expected) in [
            ([440, 2910, 5170, 2888, 455], 0.0, 5.0, -2.27),
            ([142, 620, 1122, 699, 188], 0.0, 5.0, 2.99),
            ([349, 1561, 3340, 1604, 359], -5.0, 0.0, 2.90),
            ([98, 382, 674, 369, 71], -5.0, 0.0, -1.11),
        ] {
            let found = llr(counts, elo0, elo1, Model::Normalized);
            assert!((found - expected).abs() < 0.006, "{found} {expected}");
        }
    }

    #[test]
    fn exchanging_engines_and_hypotheses_changes_the_sign() {
        let counts = [3, 10, 20, 17, 6];
        let reversed = PairCounts(counts).reversed().0;
        for model in [Model::Normalized, Model::Logistic] {
            let (one, other) = (
                llr(counts, -1.0, 4.0, model),
                llr(reversed, -4.0, 1.0, model),
            );
            assert!((one + other).abs() < 1e-6, "{one} {other}");
        }
    }

    #[test]
    fn bounds_and_what_is_refused() {
        let sprt: Sprt = "elo0=0,elo1=5,alpha=0.05,beta=0.1,model=logistic"
            .parse()
            .unwrap();
        let (lower, upper) = sprt.bounds();
        assert!((lower - (0.1f64 / 0.95).ln()).abs() < 1e-12);
        assert!((upper - (0.9f64 / 0.05).ln()).abs() < 1e-12);
        assert_eq!(sprt.to_string().parse(), Ok(sprt));
        assert_eq!(sprt.verdict(&PairCounts::default()).llr, 0.0);
        for text in [
            "elo0=5,elo1=0",
            "elo0=0",
            "elo0=0,elo1=x",
            "elo0=0,elo1=nan",
            "elo0=0,elo1=5,alpha=0.6,beta=0.5",
            "elo0=0,elo1=5,model=bayes",
            "",
        ] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
