//! The drawings and descriptions of rounds in which both sides sow at once, for `play`.

use super::super::sow;
use sowlab_games::stones::sowing::{JointMove, Sower};
use sowlab_games::stones::{Played, Position, Rules, drawing, narration};

/// A description of rounds by these rules, from positions and moves as text.
pub(super) struct RoundNarrator(pub(super) Rules);

/// The description of a round.
pub(super) struct RoundDescription {
    /// The events of the round.
    pub(super) sentence: String,
    /// The reason why the game is over and the award of the rest, if it is over.
    pub(super) end: Option<String>,
    /// The holes of both sides.
    pub(super) holes: JointMove,
}

impl RoundNarrator {
    /// Returns the round that a move completes.
    fn played(&self, position: &str, chosen: &str) -> Option<(Position, JointMove, Played)> {
        let position = Position::parse(&self.0, position).ok()?;
        let hole: u8 = chosen.get(1..)?.parse().ok()?;
        let holes = position.completed(hole - 1)?;
        let sower = Sower::new(&self.0);
        let (east, west) = (holes.east.into(), holes.west.into());
        let round = sower.sow_without_period(position.board(), east, west);
        Some((position, holes, position.after(&self.0, &round)))
    }

    pub(super) fn tell(&self, position: &str, chosen: &str) -> Option<RoundDescription> {
        let (before, holes, played) = self.played(position, chosen)?;
        Some(RoundDescription {
            sentence: narration::round(&self.0, &played),
            end: narration::end(&before, &played),
            holes,
        })
    }

    /// Returns the board, with marks on the holes of the last round.
    pub(super) fn draw(&self, position: &str, last: Option<JointMove>) -> Option<String> {
        let position = Position::parse(&self.0, position).ok()?;
        Some(drawing::with_last_round(&position, last))
    }

    /// Returns the trace of a round, step by step.
    pub(super) fn trace(&self, position: &str, chosen: &str) -> Option<String> {
        sow::trace_of(&self.0, position, chosen)
    }
}
