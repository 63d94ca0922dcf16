//! A second implementation of the rules in plain arrays, close to the words of the sources, one seed at a time. It
//! verifies endgame tables, and the kernel in tests.
//!
//! It is slow, and shares only the types of the rule options with the kernel.

use super::position::Position;
use super::rules::{
    Capture, Directions, End, Feeding, GrandSlam, Laps, Lift, Origin, Remaining, Rules,
    StoreLanding, Stores,
};
use super::state::MAX_PITS;
use crate::contest::{SeedEvent, SeedStep};

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plain {
    /// The seeds by side (0 is Lower) and pit number minus one; zero past the last pit.
    pub pits: [[u32; MAX_PITS]; 2],
    /// The seeds in the store of each side.
    pub stores: [u32; 2],
    /// The side to move.
    pub mover: usize,
}

/// A move that was played on trial.
struct Tried {
    /// The position after it.
    after: Plain,
    /// Whether it sowed a seed on the other side.
    fed: bool,
    /// Whether it took all seeds of the other side, or would have, where that captures nothing.
    slam: bool,
}

/// A move: a pit number, and whether it is sown to the left. Pit 0 is a pass.
pub type Choice = (usize, bool);

/// The move of a side without seeds, in games in which it passes.
pub const PASS: Choice = (0, false);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Pit(usize, usize),
    Store(usize),
}

fn next(rules: &Rules, place: Place, left: bool) -> Place {
    match (place, left) {
        (Place::Pit(side, 1), false) => Place::Store(side),
        (Place::Pit(side, number), false) => Place::Pit(side, number - 1),
        (Place::Store(side), false) => Place::Pit(1 - side, rules.pits),
        (Place::Pit(side, number), true) if number == rules.pits => Place::Store(1 - side),
        (Place::Pit(side, number), true) => Place::Pit(side, number + 1),
        (Place::Store(side), true) => Place::Pit(side, 1),
    }
}

impl Plain {
    /// Returns the starting position: all pits equal, Lower to move.
    pub fn start(rules: &Rules) -> Plain {
        let mut pits = [[0; MAX_PITS]; 2];
        for side in &mut pits {
            side[..rules.pits].fill(rules.seeds as u32);
        }
        Plain {
            pits,
            stores: [0; 2],
            mover: 0,
        }
    }

    /// Converts a position of the kernel.
    pub fn of(position: &Position) -> Plain {
        let state = position.state();
        let mover = state.mover() as usize;
        let mut pits = [[0; MAX_PITS]; 2];
        for (side, lanes) in [(mover, state.mover_pits()), (1 - mover, state.other_pits())] {
            let lanes = lanes[..position.pits()].iter();
            for (pit, &seeds) in pits[side].iter_mut().zip(lanes.rev()) {
                *pit = seeds.into();
            }
        }
        Plain {
            pits,
            stores: position.stores(),
            mover,
        }
    }

    /// Returns the number of seeds in the pits of a side.
    pub fn on_side(&self, side: usize) -> u32 {
        self.pits[side].iter().sum()
    }

    /// Returns the number of seeds in pits and stores.
    pub fn total(&self) -> u32 {
        self.on_side(0) + self.on_side(1) + self.stores[0] + self.stores[1]
    }

    /// Lifts the seeds that are sown from a pit of the side to move, and returns their number.
    fn lift(&mut self, rules: &Rules, number: usize) -> u32 {
        let pit = &mut self.pits[self.mover][number - 1];
        let stays = u32::from(rules.lift == Lift::AllButOne && *pit > 1);
        std::mem::replace(pit, stays) - stays
    }

    /// Sows, and returns the last place and whether the other side got a seed. After each seed `show` gets the board,
    /// the place of the seed, the seeds left in the hand, and whether they begin another lap.
    fn sow(
        &mut self,
        rules: &Rules,
        (number, left): Choice,
        mut show: impl FnMut(&Plain, Place, u32, bool),
    ) -> (Place, bool) {
        let me = self.mover;
        let mut origin = Place::Pit(me, number);
        let mut place = origin;
        let mut fed = false;
        let mut hand = self.lift(rules, number);
        while hand > 0 {
            loop {
                place = next(rules, place, left);
                let passed_over = match place {
                    Place::Store(side) => side != me || rules.stores == Stores::Bypassed,
                    Place::Pit(..) => place == origin && rules.origin == Origin::Skipped,
                };
                if !passed_over {
                    break;
                }
            }
            hand -= 1;
            let mut relays = false;
            match place {
                Place::Pit(side, number) => {
                    let pit = &mut self.pits[side][number - 1];
                    *pit += 1;
                    fed |= side != me;
                    relays = rules.laps == Laps::Relay && hand == 0 && *pit > 1;
                    if relays {
                        hand = std::mem::take(pit);
                        origin = place;
                    }
                }
                Place::Store(side) => self.stores[side] += 1,
            }
            show(self, place, hand, relays);
        }
        (place, fed)
    }

    /// Captures, and returns whether the seeds were all that the other side had.
    fn capture(&mut self, rules: &Rules, last: Place, left: bool) -> bool {
        let sown = *self;
        self.capture_any(rules, last, left);
        let other = 1 - self.mover;
        let slam = sown.on_side(other) > 0 && self.on_side(other) == 0;
        if slam && rules.grand_slam == GrandSlam::CapturesNothing {
            *self = sown;
        }
        slam
    }

    fn capture_any(&mut self, rules: &Rules, last: Place, left: bool) {
        let me = self.mover;
        match (rules.capture, last) {
            (Capture::Facing { even_if_empty }, Place::Pit(side, number))
                if side == me && self.pits[me][number - 1] == 1 =>
            {
                let facing = rules.pits - number;
                if self.pits[1 - me][facing] > 0 || even_if_empty {
                    self.stores[me] += std::mem::take(&mut self.pits[me][number - 1]);
                    self.stores[me] += std::mem::take(&mut self.pits[1 - me][facing]);
                }
            }
            (Capture::Backwards { counts }, mut place) => {
                while let Place::Pit(side, number) = place {
                    let seeds = self.pits[side][number - 1];
                    if side == me || !counts.list().contains(&(seeds as u8)) {
                        break;
                    }
                    self.stores[me] += seeds;
                    self.pits[side][number - 1] = 0;
                    place = next(rules, place, !left);
                }
            }
            (Capture::LastPit { counts }, Place::Pit(side, number)) if side != me => {
                let pit = &mut self.pits[side][number - 1];
                if counts.list().contains(&(*pit as u8)) {
                    self.stores[me] += std::mem::take(pit);
                }
            }
            _ => {}
        }
    }

    /// Plays a move without checking the rules of feeding and of grand slams.
    fn try_play(&self, rules: &Rules, choice: Choice) -> Tried {
        let mut after = *self;
        if choice == PASS {
            after.mover = 1 - self.mover;
            return Tried {
                after,
                fed: false,
                slam: false,
            };
        }
        let (last, fed) = after.sow(rules, choice, |_, _, _, _| ());
        let slam = after.capture(rules, last, choice.1);
        let again =
            last == Place::Store(self.mover) && rules.store_landing == StoreLanding::MovesAgain;
        if !again {
            after.mover = 1 - self.mover;
        }
        Tried { after, fed, slam }
    }

    /// Returns the position after a move, without checking the rules of feeding and of grand slams.
    pub fn play(&self, rules: &Rules, choice: Choice) -> Plain {
        self.try_play(rules, choice).after
    }

    /// Returns the legal moves, to the right from the highest pit number down, then those to the left.
    pub fn legal(&self, rules: &Rules) -> Vec<Choice> {
        let (me, other) = (self.mover, 1 - self.mover);
        if rules.end == End::EmptySide && (self.on_side(0) == 0 || self.on_side(1) == 0) {
            return Vec::new();
        }
        let ways: &[bool] = match rules.directions {
            Directions::Right => &[false],
            Directions::RightOrLeft => &[false, true],
        };
        let mut all = Vec::new();
        for &left in ways {
            for number in (1..=rules.pits).rev() {
                if self.pits[me][number - 1] >= u32::from(rules.least_played) {
                    all.push((number, left));
                }
            }
        }
        if rules.end == End::AllEmpty && self.on_side(me) == 0 && self.on_side(other) > 0 {
            all.push(PASS);
        }
        let leaves = |&choice: &Choice| self.play(rules, choice).on_side(other) > 0;
        let starved = self.on_side(other) == 0;
        match rules.feeding {
            Feeding::MustSow if starved => {
                all.retain(|&choice| self.try_play(rules, choice).fed);
            }
            Feeding::MustLeave if starved => all.retain(leaves),
            Feeding::NoStarving if all.iter().any(leaves) => all.retain(leaves),
            _ => {}
        }
        let fair = |&choice: &Choice| !self.try_play(rules, choice).slam;
        match rules.grand_slam {
            GrandSlam::Illegal => all.retain(fair),
            GrandSlam::OnlyMove if all.iter().any(fair) => all.retain(fair),
            _ => {}
        }
        all
    }

    /// Returns every step of a move, beginning with the lifting; none of a pass.
    pub(super) fn seed_by_seed(&self, rules: &Rules, choice: Choice) -> Vec<SeedStep> {
        if choice == PASS {
            return Vec::new();
        }
        let (number, left) = choice;
        let pits = rules.pits;
        let index = |side: usize, number: usize| side * pits + pits - number;
        let mut after = *self;
        let lifted = after.lift(rules, number);
        let origin = Some(index(self.mover, number) as u8);
        let mut steps = vec![after.step(pits, origin, lifted, SeedEvent::Start)];
        let mut after = *self;
        let (last, _) = after.sow(rules, choice, |board, place, hand, relays| {
            let at = match place {
                Place::Pit(side, number) => Some(index(side, number) as u8),
                Place::Store(_) => None,
            };
            let event = match relays {
                false => SeedEvent::Drop,
                true => SeedEvent::Relay,
            };
            steps.push(board.step(pits, at, hand, event));
        });
        let sown = after;
        after.capture(rules, last, left);
        if let Some(end) = steps.last_mut().filter(|_| after != sown) {
            *end = after.step(pits, end.at, 0, SeedEvent::Capture);
            for (pit, (had, has)) in sown.lanes(pits).zip(after.lanes(pits)).enumerate() {
                end.taken |= u64::from(had > has) << pit;
            }
        }
        steps
    }

    /// Returns the pits in the order of the notation.
    fn lanes(&self, pits: usize) -> impl Iterator<Item = u8> {
        let sides = self.pits.into_iter();
        sides.flat_map(move |side| (0..pits).rev().map(move |pit| side[pit] as u8))
    }

    fn step(&self, pits: usize, at: Option<u8>, hand: u32, event: SeedEvent) -> SeedStep {
        let mut lanes = [0; _];
        for (lane, seeds) in lanes.iter_mut().zip(self.lanes(pits)) {
            *lane = seeds;
        }
        SeedStep {
            count: 2 * pits as u8,
            pits: lanes,
            stores: self.stores.map(|seeds| seeds as u8),
            hand: hand as u8,
            at,
            toward: None,
            event,
            taken: 0,
        }
    }

    /// Returns the seeds in the pits that Lower and Upper are awarded at the end of the game.
    pub fn rest(&self, rules: &Rules) -> [u32; 2] {
        let sides = [self.on_side(0), self.on_side(1)];
        match rules.remaining {
            Remaining::Nobody => [0, 0],
            Remaining::StarvedMover if sides[self.mover] == 0 => {
                let mut rest = [0; 2];
                rest[self.mover] = sides[1 - self.mover];
                rest
            }
            Remaining::Owners | Remaining::StarvedMover => sides,
        }
    }
}
