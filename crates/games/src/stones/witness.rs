//! From choices on canonical boards, as solvers give them, back to a record that can be replayed,
//! and on to the endless round at its end.

use std::fmt;

use super::notation::{Record, RecordItem, WrittenRound};
use super::position::{Phase, Position};
use super::round::Ending;
use super::sowing::{JointMove, Sower};

/// The record of a play given by the choices (sente's, gote's) on boards turned so that sente is
/// East, indices from 0, starting from a position. An open pie decision is written as `stay`.
///
/// # Panics
/// If a choice before the last is not possible where it stands: solvers give only such as are.
pub fn record_of_choices(sower: &Sower, start: Position, choices: &[(u8, u8)]) -> Record {
    let mut items = Vec::new();
    let mut before = start;
    let mut last = None;
    for &(first, second) in choices {
        if let Some(chosen) = last {
            let after = before.play(sower, chosen).position;
            before = after.expect("an endless round is the last");
        }
        if before.phase() == Phase::Pie {
            before = before.decide_pie(false).expect("the decision is open");
            items.push(RecordItem::Pie { turn: false });
        }
        let chosen = before.turned_back(first, second);
        items.push(RecordItem::Round(WrittenRound::new(before.sente(), chosen)));
        last = Some(chosen);
    }
    Record(items)
}

/// A game into an endless round, replayed by the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndlessGame {
    /// The whole record; its last round never ends.
    pub record: Record,
    /// The position before that round.
    pub position: Position,
    /// The holes taken in it.
    pub holes: JointMove,
    /// The least number of steps after which its sowing state recurs.
    pub period: u64,
}

/// A record that was said to end in an endless round does not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the record '{0}' does not end in an endless round")]
pub struct NotEndless(pub Record);

impl EndlessGame {
    /// Replays a record from a position and makes sure that its last round is endless.
    ///
    /// # Errors
    /// The record cannot be played or does not end endlessly.
    pub fn replay(sower: &Sower, start: Position, record: Record) -> Result<Self, NotEndless> {
        let Some((&RecordItem::Round(last), before)) = record.0.split_last() else {
            return Err(NotEndless(record));
        };
        let earlier = Record(before.to_vec());
        let (Ok(played), Ok(all)) = (earlier.replay(sower, start), record.replay(sower, start))
        else {
            return Err(NotEndless(record));
        };
        let before = played.last().map_or(Some(start), |round| round.position);
        // A pie decision after the last of the earlier rounds is part of the position.
        let before = match (earlier.0.last(), before) {
            (Some(&RecordItem::Pie { turn }), Some(open)) => open.decide_pie(turn).ok(),
            (_, before) => before,
        };
        match (before, all.last().map(|round| round.round.ending)) {
            (Some(position), Some(Ending::Endless { period })) => Ok(EndlessGame {
                record,
                position,
                holes: JointMove {
                    east: last.east - 1,
                    west: last.west - 1,
                },
                period,
            }),
            _ => Err(NotEndless(record)),
        }
    }
}

/// The command line options that show the endless round: `--position "…" --east 2 --west 1`.
impl fmt::Display for EndlessGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "--position \"{}\" --east {} --west {}",
            self.position,
            self.holes.east + 1,
            self.holes.west + 1
        )
    }
}
