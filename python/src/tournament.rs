//! `sowlab.tournament`: agents written in Python against the built-in engines.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rustc_hash::FxHashMap;
use sowlab_engines::RunError;
use sowlab_engines::openings::Openings;
use sowlab_engines::players::{Agent, AgentError, AgentSetting};
use sowlab_engines::rating::{Hypothesis, Sprt};
use sowlab_engines::records::{GameRecord, RecordError};
use sowlab_engines::referee::Unfinished;
use sowlab_engines::results::{Listener, Results};
use sowlab_engines::runner::Runner;
use sowlab_engines::schedule::Form;
use sowlab_engines::setting::Setting;
use sowlab_engines::spec::EngineSpec;
use sowlab_engines::standings::{Pair, Standings, Tally};
use sowlab_games::Files;
use sowlab_solvers::Monitor;

use crate::errors::{wrong, wrong_type};
use crate::game::Game;
use crate::watch::watched;

/// The maximum number of games of an undecided test.
const MOST_GAMES: u64 = 100_000;

/// The exception of an agent, which stops a tournament.
#[derive(Default)]
struct Raised {
    error: Mutex<Option<PyErr>>,
    stop: AtomicBool,
}

/// An agent written in Python.
struct PythonAgent {
    name: String,
    game: Py<Game>,
    call: Py<PyAny>,
    raised: Arc<Raised>,
}

impl Agent for PythonAgent {
    fn choose(&self, position: &str, moves: &[String], _: u64) -> Result<usize, AgentError> {
        Python::attach(|py| {
            let asked = || -> PyResult<Option<usize>> {
                let position = self.game.bind(py).call_method1("position", (position,))?;
                let chosen = self.call.call1(py, (&position,))?;
                if let Ok(text) = chosen.extract::<String>(py) {
                    return Ok(moves.iter().position(|one| *one == text));
                }
                let chosen = chosen.into_bound(py);
                let Ok(whole) = chosen.call_method0("__index__") else {
                    let needed = "a str as in 'choices' or an int as in 'actions'";
                    let what = format!("choice of agent '{}'", self.name);
                    return Err(wrong_type(&what, needed, &chosen));
                };
                // A number outside the range of `i64` is not a legal action.
                let action: i64 = whole.extract().unwrap_or(-1);
                let actions: Vec<i64> = position.getattr("actions")?.extract()?;
                let place = actions.iter().position(|&one| one == action);
                let texts: Vec<String> = position.getattr("choices")?.extract()?;
                let text = place.and_then(|place| texts.get(place));
                Ok(text.and_then(|text| moves.iter().position(|one| one == text)))
            };
            match asked() {
                Ok(Some(place)) => Ok(place),
                Ok(None) => Err(AgentError::Illegal),
                Err(error) => {
                    let text = error.to_string();
                    if let Ok(mut first) = self.raised.error.lock() {
                        first.get_or_insert(error);
                    }
                    self.raised.stop.store(true, Ordering::Relaxed);
                    Err(AgentError::Failed(text))
                }
            }
        })
    }
}

/// A monitor that cancels when the inner one does, and after an exception.
struct Unless<'a>(&'a dyn Monitor, &'a Raised);

impl Monitor for Unless<'_> {
    fn begin(&self, what: &str, units: u64) {
        self.0.begin(what, units);
    }

    fn advance(&self, units: u64) {
        self.0.advance(units);
    }

    fn resume(&self, units: u64) {
        self.0.resume(units);
    }

    fn cancelled(&self) -> bool {
        self.0.cancelled() || self.1.stop.load(Ordering::Relaxed)
    }
}

/// A listener that ignores everything.
struct Nobody;

impl Listener for Nobody {
    fn finished(&mut self, _: &[GameRecord]) -> Result<(), RecordError> {
        Ok(())
    }

    fn standings(&mut self, _: &[Pair]) {}
}

/// The results of an engine against another, or against all.
#[derive(IntoPyObject)]
struct ScoreFields {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    pairs: Vec<u64>,
    elo: Option<f64>,
    elo_error: Option<f64>,
    nelo: Option<f64>,
    nelo_error: Option<f64>,
    los: Option<f64>,
}

impl From<&Tally> for ScoreFields {
    fn from(tally: &Tally) -> ScoreFields {
        ScoreFields {
            games: tally.games,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            points: tally.points,
            pairs: tally.pairs.to_vec(),
            elo: tally.elo,
            elo_error: tally.elo_error,
            nelo: tally.nelo,
            nelo_error: tally.nelo_error,
            los: tally.los,
        }
    }
}

/// The state of a sequential test.
#[derive(IntoPyObject)]
struct Tested {
    test: String,
    llr: f64,
    lower: f64,
    upper: f64,
    accepted: Option<&'static str>,
}

/// The results of a tournament.
#[derive(IntoPyObject)]
pub(crate) struct Played {
    standings: Vec<(usize, usize, String, u64, ScoreFields)>,
    crosstable: Vec<Vec<Option<ScoreFields>>>,
    sprt: Option<Tested>,
    beyond: u64,
}

impl Played {
    fn new(setting: &Setting, results: &Results) -> Played {
        let standings = Standings::new(&setting.engines, &results.pairs).without_false_errors();
        let lines = standings.standings.iter();
        let rows = standings.crosstable.iter();
        let verdict = setting.sprt.as_ref().zip(results.verdict);
        Played {
            standings: lines
                .map(|line| {
                    let engine = line.engine.clone();
                    (
                        line.rank,
                        line.number,
                        engine,
                        line.faults,
                        ScoreFields::from(&line.tally),
                    )
                })
                .collect(),
            crosstable: rows
                .map(|row| {
                    let cells = row.iter();
                    cells
                        .map(|cell| cell.as_ref().map(|cell| ScoreFields::from(&cell.tally)))
                        .collect()
                })
                .collect(),
            sprt: verdict.map(|(test, verdict)| Tested {
                test: test.to_string(),
                llr: verdict.llr,
                lower: verdict.lower,
                upper: verdict.upper,
                accepted: verdict.accepted.map(|accepted| match accepted {
                    Hypothesis::H0 => "H0",
                    Hypothesis::H1 => "H1",
                }),
            }),
            beyond: results.beyond,
        }
    }
}

/// A built-in engine by its specification, or an agent with its name.
#[derive(FromPyObject)]
pub(crate) enum Engine {
    /// A specification.
    Spec(String),
    /// A name, and the function that is called with a position.
    Agent(String, Py<PyAny>),
}

/// Plays engines against each other.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn tournament(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    engines: Vec<Engine>,
    names: Vec<String>,
    games: Option<u64>,
    form: &str,
    rounds: u32,
    seed: u64,
    openings: Option<Vec<String>>,
    max_rounds: u32,
    unfinished: &str,
    move_time: Option<f64>,
    sprt: Option<&str>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Played> {
    if engines.len() < 2 || engines.len() != names.len() {
        return Err(wrong("engines: two or more are needed"));
    }
    let form = match form {
        "round-robin" => Form::RoundRobin,
        "gauntlet" => Form::Gauntlet,
        "swiss" => Form::Swiss { rounds },
        _ => {
            return Err(wrong(format!(
                "form='{form}': round-robin, gauntlet or swiss"
            )));
        }
    };
    let sprt: Option<Sprt> = match sprt {
        None => None,
        Some(text) => Some(
            text.parse()
                .map_err(|error| wrong(format!("sprt: {error}")))?,
        ),
    };
    if sprt.is_some() && (engines.len() != 2 || matches!(form, Form::Swiss { .. })) {
        return Err(wrong(
            "sprt: a test is between two engines, not in a Swiss form",
        ));
    }
    let count = games.unwrap_or(if sprt.is_some() { MOST_GAMES } else { 100 });
    if !(1..=1_000_000_000).contains(&count) || !(1..=1_000_000).contains(&max_rounds) {
        return Err(wrong("games: 1 to 1000000000; max_rounds: 1 to 1000000"));
    }
    let move_time = match move_time.map(Duration::try_from_secs_f64) {
        None => None,
        Some(Ok(time)) => Some(time),
        Some(Err(_)) => return Err(wrong("move_time: a number of seconds, not negative")),
    };
    let raised = Arc::new(Raised::default());
    let specs: Vec<EngineSpec> = (engines.into_iter())
        .map(|engine| match engine {
            Engine::Spec(text) => EngineSpec::read(&text, Files::Allowed).map_err(wrong),
            Engine::Agent(name, call) => Ok(EngineSpec::Agent(AgentSetting {
                name: name.clone(),
                agent: Arc::new(PythonAgent {
                    name,
                    game: game.clone().unbind(),
                    call,
                    raised: Arc::clone(&raised),
                }),
            })),
        })
        .collect::<PyResult<_>>()?;
    let openings = match openings.as_deref() {
        None if specs.iter().all(EngineSpec::uses_chance) => Openings::Start,
        None => Openings::Random(4),
        Some([text]) if text == "start" || text.starts_with("random:") => {
            text.parse().map_err(wrong)?
        }
        Some(positions) => Openings::from_lines(&positions.join("\n")).map_err(wrong)?,
    };
    let own = game.get();
    let setting = Setting {
        game: own.name.clone(),
        pie: own.pie,
        engines: names,
        form,
        games: count,
        seed,
        openings: match &openings {
            Openings::Positions(positions) => positions.clone(),
            other => vec![other.to_string()],
        },
        max_rounds,
        unfinished: match unfinished {
            "cups" => Unfinished::Cups,
            "draw" => Unfinished::Draw,
            _ => return Err(wrong(format!("unfinished='{unfinished}': cups or draw"))),
        },
        move_time,
        sprt,
        adjudicate: None,
    };
    let catalog = own.catalog;
    crate::watch::check_threads(Some(threads))?;
    let played = watched(py, progress.as_ref(), None, |monitor| {
        let monitor = Unless(monitor, &raised);
        let runner = Runner {
            game: catalog,
            setting: &setting,
            specs: &specs,
            openings: &openings,
            shard: None,
            threads,
            recorded: true,
            monitor: &monitor,
        };
        runner.check()?;
        let results = runner.run(&FxHashMap::default(), &mut Nobody)?;
        Ok::<_, RunError>(Played::new(&setting, &results))
    });
    if let Ok(mut first) = raised.error.lock()
        && let Some(error) = first.take()
    {
        return Err(error);
    }
    played?.map_err(|error| match error {
        RunError::Setup(error) => wrong(error),
        RunError::Play(error) => PyRuntimeError::new_err(error.to_string()),
    })
}
