//! `sowlab tournament`.

mod arguments;
mod recorder;
mod report;

use std::time::Instant;

use rustc_hash::FxHashMap;
use sowlab_solvers::Monitor;

use super::Common;
use super::failure::Failure;
use super::output::{Document, try_file, try_folder};
use super::pie::check_pie;
use super::pieces::piece_failure;
use super::progress::Progress;
use super::show;
use super::target::Target;
use arguments::{names, openings, setting};
use recorder::{Recorder, record_failure, write_csv};
use sowlab_base::pieces::Pieces;
use sowlab_engines::pieces::PlayedPiece;
use sowlab_engines::records::RecordFile;
use sowlab_engines::results::Results;
use sowlab_engines::runner::Runner;
use sowlab_engines::spec::EngineSpec;
use sowlab_engines::standings::{Standings, Summary};
use sowlab_engines::{PlayError, RunError};
use sowlab_games::Files;

pub(super) use arguments::Arguments;
pub(super) use report::TournamentDocument;

fn failure(error: RunError) -> Failure {
    match error {
        RunError::Setup(error) => Failure::BadInput(error.to_string()),
        RunError::Play(error @ PlayError::Table { .. }) => Failure::input("--engine", error),
        RunError::Play(error) => Failure::other(error),
    }
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let game = show::game(&arguments.game)?;
    if arguments.engines.len() < 2 {
        return Err(Failure::input("--engine", "give two engines or more"));
    }
    let mut specs = Vec::new();
    for text in &arguments.engines {
        let mut spec = EngineSpec::read(text, Files::Allowed)
            .map_err(|error| Failure::input("--engine", error))?;
        if let EngineSpec::External(external) = &mut spec {
            external.timeout = arguments.timeout.unwrap_or(external.timeout);
            external.log.clone_from(&arguments.engine_log);
        }
        specs.push(spec);
    }
    let external = |spec: &EngineSpec| matches!(spec, EngineSpec::External(_));
    let for_programs = [
        ("--timeout", arguments.timeout.is_some()),
        ("--engine-log", arguments.engine_log.is_some()),
    ];
    for (option, _) in for_programs.into_iter().filter(|&(_, given)| given) {
        if !specs.iter().any(external) {
            return Err(Failure::input(
                option,
                "requires an external engine: --engine external:PROGRAM",
            ));
        }
    }
    if let Some(folder) = &arguments.engine_log {
        try_folder("--engine-log", folder)?;
    }
    check_pie(arguments.pie, &game)?;
    let names = names(&specs);
    let openings = openings(arguments.openings.as_deref(), &specs)?;
    let setting = setting(arguments, game.to_string(), &names, &openings)?;
    let progress = Progress::new(common);
    let runner = Runner {
        game,
        setting: &setting,
        specs: &specs,
        openings: &openings,
        shard: arguments.sharded.shard(),
        threads: common
            .threads
            .map_or_else(rayon::current_num_threads, usize::from),
        // Faults are read from the records.
        recorded: arguments.out.is_some() || specs.iter().any(external),
        monitor: &progress,
    };
    let called = runner.check().map_err(failure)?;
    arguments.sharded.check()?;
    let table = match &arguments.csv {
        Some(csv) => Some(Target::new("--csv", csv, common.format)?),
        None => None,
    };
    if let Some(out) = &arguments.out {
        try_file("--out", out)?;
    }
    let (file, before) = match &arguments.out {
        None => (None, Vec::new()),
        Some(path) if arguments.resume => {
            let (file, games) = RecordFile::resume(path, &setting).map_err(record_failure)?;
            (Some(file), games)
        }
        Some(path) => {
            let file = RecordFile::create(path, &setting).map_err(record_failure)?;
            (Some(file), Vec::new())
        }
    };
    let before: FxHashMap<u64, Summary> = before
        .iter()
        .map(|game| (game.game, Summary::from(game)))
        .collect();
    let started = Instant::now();
    let mut recorder = Recorder {
        file,
        names: &names,
        progress: &progress,
    };
    let results = runner.run(&before, &mut recorder);
    if let Some(file) = &mut recorder.file {
        file.sync().map_err(record_failure)?;
    }
    let results = results.map_err(failure)?;
    let written = match (&table, &arguments.out) {
        (Some(table), Some(out)) => write_csv(out, table),
        _ => Ok(()),
    };
    let time = started.elapsed();
    if !progress.cancelled() {
        let piece = || PlayedPiece {
            pairs: results.pairs.clone(),
        };
        arguments.sharded.write(&setting, piece, time)?;
    }
    let standings = Standings::new(&names, &results.pairs)
        .without_false_errors()
        .named(&called);
    let (document, remarks) = report::document(&setting, &names, standings, &results, time);
    for remark in remarks {
        progress.say(&remark);
    }
    Ok(document
        .silent_if(table.is_some_and(|table| table.is_standard_output()))
        .interrupted_if(progress.cancelled())
        .kept_in(arguments.out.as_deref())
        .failed_if(written.err()))
}

/// Returns the document of all pieces.
pub(super) fn merged(pieces: &Pieces, common: &Common) -> Result<Document, Failure> {
    let (setting, found) = pieces.read::<PlayedPiece>().map_err(piece_failure)?;
    let results = Results {
        pairs: PlayedPiece::join(found),
        ..Results::default()
    };
    let names = &setting.engines;
    let standings = Standings::new(names, &results.pairs).without_false_errors();
    let (document, remarks) = report::document(&setting, names, standings, &results, pieces.time());
    let progress = Progress::new(common);
    for remark in remarks {
        progress.say(&remark);
    }
    Ok(document)
}
