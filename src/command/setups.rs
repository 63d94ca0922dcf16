//! `sowlab setups`.

use std::fmt::Write;
use std::time::{Duration, Instant};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use super::draw::{BOLD, DIM};
use super::failure::Failure;
use super::output::Document;
use super::pieces::{Sharded, piece_failure};
use super::progress::Progress;
use super::{Common, show};
use sowlab_analysis::setups::{
    DrawnPiece, DrawnPieceRequest, DrawnSetupsRequest, Setup, Setups, solve_drawn_setups,
};
use sowlab_base::pieces::Pieces;

#[derive(Debug, Args)]
#[command(after_help = "\
In Random Mancala one player sets up the pits, and the other, the chooser, picks a side and who starts. The value of a setup \
is the margin of the chooser, with infinite play as a draw. A setup with the value 0 is fair. The setups are \
those of consecutive seeds, from the seed of the game on.

--shard solves consecutive setups; `sowlab merge` merges the results.

Examples:
  sowlab setups random:base=egyptian,pits=3,most=3 --samples 100
  sowlab setups random:most=3 --samples 5000 --shard 3/32 --piece setups-3.json")]
pub(super) struct Arguments {
    /// Game `random` with options; its seed is the first one
    game: String,
    /// Number of setups
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    samples: u64,
    #[command(flatten)]
    sharded: Sharded,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct SetupsDocument {
    game: String,
    /// How many setups there are.
    setups: u64,
    fair: u64,
    mean_worth: f64,
    /// How many are worth how much.
    worth: Vec<Worth>,
    fairest: Vec<Setup>,
    most_lopsided: Vec<Setup>,
    most_lopsided_of_equal_sides: Vec<Setup>,
    seconds: f64,
}

#[derive(Serialize, JsonSchema)]
struct Worth {
    worth: i32,
    setups: u64,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let game = show::game(&arguments.game)?.random_variant();
    let game = game.map_err(|error| Failure::input("game", error))?;
    arguments.sharded.check()?;
    let progress = Progress::new(common);
    let started = Instant::now();
    let request = DrawnSetupsRequest {
        samples: arguments.samples,
        shard: arguments.sharded.shard(),
    };
    let setups = solve_drawn_setups(&game, &request, &progress)?;
    drop(progress);
    let time = started.elapsed();
    let request = DrawnPieceRequest {
        game: game.to_string(),
        samples: arguments.samples,
    };
    let piece = || DrawnPiece {
        setups: setups.clone(),
    };
    arguments.sharded.write(&request, piece, time)?;
    Ok(document(setups, time))
}

/// Returns the document of all pieces.
pub(super) fn merged(pieces: &Pieces, _: &Common) -> Result<Document, Failure> {
    let (request, found) = pieces.read::<DrawnPiece>().map_err(piece_failure)?;
    let setups = DrawnPiece::join(&request, found);
    let setups =
        setups.ok_or_else(|| Failure::BadInput("the shards do not have all setups".into()))?;
    Ok(document(setups, pieces.time()))
}

fn document(setups: Setups, time: Duration) -> Document {
    let seconds = time.as_secs_f64();
    let mut text = format!("{}, {}\n\n", setups.game, setups.which);
    let _ = writeln!(
        text,
        "{BOLD}{:>6} {:>10} {:>9}{BOLD:#}",
        "worth", "setups", "per cent"
    );
    for (&worth, &count) in &setups.worth {
        let percent = setups.percent(count);
        let _ = writeln!(text, "{worth:>6} {count:>10} {percent:>9.2}");
    }
    let _ = writeln!(
        text,
        "\n{} of {} are fair; {}",
        setups.fair(),
        setups.setups,
        setups.summary()
    );
    for (name, list) in [
        ("Fairest", &setups.fairest),
        ("Most lopsided", &setups.most_lopsided),
        (
            "Most lopsided of equal sides",
            &setups.most_lopsided_of_equal_sides,
        ),
    ] {
        let _ = writeln!(text, "\n{name}:");
        for Setup {
            name,
            position,
            worth,
            best,
            ..
        } in list
        {
            let best = best.join(" ");
            let _ = writeln!(text, "  {worth:+}  {position}  {DIM}{name} {best}{DIM:#}");
        }
    }
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    let printed = SetupsDocument {
        fair: setups.fair(),
        mean_worth: setups.mean(),
        worth: (setups.worth.iter())
            .map(|(&worth, &setups)| Worth { worth, setups })
            .collect(),
        game: setups.game,
        setups: setups.setups,
        fairest: setups.fairest,
        most_lopsided: setups.most_lopsided,
        most_lopsided_of_equal_sides: setups.most_lopsided_of_equal_sides,
        seconds,
    };
    Document::new(text, &printed)
}
