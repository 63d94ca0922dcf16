//! The Colony.

use super::family::complete;
use super::shown::shown;
use super::{Entry, Family, NameError, ShownPosition};
use crate::colony::{COLONY_OPTIONS, Colony, ColonyVariant};
use crate::contest::{Notation, position_or_opening};
use crate::dynamic::PositionError;
use crate::{Files, Sentence};

impl Family for ColonyVariant {
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

    fn read(text: &str, files: Files) -> Result<ColonyVariant, NameError> {
        Ok(ColonyVariant::read(text, files)?)
    }

    fn contest(&self, _: bool) -> Result<Colony, NameError> {
        Ok(self.game())
    }

    fn rules_sentences(&self) -> Vec<Sentence> {
        vec![
            Sentence::paragraph(
                "rule.colony",
                "The Colony (Jeph Stahl, 2008). Logs hold eggs; each player has ants.",
            ),
            Sentence::item(
                "rule.colony.turn",
                "A turn: pick up all eggs of a log that no other ant protects, and sow them one by one along the \
                 exits. Some logs let you choose the exit.",
            ),
            Sentence::item(
                "rule.colony.last",
                "Where the last egg falls decides whether the lap continues, the egg is captured, or the turn ends.",
            ),
            Sentence::item(
                "rule.colony.ants",
                "In phase two ants enter the board or move, and protect their logs.",
            ),
            Sentence::item(
                "rule.colony.wins",
                "Eggs under your ants count for you in the end. On equal counts the player who completed a turn last \
                 wins.",
            ),
            complete("docs/games-colony.md"),
        ]
    }

    fn procedure(&self) -> String {
        "BOARD: logs joined by exits, with eggs and ants; docs/games-colony.md lists each board.\n\
         TURN, phase 1: lift all eggs of a log without an ant of the other player; one egg into each next log along the \
         exits, choosing where there are several.\n\
         LAST EGG decides: lift that log and continue, capture the egg, or end the lap.\n\
         TURN, phase 2: an ant enters or moves, or pass; a log with an ant is protected.\n\
         END: no move is left. Score := captured eggs + eggs under own ants. More win; on equal scores the player who \
         completed a turn last wins."
            .to_owned()
    }

    /// Adds the name of the board and the winner: equal counts are not a draw.
    fn show(&self, position: Option<&str>) -> Result<ShownPosition, PositionError> {
        let game = self.game();
        let position = position_or_opening(&game, position).map_err(PositionError::new)?;
        let mut shown = shown(&game, &position);
        shown.board = Some(game.board().about().to_owned());
        if let (Some(over), Some((_, winner))) = (&mut shown.over, position.outcome(&game)) {
            over.winner = Some(game.sides()[winner as usize]);
        }
        Ok(shown)
    }
}
