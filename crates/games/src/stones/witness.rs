//! Records of choices on canonical boards, as solvers give them, and the non-terminating round at the end of a record.

use std::fmt;

use super::notation::{Record, RecordItem, WrittenRound};
use super::position::{Phase, Position};
use super::round::Ending;
use super::sowing::{JointMove, Sower};

/// Returns the record of a line given by the choices (sente's, gote's) on boards rotated so that sente is East. The
/// indices start from 0. An open pie decision is written as `stay`.
///
/// # Panics
/// A choice before the last is not legal, which solvers never produce.
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

/// A game into a non-terminating round, replayed by the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndlessGame {
    /// The whole record; its last round is non-terminating.
    pub record: Record,
    /// The position before the last round.
    pub position: Position,
    /// The holes taken in the last round.
    pub holes: JointMove,
    /// The least number of steps after which the sowing state recurs.
    pub period: u64,
}

/// The error of a record that does not end in a non-terminating round.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the record '{0}' does not end in an endless round")]
pub struct NotEndless(pub Record);

impl EndlessGame {
    /// Replays a record from a position and checks that its last round is non-terminating.
    ///
    /// # Errors
    /// The record cannot be played, or its last round terminates.
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

/// Writes the command-line options that show the non-terminating round: `--position "…" --east 2 --west 1`.
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
