//! Errors of the library as exceptions of Python.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyRuntimeError, PyValueError};
use sowlab::analysis::RequestError;
use sowlab::analysis::tables::{ProbeError, TableError};

/// What was given is wrong.
pub(crate) fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
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
