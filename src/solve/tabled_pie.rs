//! The pie value where tables hold everything that the first round leads to.

use std::collections::BTreeMap;

use sowlab_solvers::{JointGame, Resolution, Value};

use super::TabledStones;
use crate::games::stones::Position;

impl TabledStones {
    /// The margin, under the pie rule, for the side that has sente in the first round and may turn
    /// the board after it, by the three readings of infinite play (which keep to that player,
    /// whatever role he takes). `None` if the position is no opening (round 1, nothing captured,
    /// no hole taken), if it is over, or if the tables do not reach.
    pub(super) fn pie_value(&self, position: &Position) -> Option<Value> {
        let board = position.canonical_board();
        if !position.is_opening() || self.terminal(&board).is_some() {
            return None;
        }
        let all = self.bound(&board);
        // The worst reply to each first choice.
        let mut worst: BTreeMap<u8, Value> = BTreeMap::new();
        let mut known = true;
        self.resolve_batch(&[board], &mut |_, first, _, resolution| {
            let worth = match resolution {
                // The round does not end, so nobody comes to decide.
                Resolution::Endless => Some(Value {
                    lower: -all,
                    zero: 0,
                    upper: all,
                }),
                Resolution::Over { margin } => Some(with_the_choice(Value::settled(margin))),
                Resolution::Next {
                    state,
                    gain,
                    passes,
                } => self.probe(&state).map(|value| {
                    with_the_choice(plus(gain, if passes { turned(value) } else { value }))
                }),
            };
            let Some(worth) = worth else {
                known = false;
                return;
            };
            worst
                .entry(first)
                .and_modify(|value| *value = each(*value, worth, i32::min))
                .or_insert(worth);
        });
        known
            .then(|| worst.into_values().reduce(|a, b| each(a, b, i32::max)))
            .flatten()
    }
}

/// The value of a player who gains so much before.
pub(super) fn plus(gain: i32, value: Value) -> Value {
    Value {
        lower: gain + value.lower,
        zero: gain + value.zero,
        upper: gain + value.upper,
    }
}

/// The same for the other side: what is worst for one is best for the other.
pub(super) fn turned(value: Value) -> Value {
    Value {
        lower: -value.upper,
        zero: -value.zero,
        upper: -value.lower,
    }
}

/// The better of this role and the other.
fn with_the_choice(value: Value) -> Value {
    each(value, turned(value), i32::max)
}

/// Each reading by itself.
pub(super) fn each(a: Value, b: Value, of: fn(i32, i32) -> i32) -> Value {
    Value {
        lower: of(a.lower, b.lower),
        zero: of(a.zero, b.zero),
        upper: of(a.upper, b.upper),
    }
}
