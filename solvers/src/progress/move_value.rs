//! The values of moves, and distances.

use rustc_hash::FxHashMap;

use crate::{Game, Key, Player, Step, Value};

/// The value of a state in which a move is legal, for the side to move; `None` where it is not known.
pub type ValueOf<'a, State> = dyn Fn(&State) -> Option<Value> + 'a;

/// The infinite-play convention for the side that has to force an exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convention {
    /// *Loss*: the side loses everything that is left, so it keeps its `lower`.
    Loss,
    /// *Draw*: the side keeps its `zero`.
    Draw,
}

impl Convention {
    /// Returns the margin of a player, from the value for the side to move.
    pub(super) fn margin(self, value: Value, player: Player) -> i32 {
        let own = match player {
            Player::Leader => value,
            Player::Follower => value.flipped(),
        };
        match self {
            Convention::Loss => own.lower,
            Convention::Draw => own.zero,
        }
    }
}

/// Distances by the key of a state, the player that forces an exit, and the convention.
pub(super) type DistanceStore = FxHashMap<(Key, Player, Convention), u32>;

/// The source of a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DistanceSource {
    /// An exact distance.
    Certain,
    /// The search ended at the limit on states.
    Limited,
    /// An exact distance, found by the side that delays the exit.
    Delayed,
}

/// Returns the value of a move for the side that makes it, and whether it is an exit; `bound` is that of the state
/// before it. `None` if the value of the state after it is not known.
pub(super) fn move_value<G: Game>(
    game: &G,
    bound: i32,
    step: &Step<G::State>,
    value_of: &ValueOf<'_, G::State>,
) -> Option<(Value, bool)> {
    if game.endless(&step.state) {
        // The state after a non-terminating move does not show the remaining counters.
        let value = Value {
            lower: step.gain - bound,
            zero: step.gain,
            upper: step.gain + bound,
        };
        return Some((value, true));
    }
    if let Some(margin) = game.terminal(&step.state) {
        return Some((step.value(Value::settled(margin)), true));
    }
    let value = step.value(value_of(&step.state)?);
    Some((value, step.gain != 0 || game.bound(&step.state) < bound))
}

/// Returns the maximum of the values of a state's moves. `None` if a move has no known value, or none is legal.
pub fn value_by_moves<G: Game>(
    game: &G,
    state: &G::State,
    value_of: &ValueOf<'_, G::State>,
) -> Option<Value> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let (bound, mut best) = (game.bound(state), None);
    for chosen in moves {
        let (value, _) = move_value(game, bound, &game.play(state, chosen), value_of)?;
        best = Some(best.map_or(value, |best: Value| greatest(best, value)));
    }
    best
}

pub(super) fn greatest(one: Value, other: Value) -> Value {
    Value {
        lower: one.lower.max(other.lower),
        zero: one.zero.max(other.zero),
        upper: one.upper.max(other.upper),
    }
}
