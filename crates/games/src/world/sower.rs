//! Sowing by hand, seed by seed.

use crate::Seat;
use crate::contest::{MOST_PITS, SeedEvent, SeedStep};

use super::board::{Board, Shape};

/// The steps of a move as a page shows them: in the view of the first side.
#[derive(Debug)]
pub(super) struct Steps {
    shape: Shape,
    mover: Seat,
    stores: [u8; 2],
    list: Vec<SeedStep>,
}

impl Steps {
    /// Creates an empty list of steps of this side's move, with the contents of the stores before it.
    pub(super) fn new(shape: Shape, mover: Seat, stores: [u8; 2]) -> Steps {
        Steps {
            shape,
            mover,
            stores,
            list: Vec::new(),
        }
    }

    /// Removes the steps so far and returns them.
    pub(super) fn take(&mut self) -> Vec<SeedStep> {
        std::mem::take(&mut self.list)
    }

    fn seen(&self, pit: usize) -> usize {
        match self.mover {
            Seat::Lower => pit,
            Seat::Upper => self.shape.turned_pit(pit),
        }
    }

    fn push(&mut self, board: &Board, hand: u8, at: Option<usize>, event: SeedEvent) {
        let pits = match self.mover {
            Seat::Lower => board.pits,
            Seat::Upper => self.shape.turned(board.pits),
        };
        self.list.push(SeedStep {
            count: self.shape.pits() as u8,
            pits,
            stores: self.stores,
            hand,
            at: at.map(|pit| self.seen(pit) as u8),
            toward: None,
            event,
            taken: 0,
        });
    }
}

/// All that determines the next laps of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LapStart {
    board: Board,
    hand: u8,
    at: usize,
    memo: u8,
}

impl LapStart {
    /// Returns whether the pits, the pit below the hand and the seeds in hand are the same.
    pub(super) fn sows_as(&self, other: &LapStart) -> bool {
        (self.at, self.hand, &self.board) == (other.at, other.hand, &other.board)
    }
}

/// A side that sows: the board, the hand and what the side has gained by the move.
#[derive(Debug)]
pub struct Sower<'a> {
    /// The board in the view of the sower.
    pub board: Board,
    /// The seeds in hand.
    pub hand: u8,
    /// The pit below the hand. It is the pit of the lap's origin before a lap, and that of the last seed after it.
    pub at: usize,
    /// The seeds that the sower has gained by this move, less those that the other side has.
    pub gained: i32,
    /// What the rules keep from lap to lap; 0 at first.
    pub memo: u8,
    /// A number of laps that the rules count; 0 at first. A lap does not depend on it while no choice is open.
    pub laps: u32,
    steps: Option<&'a mut Steps>,
}

impl<'a> Sower<'a> {
    pub(super) fn new(board: Board, steps: Option<&'a mut Steps>) -> Sower<'a> {
        Sower {
            board,
            hand: 0,
            at: 0,
            gained: 0,
            memo: 0,
            laps: 0,
            steps,
        }
    }

    /// Creates a sower at the start of a lap, with the number of laps that the rules have counted.
    pub(super) fn at_start(start: LapStart, laps: u32) -> Sower<'a> {
        let mut sower = Sower::new(start.board, None);
        sower.set(start, laps);
        sower
    }

    /// Returns all that determines the next laps.
    #[inline]
    pub(super) fn lap_start(&self) -> LapStart {
        LapStart {
            board: self.board,
            hand: self.hand,
            at: self.at,
            memo: self.memo,
        }
    }

    /// Goes back to the start of a lap, and to the number of laps that the rules have counted.
    pub(super) fn set(&mut self, start: LapStart, laps: u32) {
        (self.board, self.hand) = (start.board, start.hand);
        (self.at, self.memo) = (start.at, start.memo);
        self.laps = laps;
    }

    /// Lifts seeds of a pit for the first lap of a move.
    #[inline]
    pub fn lift(&mut self, pit: usize, seeds: u8) {
        self.board.pits[pit] -= seeds;
        self.hand += seeds;
        self.at = pit;
        self.note(Some(pit), SeedEvent::Start);
    }

    /// Goes on with a lap that begins with these seeds in hand, which lie in no pit.
    #[inline]
    pub fn resume(&mut self, pit: usize, hand: u8) {
        self.hand = hand;
        self.at = pit;
        self.note(Some(pit), SeedEvent::Start);
    }

    /// Drops a seed into a pit.
    #[inline]
    pub fn drop_into(&mut self, pit: usize) {
        self.board.pits[pit] += 1;
        self.hand -= 1;
        self.at = pit;
        self.note(Some(pit), SeedEvent::Drop);
    }

    /// Drops a seed into the own store.
    #[inline]
    pub fn drop_into_store(&mut self) {
        self.hand -= 1;
        self.gain(1);
        self.note(None, SeedEvent::Drop);
    }

    /// Drops a seed that a pit sends on to the store of the sower or of the other side.
    #[inline]
    pub fn drop_through(&mut self, pit: usize, to_sower: bool) {
        self.hand -= 1;
        self.at = pit;
        self.gain(if to_sower { 1 } else { -1 });
        self.note(Some(pit), SeedEvent::Drop);
    }

    /// Lifts all seeds of the pit where the last seed fell, for another lap.
    #[inline]
    pub fn relay(&mut self) {
        self.hand = std::mem::take(&mut self.board.pits[self.at]);
        self.change_last(SeedEvent::Relay, &[]);
    }

    /// Lifts all seeds of a pit other than that of the last seed, for another lap.
    #[inline]
    pub fn relay_from(&mut self, pit: usize) {
        self.hand = std::mem::take(&mut self.board.pits[pit]);
        self.at = pit;
        self.note(Some(pit), SeedEvent::Start);
    }

    /// Takes all seeds of these pits into the hand, for another lap.
    #[inline]
    pub fn take(&mut self, pits: &[usize]) {
        for &pit in pits {
            self.hand += std::mem::take(&mut self.board.pits[pit]);
        }
        self.change_last(SeedEvent::Take, pits);
    }

    /// Captures all seeds of these pits into the own store.
    #[inline]
    pub fn capture(&mut self, pits: &[usize]) {
        for &pit in pits {
            let seeds = std::mem::take(&mut self.board.pits[pit]);
            self.gain(seeds.into());
        }
        self.change_last(SeedEvent::Capture, pits);
    }

    /// Removes all seeds of these pits, which count for nobody.
    #[inline]
    pub fn remove(&mut self, pits: &[usize]) {
        for &pit in pits {
            self.board.pits[pit] = 0;
        }
        self.change_last(SeedEvent::Capture, pits);
    }

    /// Gives the seed that fell last to the other side's store.
    #[inline]
    pub fn forfeit(&mut self) {
        self.board.pits[self.at] -= 1;
        self.gain(-1);
        self.change_last(SeedEvent::Drop, &[]);
    }

    #[inline]
    fn gain(&mut self, seeds: i32) {
        self.gained += seeds;
        if let Some(steps) = &mut self.steps {
            let side = match seeds > 0 {
                true => steps.mover,
                false => !steps.mover,
            };
            let store = &mut steps.stores[side as usize];
            *store = store.saturating_add(seeds.unsigned_abs() as u8);
        }
    }

    #[inline]
    fn note(&mut self, at: Option<usize>, event: SeedEvent) {
        if let Some(steps) = &mut self.steps {
            steps.push(&self.board, self.hand, at, event);
        }
    }

    /// Writes an effect of the last seed into the step of that seed.
    #[inline]
    fn change_last(&mut self, event: SeedEvent, taken: &[usize]) {
        let Some(steps) = &mut self.steps else {
            return;
        };
        let Some(last) = steps.list.pop() else {
            return;
        };
        let at = last.at;
        steps.push(&self.board, self.hand, None, event);
        let taken = taken
            .iter()
            .fold(0, |set, &pit| set | 1 << (steps.seen(pit) % MOST_PITS));
        if let Some(step) = steps.list.last_mut() {
            step.at = at;
            step.taken = taken;
        }
    }
}
