//! Random games of uniformly distributed moves.

use rand::Rng;

use super::game::TwoRank;
use super::moves::{Move, MoveSet};
use super::state::State;

/// The number of games played at the same time. More are not faster.
const SIDE_BY_SIDE: usize = 4;

/// The ending of a random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayoutEnd {
    /// The game ended under the rules.
    Finished,
    /// A state repeated; the seeds in the pits count for neither side.
    Repeated,
}

/// The result of a random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The margin of the side to move in the first state, the awarded rest included.
    pub margin: i32,
    /// The number of moves played; an extra turn counts as another move.
    pub plies: u32,
    /// The ending of the game.
    pub end: PlayoutEnd,
}

/// A random game in progress.
#[derive(Clone, Copy)]
pub(super) struct RandomGame {
    state: State,
    /// Lower's gain minus Upper's so far.
    lead: i32,
    plies: u32,
}

impl RandomGame {
    pub(super) fn new(from: State) -> RandomGame {
        RandomGame {
            state: from,
            lead: 0,
            plies: 0,
        }
    }
}

impl TwoRank {
    /// Plays uniformly random moves until the game ends under the rules or a state repeats. One of the two happens,
    /// because only finitely many states can follow without a gain.
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::SmallRng};
    /// use sowlab_games::two_rank::{KALAH, PlayoutEnd};
    /// let kalah = KALAH.build(None).unwrap();
    /// let playout = kalah.playout(kalah.start(), &mut SmallRng::seed_from_u64(1));
    /// assert_eq!(playout.end, PlayoutEnd::Finished);
    /// assert!(playout.margin.abs() <= 48);
    /// ```
    pub fn playout(&self, from: State, random: &mut impl Rng) -> Playout {
        if self.rules().can_repeat() {
            self.playout_watching(from, random)
        } else {
            let mut game = RandomGame::new(from);
            self.play_to_the_end(std::slice::from_mut(&mut game), random);
            self.finished(from, game.state, game.lead, game.plies)
        }
    }

    /// Plays random games that cannot repeat to their ends. They are interleaved: a move mostly waits for the one
    /// before it, so the processor works on the other games meanwhile.
    pub(super) fn play_to_the_end(&self, games: &mut [RandomGame], random: &mut impl Rng) {
        if self.is_like_kalah() {
            // The duplicated call lets the compiler specialize for these rules, which takes a third less time.
            self.play_on(games, random);
        } else {
            self.play_on(games, random);
        }
    }

    #[inline(always)]
    fn play_on(&self, games: &mut [RandomGame], random: &mut impl Rng) {
        loop {
            let mut over = true;
            for game in &mut *games {
                let state = game.state;
                let (legal, count) = self.legal_and_count(state);
                if count == 0 {
                    continue; // And so it stays.
                }
                over = false;
                let (after, gained) = self.after(state, pick(legal, count, random));
                game.lead += for_lower(state, gained as i32);
                game.state = after;
                game.plies += 1;
            }
            if over {
                return;
            }
        }
    }

    /// Appends the margins of playouts from these states, for the side to move in each, in their order. Several
    /// [`playout`](TwoRank::playout)s are interleaved where that is faster.
    pub(super) fn playouts(&self, from: &[State], margins: &mut Vec<i32>, random: &mut impl Rng) {
        if self.rules().can_repeat() {
            margins.extend(from.iter().map(|&from| self.playout(from, random).margin));
            return;
        }
        for from in from.chunks(SIDE_BY_SIDE) {
            let mut games = [RandomGame::new(from[0]); SIDE_BY_SIDE];
            let games = &mut games[..from.len()];
            for (game, &from) in games.iter_mut().zip(from) {
                *game = RandomGame::new(from);
            }
            self.play_to_the_end(games, random);
            let ended = from.iter().zip(games);
            margins.extend(ended.map(|(&from, game)| {
                self.finished(from, game.state, game.lead, game.plies)
                    .margin
            }));
        }
    }

    /// Plays a random game with detection of repetition. A gain makes every earlier state unreachable, so only the
    /// states since the last gain are stored.
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

/// Converts a margin for the side to move to a margin for Lower, and back.
#[inline]
fn for_lower(state: State, margin: i32) -> i32 {
    // Branch-free, because with extra turns the side to move is unpredictable.
    margin * (1 - 2 * state.mover() as i32)
}

/// Returns a random move, uniform to within 16 in 2³². The set must not be empty; `count` is its length.
#[inline]
fn pick(legal: MoveSet, count: usize, random: &mut impl Rng) -> Move {
    let place = (u64::from(random.next_u32()) * count as u64) >> 32;
    legal.nth_listed(place as usize)
}
