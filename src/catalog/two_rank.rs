//! The two-rank family.

use super::{Entry, Family};
use crate::games::two_rank::{DECLARATIONS, GameError, TwoRank, Variant};

impl Family for Variant {
    type Error = GameError;
    type Contest = TwoRank;

    const NAME: &'static str = "two-rank";

    fn entries() -> impl Iterator<Item = Entry> {
        DECLARATIONS.iter().map(|game| Entry {
            name: game.name,
            family: Self::NAME,
            about: game.about,
            options: game.options,
        })
    }

    fn parse(text: &str) -> Result<Variant, GameError> {
        text.parse()
    }

    fn contest(&self, _: bool) -> Result<TwoRank, GameError> {
        Ok(self.game())
    }
}
