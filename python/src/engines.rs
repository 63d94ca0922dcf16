//! Built-in engines, and searches with an evaluation written in Python.

use std::sync::{Arc, Mutex};

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sowlab_analysis::evaluated::{
    Evaluated, EvaluatedError, EvaluatedSearch, MOST_DEPTH, MOST_TOGETHER, SampleRequest,
    WrittenMove, search_observed,
};
use sowlab_engines::limits::Limits;
use sowlab_engines::player::Choice;
use sowlab_engines::seat::open_seat;
use sowlab_engines::spec::EngineSpec;
use sowlab_games::Files;
use sowlab_games::dynamic::{ActionError, Line};

use crate::errors::wrong;
use crate::position::Position;
use crate::solve::memory_size;
use crate::watch::watched;

/// An evaluation in Python, with the exception that it raised.
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
        search: EvaluatedSearch,
    ) -> PyResult<SearchFields> {
        let (game, at) = (position.game.get(), Arc::clone(&position.at));
        if at.moves().is_empty() {
            return Err(wrong(EvaluatedError::Over));
        }
        let (catalog, pie) = (game.catalog, game.pie);
        let found = watched(py, progress, None, |monitor| {
            let margins = |counts, width| self.margins(counts, width);
            search_observed(&catalog, pie, &at.text(), &search, &margins, monitor)
        })?;
        if let Ok(mut raised) = self.raised.lock()
            && let Some(error) = raised.take()
        {
            return Err(error);
        }
        Ok(SearchFields::from(found.map_err(wrong)?))
    }
}

/// The result of a search with an evaluation; choices have their text, action, value and visits.
#[derive(IntoPyObject)]
pub(crate) struct SearchFields {
    best: String,
    value: f64,
    choices: Vec<(String, usize, f64, u32)>,
    evaluated: u64,
}

impl From<Evaluated<WrittenMove>> for SearchFields {
    fn from(found: Evaluated<WrittenMove>) -> SearchFields {
        let choices = found.choices.into_iter();
        SearchFields {
            best: found.best.text,
            value: found.value,
            choices: choices
                .map(|one| (one.chosen.text, one.chosen.action, one.value, one.visits))
                .collect(),
            evaluated: found.evaluated,
        }
    }
}

/// Searches with alpha-beta to a fixed depth with an evaluation.
#[pyfunction]
pub(crate) fn alphabeta(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    depth: u8,
    evaluate: Py<PyAny>,
    progress: Option<Py<PyAny>>,
) -> PyResult<SearchFields> {
    if !(1..=MOST_DEPTH).contains(&depth) {
        return Err(wrong(format!("depth={depth}: 1 to {MOST_DEPTH}")));
    }
    let evaluation = Evaluation::new(evaluate);
    let search = EvaluatedSearch::AlphaBeta { depth };
    evaluation.search(py, position.get(), progress.as_ref(), search)
}

/// Searches with Monte Carlo tree search and an evaluation.
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
) -> PyResult<SearchFields> {
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
    let search = EvaluatedSearch::Sample(request);
    evaluation.search(py, position.get(), progress.as_ref(), search)
}

/// Returns the normalized specification of an engine.
#[pyfunction]
pub(crate) fn engine_name(specification: &str) -> PyResult<String> {
    let spec = EngineSpec::read(specification, Files::Allowed).map_err(wrong)?;
    Ok(spec.to_string())
}

/// Returns the choice of an engine in a position, and the margin that it expects for itself, if it reports one.
#[pyfunction]
pub(crate) fn choose(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    specification: &str,
    seed: u64,
) -> PyResult<(String, Option<i32>)> {
    let spec = EngineSpec::read(specification, Files::Allowed).map_err(wrong)?;
    let (game, at) = (position.get().game.get(), Arc::clone(&position.get().at));
    if at.is_endless() {
        return Err(wrong(ActionError::Endless));
    }
    let (catalog, pie) = (game.catalog, game.pie);
    // One thread, because with more the choice among equals depends on their timing.
    let choice = watched(py, None, Some(1), move |monitor| {
        let mut seat = open_seat(&catalog, pie, &spec, seed).map_err(wrong)?;
        let choice = seat.choose(&Line::new(at), Limits::default(), monitor, &|_| ());
        choice.map_err(wrong)
    })??;
    match choice {
        Some(Choice { chosen, value }) => Ok((chosen, value)),
        None => Err(wrong(ActionError::Over)),
    }
}
