//! What each choice of a game gave away.

use serde::Serialize;

use super::letter::letter;
use sowlab_engines::review::Reviewed;
use sowlab_games::catalog::CatalogGame;

/// A game under review.
#[derive(Debug, Serialize)]
pub struct ReviewDocument {
    game: String,
    record: String,
    review: Vec<ReviewedChoice>,
}

/// A choice of the game.
#[derive(Debug, Serialize)]
pub struct ReviewedChoice {
    choice: String,
    side: String,
    /// `null` if it is not known.
    loss: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated_loss: Option<i32>,
    better: Option<String>,
    position: String,
}

impl ReviewDocument {
    /// The review of a record, as it was given.
    pub fn new(game: &CatalogGame, record: String, reviewed: Vec<Reviewed>) -> ReviewDocument {
        ReviewDocument {
            game: game.to_string(),
            record,
            review: reviewed.into_iter().map(ReviewedChoice::from).collect(),
        }
    }
}

impl From<Reviewed> for ReviewedChoice {
    fn from(reviewed: Reviewed) -> ReviewedChoice {
        ReviewedChoice {
            choice: reviewed.choice,
            side: letter(reviewed.side),
            loss: reviewed.loss,
            estimated_loss: reviewed.estimated_loss,
            better: reviewed.better,
            position: reviewed.position,
        }
    }
}
