//! The family of sowing games of the world.

use super::family::complete;
use super::{Entry, Family, NameError};
use crate::world::{GAMES, WorldGame, WorldVariant};
use crate::{Files, Sentence};

impl Family for WorldVariant {
    type Contest = WorldGame;

    const NAME: &'static str = "world";

    fn entries() -> impl Iterator<Item = Entry> {
        GAMES.iter().map(|game| Entry {
            name: game.name,
            family: Self::NAME,
            about: game.about,
            options: game.options,
        })
    }

    fn read(text: &str, _: Files) -> Result<WorldVariant, NameError> {
        Ok(text.parse()?)
    }

    fn contest(&self, _: bool) -> Result<WorldGame, NameError> {
        Ok(self.game())
    }

    fn rules_sentences(&self) -> Vec<Sentence> {
        let mut sentences = self.rules().sentences();
        sentences.push(complete("docs/games-world.md"));
        sentences
    }

    fn procedure(&self) -> String {
        self.rules().procedure()
    }
}
