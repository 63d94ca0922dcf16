//! The four-rank family.

use super::family::complete;
use super::{Entry, Family, NameError};
use crate::four_rank::{FourRank, FourRankVariant, NAME, OPTIONS};
use crate::{Files, Sentence};

impl Family for FourRankVariant {
    type Contest = FourRank;

    const NAME: &'static str = "four-rank";

    fn entries() -> impl Iterator<Item = Entry> {
        std::iter::once(Entry {
            name: NAME,
            family: Self::NAME,
            about: "Owela, or ǁHus (Namibia): four ranks, sown in relays that may never end",
            options: OPTIONS,
        })
    }

    fn read(text: &str, _: Files) -> Result<FourRankVariant, NameError> {
        Ok(text.parse()?)
    }

    fn contest(&self, _: bool) -> Result<FourRank, NameError> {
        Ok(self.game())
    }

    fn rules_sentences(&self) -> Vec<Sentence> {
        vec![
            Sentence::paragraph(
                "rule.owela",
                "Owela, or ǁHus (Namibia). Each player owns two rows of pits and sows only there, counterclockwise.",
            ),
            Sentence::item(
                "rule.owela.choose",
                "Choose a pit with two seeds or more and sow them one by one.",
            ),
            Sentence::item(
                "rule.owela.ends",
                "The last seed falls into an empty pit: your move ends.",
            ),
            Sentence::item(
                "rule.owela.captures",
                "It falls into an occupied inner pit, and the opponent's pits facing it hold seeds: you capture them \
                 and sow them on from the next pit.",
            ),
            Sentence::item(
                "rule.owela.lifts",
                "It falls into any other occupied pit: lift everything there and sow on.",
            ),
            Sentence::item(
                "rule.owela.loses",
                "If you have no pit with two seeds or more you lose. A move may never end.",
            ),
            complete("docs/games-four-rank.md"),
        ]
    }
}
