//! The open order with the pie rule.

use std::hash::Hash;

use super::{Open, OpenState};
use crate::mcts::Simulate;
use crate::{Game, Guide, JointGame, Key, Keyed, Resolution, Side, Step, Turn};

/// A joint game that can be played with the pie rule. It separates a round from the end of the game, because the
/// decision comes between them.
pub trait PieGame: JointGame<Choice: Hash + Into<u16>> {
    /// REQUIRED. Returns the result of a round, also where the game is over after it; `None` if the round does not
    /// terminate.
    fn round(
        &self,
        state: &Self::State,
        first: Self::Choice,
        second: Self::Choice,
    ) -> Option<Step<Self::State>>;

    /// REQUIRED. Returns the margin of the leader in the final distribution of a state; `None` while the game
    /// continues. `turn` is the turn of the last round.
    fn final_margin(&self, state: &Self::State, turn: Turn) -> Option<i32>;

    /// REQUIRED. Calls `visit` with each choice of the leader, or of the follower after the first choice `first`, in
    /// the order of the lists. A game that is over has no choices.
    fn each_choice(
        &self,
        state: &Self::State,
        first: Option<Self::Choice>,
        visit: impl FnMut(Self::Choice),
    );

    /// Returns the result of [`JointGame::resolve`], from that of [`round`](PieGame::round) and
    /// [`final_margin`](PieGame::final_margin). Not to be overridden.
    #[inline]
    fn resolution(&self, round: Option<Step<Self::State>>) -> Resolution<Self::State> {
        let Some(step) = round else {
            return Resolution::Endless;
        };
        match self.final_margin(&step.state, step.turn) {
            Some(rest) => Resolution::Over {
                margin: step.margin(rest),
            },
            None => Resolution::Next(step),
        }
    }
}

/// [`Open`] with the pie rule: after the first round the side that led in it may swap the roles. It takes over the
/// other side's gains and place, and the other side takes over its own.
pub struct OpenPie<J> {
    open: Open<J>,
    pie: bool,
}

/// A state of a game under the open commit order with the pie rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieState<State, Choice> {
    /// A state without a decision ahead.
    Play(OpenState<State, Choice>),
    /// The first round, which the decision follows.
    First(OpenState<State, Choice>),
    /// The side that led in the first round may swap the roles.
    Decision {
        /// The state after that round, as seen by its leader.
        state: State,
        /// The side that leads there unless the roles are swapped.
        leader: Side,
        /// The turn of the round: with [`Turn::Same`] the leader is the side that decides.
        turn: Turn,
        /// The lead of the side that decides.
        ahead: i32,
    },
}

/// A move of a game under the open commit order with the pie rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieMove<Choice> {
    /// A choice in a round.
    Choice(Choice),
    /// The roles are swapped.
    Swap,
    /// The roles stay.
    Stay,
}

impl<J> OpenPie<J> {
    /// Returns the game with the pie rule or without.
    pub const fn new(game: J, pie: bool) -> OpenPie<J> {
        OpenPie {
            open: Open(game),
            pie,
        }
    }

    /// Returns the joint game.
    #[inline]
    pub const fn game(&self) -> &J {
        &self.open.0
    }

    /// Returns whether the pie rule is played.
    pub const fn has_pie(&self) -> bool {
        self.pie
    }
}

impl<J: PieGame> OpenPie<J> {
    /// Returns the state after the follower's choice in the first round, and the gain of the leader of that round.
    fn first_round(
        &self,
        state: &J::State,
        leader: Side,
        first: J::Choice,
        second: J::Choice,
    ) -> (PieState<J::State, J::Choice>, i32) {
        match self.game().round(state, first, second) {
            None => (PieState::Play(OpenState::Endless), 0),
            Some(Step { state, gain, turn }) => {
                let leader = if turn.is_other() { !leader } else { leader };
                let ahead = gain;
                let decision = PieState::Decision {
                    state,
                    leader,
                    turn,
                    ahead,
                };
                (decision, -gain)
            }
        }
    }

    /// Returns the state after the decision, and the gain of the side that decided.
    fn decided(
        &self,
        state: J::State,
        (leader, turn): (Side, Turn),
        ahead: i32,
        swap: bool,
    ) -> (PieState<J::State, J::Choice>, i32) {
        // Two sides that swap their roles exchange everything, including the lead.
        let (gain, leader, leads) = match swap {
            true => (-2 * ahead, !leader, turn == Turn::Other),
            false => (0, leader, turn == Turn::Same),
        };
        match self.game().final_margin(&state, turn) {
            None => (PieState::Play(OpenState::Leader { state, leader }), gain),
            Some(rest) => {
                let rest = if leads { rest } else { -rest };
                (PieState::Play(OpenState::Over), gain + rest)
            }
        }
    }
}

impl<J: PieGame> Game for OpenPie<J> {
    type State = PieState<J::State, J::Choice>;
    type Move = PieMove<J::Choice>;

    #[inline]
    fn side_to_move(&self, state: &Self::State) -> Side {
        match state {
            PieState::Play(open) | PieState::First(open) => self.open.side_to_move(open),
            PieState::Decision { leader, turn, .. } => match turn {
                Turn::Same => *leader,
                Turn::Other => !*leader,
            },
        }
    }

    #[inline]
    fn terminal(&self, state: &Self::State) -> Option<i32> {
        match state {
            PieState::Play(open) | PieState::First(open) => self.open.terminal(open),
            PieState::Decision { .. } => None,
        }
    }

    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        match state {
            PieState::Play(open) | PieState::First(open) => {
                let (state, first) = match open {
                    OpenState::Leader { state, .. } => (state, None),
                    OpenState::Follower { state, first, .. } => (state, Some(*first)),
                    OpenState::Over | OpenState::Endless => return,
                };
                let push = |choice| moves.push(PieMove::Choice(choice));
                self.game().each_choice(state, first, push);
            }
            PieState::Decision { .. } => moves.extend([PieMove::Swap, PieMove::Stay]),
        }
    }

    /// Plays a move; one that is not legal leaves the state unchanged.
    fn play(&self, state: &Self::State, chosen: Self::Move) -> Step<Self::State> {
        let (after, gain) = match (*state, chosen) {
            (PieState::Play(open), PieMove::Choice(choice)) => {
                return self.open.play(&open, choice).map(PieState::Play);
            }
            (
                PieState::First(OpenState::Follower {
                    state,
                    leader,
                    first,
                }),
                PieMove::Choice(second),
            ) => self.first_round(&state, leader, first, second),
            (PieState::First(open), PieMove::Choice(choice)) => {
                return self.open.play(&open, choice).map(PieState::First);
            }
            (
                PieState::Decision {
                    state,
                    leader,
                    turn,
                    ahead,
                },
                PieMove::Swap | PieMove::Stay,
            ) => self.decided(state, (leader, turn), ahead, chosen == PieMove::Swap),
            _ => (*state, 0),
        };
        Step {
            turn: Turn::between(self.side_to_move(state), self.side_to_move(&after)),
            state: after,
            gain,
        }
    }

    fn endless(&self, state: &Self::State) -> bool {
        matches!(state, PieState::Play(OpenState::Endless))
    }

    fn bound(&self, state: &Self::State) -> i32 {
        match state {
            PieState::Play(open) | PieState::First(open) => self.open.bound(open),
            PieState::Decision { state, ahead, .. } => self.game().bound(state) + 2 * ahead.abs(),
        }
    }
}

/// The maximum number of choices that keys have room for, numbered from 0.
const MOST_CHOICES: u16 = 16;
/// The addend of the tag in the first round, which the decision follows.
const FIRST: u16 = 32;

impl<J: PieGame + Keyed<J::State>> Keyed<PieState<J::State, J::Choice>> for OpenPie<J> {
    /// Returns the key of the joint game's state, tagged by the pending choice. It contains only the sign of the lead
    /// of the side that decides. In a game from the opening, the state after the first round determines the lead. A
    /// table is therefore for games from one start only.
    #[inline]
    fn key(&self, state: &PieState<J::State, J::Choice>) -> Key {
        let open = |open: &OpenState<J::State, J::Choice>| match open {
            OpenState::Leader { state, .. } => self.game().key(state),
            OpenState::Follower { state, first, .. } => {
                let choice: u16 = (*first).into();
                debug_assert!(choice < MOST_CHOICES);
                Key {
                    tag: 1 + choice,
                    ..self.game().key(state)
                }
            }
            OpenState::Over => Key { bits: 0, tag: 19 },
            OpenState::Endless => Key { bits: 0, tag: 20 },
        };
        match state {
            PieState::Play(state) => open(state),
            PieState::First(state) => {
                let Key { bits, tag } = open(state);
                Key {
                    bits,
                    tag: tag + FIRST,
                }
            }
            PieState::Decision { state, ahead, .. } => Key {
                tag: 17 + u16::from(*ahead < 0),
                ..self.game().key(state)
            },
        }
    }
}

impl<J: PieGame> Simulate for OpenPie<J> {}

impl<J: PieGame> Guide<PieState<J::State, J::Choice>, PieMove<J::Choice>> for OpenPie<J> {
    /// Returns the immediate gain of the move; 0 where the other side is still to reply.
    fn prior(&self, state: &PieState<J::State, J::Choice>, chosen: PieMove<J::Choice>) -> f32 {
        self.play(state, chosen).gain as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both sides name 0 or 1 on a heap. The leader gains their sum less one, and passes the lead on if that is not 0.
    /// A heap of less than two goes to the leader.
    struct Heap;

    impl JointGame for Heap {
        type State = i32;
        type Choice = u8;

        fn terminal(&self, heap: &i32) -> Option<i32> {
            self.final_margin(heap, Turn::Same)
        }

        fn leader_choices(&self, heap: &i32, choices: &mut Vec<u8>) {
            self.each_choice(heap, None, |choice| choices.push(choice));
        }

        fn follower_choices(&self, heap: &i32, first: u8, choices: &mut Vec<u8>) {
            self.each_choice(heap, Some(first), |choice| choices.push(choice));
        }

        fn resolve(&self, heap: &i32, first: u8, second: u8) -> Resolution<i32> {
            self.resolution(self.round(heap, first, second))
        }

        fn bound(&self, heap: &i32) -> i32 {
            *heap
        }
    }

    impl PieGame for Heap {
        fn round(&self, heap: &i32, first: u8, second: u8) -> Option<Step<i32>> {
            let gain = i32::from(first + second) - 1;
            (first <= second).then_some(Step {
                state: heap - gain.abs(),
                gain,
                turn: Turn::other_if(gain != 0),
            })
        }

        fn final_margin(&self, heap: &i32, _: Turn) -> Option<i32> {
            (*heap < 2).then_some(*heap)
        }

        fn each_choice(&self, heap: &i32, _: Option<u8>, visit: impl FnMut(u8)) {
            if *heap >= 2 {
                (0..2).for_each(visit);
            }
        }
    }

    fn first_round(heap: i32) -> PieState<i32, u8> {
        PieState::First(OpenState::Leader {
            state: heap,
            leader: Side::First,
        })
    }

    /// Returns the margin of the first side after these moves, and the last state.
    fn margin(heap: i32, moves: &[PieMove<u8>]) -> (i32, PieState<i32, u8>) {
        let game = OpenPie::new(Heap, true);
        let (mut state, mut margin) = (first_round(heap), 0);
        for &chosen in moves {
            let side = game.side_to_move(&state);
            let step = game.play(&state, chosen);
            let sign = if side == Side::First { 1 } else { -1 };
            margin += sign * step.gain;
            assert_eq!(
                step.turn,
                Turn::between(side, game.side_to_move(&step.state))
            );
            state = step.state;
        }
        (margin, state)
    }

    #[test]
    fn the_side_that_led_takes_over_what_the_other_has() {
        use PieMove::{Choice, Stay, Swap};
        // 0 and 0: the leader loses one, and the other side leads.
        let round = [Choice(0), Choice(0)];
        for (last, expected, leader) in [(Stay, -1, Side::Second), (Swap, 1, Side::First)] {
            let moves = [round[0], round[1], last];
            let after = PieState::Play(OpenState::Leader { state: 8, leader });
            assert_eq!(margin(9, &moves), (expected, after));
        }
        // The remaining heap of one goes to the leader: the second side, or the first after a swap.
        for (last, expected) in [(Stay, -2), (Swap, 2)] {
            let moves = [round[0], round[1], last];
            let over = PieState::Play(OpenState::Over);
            assert_eq!(margin(2, &moves), (expected, over));
        }
        // Nothing is gained: the lead stays, and a swap passes it on.
        let moves = [Choice(0), Choice(1), Swap];
        let after = PieState::Play(OpenState::Leader {
            state: 9,
            leader: Side::Second,
        });
        assert_eq!(margin(9, &moves), (0, after));
    }

    #[test]
    fn a_round_without_end_ends_the_game_before_the_decision() {
        let game = OpenPie::new(Heap, true);
        let (margin, state) = margin(9, &[PieMove::Choice(1), PieMove::Choice(0)]);
        assert_eq!((margin, game.endless(&state)), (0, true));
        assert_eq!(game.terminal(&state), Some(0));
    }
}
