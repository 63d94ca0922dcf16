//! The compiled part of the Python package `sowlab`.
//!
//! Everything is a thin layer over the library: games come from `sowlab_games::catalog`, results from
//! `sowlab_analysis`. The public interface is in `sowlab/*.py` and its stubs beside this folder.

mod engines;
mod equilibrium;
mod errors;
mod game;
mod loops;
mod pool;
mod position;
mod solve;
mod sow;
mod svg;
mod tables;
mod tournament;
mod vector;
mod watch;

use pyo3::prelude::*;

/// The compiled part of sowlab.
#[pymodule]
mod _native {
    use super::*;

    #[pymodule_export]
    use super::engines::{alphabeta, choose, engine_name, mcts};
    #[pymodule_export]
    use super::equilibrium::{equilibrium, exploitability};
    #[pymodule_export]
    use super::game::{Game, games, require_joint};
    #[pymodule_export]
    use super::loops::{cycles, reach, scan, verify_certificate, verify_certificate_file};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::solve::{choices, solve};
    #[pymodule_export]
    use super::sow::sow;
    #[pymodule_export]
    use super::tables::{
        Published, build_tables, default_tables, fetch_tables, probe, probe_boards, table_layer,
        table_stats, verify_tables,
    };

    #[pymodule_export]
    use super::tournament::tournament;
    #[pymodule_export]
    use super::vector::VectorGames;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("MOST_ROUNDS", sowlab_analysis::equilibrium::MOST_ROUNDS)
    }
}
