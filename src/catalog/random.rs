//! Random Mancala, a two-rank game from a drawn setup.

use super::{Entry, Family};
use crate::games::two_rank::{GameError, RANDOM_OPTIONS, RandomMancala, RandomVariant, Variant};

impl Family for RandomVariant {
    type Error = GameError;
    type Contest = RandomMancala;

    const NAME: &'static str = Variant::NAME;

    fn entries() -> impl Iterator<Item = Entry> {
        std::iter::once(Entry {
            name: "random",
            family: Self::NAME,
            about: "Random Mancala (John P. Pratt, 2009): a drawn setup, the other side chooses",
            options: RANDOM_OPTIONS,
        })
    }

    fn parse(text: &str) -> Result<RandomVariant, GameError> {
        text.parse()
    }

    fn contest(&self, _: bool) -> Result<RandomMancala, GameError> {
        self.game()
    }
}
