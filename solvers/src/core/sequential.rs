//! A sequential game as a joint game, for searches that handle infinite play.

use super::game::Game;
use super::joint::{JointGame, Resolution, VisitRound};
use super::keys::{Key, Keyed};

/// A sequential game seen as a game of rounds: the side to move commits, the other side has nothing
/// to choose, and a round is a move.
///
/// A side that moves again keeps the commitment; nothing assumes that sides alternate.
///
/// ```
/// use sowlab_solvers::search::rounds::{Deepening, RoundSearch};
/// use sowlab_solvers::search::TranspositionTable;
/// use sowlab_solvers::{Game, Key, Keyed, Problem, Sequential, Side, Step, Turn};
///
/// /// One stone to take, or to wait; whoever waits passes the turn.
/// struct TakeOrWait;
///
/// impl Game for TakeOrWait {
///     type State = (Side, bool);
///     type Move = bool;
///     fn side_to_move(&self, state: &Self::State) -> Side {
///         state.0
///     }
///     fn terminal(&self, state: &Self::State) -> Option<i32> {
///         state.1.then_some(0)
///     }
///     fn moves(&self, _: &Self::State, moves: &mut Vec<bool>) {
///         moves.extend([false, true]);
///     }
///     fn play(&self, state: &Self::State, take: bool) -> Step<Self::State> {
///         Step { state: (!state.0, take), gain: i32::from(take), turn: Turn::Other }
///     }
///     fn bound(&self, state: &Self::State) -> i32 {
///         i32::from(!state.1)
///     }
/// }
///
/// impl Keyed<(Side, bool)> for TakeOrWait {
///     fn key(&self, state: &(Side, bool)) -> Key {
///         Key { bits: u128::from(state.1), tag: 0 }
///     }
/// }
///
/// let game = Sequential(&TakeOrWait);
/// let table = TranspositionTable::new(1 << 10).unwrap();
/// let search = RoundSearch::new(Problem::new(&game), &table, &());
/// let mut deepening = Deepening::new(&search, (Side::First, false));
/// while deepening.deepen().unwrap() {}
/// assert_eq!(deepening.proven().lower.value(), Some(1));
/// ```
pub struct Sequential<'a, G>(pub &'a G);

impl<G: Game> JointGame for Sequential<'_, G> {
    type State = G::State;
    type Choice = G::Move;

    fn terminal(&self, state: &G::State) -> Option<i32> {
        self.0.terminal(state)
    }

    fn leader_choices(&self, state: &G::State, choices: &mut Vec<G::Move>) {
        self.0.moves(state, choices);
    }

    /// Appends the single choice, which gives no information: the other side repeats the move.
    fn follower_choices(&self, _: &G::State, first: G::Move, choices: &mut Vec<G::Move>) {
        choices.push(first);
    }

    fn resolve(&self, state: &G::State, first: G::Move, _: G::Move) -> Resolution<G::State> {
        let step = self.0.play(state, first);
        match self.0.terminal(&step.state) {
            Some(rest) => Resolution::Over {
                margin: step.margin(rest),
            },
            None if self.0.endless(&step.state) => Resolution::Endless,
            None => Resolution::Next(step),
        }
    }

    /// Expands moves as rounds, without a second list.
    fn expand(&self, states: &[G::State], visit: &mut VisitRound<'_, G::State, G::Move>) {
        let mut moves = Vec::new();
        for (index, state) in states.iter().enumerate() {
            moves.clear();
            self.0.moves(state, &mut moves);
            for &chosen in &moves {
                visit(index, chosen, chosen, self.resolve(state, chosen, chosen));
            }
        }
    }

    fn bound(&self, state: &G::State) -> i32 {
        self.0.bound(state)
    }

    fn margins_have_parity_of_bound(&self) -> bool {
        self.0.margins_have_parity_of_bound()
    }
}

/// The tags of the game itself must be 0, because a search over rounds sets its own.
impl<G: Keyed<S>, S> Keyed<S> for Sequential<'_, G> {
    #[inline]
    fn key(&self, state: &S) -> Key {
        self.0.key(state)
    }
}
