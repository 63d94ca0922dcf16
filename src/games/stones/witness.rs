//! From choices on canonical boards, as solvers give them, back to a record that can be replayed.

use super::notation::{Record, RecordItem, WrittenRound};
use super::position::{Phase, Position};
use super::round::Side;
use super::sowing::{JointMove, Sower};

/// The record of a play given by the choices (sente's, gote's) on boards turned so that sente is
/// East, indices from 0, starting from a position. An open pie decision is written as `stay`.
///
/// # Panics
/// If a choice is not possible where it stands: solvers give only such as are.
pub fn record_of_choices(sower: &Sower, start: Position, choices: &[(u8, u8)]) -> Record {
    let last = sower.rules().holes() as u8 - 1;
    let mut items = Vec::new();
    let mut position = Some(start);
    for &(first, second) in choices {
        let mut before = position.expect("an endless round is the last");
        if before.phase() == Phase::Pie {
            before = before.decide_pie(false).expect("the decision is open");
            items.push(RecordItem::Pie { turn: false });
        }
        let chosen = match before.sente() {
            Side::East => JointMove {
                east: first,
                west: second,
            },
            Side::West => JointMove {
                east: last - second,
                west: last - first,
            },
        };
        items.push(RecordItem::Round(WrittenRound::new(before.sente(), chosen)));
        position = before.play(sower, chosen).position;
    }
    Record(items)
}
