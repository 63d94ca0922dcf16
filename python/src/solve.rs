//! `sowlab.solve` and `sowlab.choices`.

use sowlab_findings::{Choices, Solved, SolvedChoice};
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use pyo3::prelude::*;
use pythonize::pythonize;
use serde::Serialize;
use sowlab_analysis::{Analyses, RequestError, combinatorial_value};
use sowlab_analysis::choices::ChoicesRequest;
use sowlab_analysis::solve::SolveRequest;
use sowlab_base::{Limit, MemorySize};

use crate::errors::{of_request, wrong};
use crate::game::Game;
use crate::watch::watched;

/// Converts a result to Python dictionaries and lists, with the members of its JSON document.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    finding: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize(py, finding)?)
}

/// A solved value, with the choices of side and starter in Random Mancala, and the value in combinatorial game theory.
#[derive(Serialize)]
struct SolvedMembers {
    #[serde(flatten)]
    solved: Solved,
    choices: Vec<SolvedChoice>,
    combinatorial_value: Option<String>,
}

/// Values of choices, with the members that the document of `show` has for its position.
#[derive(Serialize)]
struct ChoicesMembers {
    game: String,
    position: String,
    chooser: Option<&'static str>,
    best: Vec<String>,
    best_complete: bool,
    nodes: u64,
    #[serde(flatten)]
    choices: Choices,
}

/// Parses a size of memory.
pub(crate) fn memory_size(text: &str) -> PyResult<MemorySize> {
    text.parse()
        .map_err(|error| wrong(format!("memory={text}: {error}")))
}

/// Converts a time in seconds.
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

/// Solves a position, or proves bounds.
#[pyfunction]
#[pyo3(signature = (game, position, tables, memory, time_limit, proof, save_proof, node_budget, explain, recompute, progress, threads))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn solve(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    position: Option<&Bound<'_, PyAny>>,
    tables: Option<PathBuf>,
    memory: &str,
    time_limit: Option<f64>,
    proof: Option<PathBuf>,
    save_proof: Option<PathBuf>,
    node_budget: Option<NonZeroU64>,
    explain: bool,
    recompute: bool,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let game = game.get();
    let request = SolveRequest {
        position: game.text_of(position)?,
        tables,
        memory: memory_size(memory)?,
        time_limit: self::time_limit(time_limit)?,
        proofs: proof.into_iter().collect(),
        save_proof,
        node_budget,
        explain,
        recompute,
        ..SolveRequest::default()
    };
    let catalog = game.catalog;
    let found = watched(py, progress.as_ref(), threads, move |monitor| {
        let solved = catalog.analyses().solve(&request, monitor)?;
        let value = combinatorial_value(&catalog, request.position.as_deref(), monitor)?;
        Ok::<_, RequestError>((solved, value))
    })?;
    let (solved, combinatorial_value) = found.map_err(of_request)?;
    let choices = solved.choices.clone();
    let members = SolvedMembers {
        solved,
        choices,
        combinatorial_value,
    };
    Ok(to_python(py, &members)?.unbind())
}

/// Values every choice of a position.
#[pyfunction]
#[pyo3(signature = (game, position, tables, memory, nodes, time_limit, search, replies, progress, threads))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn choices(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    position: Option<&Bound<'_, PyAny>>,
    tables: Option<PathBuf>,
    memory: &str,
    nodes: Option<u64>,
    time_limit: Option<f64>,
    search: bool,
    replies: bool,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let game = game.get();
    let request = ChoicesRequest {
        position: game.text_of(position)?,
        tables,
        memory: memory_size(memory)?,
        limit: match nodes {
            Some(nodes) => Some(Limit::Nodes(nodes)),
            None => self::time_limit(time_limit)?.map(Limit::Time),
        },
        search,
        replies,
        ..ChoicesRequest::default()
    };
    let catalog = game.catalog;
    let found = watched(py, progress.as_ref(), threads, move |monitor| {
        catalog.analyses().choices(&request, monitor)
    })?;
    let choices = found.map_err(of_request)?;
    let (best, best_complete) = choices.best();
    let members = ChoicesMembers {
        game: choices.game.clone(),
        position: choices.position.clone(),
        chooser: choices.chooser,
        best,
        best_complete,
        nodes: choices.nodes,
        choices,
    };
    Ok(to_python(py, &members)?.unbind())
}
