//! Conversion of the library's errors to Python exceptions.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use sowlab_analysis::RequestError;
use sowlab_analysis::tables::{ProbeError, TableError};

/// Creates the exception of an invalid argument.
pub(crate) fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Creates the exception of an argument of the wrong type; `needed` describes the type, as in `a str`.
pub(crate) fn wrong_type(name: &str, needed: &str, given: &Bound<'_, PyAny>) -> PyErr {
    match given.get_type().name() {
        Ok(kind) => PyTypeError::new_err(format!("{name}: {needed} is needed, not {kind}")),
        Err(error) => error,
    }
}

/// Extracts True or False.
pub(crate) fn flag(name: &str, given: &Bound<'_, PyAny>) -> PyResult<bool> {
    (given.extract()).map_err(|_| wrong_type(name, "True or False", given))
}

/// Extracts a text; `needed` describes the allowed types.
pub(crate) fn text_of(name: &str, needed: &str, given: &Bound<'_, PyAny>) -> PyResult<String> {
    match given.cast::<PyString>() {
        Ok(text) => match text.to_str() {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => Err(wrong(format!("{name}: the text is not valid Unicode"))),
        },
        Err(_) => Err(wrong_type(name, needed, given)),
    }
}

/// Creates the exception of a file that cannot be read.
pub(crate) fn of_file(path: &Path, error: &io::Error) -> PyErr {
    io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}

/// Creates the exception of a failed request.
pub(crate) fn of_request(error: RequestError) -> PyErr {
    match error {
        RequestError::Field { .. } => wrong(error),
        RequestError::Cancelled { .. } => PyKeyboardInterrupt::new_err("interrupted"),
        RequestError::Failed(error) => PyRuntimeError::new_err(error.to_string()),
    }
}

/// Creates the exception of failed work on tables.
pub(crate) fn of_tables(error: TableError) -> PyErr {
    match error {
        TableError::Cancelled(_) => PyKeyboardInterrupt::new_err("interrupted"),
        TableError::Unrankable(_) => wrong(error),
        error => PyOSError::new_err(error.to_string()),
    }
}

/// Creates the exception of a failed probe.
pub(crate) fn of_probe(error: ProbeError) -> PyErr {
    match error {
        ProbeError::Position(_) => wrong(error),
        ProbeError::Table(error) => of_tables(error),
    }
}
