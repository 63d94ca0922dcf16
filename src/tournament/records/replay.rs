//! Recorded games played once more, by the rules.

use super::GameRecord;
use crate::catalog::CatalogGame;
use crate::games::contest::{Contest, Visit, outcome, read_move};
use crate::tournament::referee::Ending;
use crate::tournament::setting::Setting;

/// A recorded game, position by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// What the two sides are called.
    pub sides: [&'static str; 2],
    /// Where it began.
    pub start: Place,
    /// Where each move led.
    pub after: Vec<Place>,
}

/// A position of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// In the notation of the game.
    pub position: String,
    /// The board; `None` in the midst of a round, where there is nothing new on it.
    pub drawing: Option<String>,
}

struct Replayer<'a>(&'a GameRecord);

impl Visit for Replayer<'_> {
    type Output = Result<Replayed, String>;

    fn visit<C: Contest>(self, contest: C) -> Self::Output {
        let Replayer(game) = self;
        let at = |place: &C::Position, drawn: bool| Place {
            position: contest.position_text(place),
            drawing: drawn.then(|| contest.drawing(place)),
        };
        let mut place = contest
            .read_position(&game.start)
            .map_err(|error| error.to_string())?;
        let start = at(&place, true);
        let mut after = Vec::new();
        for chosen in &game.moves {
            let found = read_move(&contest, &place, chosen).map_err(|error| error.to_string())?;
            place = contest.advance(&place, found);
            let settled = !contest.mid_round(&contest.state(&place));
            after.push(at(&place, settled));
        }
        let margin = outcome(&contest, &place).map(|[one, other]| one as i32 - other as i32);
        if game.ending == Ending::Finished && margin != game.margin {
            return Err("the game does not end as it is recorded".into());
        }
        Ok(Replayed {
            sides: contest.sides(),
            start,
            after,
        })
    }
}

/// Plays a recorded game once more.
///
/// # Errors
/// It is not played by the rules, or does not end as it is recorded.
pub fn replay(setting: &Setting, game: &GameRecord) -> Result<Replayed, String> {
    let cataloged: CatalogGame = setting.game.parse().map_err(|error| format!("{error}"))?;
    let replayed = cataloged.visit(setting.pie, Replayer(game));
    let replayed = replayed.map_err(|error| error.to_string())?;
    replayed.map_err(|error| format!("game {}: {error}", game.game))
}
