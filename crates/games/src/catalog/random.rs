//! Random Mancala, a two-rank game from a random setup.

use super::{Entry, Family, NameError};
use crate::Files;
use crate::two_rank::{RANDOM_OPTIONS, RandomMancala, RandomVariant, Variant};

const RULES_TEXT: &str = "\
Random Mancala (John P. Pratt, 2009). The seeds in the pits are random. One
player chooses a side (stay or turn) and who starts (L or U); then the base
game is played.";

impl Family for RandomVariant {
    type Contest = RandomMancala;

    const NAME: &'static str = Variant::NAME;

    fn entries() -> impl Iterator<Item = Entry> {
        std::iter::once(Entry {
            name: "random",
            family: Self::NAME,
            about: "Random Mancala (John P. Pratt, 2009): a random setup, and one player chooses side and starter",
            options: RANDOM_OPTIONS,
        })
    }

    fn read(text: &str, _: Files) -> Result<RandomVariant, NameError> {
        Ok(text.parse()?)
    }

    fn contest(&self, _: bool) -> Result<RandomMancala, NameError> {
        Ok(self.game()?)
    }

    fn rules_text(&self) -> String {
        let base = self.game().map(|game| game.base().rules().text());
        format!(
            "{RULES_TEXT}\n\nThe base game: {}",
            base.unwrap_or_default()
        )
    }
}
