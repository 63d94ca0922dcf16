//! `sowlab loops reach`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::draw::{BOLD, DIM};
use crate::command::failure::Failure;
use crate::command::output::{Document, refuse_standard_output};
use crate::command::progress::Progress;
use crate::command::target::Target;
use crate::command::{Common, show};
use sowlab_analysis::Analyses;
use sowlab_analysis::endless::{
    BestPlayRequest, Followed, Period, ReachRequest, ReachedRound, write as write_certificate,
};
use sowlab_base::MemorySize;
use sowlab_terminal::note;

#[derive(Debug, Args)]
#[command(after_help = "\
Each line counts distinct boards, turned so that the side with sente is East: those first reached at \
the start of the round (finished ones left out), the joint moves on them, and the endless ones among \
these. The witness is a shortest game into an endless round; replay it with `sow`. In every other \
game a round is a move: each line counts the positions first reached at the start of the round, the \
moves on them (joint moves), and the endless ones (The Colony and Owela have some; elsewhere there \
are none, and no witness). These positions are held in memory. --undisputed, --best and --checkpoint are \
for the stones family.

Boards that do not fit in --memory go to files: in a temporary folder (TMPDIR says where), or in that \
of --checkpoint. They take 11 bytes each on eleven holes, and as many for each joint move of the round \
at hand. With --checkpoint every complete round is kept, and each minute what is known of the one at hand: the \
same command resumes from there, and one with more rounds adds them. The findings depend on neither option. \
In other games a kill costs all of the search, which takes seconds a gigabyte.

With --best only good play is followed: the side with sente takes a hole, and the other side replies, \
only where it loses nothing, by proven values with infinite play counting for nobody. The pie decision \
is left out. Small openings, as stones:holes=7,seeds=2, need no tables. With --tables of boards with fewer \
stones than the start, proof search in half of --memory decides what loses nothing. Rounds that it cannot \
decide are not followed, and counted as unresolved.

Examples:
  sowlab loops reach 55stones --rounds 3
  sowlab loops reach 33stones --rounds 3 --certificate first.certificate.json
  sowlab loops reach 55stones --rounds 5 --memory 64M --checkpoint boards
  sowlab loops reach stones:holes=7,seeds=2 --rounds 20 --best
  sowlab loops reach owela:pits=4 --rounds 6")]
pub(in crate::command) struct Arguments {
    /// The game, with options: see `sowlab games`
    game: String,
    /// Number of rounds, from 1 on
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
    /// Directory with endgame tables for --best [default: built if they are small]
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
    /// With --best and tables that do not reach the start: file of proven claims to resume from and to save
    /// to, as of `solve --save-proof`
    #[arg(long, value_name = "FILE", requires = "best")]
    save_proof: Option<PathBuf>,
    /// Memory for the boards, as in 512M or 8G; the rest go to files
    #[arg(long, value_name = "SIZE", default_value = "2G")]
    memory: MemorySize,
    /// Keep all boards in files of this directory, and resume from the rounds that are there
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Write the certificate of the witness to this file, for `loops verify`; - for standard output
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
    if let Some(choices) = found.unresolved.filter(|&choices| choices > 0) {
        let _ = writeln!(
            text,
            "Of {choices} choices and replies it is not known whether they lose anything; they were not followed."
        );
    }
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    let (mut failed, mut written) = (None, None);
    let certificate = found.witness.as_ref().map(|witness| &witness.certificate);
    match (&target, certificate) {
        (None, _) | (_, Some(None)) => {}
        (Some(Target::StandardOutput), None) => {
            note("no certificate is written: there is no endless round to show");
        }
        (Some(Target::StandardOutput), Some(Some(certificate))) => {
            Target::StandardOutput.write("--certificate", certificate.to_json().as_bytes())?;
        }
        (Some(Target::File(file)), None) => {
            let _ = writeln!(
                text,
                "No certificate is written to {}: there is no endless round to show.",
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
