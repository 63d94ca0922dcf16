//! `sowlab.Position`.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Display;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use sowlab_games::dynamic::{DynPosition, Played};
use sowlab_solvers::Side;

use crate::errors;
use crate::game::Game;
use crate::svg::svg;

/// A position of a game: immutable and hashable.
#[pyclass(frozen, module = "sowlab", weakref)]
pub(crate) struct Position {
    pub(crate) game: Py<Game>,
    pub(crate) at: Arc<dyn DynPosition>,
}

impl Position {
    fn identity(&self) -> (String, [u32; 2], bool, bool) {
        let at = &self.at;
        (
            at.node_text(),
            at.score(),
            at.moves().is_empty(),
            at.is_endless(),
        )
    }

    fn illegal(&self, reason: impl Display, choice: &str) -> PyErr {
        let decision_due = self.at.moves() == ["turn", "stay"];
        self.game.get().illegal(reason, choice, decision_due)
    }

    fn after(&self, py: Python<'_>, played: Played) -> Position {
        Position {
            game: self.game.clone_ref(py),
            at: played.position,
        }
    }
}

#[pymethods]
impl Position {
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    #[getter]
    fn text(&self) -> String {
        self.at.text()
    }

    #[getter]
    fn key(&self) -> String {
        self.at.node_text()
    }

    #[getter]
    fn side(&self) -> usize {
        usize::from(self.at.side() == Side::Second)
    }

    #[getter]
    fn choices(&self) -> Vec<String> {
        self.at.moves()
    }

    #[getter]
    fn actions(&self) -> Vec<usize> {
        self.at.actions()
    }

    #[getter]
    fn score(&self) -> (u32, u32) {
        self.at.score().into()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.at.moves().is_empty()
    }

    #[getter]
    fn is_endless(&self) -> bool {
        self.at.is_endless()
    }

    #[getter]
    fn winner(&self) -> Option<usize> {
        let side = self.at.winner()?;
        Some(usize::from(side == Side::Second))
    }

    /// Plays a choice, given as text or as its action.
    fn play(&self, py: Python<'_>, choice: &Bound<'_, PyAny>) -> PyResult<Position> {
        if let Ok(text) = choice.cast::<PyString>() {
            let text = errors::text_of("choice", "a str", text)?;
            let played = py.detach(|| self.at.play(&text));
            let played = played.map_err(|reason| self.illegal(reason, &text))?;
            return Ok(self.after(py, played));
        }
        let whole = match choice.cast::<PyBool>() {
            Ok(_) => None,
            Err(_) => choice.call_method0("__index__").ok(),
        };
        let Some(whole) = whole else {
            let needed = "a str as in 'choices' or an int as in 'actions'";
            return Err(errors::wrong_type("choice", needed, choice));
        };
        // A number outside the range of `usize` is not a legal action.
        let number = whole.extract::<usize>().unwrap_or(usize::MAX);
        let played = py.detach(|| self.at.play_action(number));
        let played =
            played.map_err(|reason| self.illegal(format!("action {whole}: {reason}"), ""))?;
        Ok(self.after(py, played))
    }

    /// Returns the observation of the side to choose.
    fn observe<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_vec(py, self.at.observe())
    }

    fn drawing(&self) -> String {
        self.at.drawing()
    }

    fn svg(&self) -> String {
        svg(&self.game.get().name, &self.at.text())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        self.at.text()
    }

    fn __repr__(&self) -> String {
        format!("<Position of {}: {}>", self.game.get().name, self.at.text())
    }

    fn __eq__(&self, other: &Position) -> bool {
        let (one, another) = (self.game.get(), other.game.get());
        one.name == another.name && one.pie == another.pie && self.identity() == other.identity()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.game.get().name, self.identity()).hash(&mut hasher);
        hasher.finish()
    }

    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Py<Game>, String, Option<String>))> {
        let build = py.import("sowlab")?.getattr("_position")?;
        let (text, choice) = match self.at.origin() {
            Some((before, choice)) => (before, Some(choice)),
            None => (self.at.text(), None),
        };
        Ok((build, (self.game.clone_ref(py), text, choice)))
    }
}
