//! Built-in engines, and searches with an evaluation written in Python.

use std::sync::{Arc, Mutex};

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sowlab_analysis::evaluated::{EvaluatedError, MOST_DEPTH, MOST_TOGETHER, SampleRequest};
use sowlab_games::Files;
use sowlab_engines::spec::EngineSpec;
use sowlab_solvers::Monitor;

use crate::errors::wrong;
use crate::held::{Found, HeldPosition};
use crate::position::Position;
use crate::solve::memory_size;
use crate::watch::watched;

/// Takes observations and the length of a row; returns the estimated margins.
pub(crate) type EvaluateCounts<'a> = dyn Fn(Vec<u8>, usize) -> Option<Vec<f32>> + Sync + 'a;

/// An evaluation in Python, and the exception that it raised.
struct Evaluation {
    call: Py<PyAny>,
    raised: Mutex<Option<PyErr>>,
}

impl Evaluation {
    fn new(call: Py<PyAny>) -> Evaluation {
        Evaluation {
            call,
            raised: Mutex::new(None),
        }
    }

    /// Calls `evaluate(counts)` with an array of shape (positions, counts).
    fn margins(&self, counts: Vec<u8>, width: usize) -> Option<Vec<f32>> {
        Python::attach(|py| {
            let asked = || -> PyResult<Vec<f32>> {
                let rows = counts.len() / width.max(1);
                let counts = PyArray1::from_vec(py, counts).reshape([rows, width])?;
                let found = self.call.call1(py, (counts,))?;
                let needed = || {
                    let kind = found.bind(py).get_type().name()?;
                    Ok::<_, PyErr>(PyTypeError::new_err(format!(
                        "evaluate: floats of shape ({rows},) are needed, not {kind}"
                    )))
                };
                let numpy = py.import("numpy")?;
                let Ok(margins) = numpy.call_method1("ascontiguousarray", (&found, "float32"))
                else {
                    return Err(needed()?);
                };
                let Ok(margins) = margins.extract::<PyReadonlyArray1<'_, f32>>() else {
                    return Err(needed()?);
                };
                let margins = margins.as_array().to_vec();
                match margins.len() == rows && margins.iter().all(|margin| margin.is_finite()) {
                    true => Ok(margins),
                    false => Err(wrong(format!(
                        "evaluate: {rows} finite margins are needed, not {} or some that are not finite",
                        margins.len()
                    ))),
                }
            };
            match asked() {
                Ok(margins) => Some(margins),
                Err(error) => {
                    if let Ok(mut raised) = self.raised.lock() {
                        raised.get_or_insert(error);
                    }
                    None
                }
            }
        })
    }

    fn search(
        self,
        py: Python<'_>,
        position: &Position,
        progress: Option<&Py<PyAny>>,
        work: impl FnOnce(
            &dyn HeldPosition,
            &EvaluateCounts<'_>,
            &dyn Monitor,
        ) -> Result<Found, EvaluatedError>
        + Send,
    ) -> PyResult<Found> {
        let at = Arc::clone(&position.at);
        let found = watched(py, progress, None, |monitor| {
            work(&*at, &|counts, width| self.margins(counts, width), monitor)
        })?;
        if let Ok(mut raised) = self.raised.lock()
            && let Some(error) = raised.take()
        {
            return Err(error);
        }
        found.map_err(wrong)
    }
}

/// Alpha-beta to a fixed depth with an evaluation.
#[pyfunction]
pub(crate) fn alphabeta(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    depth: u8,
    evaluate: Py<PyAny>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Found> {
    if !(1..=MOST_DEPTH).contains(&depth) {
        return Err(wrong(format!("depth={depth}: 1 to {MOST_DEPTH}")));
    }
    let evaluation = Evaluation::new(evaluate);
    evaluation.search(
        py,
        position.get(),
        progress.as_ref(),
        move |at, evaluate, monitor| at.alpha_beta(depth, evaluate, monitor),
    )
}

/// Monte Carlo tree search with an evaluation.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn mcts(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    playouts: u64,
    evaluate: Py<PyAny>,
    exploration: f32,
    together: u32,
    memory: &str,
    seed: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Found> {
    if playouts == 0 {
        return Err(wrong("playouts=0: a number from 1 on"));
    }
    if !(1..=MOST_TOGETHER).contains(&together) {
        return Err(wrong(format!("together={together}: 1 to {MOST_TOGETHER}")));
    }
    if !(0.0..=100.0).contains(&exploration) {
        return Err(wrong(format!("exploration={exploration}: 0 to 100")));
    }
    let request = SampleRequest {
        playouts,
        exploration,
        together,
        memory: memory_size(memory)?,
        seed,
    };
    let evaluation = Evaluation::new(evaluate);
    evaluation.search(
        py,
        position.get(),
        progress.as_ref(),
        move |at, evaluate, monitor| at.sample(&request, evaluate, monitor),
    )
}

/// An engine by its specification, written out.
#[pyfunction]
pub(crate) fn engine_name(specification: &str) -> PyResult<String> {
    let spec = EngineSpec::read(specification, Files::Allowed).map_err(wrong)?;
    Ok(spec.to_string())
}

/// What an engine chooses in a position, and the margin that it expects, if it says.
#[pyfunction]
pub(crate) fn choose(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    specification: &str,
    seed: u64,
) -> PyResult<(String, Option<i32>)> {
    let spec = EngineSpec::read(specification, Files::Allowed).map_err(wrong)?;
    let at = Arc::clone(&position.get().at);
    watched(py, None, None, move |monitor| {
        at.choose(&spec, seed, monitor)
    })?
    .map_err(wrong)
}
