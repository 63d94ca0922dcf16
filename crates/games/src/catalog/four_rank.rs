//! The four-rank family.

use super::{Entry, Family, NameError};
use crate::Files;
use crate::four_rank::{FourRank, FourRankVariant, NAME, OPTIONS};

const RULES_TEXT: &str = "\
Owela, or ǁHus (Namibia). Each player owns two rows of pits and sows only
there, counterclockwise.
- Choose a pit with two seeds or more and sow them one by one.
- The last seed falls into an empty pit: your move ends.
- It falls into an occupied inner pit, and the opponent's pits facing it hold
  seeds: you capture them and sow them on from the next pit.
- It falls into any other occupied pit: lift everything there and sow on.
- If you have no pit with two seeds or more you lose. A move may never
  end.
The complete rules: docs/games-four-rank.md";

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

    fn rules_text(&self) -> String {
        RULES_TEXT.to_owned()
    }
}
