//! The course of one game, whoever chooses.

use crate::games::stones::sowing::Sower;
use crate::games::stones::{
    ChoiceError, Cups, Ending, Phase, Played, Position, Record, RecordItem, Side, WrittenRound,
};

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Somebody is to choose.
    Open,
    /// The game is over; the cups once the rest is given out.
    Finished(Cups),
    /// The last round never ends; its period in steps.
    Endless {
        /// The period in steps.
        period: u64,
    },
}

/// A game under way: the position, the record so far, and how it stands.
#[derive(Clone, Debug)]
pub struct StonesMatch {
    position: Position,
    record: Record,
    standing: Standing,
}

impl StonesMatch {
    /// A game from a position on.
    pub fn new(sower: &Sower, start: Position) -> StonesMatch {
        let standing = match start.settled_alone(sower.rules()) {
            Some(cups) if start.phase() != Phase::Pie => Standing::Finished(cups),
            _ => Standing::Open,
        };
        StonesMatch {
            position: start,
            record: Record::default(),
            standing,
        }
    }

    /// The position; after an endless round the one before it.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The rounds played and the pie decision, in order.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// How the game stands.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// The side to choose takes a hole (numbered from 1). Returns what the round led to if both
    /// have chosen.
    ///
    /// # Errors
    /// The hole must exist, hold two or more stones, and not be taken; the position stays as it
    /// was otherwise.
    pub fn take(&mut self, sower: &Sower, hole: usize) -> Result<Option<Played>, ChoiceError> {
        let Phase::Gote { taken } = self.position.phase() else {
            self.position = self.position.take(hole)?;
            return Ok(None);
        };
        let first = usize::from(taken) + 1;
        let sente = self.position.sente();
        let (east, west) = match sente {
            Side::East => (first, hole),
            Side::West => (hole, first),
        };
        let chosen = self.position.joint_move(east, west)?;
        let played = self.position.play(sower, chosen);
        self.record
            .0
            .push(RecordItem::Round(WrittenRound::new(sente, chosen)));
        if let Some(after) = played.position {
            self.position = after;
        }
        self.standing = match (played.round.ending, played.settled) {
            (Ending::Endless { period }, _) => Standing::Endless { period },
            // A first round that ends the game leaves the pie decision open.
            (_, Some(cups)) if self.position.phase() != Phase::Pie => Standing::Finished(cups),
            _ => Standing::Open,
        };
        Ok(Some(played))
    }

    /// The pie decision.
    ///
    /// # Errors
    /// It must be open.
    pub fn decide_pie(&mut self, sower: &Sower, turn: bool) -> Result<(), ChoiceError> {
        let quiet = self.position.cups() == Cups::default();
        self.position = self.position.decide_pie(turn)?;
        self.record.0.push(RecordItem::Pie { turn });
        let sente = self.position.sente();
        let last_gote = if quiet { !sente } else { sente };
        if let Some(cups) = self.position.settled(sower.rules(), last_gote) {
            self.standing = Standing::Finished(cups);
        }
        Ok(())
    }
}
