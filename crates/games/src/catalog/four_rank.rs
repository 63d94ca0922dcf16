//! The four-rank family.

use super::family::complete;
use super::{Entry, Family, NameError};
use crate::four_rank::{Capture, FourRank, FourRankVariant, NAME, OPTIONS};
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

    fn procedure(&self) -> String {
        let pits = self.rules().pits();
        let both = match self.rules().capture() {
            Capture::Both => "facing inner pit > 0 AND the outer pit behind it > 0",
            Capture::Inner => "facing inner pit > 0",
        };
        format!(
            "BOARD: 2 rows x {pits} pits for each player. Own pits in a ring: outer 1..{pits} left to right, inner \
             {}..{} right to left.\n\
             MOVE: choose an own pit with >= 2 seeds; hand := its seeds; pit := 0.\n\
             LAP: while hand > 0: go to the next own pit; pit += 1; hand -= 1.\n\
             AFTER A LAP at pit p:\n\
             1. p was 0 before the last seed: the move ends; the other player is to move.\n\
             2. p is inner AND {both}: hand := those seeds (facing pit and the pit behind it); next LAP from p.\n\
             3. otherwise: hand := p; p := 0; next LAP.\n\
             END: the player to move has no pit with >= 2 seeds: that player loses.",
            pits + 1,
            2 * pits
        )
    }
}
