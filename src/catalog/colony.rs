//! The Colony.

use super::{Entry, Family};
use crate::games::colony::{COLONY_OPTIONS, Colony, ColonyError, ColonyVariant};

impl Family for ColonyVariant {
    type Error = ColonyError;
    type Contest = Colony;

    const NAME: &'static str = "colony";

    fn entries() -> impl Iterator<Item = Entry> {
        std::iter::once(Entry {
            name: "colony",
            family: Self::NAME,
            about: "The Colony (Jeph Stahl, 2008) on reconstructed boards",
            options: COLONY_OPTIONS,
        })
    }

    fn parse(text: &str) -> Result<ColonyVariant, ColonyError> {
        text.parse()
    }

    fn contest(&self, _: bool) -> Result<Colony, ColonyError> {
        Ok(self.game())
    }
}
