//! The open order: sente commits, gote sees it and commits.

use std::hash::Hash;

use crate::{Game, JointGame, Resolution, Side};

/// A [`JointGame`] under the open commit order as a sequential [`Game`] of perfect information:
/// the side with sente moves, then the other, then the round is resolved.
///
/// A round that never ends leads to [`OpenState::Endless`], where the game is over and what is left
/// counts for nobody.
#[derive(Clone, Copy, Debug)]
pub struct Open<J>(pub J);

/// A state of a game under the open commit order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpenState<State, Choice> {
    /// The side with sente is to commit.
    Sente {
        /// The state, seen by the side with sente.
        state: State,
        /// Which side that is.
        sente: Side,
    },
    /// The other side is to commit and sees what the first committed.
    Gote {
        /// The state, seen by the side with sente.
        state: State,
        /// Which side that is.
        sente: Side,
        /// What it committed.
        first: Choice,
    },
    /// The game ended with the last round, which gave out everything.
    Over,
    /// The last round never ends.
    Endless,
}

impl<J: JointGame<Choice: Hash>> Game for Open<J> {
    type State = OpenState<J::State, J::Choice>;
    type Move = J::Choice;

    fn side_to_move(&self, state: &Self::State) -> Side {
        match *state {
            OpenState::Sente { sente, .. } => sente,
            OpenState::Gote { sente, .. } => !sente,
            OpenState::Over | OpenState::Endless => Side::First,
        }
    }

    fn terminal(&self, state: &Self::State) -> Option<i32> {
        match state {
            OpenState::Sente { state, .. } => self.0.terminal(state),
            OpenState::Gote { .. } => None,
            OpenState::Over | OpenState::Endless => Some(0),
        }
    }

    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        match state {
            OpenState::Sente { state, .. } => {
                if self.0.terminal(state).is_none() {
                    self.0.first_choices(state, moves);
                }
            }
            OpenState::Gote { state, first, .. } => self.0.second_choices(state, *first, moves),
            OpenState::Over | OpenState::Endless => {}
        }
    }

    fn play(&self, state: &Self::State, chosen: Self::Move) -> (Self::State, i32) {
        match *state {
            OpenState::Sente { state, sente } => {
                let after = OpenState::Gote {
                    state,
                    sente,
                    first: chosen,
                };
                (after, 0)
            }
            // The margin of a round is sente's; the mover here is the other side.
            OpenState::Gote {
                state,
                sente,
                first,
            } => match self.0.resolve(&state, first, chosen) {
                Resolution::Next {
                    state,
                    gain,
                    passes,
                } => {
                    let sente = if passes { !sente } else { sente };
                    (OpenState::Sente { state, sente }, -gain)
                }
                Resolution::Over { margin } => (OpenState::Over, -margin),
                Resolution::Endless => (OpenState::Endless, 0),
            },
            OpenState::Over | OpenState::Endless => (*state, 0),
        }
    }

    fn bound(&self, state: &Self::State) -> i32 {
        match state {
            OpenState::Sente { state, .. } | OpenState::Gote { state, .. } => self.0.bound(state),
            OpenState::Over | OpenState::Endless => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each side takes 1 or 2 from a heap; equal choices never end, the greater gains the
    /// difference and then commits second.
    struct Heap;

    impl JointGame for Heap {
        type State = u8;
        type Choice = u8;

        fn terminal(&self, heap: &u8) -> Option<i32> {
            (*heap < 4).then_some(i32::from(*heap))
        }

        fn first_choices(&self, _: &u8, choices: &mut Vec<u8>) {
            choices.extend([1, 2]);
        }

        fn second_choices(&self, _: &u8, _: u8, choices: &mut Vec<u8>) {
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
                    margin: gain + if gain > 0 { -rest } else { rest },
                },
                None => Resolution::Next {
                    state,
                    gain,
                    passes: gain > 0,
                },
            }
        }

        fn bound(&self, heap: &u8) -> i32 {
            (*heap).into()
        }
    }

    #[test]
    fn sente_then_gote_then_the_round() {
        let game = Open(Heap);
        let start = OpenState::Sente {
            state: 8,
            sente: Side::First,
        };
        let (chosen, gain) = game.play(&start, 2);
        assert_eq!((game.side_to_move(&chosen), gain), (Side::Second, 0));
        assert_eq!(game.terminal(&chosen), None);
        // Sente gains 1, so the mover, gote, gains -1, and has sente now.
        let (after, gain) = game.play(&chosen, 1);
        assert_eq!(gain, -1);
        let expected = OpenState::Sente {
            state: 5,
            sente: Side::Second,
        };
        assert_eq!(after, expected);
        assert_eq!(game.side_to_move(&after), Side::Second);
        // Second takes 1, First 2: First gains 1 and Second, who keeps sente, the remaining 2.
        let (chosen, _) = game.play(&after, 1);
        assert_eq!(game.side_to_move(&chosen), Side::First);
        assert_eq!(game.play(&chosen, 2), (OpenState::Over, -1));
        assert_eq!(game.play(&chosen, 1), (OpenState::Endless, 0));
        assert_eq!(game.terminal(&OpenState::Endless), Some(0));
    }

    #[test]
    fn a_finished_state_has_no_moves() {
        let game = Open(Heap);
        let over = OpenState::Sente {
            state: 3,
            sente: Side::First,
        };
        assert_eq!(game.terminal(&over), Some(3));
        let mut moves = Vec::new();
        game.moves(&over, &mut moves);
        game.moves(&OpenState::Over, &mut moves);
        assert_eq!(moves, []);
    }
}
