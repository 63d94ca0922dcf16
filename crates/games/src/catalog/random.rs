//! Random Mancala, a two-rank game from a random setup.

use super::{Entry, Family, NameError};
use crate::two_rank::{RANDOM_OPTIONS, RandomMancala, RandomVariant, Variant};
use crate::{Files, Place, Sentence};

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

    fn rules_sentences(&self) -> Vec<Sentence> {
        let mut said = vec![
            Sentence::paragraph(
                "rule.random",
                "Random Mancala (John P. Pratt, 2009). The seeds in the pits are random. One player chooses a side \
                 (stay or turn) and who starts (L or U); then the base game is played.",
            ),
            Sentence::paragraph("rule.random.base", "The base game:"),
        ];
        if let Ok(game) = self.game() {
            let base = game.base().rules().sentences();
            said.extend(base.into_iter().map(|sentence| match sentence.place {
                Place::Paragraph => Sentence {
                    place: Place::Next,
                    ..sentence
                },
                Place::Item | Place::Next => sentence,
            }));
        }
        said
    }

    fn procedure(&self) -> String {
        let base = self.game().map(|game| game.base().rules().procedure());
        format!(
            "BOARD: as in the base game; the seeds in the pits are random.\n\
             FIRST CHOICE: stay or turn (exchange the sides), then L or U (the side that starts).\n\
             THEN: the base game.\n{}",
            base.unwrap_or_default()
        )
    }
}
