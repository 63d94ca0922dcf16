//! The Colony.

use super::shown::{position_of, shown};
use super::{BoardSizes, Entry, Family, NotOffered, Shown};
use crate::RequestError;
use crate::endless::CyclicGame;
use crate::solve::{Beyond, FoundTwice, SharedTables, colony_twice};
use crate::tables::TabledGame;
use sowlab_games::Files;
use sowlab_games::colony::{COLONY_OPTIONS, Colony, ColonyError, ColonyVariant};
use sowlab_games::contest::Notation;
use sowlab_solvers::Monitor;

const RULES_TEXT: &str = "\
The Colony (Jeph Stahl, 2008). Logs hold eggs; each player has ants.
- A turn: pick up all eggs of a log that no other ant protects, and sow them
  one by one along the exits. Some logs let you choose the exit.
- Where the last egg falls decides whether the lap goes on, the egg is
  captured, or the turn ends.
- In phase two ants enter the board or move, and protect their logs.
- Eggs under your ants count for you in the end. On equal counts the player
  who completed a turn last wins.
All of it, with the drawing of the board: docs/games-colony.md";

impl Family for ColonyVariant {
    type Error = ColonyError;
    type Contest = Colony;

    const NAME: &'static str = "colony";
    const ENDLESS_MOVES: bool = true;

    fn entries() -> impl Iterator<Item = Entry> {
        std::iter::once(Entry {
            name: "colony",
            family: Self::NAME,
            about: "The Colony (Jeph Stahl, 2008) on reconstructed boards",
            options: COLONY_OPTIONS,
        })
    }

    fn read(text: &str, files: Files) -> Result<ColonyVariant, ColonyError> {
        ColonyVariant::read(text, files)
    }

    fn rules_text(&self) -> String {
        RULES_TEXT.to_owned()
    }

    fn contest(&self, _: bool) -> Result<Colony, ColonyError> {
        Ok(self.game())
    }

    /// With what the board is, and who wins: an equal count is no draw.
    fn show(&self, position: Option<&str>) -> Result<Shown, RequestError> {
        let game = self.game();
        let position = position_of(&game, position)?;
        let mut shown = shown(&game, &position);
        shown.board = Some(game.board().about().to_owned());
        if let (Some(over), Some((_, winner))) = (&mut shown.over, position.outcome(&game)) {
            over.winner = Some(game.sides()[winner as usize]);
        }
        Ok(shown)
    }

    /// Enough for all states of the board `toy`; on the others the search begins within a second.
    fn listed_states(&self) -> usize {
        100_000
    }

    fn beyond(&self) -> Beyond {
        Beyond::Proof
    }

    fn boards(&self, _: &BoardSizes) -> Result<Vec<Self>, NotOffered> {
        Ok(vec![*self])
    }

    fn opening_twice(
        &self,
        _: &mut SharedTables,
        monitor: &dyn Monitor,
    ) -> Result<FoundTwice, RequestError> {
        colony_twice(&self.game(), monitor)
    }

    fn tables(&self) -> Result<Box<dyn TabledGame>, NotOffered> {
        let why = "The Colony has no tables, its positions are too many to number";
        Err(NotOffered::of(self, why))
    }

    fn cyclic(&self) -> Result<Box<dyn CyclicGame>, NotOffered> {
        let why = "the positions of The Colony are too many to number";
        Err(NotOffered::of(self, why))
    }
}
