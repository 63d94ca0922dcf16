//! Where tables hold what decides a position.

use sowlab_solvers::Value;

/// A position, and where tables hold what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The position in full.
    pub position: String,
    /// The side whose margin its value is: with sente, or to move.
    pub margin_of: &'static str,
    /// True if the continuation with the greatest value counts; otherwise that with the least.
    pub greatest: bool,
    /// The continuations that its value follows from: the position itself, or one for each choice.
    pub continuations: Vec<Continuation>,
}

/// A choice, as the tables see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The gain of the side by the choice.
    pub gain: i32,
    /// The place that follows.
    pub to: Place,
}

/// The place of a value after a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The rules say what it is worth to the side.
    Known(Value),
    /// A position of the tables.
    At {
        /// Its layer: the stones on the board.
        layer: u32,
        /// Its rank there.
        rank: u64,
        /// Whether the tables count the margin of the other side.
        flipped: bool,
    },
}

impl Located {
    /// A position that tables hold itself.
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

    /// The value, once each place is looked up; `None` where one is not known.
    ///
    /// # Errors
    /// The first look-up that fails.
    pub fn value<E>(
        &self,
        mut probe: impl FnMut(u32, u64) -> Result<Option<Value>, E>,
    ) -> Result<Option<Value>, E> {
        let pick = if self.greatest { i32::max } else { i32::min };
        let mut best: Option<Value> = None;
        for continuation in &self.continuations {
            let value = match continuation.to {
                Place::Known(value) => value,
                Place::At {
                    layer,
                    rank,
                    flipped,
                } => match probe(layer, rank)? {
                    None => return Ok(None),
                    Some(value) if flipped => value.flipped(),
                    Some(value) => value,
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
        Ok(best)
    }
}
