//! `sowlab.Game`.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Display;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use sowlab_analysis::RequestError;
use sowlab_games::Files;
use sowlab_games::catalog::{CatalogGame, entries};
use sowlab_games::contest::MoveError;
use sowlab_games::dynamic::{DynGame, DynPosition};

use crate::errors::{self, wrong};
use crate::position::Position;

/// A game with its options: immutable, hashable, can be pickled.
///
/// `name` is a name as in `sowlab games`, with options: `"55stones"`, `"stones:holes=7,seeds=3,both-out=end"`,
/// `"kalah:pits=6,seeds=4"`, `"owela:pits=4"`, `"colony"`. The pie rule is played where the game has it (`has_pie`);
/// `pie=False` plays without it. Two games are equal if their full names and `pie` are.
///
/// Raises ValueError for an unknown name or option, and for `pie=True` in a game that has no pie rule.
///
///     >>> sowlab.Game("55stones").name
///     '55stones:capture=normal,both-out=relay,mixed-out=end'
///     >>> sowlab.Game("55stones").pie, sowlab.Game("55stones", pie=False).pie, sowlab.Game("kalah").pie
///     (True, False, False)
#[pyclass(frozen, module = "sowlab", weakref)]
pub(crate) struct Game {
    pub(crate) catalog: CatalogGame,
    pub(crate) pie: bool,
    pub(crate) name: String,
    pub(crate) for_play: Arc<dyn DynGame>,
}

impl Game {
    fn wrapped(slf: &Bound<'_, Self>, at: Arc<dyn DynPosition>) -> Position {
        Position {
            game: slf.clone().unbind(),
            at,
        }
    }

    /// Returns the text of a position that is given as text or as a position of this game.
    pub(crate) fn text_of(&self, position: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
        let Some(position) = position.filter(|position| !position.is_none()) else {
            return Ok(None);
        };
        if let Ok(position) = position.cast::<Position>() {
            let position = position.get();
            let other = position.game.get();
            if !self.same_rules(other) {
                return Err(wrong(format!(
                    "position of {}: not one of {}",
                    other.name, self.name
                )));
            }
            return Ok(Some(position.at.text()));
        }
        errors::text_of("position", "a Position, a str or None", position).map(Some)
    }

    /// Reads a position. A pie decision is refused in a game without the pie rule.
    fn read(&self, text: &str) -> PyResult<Arc<dyn DynPosition>> {
        let position = self.for_play.read_position(text).map_err(wrong)?;
        let actions = self.for_play.actions();
        match position.actions().iter().all(|&action| action < actions) {
            true => Ok(position),
            false => Err(wrong(format!(
                "position '{text}': its choice belongs to the pie rule: Game(…, pie=True)"
            ))),
        }
    }

    /// Creates the exception of a choice that is not legal. It names `pie` if the choice belongs to the pie rule, or if
    /// the decision of the pie rule is due.
    pub(crate) fn illegal(&self, reason: impl Display, choice: &str, decision_due: bool) -> PyErr {
        let decides = ["turn", "stay"].map(|word| choice.eq_ignore_ascii_case(word));
        let about = if decision_due {
            ", the choices of the pie rule: Game(…, pie=False) plays without it"
        } else if self.catalog.has_pie() && !self.pie && decides.contains(&true) {
            "; the choice belongs to the pie rule: Game(…, pie=True)"
        } else {
            ""
        };
        wrong(format!("{reason}{about}"))
    }

    fn same_rules(&self, other: &Game) -> bool {
        self.name == other.name
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, *, pie = None))]
    fn new(name: &Bound<'_, PyAny>, pie: Option<&Bound<'_, PyAny>>) -> PyResult<Game> {
        let name = errors::text_of("name", "a str as in '55stones'", name)?;
        let catalog: CatalogGame = CatalogGame::read(&name, Files::Allowed).map_err(wrong)?;
        let pie = match pie {
            None => catalog.has_pie(),
            Some(pie) => errors::flag("pie", pie)?,
        };
        if pie && !catalog.has_pie() {
            return Err(wrong(format!("pie=True: {catalog} has no pie rule")));
        }
        Ok(Game {
            for_play: catalog.for_play(pie).map_err(wrong)?,
            name: catalog.to_string(),
            catalog,
            pie,
        })
    }

    /// The full name, with every option: it names the rules that a result was computed under.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// `stones`, `two-rank`, `colony` or `four-rank`.
    #[getter]
    fn family(&self) -> &'static str {
        self.catalog.family()
    }

    /// Whether the pie rule is played.
    #[getter]
    fn pie(&self) -> bool {
        self.pie
    }

    /// Whether the game has a pie rule.
    #[getter]
    fn has_pie(&self) -> bool {
        self.catalog.has_pie()
    }

    /// Whether both sides sow at once, so that `sow`, `equilibrium` and commit orders apply.
    #[getter]
    fn joint(&self) -> bool {
        self.catalog.joint("").is_ok()
    }

    /// The names of the sides, the one that begins first.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        let [first, second] = self.for_play.sides();
        (first, second)
    }

    /// The number of actions, legal or not: the length of a mask.
    #[getter]
    fn actions(&self) -> usize {
        self.for_play.actions()
    }

    /// Rows and columns of the cells of an observation.
    #[getter]
    fn cells(&self) -> (usize, usize) {
        let shape = self.for_play.shape();
        (shape.rows, shape.columns)
    }

    /// The names of the numbers after the cells of an observation.
    #[getter]
    fn scalars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.for_play.shape().scalars)
    }

    /// The rules, on one screen.
    #[getter]
    fn rules(&self) -> String {
        self.catalog.rules_text()
    }

    /// Reads a position in the notation of the game; the opening if no text is given.
    ///
    /// Raises ValueError if the text is not a position of the game.
    #[pyo3(signature = (text = None))]
    fn position(slf: &Bound<'_, Self>, text: Option<&Bound<'_, PyAny>>) -> PyResult<Position> {
        let game = slf.get();
        let at = match text {
            None => game.for_play.opening(),
            Some(text) => {
                let text = errors::text_of("text", "a str or None", text)?;
                game.read(&text)?
            }
        };
        Ok(Game::wrapped(slf, at))
    }

    /// Returns every position of a record, the opening first.
    ///
    /// A record is choices separated by spaces; in the stones family rounds, the side with sente first, and after the
    /// first round `turn` or `stay` if the pie rule is played (`stay` can be left out). Case does not matter.
    ///
    /// Raises ValueError for a choice that is not legal.
    ///
    ///     >>> str(sowlab.Game("55stones").replay("E4W1 stay W6E8")[-1])
    ///     '2,10,1,6,11,0,13,2,1,4,1 E 0 4 - 3'
    ///     >>> str(sowlab.Game("55stones", pie=False).replay("e4w1 w6e8")[-1])
    ///     '2,10,1,6,11,0,13,2,1,4,1 E 0 4 - 3'
    fn replay(slf: &Bound<'_, Self>, record: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
        let record = errors::text_of("record", "a str", record)?;
        let opening = slf.get().for_play.opening();
        let played = opening.play_record(&record).map_err(|error| match &error {
            MoveError::Over { text }
            | MoveError::Endless { text }
            | MoveError::Illegal { text, .. } => slf.get().illegal(&error, text, false),
        })?;
        let after = played.into_iter().map(|one| one.position);
        let all = std::iter::once(opening).chain(after);
        Ok(all.map(|at| Game::wrapped(slf, at)).collect())
    }

    /// Restores a pickled position whose text does not contain the ending of the game.
    fn _after(slf: &Bound<'_, Self>, before: &str, choice: &str) -> PyResult<Position> {
        let before = slf.get().read(before)?;
        let played = before.play(choice).map_err(wrong)?;
        Ok(Game::wrapped(slf, played.position))
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.same_rules(other) && self.pie == other.pie
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.name, self.pie).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        match self.catalog.has_pie() && !self.pie {
            true => format!("Game('{}', pie=False)", self.name),
            false => format!("Game('{}')", self.name),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, bool))> {
        let module = slf.py().import("sowlab")?;
        let game = slf.get();
        Ok((module.getattr("_game")?, (game.name.clone(), game.pie)))
    }
}

/// Returns the games: name, family, description, and the options as (name, default, allowed values, description).
#[pyfunction]
#[allow(clippy::type_complexity)]
pub(crate) fn games() -> Vec<(
    &'static str,
    &'static str,
    &'static str,
    Vec<(&'static str, String, String, &'static str)>,
)> {
    entries()
        .map(|entry| {
            let options = entry.options.iter().map(|option| {
                let allowed = option.allowed;
                let default = allowed.default_text();
                (option.name, default, allowed.to_string(), option.about)
            });
            (entry.name, entry.family, entry.about, options.collect())
        })
        .collect()
}

/// Refuses a game in which one side moves at a time.
#[pyfunction]
pub(crate) fn require_joint(game: &Bound<'_, Game>, what: &str) -> PyResult<()> {
    let rules = game.get().catalog.joint("");
    rules.map(drop).map_err(|_| {
        let name = &game.get().name;
        wrong(format!(
            "{name}: {what} is for games of the stones family, as 55stones"
        ))
    })
}

/// Returns the rules of a game in which both sides sow at once.
pub(crate) fn joint(game: &Game, what: &'static str) -> PyResult<sowlab_games::stones::Rules> {
    game.catalog.joint(what).map_err(wrong)
}

/// Parses a position of such a game; the default is the opening.
pub(crate) fn joint_position(
    rules: &sowlab_games::stones::Rules,
    text: Option<&str>,
) -> PyResult<sowlab_games::stones::Position> {
    match text {
        None => Ok(sowlab_games::stones::Position::opening(rules)),
        Some(text) => sowlab_games::stones::Position::parse(rules, text)
            .map_err(|error| RequestError::field(sowlab_analysis::Field::Position, error))
            .map_err(crate::errors::of_request),
    }
}
