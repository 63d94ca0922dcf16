//! `sowlab sprt`.

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::Serialize;

use super::amount::counted;
use super::failure::Failure;
use super::output::Document;
use sowlab_engines::rating::{Hypothesis, Model, PairCounts, Sprt};

const HELP: &str = "\
Generalized sequential probability ratio test on game pairs, as fishtest and fastchess compute it. The frequencies \
under each hypothesis are those of maximum likelihood, with a count of 0 replaced by 0.001. Elo, normalized Elo and \
the likelihood of superiority are estimates from the same pairs, with 95 % intervals. After a test that stops by \
itself they are biased away from zero.

Examples:
  sowlab sprt --pairs 127,4883,10712,5150,104 --elo0 -1.75 --elo1 0.25";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Arguments {
    /// Numbers of game pairs in which the first engine scored 0, ½, 1, 1½ and 2 points
    #[arg(long, value_name = "A,B,C,D,E", value_parser = pairs)]
    pairs: PairCounts,
    /// H0: the first engine is stronger by at most this number of Elo
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo0: f64,
    /// H1: the first engine is stronger by at least this number of Elo
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo1: f64,
    /// Unit of --elo0 and --elo1
    #[arg(long, value_enum, default_value_t = EloModel::default())]
    model: EloModel,
    /// Probability of accepting H1 when H0 holds
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// Probability of accepting H0 when H1 holds
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
}

/// The unit of Elo of the hypotheses, as an argument.
#[derive(Clone, Copy, Debug, Default)]
struct EloModel(Model);

impl ValueEnum for EloModel {
    fn value_variants<'a>() -> &'a [EloModel] {
        &[EloModel(Model::Normalized), EloModel(Model::Logistic)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(match self.0 {
            Model::Normalized => "Normalized Elo, from the score and its standard deviation",
            Model::Logistic => "Logistic Elo, from the score",
        }))
    }
}

/// The error of a text that is not five counts of game pairs.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error(
    "write five counts separated by commas: pairs with 0, ½, 1, 1½ and 2 points of the first engine"
)]
struct PairsError;

fn pairs(text: &str) -> Result<PairCounts, PairsError> {
    let counts: Option<Vec<u64>> = text
        .split(',')
        .map(|count| {
            let count = count.trim().parse().ok()?;
            // The limit keeps sums exact, as integers and as fractions.
            (count < 1 << 50).then_some(count)
        })
        .collect();
    counts
        .and_then(|counts| Some(PairCounts(counts.try_into().ok()?)))
        .ok_or(PairsError)
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct SprtDocument {
    llr: f64,
    lower: f64,
    upper: f64,
    /// `null` without pairs, as all that follow but `accepted`; errors and `los` also where pairs are
    /// too few, or all alike.
    elo: Option<f64>,
    elo_error: Option<f64>,
    nelo: Option<f64>,
    nelo_error: Option<f64>,
    los: Option<f64>,
    score: Option<f64>,
    accepted: Option<Hypothesis>,
    test: Sprt,
    pairs: [u64; 5],
}

pub(super) fn run(arguments: &Arguments) -> Result<Document, Failure> {
    let Arguments {
        elo0,
        elo1,
        alpha,
        beta,
        model: EloModel(model),
        ..
    } = *arguments;
    let test = Sprt::new(elo0, elo1, alpha, beta, model)
        .map_err(|error| Failure::BadInput(error.to_string()))?;
    let verdict = test.verdict(&arguments.pairs);
    let rating = arguments.pairs.rating();
    let told = rating.filter(|_| arguments.pairs.tell_errors());
    let mut text = format!(
        "LLR {:.3} [{:.3}, {:.3}]: {}\n",
        verdict.llr,
        verdict.lower,
        verdict.upper,
        verdict.in_words()
    );
    if let Some(rating) = rating {
        text += &match told {
            Some(rating) => format!(
                "Elo {:+.2} ± {:.2}, normalized {:+.2} ± {:.2}, likelihood of superiority {:.2} %\n",
                rating.elo,
                rating.elo_error,
                rating.nelo,
                rating.nelo_error,
                100.0 * rating.los
            ),
            None => format!(
                "Elo {:+.2}, normalized {:+.2}; no intervals: fewer than 5 pairs, or all pairs alike\n",
                rating.elo, rating.nelo
            ),
        };
    }
    text += &format!("{test}, {}\n", counted(arguments.pairs.total(), "pair"));
    Ok(Document::new(
        text,
        &SprtDocument {
            llr: verdict.llr,
            lower: verdict.lower,
            upper: verdict.upper,
            elo: rating.map(|rating| rating.elo),
            elo_error: told.map(|rating| rating.elo_error),
            nelo: rating.map(|rating| rating.nelo),
            nelo_error: told.map(|rating| rating.nelo_error),
            los: told.map(|rating| rating.los),
            score: rating.map(|rating| rating.score),
            accepted: verdict.accepted,
            test,
            pairs: arguments.pairs.0,
        },
    ))
}
