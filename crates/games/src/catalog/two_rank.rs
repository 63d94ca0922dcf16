//! The two-rank family.

use super::{Entry, Family, NameError};
use crate::two_rank::{DECLARATIONS, FROM_FILE, TwoRank, Variant};
use crate::{Files, Sentence};

impl Family for Variant {
    type Contest = TwoRank;

    const NAME: &'static str = "two-rank";
    const SHORT_NAMES: &'static [&'static str] = &[FROM_FILE];

    fn entries() -> impl Iterator<Item = Entry> {
        DECLARATIONS.iter().map(|game| Entry {
            name: game.name,
            family: Self::NAME,
            about: game.about,
            options: game.options,
        })
    }

    fn read(text: &str, files: Files) -> Result<Variant, NameError> {
        Ok(Variant::read(text, files)?)
    }

    fn contest(&self, _: bool) -> Result<TwoRank, NameError> {
        Ok(self.game())
    }

    fn rules_sentences(&self) -> Vec<Sentence> {
        self.rules().sentences()
    }
}
