//! `sowlab.tables`.

use std::path::PathBuf;
use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sowlab_analysis::Analyses;
use sowlab_analysis::tables::{
    Located, ProbeError, Probed, PublishedFiles, TableError, TablePlace, TabledGame, Value,
    VerifyScope,
};
use sowlab_games::catalog::CatalogGame;
use sowlab_solvers::Monitor;
use sowlab_wire::HttpFiles;

use crate::errors::{of_probe, of_tables, wrong};
use crate::game::Game;
use crate::solve::to_python;
use crate::watch::watched;

type Tabled = Box<dyn TabledGame>;

/// Runs work on the tables of a game, which are created on the thread that does the work.
fn with_tables<T: Send>(
    py: Python<'_>,
    game: &Game,
    progress: Option<&Py<PyAny>>,
    threads: Option<usize>,
    work: impl FnOnce(Tabled, &dyn Monitor) -> Result<T, TableError> + Send,
) -> PyResult<T> {
    let catalog = game.catalog;
    catalog.analyses().tables().map_err(wrong)?;
    watched(py, progress, threads, move |monitor| {
        work(tabled(&catalog), monitor)
    })?
    .map_err(of_tables)
}

fn tabled(catalog: &CatalogGame) -> Tabled {
    catalog.analyses().tables().expect("looked up before")
}

/// Builds the missing tables of 0 to the given number of stones.
#[pyfunction]
pub(crate) fn build_tables(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    stones: u32,
    directory: PathBuf,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let layers = with_tables(
        py,
        game.get(),
        progress.as_ref(),
        threads,
        move |tables, monitor| {
            let mut layers = Vec::new();
            tables.build_tables(&directory, stones, monitor, &mut |layer| {
                layers.push(layer);
            })?;
            Ok(layers)
        },
    )?;
    Ok(to_python(py, &layers)?.unbind())
}

/// Returns the statistics of tables.
#[pyfunction]
pub(crate) fn table_stats(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    directory: PathBuf,
    stones: Option<u32>,
) -> PyResult<Py<PyAny>> {
    let layers = with_tables(py, game.get(), None, None, move |tables, _| {
        tables.table_stats(&directory, stones)
    })?;
    Ok(to_python(py, &layers)?.unbind())
}

/// Verifies tables against the rules.
#[pyfunction]
pub(crate) fn verify_tables(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    stones: u32,
    directory: PathBuf,
    sample: Option<u64>,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let layers = with_tables(
        py,
        game.get(),
        progress.as_ref(),
        threads,
        move |tables, monitor| {
            let mut layers = Vec::new();
            let extent = VerifyScope {
                sample,
                layers: &|_| true,
            };
            tables.verify_tables(&directory, stones, extent, monitor, &mut |layer| {
                layers.push(layer);
            })?;
            Ok(layers)
        },
    )?;
    Ok(to_python(py, &layers)?.unbind())
}

/// Downloads the tables of a published set.
#[pyfunction]
pub(crate) fn fetch_tables(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    published: &Bound<'_, Published>,
    directory: PathBuf,
    stones: Option<u32>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    let files: Arc<dyn PublishedFiles> = published.get().0.clone();
    let layers = with_tables(
        py,
        game.get(),
        progress.as_ref(),
        None,
        move |tables, monitor| {
            let mut layers = Vec::new();
            tables.fetch_tables(&files, &directory, stones, monitor, &mut |layer| {
                layers.push(layer);
            })?;
            Ok(layers)
        },
    )?;
    Ok(to_python(py, &layers)?.unbind())
}

/// A published set of tables. It keeps connections, and what was read.
#[pyclass(frozen, module = "sowlab._native")]
pub(crate) struct Published(Arc<HttpFiles>);

#[pymethods]
impl Published {
    #[new]
    fn new(url: &str) -> PyResult<Published> {
        Ok(Published(Arc::new(HttpFiles::new(url).map_err(wrong)?)))
    }
}

/// The place of tables to probe.
#[derive(FromPyObject)]
pub(crate) enum Place<'py> {
    Published(Bound<'py, Published>),
    Directory(PathBuf),
}

impl From<Place<'_>> for TablePlace {
    fn from(place: Place<'_>) -> TablePlace {
        match place {
            Place::Published(published) => TablePlace::Published(published.get().0.clone()),
            Place::Directory(path) => path.into(),
        }
    }
}

/// Probes the positions with these texts, without the global interpreter lock.
fn probed(
    py: Python<'_>,
    game: &Game,
    place: Place<'_>,
    texts: Vec<String>,
) -> PyResult<Vec<Probed>> {
    game.catalog.analyses().tables().map_err(wrong)?;
    let (catalog, place) = (game.catalog, TablePlace::from(place));
    let found = watched(py, None, None, move |monitor| {
        let tables = tabled(&catalog);
        let mut prober = tables.prober(place)?;
        let located = texts.iter().map(|text| prober.locate(text));
        let located = located.collect::<Result<Vec<Located>, ProbeError>>()?;
        Ok::<_, ProbeError>(prober.probe(located, monitor)?)
    })?;
    found.map_err(of_probe)
}

/// Probes positions: returns the full text of each, the side of its margin, and the value where tables have it.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub(crate) fn probe(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    place: Place<'_>,
    positions: Vec<Bound<'_, PyAny>>,
) -> PyResult<Vec<(String, &'static str, Option<(i32, i32, i32)>)>> {
    let game = game.get();
    let text = |position: &Bound<'_, PyAny>| match game.text_of(Some(position))? {
        Some(text) => Ok(text),
        None => Err(wrong("a position is a str or a Position, not None")),
    };
    let texts: Vec<String> = positions.iter().map(text).collect::<PyResult<_>>()?;
    let found = probed(py, game, place, texts)?.into_iter();
    Ok(found
        .map(|probed| {
            let value = probed.value.map(readings);
            (probed.position, probed.margin_of, value)
        })
        .collect())
}

fn readings(Value { lower, zero, upper }: Value) -> (i32, i32, i32) {
    (lower, zero, upper)
}

/// Probes boards, each in the view of the side with sente or to move.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub(crate) fn probe_boards<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    place: Place<'py>,
    boards: PyReadonlyArray2<'py, u8>,
) -> PyResult<(Bound<'py, PyArray2<i16>>, Bound<'py, PyArray1<bool>>)> {
    let game = game.get();
    let shape = game.for_play.shape();
    let cells = shape.rows * shape.columns;
    let [count, width] = [boards.shape()[0], boards.shape()[1]];
    if width != cells {
        return Err(PyValueError::new_err(format!(
            "boards of shape ({count}, {width}): the game has {cells} cells"
        )));
    }
    let boards: Vec<u8> = boards.as_array().iter().copied().collect();
    let texts: Vec<String> = (boards.chunks(cells).enumerate())
        .map(|(row, cells)| {
            game.for_play
                .board(cells)
                .map(|position| position.text())
                .ok_or_else(|| wrong(format!("boards[{row}]: no board of {}", game.name)))
        })
        .collect::<PyResult<_>>()?;
    let found = probed(py, game, place, texts)?;
    let mut values = Vec::with_capacity(3 * found.len());
    let mut known = Vec::with_capacity(found.len());
    for probed in found {
        known.push(probed.value.is_some());
        let (lower, zero, upper) = probed.value.map_or((0, 0, 0), readings);
        values.extend([lower as i16, zero as i16, upper as i16]);
    }
    let values = PyArray1::from_vec(py, values).reshape([count, 3])?;
    Ok((values, PyArray1::from_vec(py, known)))
}

/// Returns every board of a layer with its value.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub(crate) fn table_layer<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    directory: PathBuf,
    stones: u32,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyArray2<u8>>, Bound<'py, PyArray2<i16>>)> {
    let game = game.get();
    let shape = game.for_play.shape();
    let cells = shape.rows * shape.columns;
    let (boards, values) =
        with_tables(py, game, progress.as_ref(), None, move |tables, monitor| {
            let (mut boards, mut values) = (Vec::new(), Vec::new());
            let mut visit = |text: &str, value: Value| {
                let board = text.split(' ').next().unwrap_or_default();
                let counts = board.split([',', '/']).map(|cell| cell.parse::<u8>());
                let before = boards.len();
                boards.extend(counts.flatten());
                let (lower, zero, upper) = readings(value);
                values.extend([lower as i16, zero as i16, upper as i16]);
                boards.len() == before + cells
            };
            tables.dump_table(&directory, stones, monitor, &mut visit)?;
            Ok((boards, values))
        })?;
    let count = values.len() / 3;
    if boards.len() != count * cells {
        return Err(wrong(format!(
            "{}: boards that are not written as cells",
            game.name
        )));
    }
    let boards = PyArray1::from_vec(py, boards).reshape([count, cells])?;
    let values = PyArray1::from_vec(py, values).reshape([count, 3])?;
    Ok((boards, values))
}

/// Returns the default folder of tables.
#[pyfunction]
pub(crate) fn default_tables() -> Option<PathBuf> {
    sowlab_analysis::tables::default_folder()
}
