//! `sowlab.solve` and `sowlab.choices`.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use pyo3::prelude::*;
use sowlab_analysis::Analyses;
use sowlab_analysis::Estimate;
use sowlab_analysis::choices::{Choices, ChoicesRequest, Part, ValuedChoice, ValuedReply};
use sowlab_analysis::solve::{Bounds, Line, LineEnd, Lines, SolveRequest, Solved};
use sowlab_base::MemorySize;

use crate::errors::{of_request, wrong};
use crate::game::Game;
use crate::watch::watched;

/// A proven interval.
type Interval = (i32, i32);
/// The proven intervals of `lower`, `zero` and `upper`.
pub(crate) type Readings = (Interval, Interval, Interval);
/// A guess and its depth.
type Guess = (i32, u8);

pub(crate) fn readings(bounds: &Bounds) -> Readings {
    let interval = |range: &std::ops::RangeInclusive<i32>| (*range.start(), *range.end());
    (
        interval(&bounds.lower),
        interval(&bounds.zero),
        interval(&bounds.upper),
    )
}

fn guess(estimate: Option<Estimate>) -> Option<Guess> {
    estimate.map(|Estimate { margin, depth }| (margin, depth))
}

/// What a position is worth.
#[derive(IntoPyObject)]
pub(crate) struct Solution {
    game: String,
    position: String,
    margin_of: &'static str,
    bounds: Readings,
    pie: Option<Readings>,
    best: Vec<String>,
    best_complete: bool,
    nodes: u64,
    estimate: Option<Guess>,
    choices: Vec<(String, Readings)>,
    line: Option<BestPlay>,
}

/// A line of best play.
#[derive(IntoPyObject)]
struct BestPlay {
    rounds: Vec<(String, String, i32)>,
    end: &'static str,
}

impl From<&Line> for BestPlay {
    fn from(line: &Line) -> BestPlay {
        let rounds = line.rounds.iter();
        BestPlay {
            rounds: rounds
                .map(|one| (one.position.to_string(), one.round.to_string(), one.margin))
                .collect(),
            end: match line.end {
                LineEnd::Over => "over",
                LineEnd::Endless => "endless",
                LineEnd::Recurs => "recurs",
                LineEnd::Stopped => "stopped",
            },
        }
    }
}

impl From<Solved> for Solution {
    fn from(solved: Solved) -> Solution {
        let solution = solved.solution;
        let choices = solved.choices.iter();
        Solution {
            bounds: readings(&solution.bounds),
            pie: solution.pie.as_ref().map(readings),
            best: solution.best,
            best_complete: solution.best_complete,
            nodes: solution.nodes,
            estimate: guess(solved.estimate),
            choices: choices
                .map(|one| (one.choice.clone(), readings(&one.bounds)))
                .collect(),
            line: match &solved.lines {
                Some(Lines::One(line)) => Some(BestPlay::from(line)),
                _ => None,
            },
            game: solved.game,
            position: solved.position,
            margin_of: solved.margin_of,
        }
    }
}

/// The values of the choices of a position.
#[derive(IntoPyObject)]
pub(crate) struct Valued {
    game: String,
    position: String,
    margin_of: &'static str,
    chooser: Option<&'static str>,
    bounds: Readings,
    pie: Option<Readings>,
    estimate: Option<Guess>,
    choices: Vec<OfChoice>,
    best: Vec<String>,
    best_complete: bool,
    nodes: u64,
}

/// A choice, or a reply, which has neither a reply nor replies.
#[derive(IntoPyObject)]
struct OfChoice {
    choice: String,
    bounds: Readings,
    pie: Option<Readings>,
    estimate: Option<Guess>,
    best_reply: Option<String>,
    replies: Option<Vec<OfReply>>,
}

/// A reply.
#[derive(IntoPyObject)]
struct OfReply {
    choice: String,
    bounds: Readings,
    pie: Option<Readings>,
    estimate: Option<Guess>,
}

impl From<&ValuedReply> for OfReply {
    fn from(reply: &ValuedReply) -> OfReply {
        OfReply {
            choice: reply.choice.clone(),
            bounds: readings(&reply.bounds),
            pie: reply.pie.as_ref().map(readings),
            estimate: guess(reply.estimate),
        }
    }
}

impl OfChoice {
    fn new(valued: &ValuedChoice, replies: bool) -> OfChoice {
        OfChoice {
            choice: valued.choice.clone(),
            bounds: readings(&valued.bounds),
            pie: valued.pie.as_ref().map(readings),
            estimate: guess(valued.estimate),
            best_reply: valued.best_reply.clone(),
            replies: replies.then(|| valued.replies.iter().map(OfReply::from).collect()),
        }
    }
}

impl Valued {
    fn new(choices: Choices, replies: bool) -> Valued {
        let (best, best_complete) = choices.best();
        let all = choices.choices.iter();
        Valued {
            chooser: choices.chooser,
            bounds: readings(&choices.bounds),
            pie: choices.pie.as_ref().map(readings),
            estimate: guess(choices.estimate),
            choices: all.map(|one| OfChoice::new(one, replies)).collect(),
            best,
            best_complete,
            nodes: choices.nodes,
            margin_of: choices.margin_of,
            game: choices.game,
            position: choices.position,
        }
    }
}

/// A size of memory as it is written.
pub(crate) fn memory_size(text: &str) -> PyResult<MemorySize> {
    text.parse()
        .map_err(|error| wrong(format!("memory={text}: {error}")))
}

/// A time in seconds.
fn time_limit(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(seconds) = seconds else {
        return Ok(None);
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(limit) => Ok(Some(limit)),
        Err(_) => Err(wrong(format!(
            "time_limit={seconds}: a number of seconds, not negative"
        ))),
    }
}

/// Proves what a position is worth.
#[pyfunction]
#[pyo3(signature = (game, position, tables, memory, time_limit, proof, node_budget, explain, progress, threads))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn solve(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    position: Option<&Bound<'_, PyAny>>,
    tables: Option<PathBuf>,
    memory: &str,
    time_limit: Option<f64>,
    proof: Option<PathBuf>,
    node_budget: Option<NonZeroU64>,
    explain: bool,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<Solution> {
    let game = game.get();
    let request = SolveRequest {
        position: game.text_of(position)?,
        tables,
        memory: memory_size(memory)?,
        time_limit: self::time_limit(time_limit)?,
        proof,
        node_budget,
        explain,
    };
    let catalog = game.catalog;
    let solved = watched(py, progress.as_ref(), threads, move |monitor| {
        catalog.analyses().solve(&request, monitor)
    })?;
    solved.map(Solution::from).map_err(of_request)
}

/// Values every choice of a position.
#[pyfunction]
#[pyo3(signature = (game, position, tables, memory, time_limit, search, replies, progress, threads))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn choices(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    position: Option<&Bound<'_, PyAny>>,
    tables: Option<PathBuf>,
    memory: &str,
    time_limit: Option<f64>,
    search: bool,
    replies: bool,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<Valued> {
    let game = game.get();
    let request = ChoicesRequest {
        position: game.text_of(position)?,
        tables,
        scratch: None,
        proofs: Vec::new(),
        part: Part::All,
        memory: memory_size(memory)?,
        time_limit: self::time_limit(time_limit)?,
        search,
        replies,
    };
    let catalog = game.catalog;
    let found = watched(py, progress.as_ref(), threads, move |monitor| {
        catalog.analyses().choices(&request, monitor)
    })?;
    found
        .map(|choices| Valued::new(choices, replies))
        .map_err(of_request)
}
