//! The table entries from which the value of a position follows.

use sowlab_solvers::Value;

/// A position and the table entries from which its value follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The position with all its fields.
    pub position: String,
    /// The side whose margin the value is: with sente, or to move.
    pub margin_of: &'static str,
    /// Whether the greatest value of the continuations counts, not the least.
    pub greatest: bool,
    /// The continuations from which the value follows: the position itself, or one for each choice.
    pub continuations: Vec<Continuation>,
}

/// The result of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The gain of the side from the choice.
    pub gain: i32,
    /// The source of the value after the choice.
    pub to: Place,
}

/// The source of a value after a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A value for the side that the rules determine.
    Known(Value),
    /// An entry of the tables.
    At {
        /// The layer: the number of stones on the board.
        layer: u32,
        /// The rank in the layer.
        rank: u64,
        /// Whether the entry is the margin of the other side.
        flipped: bool,
    },
}

impl Located {
    /// Returns a position that is an entry of the tables itself.
    pub fn itself(position: String, margin_of: &'static str, layer: u32, rank: u64) -> Located {
        let to = Place::At {
            layer,
            rank,
            flipped: false,
        };
        Located {
            position,
            margin_of,
            greatest: true,
            continuations: vec![Continuation { gain: 0, to }],
        }
    }

    /// Computes the value from those of its entries. Returns `None` if an entry has no known value.
    pub fn value(&self, known: impl Fn(u32, u64) -> Option<Value>) -> Option<Value> {
        let pick = if self.greatest { i32::max } else { i32::min };
        let mut best: Option<Value> = None;
        for continuation in &self.continuations {
            let value = match continuation.to {
                Place::Known(value) => value,
                Place::At {
                    layer,
                    rank,
                    flipped,
                } => match (known(layer, rank)?, flipped) {
                    (value, true) => value.flipped(),
                    (value, false) => value,
                },
            };
            let value =
                [value.lower, value.zero, value.upper].map(|margin| margin + continuation.gain);
            let best_so_far = best.map(|best| [best.lower, best.zero, best.upper]);
            let [lower, zero, upper] = match best_so_far {
                None => value,
                Some(best) => [0, 1, 2].map(|reading| pick(best[reading], value[reading])),
            };
            best = Some(Value { lower, zero, upper });
        }
        best
    }
}
