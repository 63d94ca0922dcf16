//! `sowlab show`.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::colony;
use super::draw;
use super::failure::Failure;
use super::output::Document;
use super::two_rank;
use crate::catalog::CatalogGame;
use crate::games::stones::{Phase, Position, Rules};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The game, with options: see `sowlab games`
    #[arg(required_unless_present = "recorded")]
    game: Option<String>,
    /// The position [default: the opening], as in "5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 1"
    #[arg(long)]
    position: Option<String>,
    /// Replay a game of this file, which `sowlab tournament --out` wrote
    #[arg(
        id = "recorded",
        long = "game",
        value_name = "FILE",
        conflicts_with_all = ["game", "position"]
    )]
    recorded: Option<PathBuf>,
    /// Which game of the file, by its number [default: the first]
    #[arg(long, requires = "recorded")]
    number: Option<u64>,
}

#[derive(Serialize)]
struct Shown {
    game: String,
    position: String,
    moves: Vec<String>,
    finished: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#final: Option<Cups>,
}

/// Cups as data.
#[derive(Serialize)]
pub(super) struct Cups {
    east: u8,
    west: u8,
}

impl From<crate::games::stones::Cups> for Cups {
    fn from(cups: crate::games::stones::Cups) -> Cups {
        Cups {
            east: cups.east,
            west: cups.west,
        }
    }
}

/// Reads a game of the catalog.
pub(super) fn game(name: &str) -> Result<CatalogGame, Failure> {
    name.parse().map_err(|error| Failure::input("game", error))
}

/// Reads a game of the stones family; `what` cannot be done with others.
pub(super) fn stones(name: &str, what: &'static str) -> Result<Rules, Failure> {
    game(name)?
        .joint(what)
        .map_err(|error| Failure::input("game", error))
}

/// Reads a position, the opening where none is given.
pub(super) fn position(rules: &Rules, text: Option<&str>) -> Result<Position, Failure> {
    match text {
        None => Ok(Position::opening(rules)),
        Some(text) => {
            Position::parse(rules, text).map_err(|error| Failure::input("--position", error))
        }
    }
}

/// Reads a position in which no hole has been taken yet.
pub(super) fn start_of_round(rules: &Rules, text: Option<&str>) -> Result<Position, Failure> {
    let position = position(rules, text)?;
    match position.phase() {
        Phase::Gote { .. } => Err(Failure::input(
            "--position",
            "phase: rounds are counted from the start of one, where sente has taken no hole ('-')",
        )),
        Phase::Sente | Phase::Pie => Ok(position),
    }
}

/// The choices in a position, as they are written.
pub(super) fn choices(position: &Position) -> Vec<String> {
    if position.phase() == Phase::Pie {
        return vec!["turn".into(), "stay".into()];
    }
    let choices = position.choices();
    (0..position.holes())
        .filter(|index| choices >> index & 1 == 1)
        .map(|index| format!("{}{}", position.to_choose().letter(), index + 1))
        .collect()
}

pub(super) fn run(arguments: &Arguments) -> Result<Document, Failure> {
    // The parser lets it pass where the name of a game stands in the way of --game.
    if arguments.number.is_some() && arguments.recorded.is_none() {
        return Err(Failure::input(
            "--number",
            "of which file? --game FILE says",
        ));
    }
    if let Some(path) = &arguments.recorded {
        return super::records::show(path, arguments.number);
    }
    match game(arguments.game.as_deref().unwrap_or_default())? {
        CatalogGame::Stones(rules) => run_stones(&rules, arguments),
        CatalogGame::TwoRank(variant) => {
            two_rank::show(&variant.game(), arguments.position.as_deref())
        }
        CatalogGame::Random(variant) => {
            two_rank::show_random(&variant, arguments.position.as_deref())
        }
        CatalogGame::Colony(variant) => {
            colony::show(&variant.game(), arguments.position.as_deref())
        }
    }
}

fn run_stones(rules: &Rules, arguments: &Arguments) -> Result<Document, Failure> {
    let position = position(rules, arguments.position.as_deref())?;
    let moves = choices(&position);
    let settled = position.settled_alone(rules);
    let mut text = format!("{rules}\n\n{}\n", draw::position(&position));
    match settled {
        Some(cups) => {
            text += &format!("The game is over: {}\n", draw::cups(cups));
            if position.phase() == Phase::Pie {
                text += &format!("{}\n", draw::to_do(&position));
            }
        }
        None => text += &format!("{}\nChoices: {}\n", draw::to_do(&position), moves.join(" ")),
    }
    text += &format!("Position: {position}\n");
    Ok(Document::new(
        text,
        &Shown {
            game: rules.to_string(),
            position: position.to_string(),
            moves,
            finished: settled.is_some(),
            r#final: settled.map(Cups::from),
        },
    ))
}
