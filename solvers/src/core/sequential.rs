//! A sequential game as a joint one, for the searches that know how to break off endless play.

use crate::search::rounds::SearchableJoint;
use crate::search::{Code, Searchable};
use crate::{JointGame, Player, Resolution, Value};

/// A sequential game seen as a game of rounds: the side to move commits, the other side has nothing
/// to choose, and a round is a move. What is known of some states already (from tables, say) is
/// asked for before they are searched.
///
/// A side that moves again keeps the commitment; nothing assumes that sides alternate.
///
/// ```
/// use sowlab_solvers::search::rounds::{Deepening, RoundSearch};
/// use sowlab_solvers::search::{Code, Searchable, TranspositionTable};
/// use sowlab_solvers::{Game, Sequential, Side, Step, Turn};
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
/// impl Searchable for TakeOrWait {
///     fn code(&self, state: &Self::State) -> Code {
///         Code { bits: u128::from(state.1), tag: 0 }
///     }
/// }
///
/// let game = Sequential::new(&TakeOrWait, |_| None);
/// let table = TranspositionTable::new(1 << 10).unwrap();
/// let search = RoundSearch::new(&game, &table, &());
/// let mut deepening = Deepening::new(&search, (Side::First, false));
/// while deepening.deepen() {}
/// assert_eq!(deepening.proven().lower, (1, 1));
/// ```
pub struct Sequential<'a, G, K> {
    game: &'a G,
    known: K,
}

impl<'a, G, K> Sequential<'a, G, K>
where
    G: Searchable,
    K: Fn(&G::State) -> Option<Value> + Sync,
{
    /// The game, with what is known of its states. The tags of its codes must be zero: a search
    /// over rounds has its own.
    pub fn new(game: &'a G, known: K) -> Self {
        Sequential { game, known }
    }
}

impl<G, K> JointGame for Sequential<'_, G, K>
where
    G: Searchable,
    K: Fn(&G::State) -> Option<Value> + Sync,
{
    type State = G::State;
    type Choice = G::Move;

    fn terminal(&self, state: &G::State) -> Option<i32> {
        self.game.terminal(state)
    }

    fn leader_choices(&self, state: &G::State, choices: &mut Vec<G::Move>) {
        self.game.moves(state, choices);
    }

    /// One, which says nothing: the other side's choice is the move itself.
    fn follower_choices(&self, _: &G::State, first: G::Move, choices: &mut Vec<G::Move>) {
        choices.push(first);
    }

    fn resolve(&self, state: &G::State, first: G::Move, _: G::Move) -> Resolution<G::State> {
        let step = self.game.play(state, first);
        match self.game.terminal(&step.state) {
            Some(rest) => Resolution::Over {
                margin: step.worth(rest),
            },
            None if self.game.endless(&step.state) => Resolution::Endless,
            None => Resolution::Next(step),
        }
    }

    fn bound(&self, state: &G::State) -> i32 {
        self.game.bound(state)
    }
}

impl<G, K> SearchableJoint for Sequential<'_, G, K>
where
    G: Searchable,
    K: Fn(&G::State) -> Option<Value> + Sync,
{
    #[inline]
    fn code(&self, state: &G::State) -> u128 {
        let Code { bits, tag } = self.game.code(state);
        debug_assert_eq!(tag, 0);
        bits
    }

    #[inline]
    fn known(&self, state: &G::State, charged: Player) -> Option<i32> {
        let value = (self.known)(state)?;
        Some(match charged {
            Player::Leader => value.lower,
            Player::Follower => value.upper,
        })
    }
}
