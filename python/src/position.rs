//! `sowlab.Position`.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Display;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use anstream::adapter::strip_str;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use sowlab_games::dynamic::{DynPosition, Played};
use sowlab_solvers::Side;

use crate::errors;
use crate::game::Game;
use crate::svg::svg;

/// A position: immutable, hashable, can be pickled. `Game.position` creates one; `str` writes it.
///
/// Two positions are equal if their games, keys and scores are, and if both are over or neither is. A notebook shows it
/// as SVG.
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
    /// Its game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The position in the notation of the game.
    #[getter]
    fn text(&self) -> String {
        self.at.text()
    }

    /// A key for graphs of positions: the text without the number of the round, which does not affect play.
    ///
    /// Until the pie decision the round counts.
    ///
    ///     >>> sowlab.Game("stones:holes=5,seeds=2").position("1,3,0,1,3 W 2 0 - 4").key
    ///     '1,3,0,1,3 W 2 0 -'
    #[getter]
    fn key(&self) -> String {
        self.at.node_text()
    }

    /// The side to choose: 0 is the one that begins (`game.sides[0]`).
    #[getter]
    fn side(&self) -> usize {
        usize::from(self.at.side() == Side::Second)
    }

    /// The legal choices as text; none if the game is over.
    #[getter]
    fn choices(&self) -> Vec<String> {
        self.at.moves()
    }

    /// The legal choices as actions, in the order of `choices`: numbers from 0, in the view of the side to choose.
    #[getter]
    fn actions(&self) -> Vec<usize> {
        self.at.actions()
    }

    /// The stones of each side; once the game is over, with those given out at its end.
    #[getter]
    fn score(&self) -> (u32, u32) {
        self.at.score().into()
    }

    /// Whether no choice is legal: the game is finished, or the last move never ends.
    #[getter]
    fn is_over(&self) -> bool {
        self.at.moves().is_empty()
    }

    /// Whether the last move never ends.
    #[getter]
    fn is_endless(&self) -> bool {
        self.at.is_endless()
    }

    /// The side that won; None for a draw, after a move that never ends, and while the game is not over.
    #[getter]
    fn winner(&self) -> Option<usize> {
        let side = self.at.winner()?;
        Some(usize::from(side == Side::Second))
    }

    /// Returns the position after a choice, given as text (`choices`) or as an action (`actions`).
    ///
    /// Raises ValueError if it is not legal or the game is over, TypeError if it is neither str nor int.
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

    /// Returns the observation of the side to choose: the cells, row by row, then the scalars; shape (counts,), dtype
    /// uint8.
    ///
    /// `game.cells` and `game.scalars` name them. The own side comes first, so that positions that differ only by the
    /// names of the sides have equal observations.
    fn observe<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_vec(py, self.at.observe())
    }

    /// Returns the board as lines of text, with ANSI styles for a terminal; `color=False`: without them.
    ///
    ///     >>> print(sowlab.Game("kalah:pits=3,seeds=2").position().drawing(color=False), end="")
    ///       Upper     1   2   3
    ///           0     2   2   2
    ///                 2   2   2     0
    ///       Lower *   3   2   1
    #[pyo3(signature = (*, color = None), text_signature = "($self, *, color=True)")]
    fn drawing(&self, color: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let drawing = self.at.drawing();
        match color
            .map(|color| errors::flag("color", color))
            .transpose()?
        {
            Some(false) => Ok(strip_str(&drawing).to_string()),
            Some(true) | None => Ok(drawing),
        }
    }

    /// Returns the board as an SVG document.
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
