//! The score of answers.

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::Serialize;

use super::answer::Answer;
use super::difficulty::Difficulty;
use super::task::{Benchmark, ValuedTask};

/// The scores of answers.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Report {
    /// The score of all tasks.
    pub all: Score,
    /// The score of each difficulty.
    pub difficulties: BTreeMap<Difficulty, Score>,
    /// The score of each game, by its full name.
    pub games: BTreeMap<String, Score>,
    /// The answers with a stated certainty, in ten bins of equal width; empty bins are left out.
    pub calibration: Vec<CertaintyBin>,
    /// The answers to tasks that the benchmark does not have.
    pub unknown: u64,
}

/// The score of some tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Score {
    /// The number of tasks.
    pub tasks: u64,
    /// The number of tasks without an answer.
    pub missing: u64,
    /// The number of answers that are no legal move.
    pub illegal: u64,
    /// The share of tasks that are answered with an optimal move, 0 to 1.
    pub optimal: f64,
    /// The mean loss of the legal answers against an optimal move, in stones (1 or 2 for a lost game where only the winner
    /// counts); `null` without a legal answer.
    pub regret: Option<f64>,
    /// The mean squared difference between the stated certainty and the outcome, 1 for an optimal move and 0 for
    /// others (G. W. Brier, 1950); `null` if no certainty is stated.
    pub brier: Option<f64>,
}

/// The answers whose stated certainty lies in one interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CertaintyBin {
    /// The lower end of the interval.
    pub from: f64,
    /// The number of answers.
    pub answers: u64,
    /// Their mean stated certainty.
    pub certainty: f64,
    /// The share of optimal moves among them.
    pub optimal: f64,
}

/// The number of intervals of certainty.
const BINS: usize = 10;

/// Sums over some tasks.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    tasks: u64,
    missing: u64,
    illegal: u64,
    optimal: u64,
    loss: i64,
    stated: u64,
    squares: f64,
}

/// A task and its answer.
struct Judged {
    missing: bool,
    /// The loss of a legal move.
    loss: Option<i32>,
    certainty: Option<f64>,
}

impl Judged {
    fn new(valued: &ValuedTask, answer: Option<&Answer>) -> Judged {
        let Some(answer) = answer else {
            return Judged {
                missing: true,
                loss: None,
                certainty: None,
            };
        };
        let moves = valued.task.moves.iter();
        let place = moves
            .clone()
            .position(|legal| match (&answer.r#move, answer.action) {
                (Some(chosen), _) => legal.r#move.eq_ignore_ascii_case(chosen.trim()),
                (None, Some(action)) => legal.action == action,
                (None, None) => false,
            });
        Judged {
            missing: false,
            loss: place.map(|place| valued.best() - valued.values[place]),
            certainty: answer.certainty,
        }
    }

    fn is_optimal(&self) -> bool {
        self.loss == Some(0)
    }
}

impl Sums {
    fn add(&mut self, judged: &Judged) {
        self.tasks += 1;
        self.missing += u64::from(judged.missing);
        self.illegal += u64::from(!judged.missing && judged.loss.is_none());
        self.optimal += u64::from(judged.is_optimal());
        self.loss += i64::from(judged.loss.unwrap_or_default());
        if let Some(certainty) = judged.certainty {
            let outcome = f64::from(u8::from(judged.is_optimal()));
            self.stated += 1;
            self.squares += (certainty - outcome).powi(2);
        }
    }

    fn score(&self) -> Score {
        let legal = self.tasks - self.missing - self.illegal;
        Score {
            tasks: self.tasks,
            missing: self.missing,
            illegal: self.illegal,
            optimal: self.optimal as f64 / self.tasks.max(1) as f64,
            regret: (legal > 0).then(|| self.loss as f64 / legal as f64),
            brier: (self.stated > 0).then(|| self.squares / self.stated as f64),
        }
    }
}

/// Scores answers. A task without an answer counts as one whose answer is not optimal.
pub fn score(benchmark: &Benchmark, answers: &[Answer]) -> Report {
    let by_id: HashMap<&str, &Answer> = answers
        .iter()
        .map(|answer| (answer.id.as_str(), answer))
        .collect();
    let mut all = Sums::default();
    let mut difficulties: BTreeMap<Difficulty, Sums> = BTreeMap::new();
    let mut games: BTreeMap<String, Sums> = BTreeMap::new();
    // Answers, certainty and optimal moves of each interval.
    let mut bins = [(0u64, 0.0, 0u64); BINS];
    let mut known = 0;
    for valued in &benchmark.tasks {
        let answer = by_id.get(valued.task.id.as_str()).copied();
        known += u64::from(answer.is_some());
        let judged = Judged::new(valued, answer);
        all.add(&judged);
        difficulties
            .entry(valued.task.difficulty)
            .or_default()
            .add(&judged);
        games
            .entry(valued.task.game.clone())
            .or_default()
            .add(&judged);
        if let Some(certainty) = judged.certainty {
            let (answers, stated, optimal) =
                &mut bins[((certainty * BINS as f64) as usize).min(BINS - 1)];
            *answers += 1;
            *stated += certainty;
            *optimal += u64::from(judged.is_optimal());
        }
    }
    let calibration = (0..).zip(bins).filter(|(_, (answers, ..))| *answers > 0);
    let scores = |sums: &Sums| sums.score();
    Report {
        all: all.score(),
        difficulties: difficulties
            .iter()
            .map(|(key, sums)| (*key, scores(sums)))
            .collect(),
        games: games
            .iter()
            .map(|(key, sums)| (key.clone(), scores(sums)))
            .collect(),
        calibration: calibration
            .map(|(bin, (answers, stated, optimal))| CertaintyBin {
                from: f64::from(bin) / BINS as f64,
                answers,
                certainty: stated / answers as f64,
                optimal: optimal as f64 / answers as f64,
            })
            .collect(),
        unknown: by_id.len() as u64 - known,
    }
}
