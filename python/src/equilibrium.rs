//! `sowlab.equilibrium`.

use std::path::PathBuf;

use pyo3::prelude::*;
use sowlab_analysis::equilibrium::{
    CommitOrder, Committed, Equilibrium, EquilibriumRequest, FoundEquilibrium, MOST_ROUNDS,
    Settled, StrategiesRequest, exploit, find_equilibrium,
};

use crate::errors::{of_request, wrong};
use crate::game::{Game, joint, joint_position};
use crate::solve::memory_size;
use crate::watch::watched;

/// A choice of one side: the other side's choice to which it replies, the choice, and its probability.
type Choice = (Option<String>, String, f64);

/// An equilibrium.
#[derive(IntoPyObject)]
pub(crate) struct EquilibriumFields {
    order: String,
    value: f64,
    sente: Vec<Choice>,
    gote: Vec<Choice>,
    exploitability: f64,
    sente_answers: f64,
    gote_answers: f64,
    nodes: u64,
    seconds: f64,
}

/// Equilibria of a position.
#[derive(IntoPyObject)]
pub(crate) struct All {
    game: String,
    position: String,
    holes: usize,
    settled: &'static str,
    found: EquilibriumFields,
    compared: Vec<EquilibriumFields>,
}

fn choices(all: &[Committed]) -> Vec<Choice> {
    let all = all.iter().cloned();
    all.map(|one| (one.after, one.choice, one.probability))
        .collect()
}

impl From<&Equilibrium> for EquilibriumFields {
    fn from(found: &Equilibrium) -> EquilibriumFields {
        EquilibriumFields {
            order: found.order.to_string(),
            value: found.value,
            sente: choices(&found.sente),
            gote: choices(&found.gote),
            exploitability: found.exploitability.total(),
            sente_answers: found.exploitability.leader_answers,
            gote_answers: found.exploitability.follower_answers,
            nodes: found.counts.nodes,
            seconds: found.seconds,
        }
    }
}

/// Parses a commit order.
pub(crate) fn order_of(name: &str) -> PyResult<CommitOrder> {
    let all = CommitOrder::ALL.into_iter();
    let mut named = all.filter(|order| order.to_string() == name);
    named
        .next()
        .ok_or_else(|| wrong(format!("order={name}: open, reverse or sealed")))
}

fn rounds_of(horizon: Option<u8>) -> PyResult<Option<u8>> {
    match horizon {
        Some(rounds) if rounds > MOST_ROUNDS => Err(wrong(format!(
            "horizon={rounds}: 0 to {MOST_ROUNDS} rounds, or None for as many as it takes"
        ))),
        _ => Ok(horizon),
    }
}

/// Computes the equilibrium of a position under a commit order.
#[pyfunction]
#[pyo3(signature = (game, position, order, horizon, tables, memory, compare, progress, threads))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn equilibrium(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    position: Option<&Bound<'_, PyAny>>,
    order: &str,
    horizon: Option<u8>,
    tables: Option<PathBuf>,
    memory: &str,
    compare: bool,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<All> {
    let rules = joint(game.get(), "equilibrium")?;
    let position = joint_position(&rules, game.get().text_of(position)?.as_deref())?;
    let request = EquilibriumRequest {
        order: order_of(order)?,
        rounds: rounds_of(horizon)?,
        tables,
        compare,
        memory: memory_size(memory)?,
    };
    let found = watched(py, progress.as_ref(), threads, move |monitor| {
        find_equilibrium(&rules, &position, &request, monitor)
    })?;
    let FoundEquilibrium {
        found,
        compared,
        settled,
        ..
    } = found.map_err(of_request)?;
    Ok(All {
        game: rules.to_string(),
        position: position.to_string(),
        holes: rules.holes(),
        settled: match settled {
            Settled::Horizon => "horizon",
            Settled::Ends => "ends",
            Settled::Tables => "tables",
        },
        found: EquilibriumFields::from(&found),
        compared: compared.iter().map(EquilibriumFields::from).collect(),
    })
}

/// Computes best responses against strategies of the next round. Returns the margins of the side with sente if it
/// responds optimally, and if the other side does.
#[pyfunction]
#[pyo3(signature = (game, position, order, horizon, sente, gote, memory, progress, threads))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn exploitability(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    position: Option<&Bound<'_, PyAny>>,
    order: &str,
    horizon: Option<u8>,
    sente: Option<Vec<Choice>>,
    gote: Option<Vec<Choice>>,
    memory: &str,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<(f64, f64)> {
    let rules = joint(game.get(), "exploitability")?;
    let position = joint_position(&rules, game.get().text_of(position)?.as_deref())?;
    let committed = |(after, choice, probability): Choice| Committed {
        after,
        choice,
        probability,
    };
    let strategy = |given: Option<Vec<Choice>>| -> Option<Vec<Committed>> {
        given.map(|given| given.into_iter().map(committed).collect())
    };
    let request = StrategiesRequest {
        order: order_of(order)?,
        rounds: rounds_of(horizon)?,
        sente: strategy(sente),
        gote: strategy(gote),
        memory: memory_size(memory)?,
    };
    let found = watched(py, progress.as_ref(), threads, move |monitor| {
        exploit(&rules, &position, &request, monitor)
    })?;
    let found = found.map_err(of_request)?;
    Ok((found.leader_answers, found.follower_answers))
}
