//! `sowlab.VectorEnv`: many games stepped at once into arrays of the caller.

mod arrays;
mod engine;
mod kernel;
mod sequential;
mod stones;

use std::sync::{Mutex, MutexGuard, TryLockError};

use numpy::{
    BorrowError, Element, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadonlyArrayDyn,
    PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use sowlab_analysis::equilibrium::CommitOrder;
use sowlab_games::catalog::{CatalogGame, Family};
use sowlab_games::contest::{Contest, Shape};
use sowlab_games::for_family;

use arrays::{Arrays, Widths, planes};
use engine::{AutoReset, Engine, Games, Setting};
use kernel::Actions;
use sequential::Sequential;
use stones::Stones;

use crate::equilibrium::order_of;
use crate::errors::wrong;
use crate::game::Game;
use crate::watch::check_threads;

/// The maximum number of games in one environment.
const MOST: usize = 1 << 24;

/// Creates games of any family, with one choice at a time.
fn sequential<C: Contest>(
    game: C,
    count: usize,
    setting: Setting,
) -> Result<Box<dyn Games>, String> {
    Ok(Box::new(Engine::new(Sequential(game), count, setting)?))
}

fn build(
    catalog: &CatalogGame,
    pie: bool,
    order: CommitOrder,
    count: usize,
    setting: Setting,
) -> Result<Box<dyn Games>, String> {
    match (catalog.joint(""), order) {
        (Ok(rules), _) if !pie => {
            let engine = Engine::new(Stones::new(&rules, order), count, setting)?;
            Ok(Box::new(engine))
        }
        (Ok(_), CommitOrder::Reverse | CommitOrder::Sealed) => Err(format!(
            "order={order}: only the open order has the pie rule: Game(…, pie=False)"
        )),
        (Err(_), CommitOrder::Reverse | CommitOrder::Sealed) => Err(format!(
            "order={order}: for games in which both sides sow at once"
        )),
        (_, CommitOrder::Open) => for_family!(catalog, family => {
            let game = family.contest(pie).map_err(|error| error.to_string())?;
            sequential(game, count, setting)
        }),
    }
}

/// Many games in progress. `sowlab.VectorEnv` documents the arrays.
#[pyclass(frozen, module = "sowlab._native")]
pub(crate) struct VectorGames {
    count: usize,
    widths: Widths,
    shape: Shape,
    under_way: Mutex<UnderWay>,
}

/// The state that a call changes.
struct UnderWay {
    games: Box<dyn Games>,
    actions: Vec<Actions>,
}

/// An array that a step writes to, borrowed from Python; `None` if it is not requested.
type Lent<'py, T> = Option<PyReadwriteArrayDyn<'py, T>>;

/// Borrows an array of the given shape.
fn lent<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<Lent<'py, T>> {
    if array.is_none() {
        return Ok(None);
    }
    let py = array.py();
    let dtype = T::get_dtype(py);
    let Ok(array) = array.cast::<PyUntypedArray>() else {
        let kind = array.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "{name}: an array of dtype {dtype} is needed, not {kind}"
        )));
    };
    let Ok(typed) = array.cast::<PyArrayDyn<T>>() else {
        return Err(PyTypeError::new_err(format!(
            "{name}: an array of dtype {dtype} is needed, not {}",
            array.dtype()
        )));
    };
    check_shape(name, typed.shape(), shape)?;
    if !typed.is_c_contiguous() {
        return Err(wrong(format!("{name}: the array is not C-contiguous")));
    }
    typed
        .try_readwrite()
        .map(Some)
        .map_err(|error| match error {
            BorrowError::NotWriteable => wrong(format!("{name}: the array cannot be written")),
            _ => wrong(format!(
                "{name}: the array shares memory with another one, or another thread uses it"
            )),
        })
}

fn check_shape(name: &str, found: &[usize], expected: &[usize]) -> PyResult<()> {
    match found == expected {
        true => Ok(()),
        false => Err(wrong(format!(
            "{name}: shape {} is needed, not {}",
            shape_text(expected),
            shape_text(found)
        ))),
    }
}

/// Formats a shape as Python does.
fn shape_text(shape: &[usize]) -> String {
    match shape {
        [only] => format!("({only},)"),
        shape => {
            let numbers: Vec<String> = shape.iter().map(usize::to_string).collect();
            format!("({})", numbers.join(", "))
        }
    }
}

/// Returns the elements of an array; empty if it is not requested.
fn elements<'a, T: Element>(array: &'a mut Lent<'_, T>) -> &'a mut [T] {
    match array {
        Some(array) => array.as_slice_mut().unwrap_or_default(),
        None => &mut [],
    }
}

/// The arrays to write to.
struct Given<'py> {
    counts: Lent<'py, u8>,
    planes: Lent<'py, f32>,
    masks: Lent<'py, bool>,
    seconds: Lent<'py, bool>,
    sides: Lent<'py, u8>,
    rewards: Lent<'py, f32>,
    terminated: Lent<'py, bool>,
    truncated: Lent<'py, bool>,
    endless: Lent<'py, bool>,
    finals: Lent<'py, u8>,
}

impl<'py> Given<'py> {
    fn new(games: &VectorGames, given: &Bound<'py, PyTuple>) -> PyResult<Given<'py>> {
        let (count, widths, shape) = (games.count, games.widths, games.shape);
        let each = [count];
        let board = [
            count,
            planes(shape.scalars.len()),
            shape.rows,
            shape.columns,
        ];
        let item = |place: usize| given.get_item(place);
        Ok(Given {
            counts: lent("counts", &item(0)?, &[count, widths.counts])?,
            planes: lent("planes", &item(1)?, &board)?,
            masks: lent("masks", &item(2)?, &[count, widths.masks])?,
            seconds: lent("second_masks", &item(3)?, &[count, widths.seconds])?,
            sides: lent("sides", &item(4)?, &each)?,
            rewards: lent("rewards", &item(5)?, &each)?,
            terminated: lent("terminated", &item(6)?, &each)?,
            truncated: lent("truncated", &item(7)?, &each)?,
            endless: lent("endless", &item(8)?, &each)?,
            finals: lent("final_counts", &item(9)?, &[count, widths.counts])?,
        })
    }

    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            counts: elements(&mut self.counts),
            planes: elements(&mut self.planes),
            masks: elements(&mut self.masks),
            seconds: elements(&mut self.seconds),
            sides: elements(&mut self.sides),
            rewards: elements(&mut self.rewards),
            terminated: elements(&mut self.terminated),
            truncated: elements(&mut self.truncated),
            endless: elements(&mut self.endless),
            finals: elements(&mut self.finals),
        }
    }
}

impl VectorGames {
    /// Returns the games, unless another thread is using them.
    fn under_way(&self) -> PyResult<MutexGuard<'_, UnderWay>> {
        match self.under_way.try_lock() {
            Ok(games) => Ok(games),
            Err(TryLockError::Poisoned(games)) => Ok(games.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "another thread is using this environment: give each thread an environment of its own",
            )),
        }
    }

    /// Returns the games, on threads of this process.
    fn alive(&self) -> PyResult<MutexGuard<'_, UnderWay>> {
        let mut under_way = self.under_way()?;
        let revived = under_way.games.revive();
        revived.map_err(PyRuntimeError::new_err)?;
        Ok(under_way)
    }
}

#[pymethods]
impl VectorGames {
    #[new]
    #[pyo3(signature = (game, count, order, auto_reset, max_steps, opening_steps, starts, threads))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        count: usize,
        order: &str,
        auto_reset: &str,
        max_steps: u32,
        opening_steps: u32,
        starts: Vec<String>,
        threads: usize,
    ) -> PyResult<VectorGames> {
        if !(1..=MOST).contains(&count) {
            return Err(wrong(format!("num_envs={count}: 1 to {MOST}")));
        }
        check_threads(Some(threads))?;
        let setting = Setting {
            auto_reset: match auto_reset {
                "next-step" => AutoReset::NextStep,
                "same-step" => AutoReset::SameStep,
                "disabled" => AutoReset::Disabled,
                _ => {
                    return Err(wrong(format!(
                        "auto_reset='{auto_reset}': 'next-step', 'same-step' or 'disabled'"
                    )));
                }
            },
            max_steps,
            opening_steps,
            starts,
            threads,
        };
        let order = order_of(order)?;
        let (catalog, pie) = (game.get().catalog, game.get().pie);
        let games = py.detach(|| build(&catalog, pie, order, count, setting));
        let mut games = games.map_err(wrong)?;
        games.reset(Some(0), None, Arrays::default());
        Ok(VectorGames {
            count,
            widths: games.widths(),
            shape: games.shape(),
            under_way: Mutex::new(UnderWay {
                games,
                actions: Vec::new(),
            }),
        })
    }

    /// Returns the length of an observation, of a mask, of a second mask, and the number of planes.
    #[getter]
    fn widths(&self) -> (usize, usize, usize, usize) {
        let Widths {
            counts,
            masks,
            seconds,
            ..
        } = self.widths;
        (counts, masks, seconds, planes(self.shape.scalars.len()))
    }

    fn reset(
        &self,
        py: Python<'_>,
        seed: Option<u64>,
        which: Option<PyReadonlyArray1<'_, bool>>,
        given: &Bound<'_, PyTuple>,
    ) -> PyResult<()> {
        let which: Option<Vec<bool>> = which.map(|which| which.as_array().to_vec());
        if let Some(which) = &which {
            check_shape("mask", &[which.len()], &[self.count])?;
        }
        let mut under_way = self.alive()?;
        let mut given = Given::new(self, given)?;
        let (games, arrays) = (&mut under_way.games, given.arrays());
        py.detach(|| games.reset(seed, which.as_deref(), arrays));
        Ok(())
    }

    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArrayDyn<'_, i64>,
        given: &Bound<'_, PyTuple>,
    ) -> PyResult<()> {
        let expected: &[usize] = match self.widths.seconds {
            0 => &[self.count],
            _ => &[self.count, 2],
        };
        check_shape("actions", actions.shape(), expected)?;
        let all = match actions.is_c_contiguous() {
            true => actions.as_slice().ok(),
            false => None,
        };
        let all = all.ok_or_else(|| wrong("actions: the array is not C-contiguous"))?;
        let mut under_way = self.alive()?;
        let UnderWay { games, actions } = &mut *under_way;
        // Copied, because others may write to the array while the lock is released.
        actions.clear();
        match self.widths.seconds {
            0 => actions.extend(all.iter().map(|&first| [first, 0])),
            _ => actions.extend(all.as_chunks().0),
        }
        let mut given = Given::new(self, given)?;
        let arrays = given.arrays();
        py.detach(|| games.step(actions, arrays)).map_err(wrong)
    }

    /// Samples legal actions.
    fn sample(
        &self,
        py: Python<'_>,
        first: Option<PyReadwriteArray1<'_, i64>>,
        both: Option<PyReadwriteArray2<'_, i64>>,
    ) -> PyResult<()> {
        if let Some(first) = &first {
            check_shape("out", first.shape(), &[self.count])?;
        }
        if let Some(both) = &both {
            check_shape("out", both.shape(), &[self.count, 2])?;
        }
        let mut under_way = self.under_way()?;
        let UnderWay { games, actions } = &mut *under_way;
        actions.clear();
        actions.resize(self.count, [0; 2]);
        py.detach(|| games.sample(actions));
        if let Some(mut first) = first {
            let into = first.as_array_mut();
            for (into, actions) in into.into_iter().zip(actions.iter()) {
                *into = actions[0];
            }
        }
        if let Some(mut both) = both {
            let into = both.as_array_mut();
            for (into, actions) in into.into_iter().zip(actions.iter().flatten()) {
                *into = *actions;
            }
        }
        Ok(())
    }

    fn texts(&self) -> PyResult<Vec<String>> {
        Ok(self.under_way()?.games.texts())
    }

    fn save(&self, py: Python<'_>) -> PyResult<String> {
        let under_way = self.under_way()?;
        let games = &under_way.games;
        Ok(py.detach(|| games.save()))
    }

    fn load(&self, py: Python<'_>, state: &str) -> PyResult<()> {
        let mut under_way = self.under_way()?;
        let games = &mut under_way.games;
        py.detach(|| games.load(state)).map_err(wrong)
    }
}
