//! The input of a solver: rules, keys, bounds and guidance.

use super::game::{Game, Step};
use super::guide::{Guide, Numbers};
use super::interval::Interval;
use super::joint::{JointGame, Resolution, VisitRound};
use super::keys::{Key, Keyed};
use super::oracle::Oracle;
use super::side::{Player, Side};

/// The input of a solver: the rules of a game, the keys of its states, bounds that need no search ([`Oracle`]), and
/// move ordering ([`Guide`]).
///
/// ```
/// # use sowlab_solvers::{Game, Interval, Key, Keyed, Oracle, Player, Problem, Side, Step, Turn};
/// # use sowlab_solvers::search::{AlphaBeta, TranspositionTable};
/// /// A heap of sticks, of which each side in turn takes one or two; taking the last one wins 1.
/// struct Heap;
/// # impl Game for Heap {
/// #     type State = u8;
/// #     type Move = u8;
/// #     fn side_to_move(&self, _: &u8) -> Side { Side::First }
/// #     fn terminal(&self, left: &u8) -> Option<i32> { (*left == 0).then_some(-1) }
/// #     fn moves(&self, left: &u8, moves: &mut Vec<u8>) { moves.extend(1..=2.min(*left)) }
/// #     fn play(&self, left: &u8, taken: u8) -> Step<u8> {
/// #         Step { state: left - taken, gain: 0, turn: Turn::Other }
/// #     }
/// #     fn bound(&self, _: &u8) -> i32 { 1 }
/// #     fn always_ends(&self) -> bool { true }
/// # }
/// # impl Keyed<u8> for Heap {
/// #     fn key(&self, left: &u8) -> Key { Key { bits: u128::from(*left), tag: 0 } }
/// # }
/// // impl Game for Heap, impl Keyed<u8> for Heap …
///
/// /// Three sticks are lost for whoever has to take from them.
/// struct Three;
/// impl Oracle<u8> for Three {
///     fn interval(&self, left: &u8, _: Option<Player>) -> Option<Interval> {
///         (*left == 3).then_some(Interval::exact(-1))
///     }
/// }
///
/// let table = TranspositionTable::new(1 << 10).unwrap();
/// let plain = AlphaBeta::new(Problem::new(&Heap), &table, &());
/// assert_eq!(plain.value(&20, 0, &mut |_| ()), Ok(1));
///
/// let table = TranspositionTable::new(1 << 10).unwrap();
/// let informed = AlphaBeta::new(Problem::new(&Heap).with_oracle(&Three), &table, &());
/// assert_eq!(informed.value(&20, 0, &mut |_| ()), Ok(1));
/// // What is known is not searched.
/// let nodes = informed.nodes();
/// assert_eq!(informed.value(&3, 0, &mut |_| ()), Ok(-1));
/// assert_eq!(informed.nodes(), nodes);
/// ```
#[derive(Debug)]
pub struct Problem<'a, G, K = G, O = (), U = ()> {
    game: &'a G,
    keys: &'a K,
    oracle: &'a O,
    guide: &'a U,
}

impl<G, K, O, U> Clone for Problem<'_, G, K, O, U> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G, K, O, U> Copy for Problem<'_, G, K, O, U> {}

impl<'a, G> Problem<'a, G> {
    /// Creates a game that is its own [`Keyed`], without an oracle and with default guidance.
    pub const fn new(game: &'a G) -> Self {
        Problem {
            game,
            keys: game,
            oracle: &(),
            guide: &(),
        }
    }
}

impl<'a, G, K, O, U> Problem<'a, G, K, O, U> {
    /// Replaces the keys. Problems with different keys must not share a table.
    #[must_use]
    pub const fn with_keys<L>(self, keys: &'a L) -> Problem<'a, G, L, O, U> {
        Problem {
            game: self.game,
            keys,
            oracle: self.oracle,
            guide: self.guide,
        }
    }

    /// Replaces the oracle.
    #[must_use]
    pub const fn with_oracle<P>(self, oracle: &'a P) -> Problem<'a, G, K, P, U> {
        Problem {
            game: self.game,
            keys: self.keys,
            oracle,
            guide: self.guide,
        }
    }

    /// Replaces the guide.
    #[must_use]
    pub const fn with_guide<V>(self, guide: &'a V) -> Problem<'a, G, K, O, V> {
        Problem {
            game: self.game,
            keys: self.keys,
            oracle: self.oracle,
            guide,
        }
    }

    /// Returns the game.
    pub const fn game(&self) -> &'a G {
        self.game
    }

    /// Returns the oracle.
    pub const fn oracle(&self) -> &'a O {
        self.oracle
    }

    /// Returns the guide.
    pub const fn guide(&self) -> &'a U {
        self.guide
    }
}

impl<G: Game, K: Sync, O: Sync, U: Sync> Game for Problem<'_, G, K, O, U> {
    type State = G::State;
    type Move = G::Move;

    #[inline]
    fn side_to_move(&self, state: &G::State) -> Side {
        self.game.side_to_move(state)
    }

    #[inline]
    fn terminal(&self, state: &G::State) -> Option<i32> {
        self.game.terminal(state)
    }

    #[inline]
    fn moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        self.game.moves(state, moves);
    }

    #[inline]
    fn play(&self, state: &G::State, chosen: G::Move) -> Step<G::State> {
        self.game.play(state, chosen)
    }

    #[inline]
    fn bound(&self, state: &G::State) -> i32 {
        self.game.bound(state)
    }

    #[inline]
    fn endless(&self, state: &G::State) -> bool {
        self.game.endless(state)
    }

    #[inline]
    fn margins_have_parity_of_bound(&self) -> bool {
        self.game.margins_have_parity_of_bound()
    }

    #[inline]
    fn always_ends(&self) -> bool {
        self.game.always_ends()
    }
}

impl<G: JointGame, K: Sync, O: Sync, U: Sync> JointGame for Problem<'_, G, K, O, U> {
    type State = G::State;
    type Choice = G::Choice;

    #[inline]
    fn terminal(&self, state: &G::State) -> Option<i32> {
        self.game.terminal(state)
    }

    #[inline]
    fn leader_choices(&self, state: &G::State, choices: &mut Vec<G::Choice>) {
        self.game.leader_choices(state, choices);
    }

    #[inline]
    fn follower_choices(&self, state: &G::State, first: G::Choice, choices: &mut Vec<G::Choice>) {
        self.game.follower_choices(state, first, choices);
    }

    #[inline]
    fn resolve(
        &self,
        state: &G::State,
        first: G::Choice,
        second: G::Choice,
    ) -> Resolution<G::State> {
        self.game.resolve(state, first, second)
    }

    #[inline]
    fn expand(&self, states: &[G::State], visit: &mut VisitRound<'_, G::State, G::Choice>) {
        self.game.expand(states, visit);
    }

    #[inline]
    fn bound(&self, state: &G::State) -> i32 {
        self.game.bound(state)
    }

    #[inline]
    fn margins_have_parity_of_bound(&self) -> bool {
        self.game.margins_have_parity_of_bound()
    }
}

/// A [`Problem`] in the view of searches of sequential games. Only adapters of this crate, such as
/// [`DepthLimited`](crate::search::DepthLimited), also implement it.
pub trait SequentialProblem: Game {
    /// Returns the key of a state.
    fn key(&self, state: &Self::State) -> Key;

    /// Returns the margin of a state, if the oracle has it. Infinite play is a draw; in games that always end the
    /// convention makes no difference.
    fn oracle_margin(&self, state: &Self::State) -> Option<i32>;

    /// Returns the margin of a state with this key, if the oracle has it.
    fn oracle_margin_by_key(&self, state: &Self::State, key: Key) -> Option<i32>;

    /// Prefetches as [`Oracle::prefetch`] does.
    fn prefetch(&self, state: &Self::State, key: Key) -> bool;

    /// Returns the rank of a move: [`Guide::order`].
    fn order(&self, chosen: Self::Move, step: &Step<Self::State>) -> i32;

    /// Returns whether a state is not stored: [`Guide::cheap`].
    fn cheap(&self, state: &Self::State) -> bool;

    /// Returns the key of a related state: [`Guide::related`].
    fn related(&self, state: &Self::State) -> Option<Key>;
}

impl<G, K, O, U> SequentialProblem for Problem<'_, G, K, O, U>
where
    G: Game,
    K: Keyed<G::State>,
    O: Oracle<G::State>,
    U: Guide<G::State, G::Move>,
{
    #[inline]
    fn key(&self, state: &G::State) -> Key {
        self.keys.key(state)
    }

    #[inline]
    fn oracle_margin(&self, state: &G::State) -> Option<i32> {
        self.oracle.interval(state, None)?.value()
    }

    #[inline]
    fn oracle_margin_by_key(&self, state: &G::State, key: Key) -> Option<i32> {
        self.oracle.interval_by_key(state, key, None)?.value()
    }

    #[inline]
    fn prefetch(&self, state: &G::State, key: Key) -> bool {
        self.oracle.prefetch(state, key)
    }

    #[inline]
    fn order(&self, chosen: G::Move, step: &Step<G::State>) -> i32 {
        self.guide.order(chosen, step)
    }

    #[inline]
    fn cheap(&self, state: &G::State) -> bool {
        self.guide.cheap(state)
    }

    #[inline]
    fn related(&self, state: &G::State) -> Option<Key> {
        self.guide.related(state)
    }
}

/// A [`Problem`] in the view of searches of joint games. Only adapters of this crate, such as
/// [`ByZero`](crate::search::proof::ByZero), also implement it.
pub trait JointProblem: JointGame + Copy {
    /// Whether infinite play is a draw. Otherwise the player of a claim loses everything left by it.
    const BY_ZERO: bool = false;

    /// Returns the margin of the player of a claim in a non-terminating round, on a state with this bound.
    #[inline]
    fn margin_of_endless(bound: i32) -> i32 {
        match Self::BY_ZERO {
            true => 0,
            false => -bound,
        }
    }

    /// Returns the key of a state, in 128 bits.
    fn key(&self, state: &Self::State) -> u128;

    /// Returns the bounds of a state: [`Oracle::interval`].
    fn interval(&self, state: &Self::State, loser: Option<Player>) -> Option<Interval>;

    /// Returns the margin of the leader if this player loses infinite play, if the oracle has it.
    #[inline]
    fn oracle_margin(&self, state: &Self::State, loser: Player) -> Option<i32> {
        self.interval(state, Some(loser))?.value()
    }

    /// Returns the margin of the leader in the state with this key, if the oracle has it. `loser` loses infinite play;
    /// `None` makes it a draw.
    fn oracle_margin_by_key(
        &self,
        state: &Self::State,
        key: u128,
        loser: Option<Player>,
    ) -> Option<i32>;

    /// Prefetches as [`Oracle::prefetch`] does.
    fn prefetch(&self, state: &Self::State, key: u128) -> bool;

    /// Returns the effort to decide a claim: [`Guide::effort`].
    fn effort(&self, state: &Self::State, claimant: Player, need: i32) -> Numbers;
}

impl<G, K, O, U> JointProblem for Problem<'_, G, K, O, U>
where
    G: JointGame,
    K: Keyed<G::State>,
    O: Oracle<G::State>,
    U: Guide<G::State, G::Choice>,
{
    #[inline]
    fn key(&self, state: &G::State) -> u128 {
        let Key { bits, tag } = self.keys.key(state);
        debug_assert_eq!(tag, 0);
        bits
    }

    #[inline]
    fn interval(&self, state: &G::State, loser: Option<Player>) -> Option<Interval> {
        self.oracle.interval(state, loser)
    }

    #[inline]
    fn oracle_margin_by_key(
        &self,
        state: &G::State,
        key: u128,
        loser: Option<Player>,
    ) -> Option<i32> {
        let key = Key { bits: key, tag: 0 };
        self.oracle.interval_by_key(state, key, loser)?.value()
    }

    #[inline]
    fn prefetch(&self, state: &G::State, key: u128) -> bool {
        self.oracle.prefetch(state, Key { bits: key, tag: 0 })
    }

    #[inline]
    fn effort(&self, state: &G::State, claimant: Player, need: i32) -> Numbers {
        self.guide.effort(state, claimant, need)
    }
}
