//! The stones family.

use super::{Entry, Family, NotOffered};
use crate::games::stones::{NAMES, Rules, StonesNameError, StonesTurns};

impl Family for Rules {
    type Error = StonesNameError;
    type Contest = StonesTurns;

    const NAME: &'static str = "stones";
    const PIE: bool = true;

    fn entries() -> impl Iterator<Item = Entry> {
        NAMES.iter().map(|game| Entry {
            name: game.name,
            family: Self::NAME,
            about: game.about,
            options: game.options,
        })
    }

    fn parse(text: &str) -> Result<Rules, StonesNameError> {
        Rules::from_name(text)
    }

    fn contest(&self, pie: bool) -> Result<StonesTurns, StonesNameError> {
        Ok(StonesTurns::new(self, pie))
    }

    fn joint(&self, _: &'static str) -> Result<Rules, NotOffered> {
        Ok(*self)
    }
}
