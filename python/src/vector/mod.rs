//! `sowlab.VectorEnv`: many games stepped at once into arrays of the caller.

mod arrays;
mod engine;
mod kernel;
mod sequential;
mod stones;

use numpy::{
    Element, PyReadonlyArray1, PyReadonlyArrayDyn, PyReadwriteArray1, PyReadwriteArray2,
    PyReadwriteArrayDyn, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sowlab::analysis::equilibrium::CommitOrder;
use sowlab::catalog::CatalogGame;
use sowlab::games::contest::{Contest, Shape, Visit};

use arrays::{Arrays, Widths, planes};
use engine::{AutoReset, Engine, Games, Setting};
use kernel::Actions;
use sequential::Sequential;
use stones::Stones;

use crate::equilibrium::order_of;
use crate::errors::wrong;
use crate::game::Game;
use crate::watch::check_threads;

/// The most games of one environment.
const MOST: usize = 1 << 24;

/// Any game one choice at a time.
struct Build(usize, Setting);

impl Visit for Build {
    type Output = Result<Box<dyn Games>, String>;

    fn visit<C: Contest>(self, contest: C) -> Self::Output {
        let Build(count, setting) = self;
        let engine = Engine::new(Sequential(contest), count, setting)?;
        Ok(Box::new(engine))
    }
}

fn build(
    catalog: &CatalogGame,
    pie: bool,
    order: CommitOrder,
    count: usize,
    setting: Setting,
) -> Result<Box<dyn Games>, String> {
    match catalog.joint("") {
        Ok(rules) if !pie => {
            let engine = Engine::new(Stones::new(&rules, order), count, setting)?;
            Ok(Box::new(engine))
        }
        _ if order != CommitOrder::Open => Err(format!(
            "order={order}: for games in which both sides sow at once, without the pie rule"
        )),
        _ => catalog
            .visit(pie, Build(count, setting))
            .map_err(|error| error.to_string())?,
    }
}

/// Many games under way. `sowlab.VectorEnv` says what the arrays are.
#[pyclass(module = "sowlab._native")]
pub(crate) struct VectorGames {
    games: Box<dyn Games>,
    count: usize,
    actions: Vec<Actions>,
}

/// The elements of an array, if it is given; `shape` is what it has to have.
fn elements<'a, T: Element>(
    name: &str,
    array: &'a mut Option<PyReadwriteArrayDyn<'_, T>>,
    shape: &[usize],
) -> PyResult<&'a mut [T]> {
    let Some(array) = array else {
        return Ok(&mut []);
    };
    if array.shape() != shape {
        return Err(PyValueError::new_err(format!(
            "{name} of shape {:?}: it is {shape:?} here",
            array.shape()
        )));
    }
    let contiguous = || wrong(format!("{name}: the array is not C-contiguous"));
    match array.is_c_contiguous() {
        true => array.as_slice_mut().map_err(|_| contiguous()),
        false => Err(contiguous()),
    }
}

/// The arrays to write to, None for those that nobody wants.
#[derive(FromPyObject)]
struct Given<'py>(
    Option<PyReadwriteArrayDyn<'py, u8>>,
    Option<PyReadwriteArrayDyn<'py, f32>>,
    Option<PyReadwriteArrayDyn<'py, bool>>,
    Option<PyReadwriteArrayDyn<'py, bool>>,
    Option<PyReadwriteArrayDyn<'py, u8>>,
    Option<PyReadwriteArrayDyn<'py, f32>>,
    Option<PyReadwriteArrayDyn<'py, bool>>,
    Option<PyReadwriteArrayDyn<'py, bool>>,
    Option<PyReadwriteArrayDyn<'py, bool>>,
    Option<PyReadwriteArrayDyn<'py, u8>>,
);

impl Given<'_> {
    fn arrays(&mut self, count: usize, widths: Widths, shape: Shape) -> PyResult<Arrays<'_>> {
        let each = [count];
        Ok(Arrays {
            counts: elements("counts", &mut self.0, &[count, widths.counts])?,
            planes: elements(
                "planes",
                &mut self.1,
                &[
                    count,
                    planes(shape.scalars.len()),
                    shape.rows,
                    shape.columns,
                ],
            )?,
            masks: elements("masks", &mut self.2, &[count, widths.masks])?,
            seconds: elements("second_masks", &mut self.3, &[count, widths.seconds])?,
            sides: elements("sides", &mut self.4, &each)?,
            rewards: elements("rewards", &mut self.5, &each)?,
            terminated: elements("terminated", &mut self.6, &each)?,
            truncated: elements("truncated", &mut self.7, &each)?,
            endless: elements("endless", &mut self.8, &each)?,
            finals: elements("final_counts", &mut self.9, &[count, widths.counts])?,
        })
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
            games,
            count,
            actions: Vec::new(),
        })
    }

    /// The length of an observation, of a mask, of a second mask, and how many planes there are.
    #[getter]
    fn widths(&self) -> (usize, usize, usize, usize) {
        let Widths {
            counts,
            masks,
            seconds,
            ..
        } = self.games.widths();
        (
            counts,
            masks,
            seconds,
            planes(self.games.shape().scalars.len()),
        )
    }

    fn reset(
        &mut self,
        py: Python<'_>,
        seed: Option<u64>,
        which: Option<PyReadonlyArray1<'_, bool>>,
        mut given: Given<'_>,
    ) -> PyResult<()> {
        let which: Option<Vec<bool>> = which.map(|which| which.as_array().to_vec());
        if let Some(which) = &which
            && which.len() != self.count
        {
            let length = which.len();
            return Err(wrong(format!(
                "mask of shape ({length},): it is ({},)",
                self.count
            )));
        }
        let shape = self.games.shape();
        let arrays = given.arrays(self.count, self.games.widths(), shape)?;
        let games = &mut self.games;
        py.detach(|| games.reset(seed, which.as_deref(), arrays));
        Ok(())
    }

    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArrayDyn<'_, i64>,
        mut given: Given<'_>,
    ) -> PyResult<()> {
        let (widths, shape) = (self.games.widths(), self.games.shape());
        let expected: &[usize] = match widths.seconds {
            0 => &[self.count],
            _ => &[self.count, 2],
        };
        if actions.shape() != expected {
            let found = actions.shape();
            return Err(wrong(format!(
                "actions of shape {found:?}: it is {expected:?} here"
            )));
        }
        // Copied: others may write to the array while the lock is released.
        self.actions.clear();
        let all = match actions.is_c_contiguous() {
            true => actions.as_slice().ok(),
            false => None,
        };
        let all = all.ok_or_else(|| wrong("actions: the array is not C-contiguous"))?;
        match widths.seconds {
            0 => self.actions.extend(all.iter().map(|&first| [first, 0])),
            _ => self.actions.extend(all.as_chunks().0),
        }
        let arrays = given.arrays(self.count, widths, shape)?;
        let (games, actions) = (&mut self.games, &self.actions);
        py.detach(|| games.step(actions, arrays)).map_err(wrong)
    }

    /// Draws legal actions.
    fn sample(
        &mut self,
        py: Python<'_>,
        first: Option<PyReadwriteArray1<'_, i64>>,
        both: Option<PyReadwriteArray2<'_, i64>>,
    ) -> PyResult<()> {
        self.actions.clear();
        self.actions.resize(self.count, [0; 2]);
        let (games, actions) = (&mut self.games, &mut self.actions);
        py.detach(|| games.sample(actions));
        if let Some(mut first) = first {
            let into = first.as_array_mut();
            if into.len() != self.count {
                return Err(wrong(format!(
                    "actions of shape ({},): it is ({},)",
                    into.len(),
                    self.count
                )));
            }
            for (into, actions) in into.into_iter().zip(&self.actions) {
                *into = actions[0];
            }
        }
        if let Some(mut both) = both {
            let into = both.as_array_mut();
            if into.shape() != [self.count, 2] {
                let found = into.shape();
                return Err(wrong(format!(
                    "actions of shape {found:?}: it is ({}, 2)",
                    self.count
                )));
            }
            for (into, actions) in into.into_iter().zip(self.actions.iter().flatten()) {
                *into = *actions;
            }
        }
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.games.texts()
    }

    fn save(&self, py: Python<'_>) -> String {
        let games = &self.games;
        py.detach(|| games.save())
    }

    fn load(&mut self, py: Python<'_>, state: &str) -> PyResult<()> {
        let games = &mut self.games;
        py.detach(|| games.load(state)).map_err(wrong)
    }
}
