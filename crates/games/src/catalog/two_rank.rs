//! The two-rank family.

use super::{Entry, Family, NameError};
use crate::Files;
use crate::two_rank::{DECLARATIONS, TwoRank, Variant};

impl Family for Variant {
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

    fn read(text: &str, _: Files) -> Result<Variant, NameError> {
        Ok(text.parse()?)
    }

    fn contest(&self, _: bool) -> Result<TwoRank, NameError> {
        Ok(self.game())
    }

    fn rules_text(&self) -> String {
        self.rules().text()
    }
}
