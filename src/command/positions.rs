//! `sowlab positions`.

use std::fmt::Write;

use clap::Args;
use sowlab_analysis::choices::ChoicesRequest;
use sowlab_analysis::{DrawRequest, draw_positions};
use sowlab_base::Monitor;
use sowlab_findings::{ExactPosition, ExactPositions};
use sowlab_games::catalog::CatalogGame;

use super::choices;
use super::draw::DIM;
use super::failure::Failure;
use super::output::Document;
use super::progress::Progress;
use super::show::{MEMORY, Standing};
use super::{Common, SearchLimit, TablesAndProofs, show};

/// Draws positions of random games in which the value of every move is exact.
#[derive(Debug, Args)]
#[command(after_help = "\
Each position is one of a random game of its own. Positions are left out in which some move has no exact value \
within the limit, and those with fewer than two moves. So positions with few stones are frequent, and tables \
(--tables) or a higher limit (--nodes) give earlier ones.

In the text, values are final margins of the side that chooses. In JSON they are margins from the position on, of \
the side that `margin_of` names. The same seed gives the same positions with the same tables and nodes.

Examples:
  sowlab positions 33stones --number 10
  sowlab positions kalah:pits=4,seeds=3 --format json > positions.json")]
pub(super) struct Arguments {
    /// Game with options, as in kalah:pits=4; `sowlab games` lists them
    game: String,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,
    /// Most random games to draw from [default: 50 for each position]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Seed of the random games
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    sources: TablesAndProofs,
    #[command(flatten)]
    limit: SearchLimit,
}

/// The default maximum number of random games for each position.
const GAMES_FOR_EACH: u64 = 50;

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let game = show::game(&arguments.game)?;
    let request = DrawRequest {
        number: arguments.number as usize,
        games: arguments
            .games
            .unwrap_or(GAMES_FOR_EACH * u64::from(arguments.number)),
        seed: arguments.seed,
        values: ChoicesRequest {
            tables: arguments.sources.tables.clone(),
            memory: MEMORY,
            limit: Some(arguments.limit.limit()),
            proofs: arguments.sources.proofs.clone(),
            ..ChoicesRequest::default()
        },
    };
    let progress = Progress::new(common);
    let drawn = draw_positions(&game, &request, &progress)?;
    let interrupted = progress.cancelled();
    drop(progress);
    Ok(Document::new(text(&game, &drawn)?, &drawn).interrupted_if(interrupted))
}

fn text(game: &CatalogGame, drawn: &ExactPositions) -> Result<String, Failure> {
    let ExactPositions {
        games,
        inexact,
        positions,
        ..
    } = drawn;
    let found = positions.len();
    let mut text = format!(
        "{game}\n{found} positions of {games} random games; {inexact} more have no exact values within the limit\n"
    );
    for ExactPosition {
        position, values, ..
    } in positions
    {
        let standing = Standing::of(game, Some(position))?;
        let seen = choices::of_chooser(values, standing.first, standing.lead);
        let _ = writeln!(text, "\n{position}{DIM}  {} chooses{DIM:#}", seen.margin_of);
        text += &choices::in_line(&seen);
    }
    Ok(text)
}
