//! The two-rank family.

use super::{Entry, Family, NameError};
use crate::two_rank::{DECLARATIONS, Declaration, FROM_FILE, TwoRank, Variant};
use crate::{Files, Sentence};

impl Entry {
    pub(super) fn of(game: &Declaration) -> Entry {
        Entry {
            name: game.name,
            family: Variant::NAME,
            about: game.about,
            options: game.options,
        }
    }
}

impl Family for Variant {
    type Contest = TwoRank;

    const NAME: &'static str = "two-rank";
    const SHORT_NAMES: &'static [&'static str] = &[FROM_FILE];

    fn entries() -> impl Iterator<Item = Entry> {
        DECLARATIONS.iter().map(|game| Entry::of(game))
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

    fn procedure(&self) -> String {
        self.rules().procedure()
    }
}
