//! Games of uniformly random moves.

use rand::Rng;

use super::game::TwoRank;
use super::moves::{Move, MoveSet};
use super::state::State;

/// How a random game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayoutEnd {
    /// The rules ended it.
    Finished,
    /// A state came back; what lies in the pits counts for nobody.
    Repeated,
}

/// What a random game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// What the side to move in the first state gained over the other, the rest included.
    pub margin: i32,
    /// How many moves were played; a side that moves again makes one more.
    pub plies: u32,
    /// How it ended.
    pub end: PlayoutEnd,
}

impl TwoRank {
    /// Plays uniformly random moves until the rules end the game or a state recurs. One of the
    /// two happens: without a gain there are only finitely many states to come to.
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::SmallRng};
    /// use sowlab::games::two_rank::{KALAH, PlayoutEnd};
    /// let kalah = KALAH.build(None).unwrap();
    /// let playout = kalah.playout(kalah.start(), &mut SmallRng::seed_from_u64(1));
    /// assert_eq!(playout.end, PlayoutEnd::Finished);
    /// assert!(playout.margin.abs() <= 48);
    /// ```
    pub fn playout(&self, from: State, random: &mut impl Rng) -> Playout {
        if self.rules().can_repeat() {
            self.playout_watching(from, random)
        } else {
            self.playout_to_the_end(from, random)
        }
    }

    fn playout_to_the_end(&self, from: State, random: &mut impl Rng) -> Playout {
        let (mut state, mut lead, mut plies) = (from, 0, 0);
        loop {
            let (legal, count) = self.legal_and_count(state);
            if count == 0 {
                return self.finished(from, state, lead, plies);
            }
            let (after, gained) = self.after(state, pick(legal, count, random));
            lead += for_lower(state, gained as i32);
            state = after;
            plies += 1;
        }
    }

    /// The same with an eye on repetition: a gain makes every earlier state unreachable, so only
    /// the states since the last one are remembered.
    fn playout_watching(&self, from: State, random: &mut impl Rng) -> Playout {
        let (mut state, mut lead, mut plies) = (from, 0, 0);
        let mut since_gain = Vec::new();
        loop {
            if since_gain.contains(&state) {
                return Playout {
                    margin: for_lower(from, lead),
                    plies,
                    end: PlayoutEnd::Repeated,
                };
            }
            let (legal, count) = self.legal_and_count(state);
            if count == 0 {
                return self.finished(from, state, lead, plies);
            }
            since_gain.push(state);
            let (after, gained) = self.after(state, pick(legal, count, random));
            if gained > 0 {
                since_gain.clear();
            }
            lead += for_lower(state, gained as i32);
            state = after;
            plies += 1;
        }
    }

    fn finished(&self, from: State, last: State, lead: i32, plies: u32) -> Playout {
        let (mover, other) = self.rest(last);
        let lead = lead + for_lower(last, mover as i32 - other as i32);
        Playout {
            margin: for_lower(from, lead),
            plies,
            end: PlayoutEnd::Finished,
        }
    }
}

/// A margin for the side to move as a margin for Lower, and back.
#[inline]
fn for_lower(state: State, margin: i32) -> i32 {
    // No branch: with extra turns nobody foresees whose turn it is.
    margin * (1 - 2 * state.mover() as i32)
}

/// One of the moves, all alike likely to within 16 in 2³². The set is not empty;
/// `count` says how many it has.
#[inline]
fn pick(legal: MoveSet, count: usize, random: &mut impl Rng) -> Move {
    let place = (u64::from(random.next_u32()) * count as u64) >> 32;
    legal.nth_listed(place as usize)
}
