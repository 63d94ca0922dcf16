//! The sowing routine: the effects of sowing any number of seeds from any pit, in a table.

use super::moves::{Direction, Move};
use super::rules::{Directions, End, Laps, Lift, Origin, Rules, StoreLanding, Stores};
use super::state::{MAX_PITS, MAX_SEEDS, State, lane};

/// The landing of a last seed in the sower's own store; other landings are a lane of the state, 0 to 15.
pub(super) const STORE: u8 = 16;

/// The number of counts of a lane, 0 to 127.
const COUNTS: usize = MAX_SEEDS + 1;

/// The effect of playing a pit with a given number of seeds in a given direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sown {
    /// The gain of each lane, minus the lifted seeds of the origin, as one packed difference.
    pub(super) difference: u128,
    /// The lowest bit of the lane of the last seed, if that lane is one of the sower's. Otherwise it is the top bit,
    /// which no count ever sets.
    pub(super) own: u64,
    /// The landing of the last seed.
    pub(super) landing: u8,
    /// The lane of the other side that faces the landing; 0 if the landing is not one of the sower's lanes.
    pub(super) facing: u8,
    /// The number of seeds dropped into the sower's own store.
    pub(super) stored: u8,
    /// Whether a seed fell into a pit of the other side.
    pub(super) feeds: bool,
    /// Whether the turn passes to the other side.
    pub(super) passes: bool,
}

/// All laps under a set of rules, by [`Move::index`] and number of seeds. Under rules with relays, laps from the other
/// side have the indices of moves to the left, which these rules do not allow.
#[derive(Clone, Debug)]
pub(super) struct SowingTable(Box<[Sown]>);

impl SowingTable {
    /// Computes the sowings under rules that passed [`Rules::check`].
    pub(super) fn new(rules: &Rules) -> SowingTable {
        let (right, left) = (Direction::Right, Direction::Left);
        let origins = 0..rules.pits;
        let to = |direction| {
            move |lane: usize| Lap {
                origin: lane,
                direction,
            }
        };
        let beyond = |lane: usize| Lap {
            origin: MAX_PITS + lane,
            direction: right,
        };
        let laps: Vec<(usize, Lap)> = match (rules.directions, rules.laps) {
            (Directions::Right, Laps::One) => origins.map(to(right)).enumerate().collect(),
            (Directions::RightOrLeft, _) => {
                let others = origins
                    .clone()
                    .map(|lane| (MAX_PITS + lane, to(left)(lane)));
                origins.map(to(right)).enumerate().chain(others).collect()
            }
            (Directions::Right, Laps::Relay) => {
                let others = origins.clone().map(|lane| (MAX_PITS + lane, beyond(lane)));
                origins.map(to(right)).enumerate().chain(others).collect()
            }
        };
        let passes = rules.end == End::AllEmpty;
        let indices = laps.iter().map(|(index, _)| *index);
        let last = indices.chain(passes.then_some(Move::PASS.index())).max();
        let rows = last.unwrap_or_default() / MAX_PITS + 1;
        let mut table = vec![Sown::default(); rows * MAX_PITS * COUNTS];
        for (index, lap) in laps {
            for seeds in 1..COUNTS {
                table[index * COUNTS + seeds] = sow(rules, lap, seeds);
            }
        }
        if passes {
            // The side has no seeds.
            table[Move::PASS.index() * COUNTS] = Sown {
                own: 1 << 63,
                landing: STORE,
                passes: true,
                ..Sown::default()
            };
        }
        SowingTable(table.into_boxed_slice())
    }

    /// Returns the effect of playing a pit with these seeds.
    #[inline]
    pub(super) fn get(&self, chosen: Move, seeds: u8) -> &Sown {
        &self.0[chosen.index() * COUNTS + usize::from(seeds)]
    }

    /// Returns the effect of a move with all its laps, under rules with relays.
    pub(super) fn relay(&self, state: State, chosen: Move) -> Sown {
        let mut all = *self.get(chosen, lane(state.mover_half(), chosen.lane() as u32));
        while all.landing != STORE {
            let board = state.plus(all.difference);
            let (half, at) = match usize::from(all.landing) < MAX_PITS {
                true => (board.mover_half(), all.landing),
                false => (board.other_half(), all.landing - MAX_PITS as u8),
            };
            let seeds = lane(half, at.into());
            if seeds < 2 {
                break;
            }
            let lap = &self.0[usize::from(all.landing) * COUNTS + usize::from(seeds)];
            all = Sown {
                difference: all.difference.wrapping_add(lap.difference),
                stored: all.stored + lap.stored,
                feeds: all.feeds | lap.feeds,
                ..*lap
            };
        }
        all
    }
}

/// A lap: the lane of the state that is lifted, and the direction.
#[derive(Clone, Copy)]
struct Lap {
    origin: usize,
    direction: Direction,
}

/// Returns the places that a sower passes, in counterclockwise order from his lane 0.
fn ring(rules: &Rules) -> Vec<u8> {
    let pits = rules.pits as u8;
    let other = MAX_PITS as u8;
    let store = (rules.stores == Stores::Sown).then_some(STORE);
    (0..pits).chain(store).chain(other..other + pits).collect()
}

/// Lifts from a pit with these seeds, and sows one seed at a time.
fn sow(rules: &Rules, lap: Lap, seeds: usize) -> Sown {
    let ring = ring(rules);
    let step = match lap.direction {
        Direction::Right => 1,
        Direction::Left => ring.len() - 1,
    };
    let place = |&place: &u8| usize::from(place) == lap.origin;
    let origin = ring.iter().position(place).unwrap_or_default();
    let hand = match rules.lift {
        Lift::AllButOne if seeds > 1 => seeds - 1,
        Lift::All | Lift::AllButOne => seeds,
    };
    let mut sown = Sown {
        difference: (hand as u128).wrapping_neg() << (8 * lap.origin),
        ..Sown::default()
    };
    let mut at = origin;
    for _ in 0..hand {
        at = (at + step) % ring.len();
        if at == origin && rules.origin == Origin::Skipped {
            at = (at + step) % ring.len();
        }
        sown.landing = ring[at];
        if ring[at] == STORE {
            sown.stored += 1;
        } else {
            sown.difference = sown.difference.wrapping_add(1 << (8 * ring[at]));
            sown.feeds |= ring[at] >= MAX_PITS as u8;
        }
    }
    let landing = usize::from(sown.landing);
    sown.own = 1 << 63;
    if landing < MAX_PITS {
        sown.own = 1 << (8 * landing);
        sown.facing = (rules.pits - 1 - landing) as u8;
    }
    sown.passes = sown.landing != STORE || rules.store_landing == StoreLanding::Passes;
    sown
}
