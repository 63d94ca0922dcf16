//! Errors of the library as exceptions of Python.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use sowlab_analysis::RequestError;
use sowlab_analysis::tables::{ProbeError, TableError};

/// What was given is wrong.
pub(crate) fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An argument of the wrong type: what is needed, as in `a str`.
pub(crate) fn wrong_type(name: &str, needed: &str, given: &Bound<'_, PyAny>) -> PyErr {
    match given.get_type().name() {
        Ok(kind) => PyTypeError::new_err(format!("{name}: {needed} is needed, not {kind}")),
        Err(error) => error,
    }
}

/// A text; `needed` says what else is allowed.
pub(crate) fn text_of(name: &str, needed: &str, given: &Bound<'_, PyAny>) -> PyResult<String> {
    match given.cast::<PyString>() {
        Ok(text) => match text.to_str() {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => Err(wrong(format!("{name}: the text is not valid Unicode"))),
        },
        Err(_) => Err(wrong_type(name, needed, given)),
    }
}

/// A file that cannot be read.
pub(crate) fn of_file(path: &Path, error: &io::Error) -> PyErr {
    io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}

/// A request that failed.
pub(crate) fn of_request(error: RequestError) -> PyErr {
    match error {
        RequestError::Field { .. } => wrong(error),
        RequestError::Cancelled { .. } => PyKeyboardInterrupt::new_err("interrupted"),
        RequestError::Failed(error) => PyRuntimeError::new_err(error.to_string()),
    }
}

/// Work on tables that failed.
pub(crate) fn of_tables(error: TableError) -> PyErr {
    match error {
        TableError::Cancelled(_) => PyKeyboardInterrupt::new_err("interrupted"),
        TableError::Unrankable(_) => wrong(error),
        error => PyOSError::new_err(error.to_string()),
    }
}

/// A look-up that failed.
pub(crate) fn of_probe(error: ProbeError) -> PyErr {
    match error {
        ProbeError::Position(_) => wrong(error),
        ProbeError::Table(error) => of_tables(error),
    }
}
