//! Claims under the convention *draw*.

use crate::{Interval, JointGame, JointProblem, Numbers, Player, Resolution, VisitRound};

/// A problem whose claims follow the convention *draw* ([`zero`](crate::Value::zero)): infinite play has the margin
/// that was won before it. Neither side may gain anything in a round without progress, which leaves the
/// [bound](JointGame::bound) unchanged.
///
/// A claim to more than 0 must then be attained by progress, as where infinite play costs the claimant everything left.
/// Any other claim holds if its opposite, one to more than 0, does not; that one is searched instead. Both kinds of
/// claim can thus rest on a limit on rounds without progress. [`ProofSearch::confirm`](super::ProofSearch::confirm)
/// finds those that hold without it.
///
/// The highest bit of a key marks these claims: keys of the problem must leave it 0.
#[derive(Clone, Copy, Debug)]
pub struct ByZero<P>(pub P);

/// The bit of a key that marks such claims.
const BY_ZERO: u128 = 1 << 127;

/// Returns whether claims with this key follow the convention *draw*.
#[inline]
pub(super) fn is_by_zero(key: u128) -> bool {
    key & BY_ZERO != 0
}

impl<P: JointProblem> JointGame for ByZero<P> {
    type State = P::State;
    type Choice = P::Choice;

    #[inline]
    fn terminal(&self, state: &P::State) -> Option<i32> {
        self.0.terminal(state)
    }

    fn leader_choices(&self, state: &P::State, choices: &mut Vec<P::Choice>) {
        self.0.leader_choices(state, choices);
    }

    fn follower_choices(&self, state: &P::State, first: P::Choice, choices: &mut Vec<P::Choice>) {
        self.0.follower_choices(state, first, choices);
    }

    fn resolve(
        &self,
        state: &P::State,
        first: P::Choice,
        second: P::Choice,
    ) -> Resolution<P::State> {
        self.0.resolve(state, first, second)
    }

    fn expand(&self, states: &[P::State], visit: &mut VisitRound<'_, P::State, P::Choice>) {
        self.0.expand(states, visit);
    }

    #[inline]
    fn bound(&self, state: &P::State) -> i32 {
        self.0.bound(state)
    }
}

impl<P: JointProblem> JointProblem for ByZero<P> {
    const BY_ZERO: bool = true;

    #[inline]
    fn key(&self, state: &P::State) -> u128 {
        let key = self.0.key(state);
        debug_assert!(!is_by_zero(key), "keys leave the highest bit alone");
        key | BY_ZERO
    }

    #[inline]
    fn interval(&self, state: &P::State, _: Option<Player>) -> Option<Interval> {
        self.0.interval(state, None)
    }

    #[inline]
    fn oracle_margin_by_key(&self, state: &P::State, key: u128, _: Option<Player>) -> Option<i32> {
        self.0.oracle_margin_by_key(state, key & !BY_ZERO, None)
    }

    #[inline]
    fn prefetch(&self, state: &P::State, key: u128) -> bool {
        self.0.prefetch(state, key & !BY_ZERO)
    }

    #[inline]
    fn effort(&self, state: &P::State, claimant: Player, need: i32) -> Numbers {
        self.0.effort(state, claimant, need)
    }
}
