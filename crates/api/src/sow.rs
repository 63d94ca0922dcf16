//! `sow`: a round step by step, or a move seed by seed.

use sowlab_analysis::Analyses;
use sowlab_analysis::SownMoveRequest;
use sowlab_analysis::{SownDocument, SownMoveDocument, Trace};
use sowlab_games::stones::sowing::Sower;
use sowlab_games::stones::{Ending, WrittenRound};

use crate::{ApiError, Parameters, Request, Setting, document};

/// The maximum number of a hole.
const HOLES: u64 = 16;
/// The number of steps in one answer: the default and the maximum.
const STEPS: u64 = 1000;
const MOST_STEPS: u64 = 10_000;

/// Reads a request for the document of `sowlab sow --trace`. `from` and `limit` select steps, also beyond the first period of
/// a non-terminating round.
pub(crate) fn read(parameters: &Parameters, setting: &Setting) -> Result<Request, ApiError> {
    if parameters.text("move").is_some() {
        return sown_move(parameters, setting);
    }
    let names = [
        "game", "position", "east", "west", "from", "limit", "within",
    ];
    parameters.known(&names)?;
    let within = parameters.within(setting)?;
    let rules = parameters.stones("sow")?;
    let position = parameters.stones_position(&rules)?;
    let hole = |name| parameters.required_number(name, 1..=HOLES);
    let (east, west) = (hole("east")?, hole("west")?);
    let from = parameters.number("from", 0..=1 << 53)?;
    let limit = parameters.number("limit", 1..=MOST_STEPS)?.unwrap_or(STEPS);
    let chosen = position
        .joint_move(east as usize, west as usize)
        .map_err(|error| ApiError::input("east, west", error))?;
    Ok(Request::quick(within, move || {
        let played = position.play(&Sower::new(&rules), chosen);
        let trace = match from {
            None => Trace::of(&rules, &position, chosen, limit),
            Some(from) => {
                let period = match played.round.ending {
                    Ending::Endless { period } => Some(period),
                    Ending::Quiet | Ending::Capture => None,
                };
                Trace::part(&rules, &position, chosen, period, from, limit as usize)
            }
        };
        let written = WrittenRound::new(position.sente(), chosen);
        document(&SownDocument::new(&rules, &written, &played, Some(&trace)))
    }))
}

/// Reads a request for the document of `sowlab sow --move --trace`; `from` and `limit` select steps as for a round.
fn sown_move(parameters: &Parameters, setting: &Setting) -> Result<Request, ApiError> {
    parameters.known(&["game", "position", "move", "from", "limit", "within"])?;
    let within = parameters.within(setting)?;
    let game = parameters.game()?;
    let position = parameters.text("position").map(str::to_owned);
    let chosen = parameters.text("move").unwrap_or_default().to_owned();
    let from = parameters.number("from", 0..=1 << 53)?.unwrap_or(0);
    let limit = parameters.number("limit", 1..=MOST_STEPS)?.unwrap_or(STEPS);
    Ok(Request::quick(within, move || {
        let request = SownMoveRequest {
            position: position.as_deref(),
            chosen: &chosen,
            from,
            limit: limit as usize,
        };
        let sown = game.analyses().sown_move(request)?;
        document(&SownMoveDocument::new(&sown, true))
    }))
}
