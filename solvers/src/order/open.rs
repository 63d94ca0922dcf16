//! The open order: the leader commits, the follower sees it and commits.

use std::hash::Hash;

use crate::mcts::Simulate;
use crate::{Game, Guide, Interval, JointGame, Oracle, Player, Resolution, Side, Step, Turn};

/// A [`JointGame`] under the open commit order as a sequential [`Game`] of perfect information. The leader moves, then
/// the other side, then the round is resolved.
///
/// A non-terminating round leads to [`OpenState::Endless`], where the game is over and the rest is a draw.
#[derive(Clone, Copy, Debug)]
pub struct Open<J>(pub J);

/// A state of a game under the open commit order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpenState<State, Choice> {
    /// The leader is to commit.
    Leader {
        /// The state, as seen by the leader.
        state: State,
        /// The side that leads.
        leader: Side,
    },
    /// The other side is to commit, and sees the leader's choice.
    Follower {
        /// The state, as seen by the leader.
        state: State,
        /// The side that leads.
        leader: Side,
        /// The choice of the leader.
        first: Choice,
    },
    /// The game ended with the last round, which awarded everything.
    Over,
    /// The last round does not terminate.
    Endless,
}

impl<J: JointGame<Choice: Hash>> Game for Open<J> {
    type State = OpenState<J::State, J::Choice>;
    type Move = J::Choice;

    #[inline]
    fn side_to_move(&self, state: &Self::State) -> Side {
        match *state {
            OpenState::Leader { leader, .. } => leader,
            OpenState::Follower { leader, .. } => !leader,
            OpenState::Over | OpenState::Endless => Side::First,
        }
    }

    #[inline]
    fn terminal(&self, state: &Self::State) -> Option<i32> {
        match state {
            OpenState::Leader { state, .. } => self.0.terminal(state),
            OpenState::Follower { .. } => None,
            OpenState::Over | OpenState::Endless => Some(0),
        }
    }

    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        match state {
            OpenState::Leader { state, .. } => {
                if self.0.terminal(state).is_none() {
                    self.0.leader_choices(state, moves);
                }
            }
            OpenState::Follower { state, first, .. } => {
                self.0.follower_choices(state, *first, moves)
            }
            OpenState::Over | OpenState::Endless => {}
        }
    }

    #[inline]
    fn play(&self, state: &Self::State, chosen: Self::Move) -> Step<Self::State> {
        let (after, gain) = match *state {
            OpenState::Leader { state, leader } => {
                let after = OpenState::Follower {
                    state,
                    leader,
                    first: chosen,
                };
                (after, 0)
            }
            // The margin of a round is the leader's; the side to move here is the follower.
            OpenState::Follower {
                state,
                leader,
                first,
            } => match self.0.resolve(&state, first, chosen) {
                Resolution::Next(Step { state, gain, turn }) => {
                    let leader = match turn {
                        Turn::Same => leader,
                        Turn::Other => !leader,
                    };
                    (OpenState::Leader { state, leader }, -gain)
                }
                Resolution::Over { margin } => (OpenState::Over, -margin),
                Resolution::Endless => (OpenState::Endless, 0),
            },
            OpenState::Over | OpenState::Endless => (*state, 0),
        };
        let (before, now) = (self.side_to_move(state), self.side_to_move(&after));
        Step {
            state: after,
            gain,
            turn: Turn::between(before, now),
        }
    }

    fn endless(&self, state: &Self::State) -> bool {
        *state == OpenState::Endless
    }

    #[inline]
    fn bound(&self, state: &Self::State) -> i32 {
        match state {
            OpenState::Leader { state, .. } | OpenState::Follower { state, .. } => {
                self.0.bound(state)
            }
            OpenState::Over | OpenState::Endless => 0,
        }
    }
}

impl<J: JointGame<Choice: Hash>> Simulate for Open<J> {}

/// The oracle of a joint game, for the states of [`Open`].
pub struct OpenOracle<'a, O>(pub &'a O);

impl<S, C, O> Oracle<OpenState<S, C>> for OpenOracle<'_, O>
where
    S: Sync,
    C: Sync,
    O: Oracle<S>,
{
    /// Returns the bounds of the state at the start of a round. Non-terminating rounds are a draw under [`Open`], so
    /// values proven in it are those of that convention.
    fn interval(&self, state: &OpenState<S, C>, loser: Option<Player>) -> Option<Interval> {
        match state {
            OpenState::Leader { state, .. } => self.0.interval(state, loser),
            _ => None,
        }
    }
}

impl<J: JointGame<Choice: Hash>> Guide<OpenState<J::State, J::Choice>, J::Choice> for Open<J> {
    /// Returns the follower's gain from the round; 0 where the leader is to choose.
    fn prior(&self, state: &OpenState<J::State, J::Choice>, chosen: J::Choice) -> f32 {
        match state {
            OpenState::Follower { .. } => self.play(state, chosen).gain as f32,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each side takes 1 or 2 from a heap. Equal choices do not terminate. The side that takes more gains the
    /// difference and commits second in the next round.
    struct Heap;

    impl JointGame for Heap {
        type State = u8;
        type Choice = u8;

        fn terminal(&self, heap: &u8) -> Option<i32> {
            (*heap < 4).then_some(i32::from(*heap))
        }

        fn leader_choices(&self, _: &u8, choices: &mut Vec<u8>) {
            choices.extend([1, 2]);
        }

        fn follower_choices(&self, _: &u8, _: u8, choices: &mut Vec<u8>) {
            choices.extend([1, 2]);
        }

        fn resolve(&self, heap: &u8, first: u8, second: u8) -> Resolution<u8> {
            if first == second {
                return Resolution::Endless;
            }
            let gain = i32::from(first) - i32::from(second);
            let state = heap - first - second;
            match self.terminal(&state) {
                Some(rest) => Resolution::Over {
                    margin: Turn::other_if(gain > 0).margin(gain, rest),
                },
                None => Resolution::Next(Step {
                    state,
                    gain,
                    turn: Turn::other_if(gain > 0),
                }),
            }
        }

        fn bound(&self, heap: &u8) -> i32 {
            (*heap).into()
        }
    }

    #[test]
    fn leader_then_follower_then_the_round() {
        let game = Open(Heap);
        let start = OpenState::Leader {
            state: 8,
            leader: Side::First,
        };
        let Step {
            state: chosen,
            gain,
            turn,
        } = game.play(&start, 2);
        assert_eq!(turn, Turn::Other);
        assert_eq!((game.side_to_move(&chosen), gain), (Side::Second, 0));
        assert_eq!(game.terminal(&chosen), None);
        // The leader gains 1, so the side to move, the follower, gains -1 and leads the next round.
        let Step {
            state: after,
            gain,
            turn,
        } = game.play(&chosen, 1);
        assert_eq!(turn, Turn::Same);
        assert_eq!(gain, -1);
        let expected = OpenState::Leader {
            state: 5,
            leader: Side::Second,
        };
        assert_eq!(after, expected);
        assert_eq!(game.side_to_move(&after), Side::Second);
        // The second side takes 1, the first 2. The first gains 1, and the second, who keeps the lead, the remaining 2.
        let chosen = game.play(&after, 1).state;
        let end = |second| {
            let step = game.play(&chosen, second);
            (step.state, step.gain)
        };
        assert_eq!(game.side_to_move(&chosen), Side::First);
        assert_eq!(end(2), (OpenState::Over, -1));
        assert_eq!(end(1), (OpenState::Endless, 0));
        assert_eq!(game.terminal(&OpenState::Endless), Some(0));
    }

    #[test]
    fn a_finished_state_has_no_moves() {
        let game = Open(Heap);
        let over = OpenState::Leader {
            state: 3,
            leader: Side::First,
        };
        assert_eq!(game.terminal(&over), Some(3));
        let mut moves = Vec::new();
        game.moves(&over, &mut moves);
        game.moves(&OpenState::Over, &mut moves);
        assert!(moves.is_empty());
    }
}
