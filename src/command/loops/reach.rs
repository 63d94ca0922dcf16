//! `sowlab loops reach`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use sowlab_solvers::Monitor;
use sowlab_solvers::reach::{PackedStates, ReachError};
use sowlab_solvers::search::proof::ProofTable;

use crate::analysis::endless::{
    BestPlayGame, SearchedRounds, certificate_of_game, write as write_certificate,
};
use crate::analysis::endless::{BoardFiles, Reached, ReachedError, ReachedRound};
use crate::analysis::solve::{DEFAULT_PATIENCE, KeptProof, MemorySize, TabledStones, searchable};
use crate::analysis::tables::{TableFolder, unusable};
use crate::command::draw::{BOLD, DIM};
use crate::command::failure::{Failure, Finished};
use crate::command::output::{Document, lock, try_file};
use crate::command::progress::Progress;
use crate::command::{Common, show};
use crate::games::stones::sowing::Sower;
use crate::games::stones::{Board, Position, StonesGame, UndisputedGame};

#[derive(Debug, Args)]
#[command(after_help = "\
Each line counts distinct boards, turned so that the side with sente is East: those first reached at \
the start of the round (finished ones left out), the joint moves on them, and the endless ones among \
these. The witness is a shortest game into an endless round; replay it with `sow`.

Boards that do not fit in --memory go to files: in a temporary folder (TMPDIR says where), or in that \
of --checkpoint. They take 11 bytes each on eleven holes, and as many for each joint move of the round \
at hand. With --checkpoint every complete round is kept; the same command, interrupted or killed, goes \
on from there, and one with more rounds adds them. What is found depends on neither option.

With --best only good play is followed: the side with sente takes a hole, and the other side replies, \
only where it loses nothing, by proven values with infinite play counting for nobody. The pie decision \
is left out. Small openings, as stones:holes=7,seeds=2, need no tables. With --tables of boards with fewer \
stones than the start proof search tells what loses nothing, in half of --memory; rounds of which it \
cannot tell are not followed, and counted as untold.")]
pub(in crate::command) struct Arguments {
    /// The game, with options: see `sowlab games`
    game: String,
    /// How many rounds
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Where to start [default: the opening]
    #[arg(long)]
    position: Option<String>,
    /// Play only rounds that meet no case on which the sources are silent: what is found holds under
    /// every reading
    #[arg(long)]
    undisputed: bool,
    /// Play only rounds in which neither side loses anything
    #[arg(long, conflicts_with = "undisputed")]
    best: bool,
    /// The folder of the tables for --best [default: made on the spot if they are small; the default
    /// folder of `solve` is not looked at]
    #[arg(long, value_name = "DIR", requires = "best")]
    tables: Option<PathBuf>,
    /// With --best and tables that do not reach the start: the most boards to search for a claim
    #[arg(
        long,
        value_name = "NUMBER",
        requires = "best",
        default_value_t = 1_000_000
    )]
    nodes: u64,
    /// With --best and tables that do not reach the start: a file with what is proven, to go on from
    /// and to keep it in, as of `solve --proof`
    #[arg(long, value_name = "FILE", requires = "best")]
    proof: Option<PathBuf>,
    /// Memory for the boards, as in 512M or 8G; more of them go to files
    #[arg(long, value_name = "SIZE", default_value = "2G")]
    memory: MemorySize,
    /// Keep all boards in files of this folder, and go on from the rounds that are there
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Write the certificate of the witness to this file, for `loops verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

#[derive(Serialize)]
struct Reachable {
    game: String,
    position: String,
    rounds: Vec<ReachedRound>,
    first: Option<String>,
    first_position: Option<String>,
    first_period: Option<u64>,
    /// The certificate that was written.
    certificate: Option<PathBuf>,
    /// With --best: choices and replies of which it is not known whether they lose anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    untold: Option<u64>,
    seconds: f64,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let rules = show::stones(&arguments.game, "loops reach")?;
    let start = show::start_of_round(&rules, arguments.position.as_deref())?;
    if let Some(file) = &arguments.certificate {
        try_file("--certificate", file)?;
    }
    let progress = Progress::new(common);
    let started = Instant::now();
    let game = StonesGame::new(&rules);
    let mut untold = None;
    let found = if arguments.undisputed {
        let undisputed = UndisputedGame::new(&rules);
        search(arguments, &undisputed, game.sower(), start, &progress)?
    } else if arguments.best {
        let (found, not_known) = best_play(arguments, &game, start, &progress)?;
        untold = Some(not_known);
        found
    } else {
        search(arguments, &game, game.sower(), start, &progress)?
    };
    let seconds = started.elapsed().as_secs_f64();

    let mut text = format!(
        "{rules}\n{start}\n\n{BOLD}{:>5} {:>14} {:>16} {:>10}{BOLD:#}\n",
        "round", "new boards", "joint moves", "endless"
    );
    for round in &found.rounds {
        let _ = writeln!(
            text,
            "{:>5} {:>14} {:>16} {:>10}",
            round.round, round.boards, round.joint_moves, round.endless
        );
    }
    match &found.witness {
        Some(witness) => {
            let _ = writeln!(
                text,
                "\nA shortest game into an endless round: {BOLD}{}{BOLD:#}\n\
                 Its last round repeats every {} steps and never ends. See it:\n  \
                 sowlab sow {rules} {witness} --trace",
                witness.record, witness.period
            );
        }
        // Cancelled before the game into one was made from the files.
        None if found.rounds.iter().any(|round| round.endless > 0) => {
            let _ = writeln!(
                text,
                "\nInterrupted before a game into an endless round was found."
            );
        }
        None => {
            let all = if found.rounds.len() < arguments.rounds as usize && !found.cancelled {
                ", and nothing is left to play"
            } else {
                ""
            };
            let _ = writeln!(
                text,
                "\nNo endless round within {} rounds{all}.",
                found.rounds.len()
            );
        }
    }
    if let Some(choices) = untold.filter(|&choices| choices > 0) {
        let _ = writeln!(
            text,
            "Of {choices} choices and replies it is not known whether they lose anything; they were not followed."
        );
    }
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    let (mut failed, mut written) = (None, None);
    match (&arguments.certificate, &found.witness) {
        (None, _) => {}
        (Some(file), None) => {
            let _ = writeln!(
                text,
                "No certificate is written to {}: there is no endless round to show.",
                file.display()
            );
        }
        (Some(file), Some(witness)) => {
            let certificate = certificate_of_game(game.sower(), start, &witness.record)
                .map_err(Failure::other)?;
            match write_certificate(&certificate, file) {
                Ok(()) => {
                    let _ = writeln!(text, "Its certificate: {}", file.display());
                    written = Some(file.clone());
                }
                Err(error) => failed = Some(format!("--certificate: {error}")),
            }
        }
    }
    let witness = found.witness.as_ref();
    Ok(Document::new(
        text,
        &Reachable {
            game: rules.to_string(),
            position: start.to_string(),
            first: witness.map(|witness| witness.record.to_string()),
            first_position: witness.map(|witness| witness.position.to_string()),
            first_period: witness.map(|witness| witness.period),
            rounds: found.rounds,
            certificate: written,
            untold,
            seconds,
        },
    )
    .interrupted_if(found.cancelled)
    .failed_if(failed))
}

/// The search among the rounds of good play, and how many choices it could not tell about.
fn best_play(
    arguments: &Arguments,
    game: &StonesGame,
    start: Position,
    progress: &Progress,
) -> Result<(Reached, u64), Failure> {
    searchable(&start)?;
    let stones = start.board().stones();
    let given = arguments.tables.as_deref();
    let folder = TableFolder::given_or_on_demand(given, game.rules(), stones, progress)?;
    let Some(folder) = folder else {
        return Err(Failure::input(
            "--best",
            format!(
                "tables of {stones} stones are not made on the spot: see `tables build`, then give --tables"
            ),
        ));
    };
    let open = |memory| -> Result<TabledStones, Failure> {
        let game = StonesGame::new(game.rules());
        Ok(TabledStones::open(game, folder.path(), memory).map_err(unusable)?)
    };
    let tables = open(0)?;
    if tables.most() < stones {
        let memory = arguments.memory.bytes() / 4;
        return searched_best_play(arguments, game, start, || open(memory), progress);
    }
    let best = BestPlayGame::new(game, &tables);
    let found = search(arguments, &best, game.sower(), start, progress)?;
    tables.finish().map_err(unusable)?;
    Ok((found, 0))
}

/// The same where tables do not reach the start.
fn searched_best_play(
    arguments: &Arguments,
    game: &StonesGame,
    start: Position,
    open: impl Fn() -> Result<TabledStones, Failure>,
    progress: &Progress,
) -> Result<(Reached, u64), Failure> {
    if arguments.checkpoint.is_some() {
        return Err(Failure::input(
            "--checkpoint",
            "what boards are worth is not part of it: with --best the tables have to reach the start",
        ));
    }
    let table = ProofTable::new(arguments.memory.bytes() / 4)
        .map_err(|error| Failure::input("--memory", error))?;
    let work = || {
        let solution = open()?
            .solve(&start, &table, DEFAULT_PATIENCE, progress)
            .map_err(unusable)?;
        let value = match solution.bounds.one_value() {
            Some(value) => value,
            _ if progress.cancelled() => {
                let kept = arguments.proof.is_some();
                let finished = if kept {
                    Finished::Kept
                } else {
                    Finished::Nothing
                };
                return Err(Failure::Interrupted(finished));
            }
            _ => {
                return Err(Failure::input(
                    "--best",
                    "infinite play matters at the start, where search does not tell what loses nothing",
                ));
            }
        };
        let tables = open()?;
        let start_board = (start.canonical_board(), value);
        let rounds = SearchedRounds::new(&tables, &table, arguments.nodes, progress, start_board);
        let best = BestPlayGame::new(game, &rounds);
        let found = search(arguments, &best, game.sower(), start, progress)?;
        let untold = rounds.untold();
        tables.finish().map_err(unusable)?;
        Ok((found, untold))
    };
    let Some(path) = &arguments.proof else {
        return work();
    };
    let _lock = lock("--proof", path)?;
    let kept = KeptProof::new(path, game.rules(), start.board().stones())
        .map_err(|error| Failure::input("--position", error))?;
    // Saved at once, too: better to hear now than after hours that it cannot be.
    kept.load(&table)
        .and_then(|_| kept.save(&table))
        .map_err(|error| Failure::input("--proof", error))?;
    let (found, saved) = kept.saving(&table, work);
    saved.map_err(Failure::other)?;
    found
}

/// In memory as long as it lasts, then on disk; with a checkpoint on disk from the beginning.
fn search(
    arguments: &Arguments,
    game: &impl PackedStates<State = Board, Choice = u8>,
    sower: &Sower,
    start: Position,
    progress: &Progress,
) -> Result<Reached, Failure> {
    let memory = arguments.memory.bytes();
    let on_disk = |folder: &Path| {
        let kind = if arguments.undisputed {
            " without disputed rounds"
        } else if arguments.best {
            " with best play"
        } else {
            ""
        };
        let search = format!("{} from {start}{kind}", sower.rules());
        let files = BoardFiles {
            folder,
            search: &search,
            memory,
        };
        Reached::search_on_disk(game, sower, start, arguments.rounds, &files, progress)
            .map_err(failure)
    };
    if let Some(folder) = &arguments.checkpoint {
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::input("--checkpoint", format!("{}: {error}", folder.display()))
        })?;
        return on_disk(folder);
    }
    match Reached::search_within(game, sower, start, arguments.rounds, memory, progress) {
        Some(found) => found.map_err(Failure::other),
        None => {
            progress.say("more boards than fit in --memory: once more, with the boards in files");
            let folder = tempfile::tempdir().map_err(Failure::other)?;
            on_disk(folder.path())
        }
    }
}

fn failure(error: ReachedError) -> Failure {
    match error {
        // A full disk, say, which is not the user's input.
        ReachedError::Witness(_)
        | ReachedError::Disk(ReachError::File { .. } | ReachError::Fickle) => Failure::other(error),
        ReachedError::Disk(error) => Failure::input("--checkpoint", error),
    }
}
