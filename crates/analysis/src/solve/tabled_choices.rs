//! What the choices of a board are worth where tables hold everything that its rounds lead to.

use sowlab_findings::{Bounds, with_the_pie};
use sowlab_solvers::{JointGame, Resolution, Step, Value};

use super::TabledStones;
use sowlab_games::stones::{Board, Position};

impl TabledStones {
    /// What each choice of sente is worth to it: its worst reply, by each reading of infinite play, of
    /// what `after` makes of the value once the round is played. `None` if the tables do not reach;
    /// no choices if the game is over.
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

    /// The choices of the side with sente that are best where infinite play counts for nobody, if
    /// the tables hold everything that a round leads to. None if the game is over.
    pub fn best_choices(&self, board: &Board) -> Option<Vec<u8>> {
        let options = self.options(board, |after| after)?;
        let best = options.iter().map(|(_, worth)| worth.zero).max()?;
        let keep = options.into_iter().filter(|(_, worth)| worth.zero == best);
        Some(keep.map(|(hole, _)| hole).collect())
    }

    /// The margin, under the pie rule, for the side that has sente in the first round and may turn
    /// the board after it, by the three readings of infinite play (which keep to that player,
    /// whatever role he takes). `None` if the position is no opening (round 1, nothing captured,
    /// no hole taken), if it is over, or if the tables do not reach.
    pub(super) fn pie_value(&self, position: &Position) -> Option<Value> {
        if !position.is_opening() {
            return None;
        }
        // A round that does not end is the same for both roles, so that nothing is lost by choosing.
        let options = self.options(&position.canonical_board(), with_the_choice)?;
        let worths = options.into_iter().map(|(_, worth)| worth);
        worths.reduce(|a, b| each(a, b, i32::max))
    }
}

/// What both roles to choose from are worth to the player who may turn the board.
fn with_the_choice(value: Value) -> Value {
    let better = with_the_pie(&Bounds::of(value)).value();
    better.expect("exact, as the value is")
}

/// Each reading by itself.
fn each(a: Value, b: Value, of: fn(i32, i32) -> i32) -> Value {
    Value {
        lower: of(a.lower, b.lower),
        zero: of(a.zero, b.zero),
        upper: of(a.upper, b.upper),
    }
}
