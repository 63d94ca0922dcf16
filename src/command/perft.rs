//! `sowlab perft`.

use std::fmt::Write;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use sowlab_solvers::Monitor;

use super::draw::{BOLD, DIM};
use super::failure::Failure;
use super::output::Document;
use super::progress::Progress;
use super::{Common, colony, perft_plies, show, two_rank};
use crate::catalog::CatalogGame;
use crate::games;
use crate::games::stones::{PerftRound, StonesGame, perft};

/// Counts the sequences of rounds (or moves), so that an implementation can be checked against another.
#[derive(Debug, Args)]
#[command(after_help = "\
Each line counts sequences of rounds, boards reached in several ways as often as they are reached:
the boards on which the round is played, the joint moves on them, and those joint moves that never \
end or end the game; these are not continued. The pie decision is no branch. In games of one choice \
at a time each choice is a ply: an extra turn, the choice of Random Mancala, an exit in The Colony.")]
pub(super) struct Arguments {
    /// The game, with options: see `sowlab games`
    game: String,
    /// How many rounds, or plies in games of one move at a time
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// The position [default: the opening]
    #[arg(long)]
    position: Option<String>,
}

#[derive(Serialize)]
struct Counts {
    game: String,
    position: String,
    rounds: Vec<PerftRound>,
    seconds: f64,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let text = arguments.position.as_deref();
    let depth = arguments.depth;
    let rules = match show::game(&arguments.game)? {
        CatalogGame::Stones(rules) => rules,
        CatalogGame::TwoRank(variant) => {
            let game = variant.game();
            let position = two_rank::position(&game, text)?;
            return perft_plies::document(game.name(), &position, common, |progress| {
                game.perft_plies(position.state(), depth, progress)
            });
        }
        CatalogGame::Random(variant) => {
            let game = variant
                .game()
                .map_err(|error| Failure::input("game", error))?;
            let position = two_rank::random_position(&game, text)?;
            return perft_plies::document(game.name(), &position, common, |progress| {
                games::perft_plies(&game, position.state(), depth, progress)
            });
        }
        CatalogGame::Colony(variant) => {
            let game = variant.game();
            let position = colony::position(&game, text)?;
            let text = game.position_text(&position);
            return perft_plies::document(game.name(), &text, common, |progress| {
                games::perft_plies(&game, position.state(), depth, progress)
            });
        }
    };
    let position = show::start_of_round(&rules, text)?;
    let progress = Progress::new(common);
    let started = Instant::now();
    let game = StonesGame::new(&rules);
    let rounds = perft(
        &game,
        position.canonical_board(),
        arguments.depth,
        &progress,
    )
    .map_err(Failure::other)?;
    let seconds = started.elapsed().as_secs_f64();
    let mut text = format!(
        "{rules}\n{position}\n\n{BOLD}{:>5} {:>20} {:>20} {:>12} {:>12}{BOLD:#}\n",
        "round", "boards", "joint moves", "endless", "finished"
    );
    for round in &rounds {
        let _ = writeln!(
            text,
            "{:>5} {:>20} {:>20} {:>12} {:>12}",
            round.round, round.boards, round.joint_moves, round.endless, round.finished
        );
    }
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    Ok(Document::new(
        text,
        &Counts {
            game: rules.to_string(),
            position: position.to_string(),
            rounds,
            seconds,
        },
    )
    .interrupted_if(progress.cancelled()))
}
