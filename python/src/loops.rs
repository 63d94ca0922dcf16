//! `sowlab.loops`.

use std::path::PathBuf;

use pyo3::prelude::*;
use serde::Serialize;
use sowlab_analysis::Analyses;
use sowlab_analysis::certificates::{
    Certificate, CertificateError, MOST_STEPS, Verified, verify_within,
};
use sowlab_analysis::endless::{
    BestPlayRequest, BoardMove, CyclesRequest, Followed, LayerCounts, Layers, Period, ReachRequest,
    ScanRequest, board_certificate, find_cycles, scan_layers,
};

use crate::errors::{of_file, of_request, wrong};
use crate::game::{Game, joint};
use crate::solve::{memory_size, to_python};
use crate::watch::watched;

/// The counts of a layer, and the certificate of its first non-terminating round if certificates were requested.
#[derive(Serialize)]
struct CertifiedLayer {
    #[serde(flatten)]
    counts: LayerCounts,
    certificate: Option<String>,
}

/// Scans every joint move on every board with 2 to the given number of stones.
#[pyfunction]
#[pyo3(signature = (game, stones, checkpoint, certificates, progress, threads))]
pub(crate) fn scan(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    stones: u32,
    checkpoint: Option<PathBuf>,
    certificates: bool,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    if !(2..=255).contains(&stones) {
        return Err(wrong(format!("stones={stones}: 2 to 255")));
    }
    let rules = joint(game.get(), "loops.scan")?;
    let request = ScanRequest {
        stones,
        checkpoint,
        shard: None,
    };
    let found = watched(py, progress.as_ref(), threads, move |monitor| {
        scan_layers(&rules, &request, monitor)
    })?;
    let Layers { layers, .. } = found.map_err(of_request)?;
    let holes = rules.holes();
    let certificate = |first: BoardMove| {
        let certificate = board_certificate(&rules, first).map_err(wrong)?;
        Ok::<_, PyErr>(certificate.to_json())
    };
    let layers = layers.iter().map(|layer| {
        Ok(CertifiedLayer {
            counts: layer.counts(holes),
            certificate: match layer.first {
                Some(first) if certificates => Some(certificate(first)?),
                _ => None,
            },
        })
    });
    let layers: Vec<CertifiedLayer> = layers.collect::<PyResult<_>>()?;
    Ok(to_python(py, &layers)?.unbind())
}

/// The result of a reachability search.
#[derive(IntoPyObject)]
pub(crate) struct Reached {
    game: String,
    position: String,
    rounds: Vec<(u32, u64, u64, u64)>,
    first: Option<String>,
    first_position: Option<String>,
    first_period: Option<u64>,
    period_unit: Option<&'static str>,
    certificate: Option<String>,
    unresolved: Option<u64>,
}

/// Searches breadth-first for non-terminating rounds.
#[pyfunction]
#[pyo3(signature = (game, rounds, position, follow, tables, memory, checkpoint, certificate, progress, threads))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn reach(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    rounds: u32,
    position: Option<&Bound<'_, PyAny>>,
    follow: &str,
    tables: Option<PathBuf>,
    memory: &str,
    checkpoint: Option<PathBuf>,
    certificate: bool,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<Reached> {
    /// The node budget of a claim about optimal play.
    const NODES: u64 = 1_000_000;
    let game = game.get();
    if rounds == 0 {
        return Err(wrong("rounds=0: a number from 1 on"));
    }
    let request = ReachRequest {
        position: game.text_of(position)?,
        rounds,
        followed: match follow {
            "all" => Followed::All,
            "undisputed" => Followed::Undisputed,
            "best" => Followed::Best(BestPlayRequest {
                tables,
                nodes: NODES,
                save_proof: None,
            }),
            _ => {
                return Err(wrong(format!(
                    "follow='{follow}': 'all', 'undisputed' or 'best'"
                )));
            }
        },
        memory: memory_size(memory)?,
        checkpoint,
        certificate,
    };
    let catalog = game.catalog;
    let found = watched(py, progress.as_ref(), threads, move |monitor| {
        catalog.analyses().reach(&request, monitor)
    })?;
    let found = found.map_err(of_request)?;
    let witness = found.witness.as_ref();
    let period = witness.and_then(|witness| witness.period);
    let of_rounds = found.rounds.iter();
    Ok(Reached {
        rounds: of_rounds
            .map(|one| (one.round, one.boards, one.joint_moves, one.endless))
            .collect(),
        first: witness.map(|witness| witness.record.clone()),
        first_position: witness.map(|witness| witness.position.clone()),
        first_period: period.map(Period::length),
        period_unit: period.map(|period| match period {
            Period::Steps(_) => "steps",
            Period::Laps(_) => "laps",
        }),
        certificate: witness.and_then(|witness| Some(witness.certificate.as_ref()?.to_json())),
        unresolved: found.unresolved,
        game: found.game,
        position: found.position,
    })
}

/// Finds repetitions without captures.
#[pyfunction]
#[pyo3(signature = (game, stones, progress, threads))]
pub(crate) fn cycles(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    stones: u32,
    progress: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let catalog = game.get().catalog;
    catalog.analyses().cyclic().map_err(wrong)?;
    let request = CyclesRequest {
        stones,
        tables: None,
    };
    let found = watched(py, progress.as_ref(), threads, move |monitor| {
        let game = catalog.analyses().cyclic().expect("looked up before");
        find_cycles(&*game, &request, monitor)
    })?;
    let layers = found.map_err(of_request)?.layers;
    Ok(to_python(py, &layers)?.unbind())
}

/// Verifies a certificate. Returns the kind of the claim, and its period or its number of rounds. Raises an exception
/// if the certificate does not hold.
#[pyfunction]
pub(crate) fn verify_certificate(py: Python<'_>, text: &str) -> PyResult<(&'static str, u64)> {
    let certificate = Certificate::parse(text).map_err(wrong)?;
    verify_parsed(py, certificate)
}

/// Verifies a certificate in a file.
#[pyfunction]
pub(crate) fn verify_certificate_file(
    py: Python<'_>,
    path: PathBuf,
) -> PyResult<(&'static str, u64)> {
    let read = py.detach(|| Certificate::read(&path));
    let certificate = read.map_err(|error| match error {
        CertificateError::File { path, error } => of_file(&path, &error),
        error => wrong(format!("{}: {error}", path.display())),
    })?;
    verify_parsed(py, certificate)
}

fn verify_parsed(py: Python<'_>, certificate: Certificate) -> PyResult<(&'static str, u64)> {
    let verified = watched(py, None, None, move |monitor| {
        verify_within(&certificate, MOST_STEPS, monitor)
    })?;
    Ok(match verified.map_err(wrong)? {
        Verified::EndlessRound { period } => ("endless-round", period),
        Verified::EndlessMove { period } => ("endless-move", period),
        Verified::Repetition { rounds } => ("repetition", rounds as u64),
    })
}
