//! The values of the choices of a board if the tables contain the boards after its rounds.

use sowlab_findings::{Bounds, with_the_pie};
use sowlab_solvers::{JointGame, Resolution, Step, Value};

use super::TabledStones;
use sowlab_games::stones::{Board, Position};

impl TabledStones {
    /// Returns the value of each choice of sente under each infinite-play convention: that of its worst reply. `after`
    /// converts the value of each round first. `None` if the tables do not reach; no choices if the game is over.
    pub(super) fn options(
        &self,
        board: &Board,
        after: impl Fn(Value) -> Value,
    ) -> Option<Vec<(u8, Value)>> {
        let all = self.game().bound(board);
        let mut options: Vec<(u8, Value)> = Vec::new();
        let mut known = true;
        self.game()
            .expand(&[*board], &mut |_, first, _, resolution| {
                let worth = match resolution {
                    Resolution::Over { margin } => Some(Value::settled(margin)),
                    Resolution::Endless => Some(Value {
                        lower: -all,
                        zero: 0,
                        upper: all,
                    }),
                    Resolution::Next(Step { state, gain, turn }) => {
                        self.probe(&state).map(|value| turn.value(gain, value))
                    }
                };
                let Some(worth) = worth.map(&after) else {
                    known = false;
                    return;
                };
                match options.last_mut() {
                    Some((last, worst)) if *last == first => *worst = each(*worst, worth, i32::min),
                    _ => options.push((first, worth)),
                }
            });
        known.then_some(options)
    }

    /// Returns the optimal choices of the side with sente, with infinite play as a draw. `None` if the tables do not
    /// contain all boards after its rounds, or the game is over.
    pub fn best_choices(&self, board: &Board) -> Option<Vec<u8>> {
        let options = self.options(board, |after| after)?;
        let best = options.iter().map(|(_, worth)| worth.zero).max()?;
        let keep = options.into_iter().filter(|(_, worth)| worth.zero == best);
        Some(keep.map(|(hole, _)| hole).collect())
    }

    /// Returns the three values under the pie rule of the player who has sente in the first round and may swap after
    /// it. The infinite-play conventions apply to that player, whatever role he takes. `None` if the position is not an
    /// opening (round 1, no captures, no hole taken), if the game is over, or if the tables do not reach.
    pub(super) fn pie_value(&self, position: &Position) -> Option<Value> {
        if !position.is_opening() {
            return None;
        }
        // An endless round has the same value in both roles, so that the choice loses nothing.
        let options = self.options(&position.canonical_board(), with_the_choice)?;
        let worths = options.into_iter().map(|(_, worth)| worth);
        worths.reduce(|a, b| each(a, b, i32::max))
    }
}

/// Returns the value of the better role for the player who may swap.
fn with_the_choice(value: Value) -> Value {
    let better = with_the_pie(&Bounds::of(value)).value();
    better.expect("exact, as the value is")
}

/// Combines the values of each infinite-play convention.
fn each(a: Value, b: Value, of: fn(i32, i32) -> i32) -> Value {
    Value {
        lower: of(a.lower, b.lower),
        zero: of(a.zero, b.zero),
        upper: of(a.upper, b.upper),
    }
}
