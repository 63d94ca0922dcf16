//! The contents of the player: the rounds of a game with all their steps, or its moves.

use serde::Serialize;

use sowlab_analysis::Analyses;
use sowlab_analysis::{RequestError, SownMoveRequest};
use sowlab_analysis::{SownDocument, SownMoveDocument, Trace};
use sowlab_engines::records::{Flaw, Place, ReplayedRecord, replay_record};
use sowlab_games::catalog::CatalogGame;
use sowlab_games::stones::sowing::Sower;
use sowlab_games::stones::{Position, Rules, WrittenRound};

/// The game to play.
#[derive(Clone, Debug)]
pub struct ReplayRequest<'a> {
    /// The game.
    pub game: &'a CatalogGame,
    /// Where it began; `None`: in the opening.
    pub start: Option<&'a str>,
    /// The moves since, in the notation of records.
    pub record: &'a str,
    /// The title; the name of the game and the record if there is none.
    pub title: Option<&'a str>,
    /// The most steps of a round: an endless one may take millions to repeat.
    pub steps: u64,
}

/// Why a game cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The position or the record is wrong.
    #[error(transparent)]
    Record(#[from] Flaw),
    /// A move cannot be sown.
    #[error(transparent)]
    Move(#[from] RequestError),
    /// There is nothing to show.
    #[error("the record has no complete round or move")]
    Empty,
}

/// A game as the player reads it.
#[derive(Debug, Serialize)]
pub struct ReplayedGame {
    game: String,
    /// The title of the page.
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<Vec<Round>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<SownMoveDocument>>,
}

/// A round of a game in which both sides sow at once.
#[derive(Debug, Serialize)]
struct Round {
    /// The position at its start.
    before: String,
    #[serde(flatten)]
    sown: SownDocument,
}

impl ReplayedGame {
    /// Plays the record.
    ///
    /// # Errors
    /// See [`ReplayError`].
    pub fn of(request: &ReplayRequest<'_>) -> Result<ReplayedGame, ReplayError> {
        let record = replay_record(request.game, request.start, request.record)?;
        let rules = request.game.joint("replay").ok();
        let rounds = rules.map(|rules| rounds(&rules, &record, request.steps));
        let moves = match rules {
            Some(_) => None,
            None => Some(moves(request, &record)?),
        };
        let shown = rounds
            .as_ref()
            .map(Vec::len)
            .or(moves.as_ref().map(Vec::len));
        if shown.unwrap_or(0) == 0 {
            return Err(ReplayError::Empty);
        }
        let game = request.game.to_string();
        let title = match request.title {
            Some(title) => title.to_owned(),
            None => format!("{game}: {}", request.record),
        };
        Ok(ReplayedGame {
            game,
            title,
            rounds,
            moves,
        })
    }
}

/// The positions before each move, the move and the position after it.
fn steps(record: &ReplayedRecord) -> impl Iterator<Item = (&Place, &String, &Place)> {
    let ReplayedRecord {
        moves, replayed, ..
    } = record;
    let before = std::iter::once(&replayed.start).chain(&replayed.after);
    let steps = before.zip(moves).zip(&replayed.after);
    steps.map(|((before, chosen), after)| (before, chosen, after))
}

fn moves(
    request: &ReplayRequest<'_>,
    record: &ReplayedRecord,
) -> Result<Vec<SownMoveDocument>, ReplayError> {
    let moves = steps(record).map(|(before, chosen, _)| {
        let sown = request.game.analyses().sown_move(SownMoveRequest {
            position: Some(&before.position),
            chosen,
            from: 0,
            limit: request.steps as usize + 1,
        })?;
        Ok(SownMoveDocument::new(&sown, true))
    });
    moves.collect()
}

/// The rounds that the record completes.
fn rounds(rules: &Rules, record: &ReplayedRecord, most: u64) -> Vec<Round> {
    let sower = Sower::new(rules);
    let mut rounds = Vec::new();
    let mut start: Option<Position> = None;
    for (before, chosen, _) in steps(record) {
        let Ok(position) = Position::parse(rules, &before.position) else {
            continue;
        };
        let hole = chosen.get(1..).and_then(|hole| hole.parse::<u8>().ok());
        let joint = hole.and_then(|hole| position.completed(hole - 1));
        let Some(joint) = joint else {
            // The first choice of a round, or the pie.
            start = Some(position);
            continue;
        };
        let start = start.take().unwrap_or(position);
        let trace = Trace::of(rules, &start, joint, most);
        let written = WrittenRound::new(start.sente(), joint);
        let played = start.play(&sower, joint);
        rounds.push(Round {
            before: start.to_string(),
            sown: SownDocument::new(rules, &written, &played, Some(&trace)),
        });
    }
    rounds
}
