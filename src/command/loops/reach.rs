//! `sowlab loops reach`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::amount::counted;
use crate::command::draw::{BOLD, DIM};
use crate::command::failure::Failure;
use crate::command::output::{Document, refuse_standard_output};
use crate::command::progress::Progress;
use crate::command::target::Target;
use crate::command::{Common, show, tables_directory};
use sowlab_analysis::Analyses;
use sowlab_analysis::endless::{
    BestPlayRequest, Followed, Period, ReachRequest, ReachedRound, write as write_certificate,
};
use sowlab_base::MemorySize;
use sowlab_terminal::note;

#[derive(Debug, Args)]
#[command(after_help = "\
Each line is a round. It counts the distinct boards first reached at its start, the rounds that can be played on \
them (joint moves), and the non-terminating ones among these. Boards are oriented so that the first chooser is \
East; finished boards are left out. The witness is a shortest game into a non-terminating round, which \
`sowlab sow` replays.

In games with alternating moves each line is a move, and all positions are held in memory. Only The Colony, Owela, \
omweso, agsinnoninka and bao have non-terminating moves. Where such moves are illegal they are counted, but not among \
the moves that lead on. --undisputed, --best and --checkpoint are for the stones family.

Boards that do not fit in --memory are written to files: in the directory of --checkpoint, else in a temporary \
directory (TMPDIR). With eleven holes a board takes 11 bytes, and so does each joint move of the current round. \
--checkpoint saves every complete round and, every minute, the state of the current one. The same command resumes \
from there, and more --rounds extend the search. The result depends on neither option.

--best follows only moves and replies without a loss, with infinite play as a draw and without the pie decision. \
Small openings, as stones:holes=7,seeds=2, need no tables. If the tables do not reach the start, a proof search in \
half of --memory decides which moves lose nothing. Undecided rounds are not followed and count as unresolved.

Examples:
  sowlab loops reach 55stones --rounds 3
  sowlab loops reach 33stones --rounds 3 --certificate first.certificate.json
  sowlab loops reach 55stones --rounds 5 --memory 64M --checkpoint boards
  sowlab loops reach stones:holes=7,seeds=2 --rounds 20 --best
  sowlab loops reach owela:pits=4 --rounds 6")]
pub(in crate::command) struct Arguments {
    /// Game with options, as in kalah:pits=4; `sowlab games` lists them
    game: String,
    /// Number of rounds, 1 or more
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Start position [default: the opening]
    #[arg(long)]
    position: Option<String>,
    /// Play only rounds that the options both-out and mixed-out do not affect
    #[arg(long)]
    undisputed: bool,
    /// Play only rounds in which neither move has a loss
    #[arg(long, conflicts_with = "undisputed")]
    best: bool,
    /// Directory with endgame tables for --best [default: built if they are small]
    #[arg(long, value_name = "DIR", value_parser = tables_directory(), requires = "best")]
    tables: Option<PathBuf>,
    /// Node budget per claim, with --best and tables that do not reach the start
    #[arg(
        long,
        value_name = "NUMBER",
        requires = "best",
        default_value_t = 1_000_000
    )]
    nodes: u64,
    /// Proof cache to resume from and to save to, with --best and tables that do not reach the start
    #[arg(long, value_name = "FILE", requires = "best")]
    save_proof: Option<PathBuf>,
    /// Memory for the boards, as in 512M or 8G; further boards go to files
    #[arg(long, value_name = "SIZE", default_value = "2G")]
    memory: MemorySize,
    /// Directory to save all boards in and to resume from
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// File for the certificate of the witness, which `loops verify` checks; - for standard output
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

impl Arguments {
    fn request(&self) -> ReachRequest {
        let followed = if self.undisputed {
            Followed::Undisputed
        } else if self.best {
            Followed::Best(BestPlayRequest {
                tables: self.tables.clone(),
                nodes: self.nodes,
                save_proof: self.save_proof.clone(),
            })
        } else {
            Followed::All
        };
        ReachRequest {
            position: self.position.clone(),
            rounds: self.rounds,
            followed,
            memory: self.memory,
            checkpoint: self.checkpoint.clone(),
            certificate: self.certificate.is_some(),
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ReachDocument<'a> {
    game: &'a str,
    position: &'a str,
    rounds: &'a [ReachedRound],
    first: Option<&'a str>,
    first_position: Option<&'a str>,
    first_period: Option<u64>,
    /// The certificate that was written.
    certificate: Option<String>,
    /// With --best: choices and replies of which it is not known whether they lose anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    unresolved: Option<u64>,
    seconds: f64,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let game = show::game(&arguments.game)?;
    let target = match &arguments.certificate {
        Some(file) => Some(Target::new("--certificate", file, common.format)?),
        None => None,
    };
    let kept = [
        ("--checkpoint", &arguments.checkpoint),
        ("--save-proof", &arguments.save_proof),
    ];
    for (option, path) in kept {
        if let Some(path) = path {
            refuse_standard_output(option, path)?;
        }
    }
    let progress = Progress::new(common);
    let started = Instant::now();
    let found = game.analyses().reach(&arguments.request(), &progress);
    let found = found.map_err(|error| Failure::keeping(error, arguments.save_proof.as_ref()))?;
    let seconds = started.elapsed().as_secs_f64();

    let mut text = format!(
        "{}\n{}\n\n{BOLD}{:>5} {:>14} {:>16} {:>10}{BOLD:#}\n",
        found.game, found.position, "round", "new boards", "joint moves", "endless"
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
                "\nA shortest game into an endless round: {BOLD}{}{BOLD:#}",
                witness.record
            );
            let _ = match witness.period {
                Some(period) => write!(
                    text,
                    "Its last round repeats every {period} and never ends."
                ),
                None => write!(text, "Its last move never ends."),
            };
            let _ = match &witness.sow {
                Some(sow) => writeln!(text, " See it:\n  sowlab sow {} {sow} --trace", found.game),
                None => writeln!(text),
            };
        }
        // The search was cancelled before the path to one was derived from the files.
        None if found.rounds.iter().any(|round| round.endless > 0) => {
            let _ = writeln!(
                text,
                "\nInterrupted before a game into an endless round was found."
            );
        }
        None => {
            let all = if found.rounds.len() < arguments.rounds as usize && !found.cancelled {
                ", and no further positions"
            } else {
                ""
            };
            let _ = writeln!(
                text,
                "\nNo endless round within {}{all}.",
                counted(found.rounds.len() as u64, "round")
            );
        }
    }
    if let Some(choices) = found.unresolved.filter(|&choices| choices > 0) {
        let what = match choices {
            1 => "move or reply",
            _ => "moves and replies",
        };
        let _ = writeln!(
            text,
            "Not followed, because the loss is unresolved: {choices} {what}."
        );
    }
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    let (mut failed, mut written) = (None, None);
    let certificate = found.witness.as_ref().map(|witness| &witness.certificate);
    match (&target, certificate) {
        (None, _) | (_, Some(None)) => {}
        (Some(Target::StandardOutput), None) => {
            note("no certificate: no endless round was found");
        }
        (Some(Target::StandardOutput), Some(Some(certificate))) => {
            Target::StandardOutput.write("--certificate", certificate.to_json().as_bytes())?;
        }
        (Some(Target::File(file)), None) => {
            let _ = writeln!(
                text,
                "No certificate in {}: no endless round was found.",
                file.display()
            );
        }
        (Some(Target::File(file)), Some(Some(certificate))) => {
            match write_certificate(certificate, file) {
                Ok(()) => {
                    let _ = writeln!(text, "Its certificate: {}", file.display());
                    written = Some(file.display().to_string());
                }
                Err(error) => failed = Some(format!("--certificate: {error}")),
            }
        }
    }
    let witness = found.witness.as_ref();
    Ok(Document::new(
        text,
        &ReachDocument {
            game: &found.game,
            position: &found.position,
            rounds: &found.rounds,
            first: witness.map(|witness| witness.record.as_str()),
            first_position: witness.map(|witness| witness.position.as_str()),
            first_period: witness
                .and_then(|witness| witness.period)
                .map(Period::length),
            certificate: written,
            unresolved: found.unresolved,
            seconds,
        },
    )
    .silent_if(target.is_some_and(|target| target.is_standard_output()))
    .interrupted_if(found.cancelled)
    .kept_in(arguments.checkpoint.as_deref())
    .failed_if(failed))
}
