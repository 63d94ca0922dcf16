//! The games of two neighbouring rungs, and the agreement of two runs of them.

use serde::{Deserialize, Serialize};

use crate::report::Agreement;
use crate::table::{Columns, Table};
use sowlab_engines::rating::{Hypothesis, Sprt};
use sowlab_engines::results::Results;
use sowlab_engines::spec::EngineSpec;
use sowlab_engines::standings::{Pair, Standings, Tally};
use sowlab_games::Files;

/// The number of standard deviations that contain 95 % of a normal distribution.
const NORMAL_95: f64 = 1.96;

/// The games of two neighbouring rungs.
#[derive(Serialize, Deserialize)]
pub(crate) struct Step {
    pub(super) game: String,
    /// Whether the pie rule applied.
    pub(super) pie: bool,
    /// The number of the rung, from 1.
    pub(super) rung: usize,
    pub(super) engine: String,
    pub(super) before: String,
    /// The results of the engine against the one before it.
    pub(super) tally: Tally,
    /// The number of distinct games.
    pub(super) distinct: u64,
    /// The points per game of the side that begins in the opening.
    pub(super) first_side: f64,
    /// The 95 % error of `first_side`, if it was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) first_side_error: Option<f64>,
    /// The state of the sequential test at the end, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) tested: Option<Tested>,
}

/// The state of a sequential test at the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Tested {
    /// The test, with its hypotheses.
    pub(super) test: String,
    /// The log-likelihood ratio.
    pub(super) llr: f64,
    /// The accepted hypothesis; `None` if the games did not decide the test.
    pub(super) accepted: Option<Hypothesis>,
}

impl Tested {
    fn new(test: Sprt, results: &Results) -> Tested {
        Tested {
            test: test.to_string(),
            llr: results.verdict.map_or(0.0, |verdict| verdict.llr),
            accepted: results.verdict.and_then(|verdict| verdict.accepted),
        }
    }

    /// Returns the accepted hypothesis, in words.
    pub(super) fn in_words(&self) -> &'static str {
        match self.accepted {
            Some(Hypothesis::H0) => "H0 accepted",
            Some(Hypothesis::H1) => "H1 accepted",
            None => "undecided",
        }
    }
}

impl Step {
    pub(super) fn of(
        (game, pie): (&str, bool),
        rung: usize,
        names: [String; 2],
        (test, results): (Option<Sprt>, &Results),
    ) -> Step {
        let standings = Standings::new(&names, &results.pairs);
        let cell = standings.crosstable[0][1].clone();
        let games = || results.pairs.iter().flat_map(|pair| pair.games).flatten();
        let first: u64 = games().map(|game| u64::from(game.half_points)).sum();
        let [engine, before] = names;
        Step {
            game: game.to_owned(),
            pie,
            rung,
            engine,
            before,
            distinct: cell.as_ref().map_or(0, |cell| cell.distinct),
            tally: cell.map(|cell| cell.tally).unwrap_or_default(),
            first_side: first as f64 / 2.0 / games().count().max(1) as f64,
            first_side_error: None,
            tested: test.map(|test| Tested::new(test, results)),
        }
    }

    /// Returns the points of the engine, in per cent.
    pub(super) fn percent(&self) -> f64 {
        100.0 * self.tally.points / self.tally.games.max(1) as f64
    }
}

/// Returns the steps as a table. Some columns are present only if they were requested.
pub(super) fn table(steps: &[Step]) -> Table {
    let percent = |share: f64| 100.0 * share;
    let mut columns = Columns::of(steps)
        .game(|step| &step.game)
        .text("pie", |step| if step.pie { "yes" } else { "no" })
        .code("engine", |step| &step.engine)
        .code("against", |step| &step.before)
        .count("games", |step| step.tally.games)
        .count("distinct", |step| step.distinct)
        .decimal("points, per cent", 1, Step::percent)
        .decimal("Elo", 1, |step| step.tally.elo)
        .decimal("error (95 %)", 1, |step| step.tally.elo_error)
        .decimal("LOS, per cent", 1, |step| step.tally.los.map(percent))
        .decimal("points of the first side, per cent", 1, |step| {
            percent(step.first_side)
        });
    if steps.iter().any(|step| step.first_side_error.is_some()) {
        columns = columns.decimal("its error (95 %)", 1, |step| {
            step.first_side_error.map(percent)
        });
    }
    if steps.iter().any(|step| step.tested.is_some()) {
        columns = columns
            .text("test", |step| step.tested.as_ref().map(|of| &of.test))
            .decimal("LLR", 2, |step| step.tested.as_ref().map(|of| of.llr))
            .text("accepted", |step| {
                step.tested.as_ref().map(Tested::in_words)
            });
    }
    columns.table()
}

/// Returns the 95 % error of the share of the first side, if it is requested and there are at least two pairs of games.
/// The two games of a pair begin alike, so pairs are the unit, not games.
pub(super) fn first_side_error(pairs: &[Pair], wanted: bool) -> Option<f64> {
    let share = |pair: &Pair| {
        let [one, other] = pair.games;
        Some(f64::from(one?.half_points + other?.half_points) / 4.0)
    };
    let shares: Vec<f64> = pairs.iter().filter_map(share).collect();
    let number = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / number;
    let squares: f64 = shares.iter().map(|share| (share - mean).powi(2)).sum();
    let error = NORMAL_95 * (squares / (number - 1.0) / number).sqrt();
    (wanted && shares.len() > 1).then_some(error)
}

/// Returns whether an engine thinks by the clock.
pub(super) fn by_clock(engine: &str) -> bool {
    let spec = EngineSpec::read(engine, Files::Allowed);
    spec.is_ok_and(|spec| spec.thinking_time().is_some())
}

/// The names of a step, and its Elo with the error.
pub(super) type Rating<'a> = ([&'a str; 3], Option<[f64; 2]>);

pub(super) fn ratings(steps: &[Step]) -> Vec<Rating<'_>> {
    let rating = |step: &Step| Some([step.tally.elo?, step.tally.elo_error?]);
    let names = |step| {
        let Step {
            game,
            engine,
            before,
            ..
        }: &Step = step;
        [game.as_str(), engine, before]
    };
    steps
        .iter()
        .map(|step| (names(step), rating(step)))
        .collect()
}

/// Returns whether two runs have the same pairings, with ratings that differ by at most the sum of their errors.
pub(super) fn ratings_agree(new: &[Rating<'_>], earlier: &[Rating<'_>]) -> Agreement {
    if new.len() != earlier.len() {
        let (new, earlier) = (new.len(), earlier.len());
        return Agreement::Differs(format!(": {new} encounters where there were {earlier}"));
    }
    let differs = new.iter().zip(earlier).find(|(new, earlier)| {
        let close = match (new.1, earlier.1) {
            (Some([new, error]), Some([earlier, other])) => (new - earlier).abs() <= error + other,
            (new, earlier) => new.is_some() == earlier.is_some(),
        };
        new.0 != earlier.0 || !close
    });
    match differs {
        None => Agreement::Compatible,
        Some((([game, engine, before], _), _)) => {
            Agreement::Differs(format!("{game}: {engine} against {before}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sowlab_engines::standings::Summary;

    #[test]
    fn the_error_of_a_share_is_that_of_its_mean_over_pairs() {
        let game = |half_points| {
            Some(Summary {
                half_points,
                course: 0,
                at_fault: None,
            })
        };
        let pair = |one, other| Pair {
            engines: (0, 1),
            games: [game(one), game(other)],
        };
        // The standard deviation of the shares 1, 1/2, 1/2 and 0 is the root of 1/6.
        let pairs = [pair(2, 2), pair(2, 0), pair(1, 1), pair(0, 0)];
        let error = first_side_error(&pairs, true).unwrap();
        assert!((error - 1.96 * (1.0f64 / 6.0).sqrt() / 2.0).abs() < 1e-12);
        assert_eq!(first_side_error(&pairs, false), None);
        assert_eq!(first_side_error(&pairs[..1], true), None);
    }

    #[test]
    fn ratings_by_the_clock_agree_within_their_errors() {
        assert!(
            by_clock("mcts:c=1,time=10ms") && !by_clock("mcts:playouts=3") && !by_clock("random")
        );
        let rating = |elo, error| vec![(["a", "b", "c"], Some([elo, error]))];
        let old = rating(100.0, 20.0);
        assert_eq!(
            ratings_agree(&rating(130.0, 20.0), &old),
            Agreement::Compatible
        );
        let other = vec![(["a", "b", "d"], Some([100.0, 20.0]))];
        let unrated = vec![(["a", "b", "c"], None)];
        for differs in [rating(141.0, 20.0), other, unrated, Vec::new()] {
            let found = ratings_agree(&differs, &old);
            assert!(matches!(found, Agreement::Differs(_)), "{found:?}");
        }
    }
}
