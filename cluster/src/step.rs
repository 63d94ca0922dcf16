//! The positions of one step, their replies, and the requests to other processes.

use std::ops::AddAssign;

use rayon::prelude::*;
use sowlab_solvers::retrograde::{AHEAD, Layered, Replies};

use crate::error::ClusterError;
use crate::part::{NO_KEY, OwnedPart};
use crate::sorted::look_up_on_disk;
use crate::spread::Spread;
use crate::waiting::Spreading;

/// The number of positions that a thread takes at a time.
const SHARE: usize = 1024;

/// The numbers of positions whose bounds were tightened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tightened {
    /// All changed positions.
    pub changed: u64,
    /// The changed positions that are now settled.
    pub settled: u64,
}

impl AddAssign for Tightened {
    fn add_assign(&mut self, other: Tightened) {
        self.changed += other.changed;
        self.settled += other.settled;
    }
}

/// A part of the positions of a step, for one thread.
struct Share<'a> {
    /// The places of the positions in this process.
    places: Vec<u64>,
    replies: Replies<Spreading<'a>>,
}

impl<'a> Share<'a> {
    fn new(part: OwnedPart<'a>) -> Share<'a> {
        Share {
            places: Vec::new(),
            replies: Replies::new(part.lookup.cells.bound(), Spreading::new(part)),
        }
    }

    /// Replaces the positions by these, expands them, and probes this process's own part.
    fn expand<G: Layered>(
        &mut self,
        game: &G,
        (scratch, ranks): &mut (G::Scratch, Vec<u64>),
        part: OwnedPart<'_>,
        places: &[u64],
    ) {
        self.clear();
        self.places.extend(places);
        for together in places.chunks(game.together()) {
            ranks.clear();
            ranks.extend(together.iter().map(|&place| part.spread.rank(place)));
            self.replies.expand(game, scratch, part.lookup.layer, ranks);
            let (waiting, options) = self.replies.waiting();
            waiting.look_up_own(options);
        }
    }

    fn clear(&mut self) {
        self.places.clear();
        self.replies.clear();
        self.replies.waiting().0.clear();
    }

    /// Tightens the bounds of the positions.
    fn tighten(&self, part: OwnedPart<'_>) -> Tightened {
        let cells = part.lookup.cells;
        let mut all = Tightened::default();
        for (&place, found) in self.places.iter().zip(self.replies.best()) {
            let known = cells.get(place);
            let tightened = known.and(found);
            if tightened != known {
                cells.set(place, tightened);
                all.changed += 1;
                all.settled += u64::from(!tightened.is_open());
            }
        }
        all
    }
}

/// The requests to all processes in one step, and the positions that wait for the answers. Its memory is reused for
/// later steps.
pub struct Step<'a> {
    shares: Vec<Share<'a>>,
    spread: Spread,
    /// The number of keys for each process; for this process itself, one is [`NO_KEY`].
    pub counts: Vec<i32>,
    /// The keys for all processes, one process after the other.
    pub keys: Vec<u64>,
    /// The number of replies probed in this process.
    pub own_look_ups: u64,
}

impl<'a> Step<'a> {
    /// Creates a step without positions.
    pub fn new(spread: Spread) -> Step<'a> {
        let mut step = Step {
            shares: Vec::new(),
            spread,
            counts: Vec::new(),
            keys: Vec::new(),
            own_look_ups: 0,
        };
        step.gather();
        step
    }

    /// Replaces the positions by those at these places, and expands them.
    pub fn expand<G: Layered>(&mut self, game: &G, part: OwnedPart<'a>, places: &[u64]) {
        let shares = places.len().div_ceil(SHARE);
        for share in self.shares.iter_mut().skip(shares) {
            share.clear();
        }
        if self.shares.len() < shares {
            self.shares.resize_with(shares, || Share::new(part));
        }
        let (own, places) = (self.shares.par_iter_mut(), places.par_chunks(SHARE));
        own.zip(places).for_each_init(
            || (game.scratch(), Vec::new()),
            |scratch, (share, places)| share.expand(game, scratch, part, places),
        );
        self.gather();
    }

    /// Collects the keys for each process.
    fn gather(&mut self) {
        self.keys.clear();
        self.counts.clear();
        self.own_look_ups = 0;
        for process in 0..self.spread.processes() {
            let before = self.keys.len();
            if process == self.spread.process() {
                self.keys.push(NO_KEY);
            }
            for share in &mut self.shares {
                self.keys.extend(share.replies.waiting().0.keys(process));
            }
            self.counts.push((self.keys.len() - before) as i32);
        }
        for share in &mut self.shares {
            self.own_look_ups += share.replies.waiting().0.own_look_ups;
        }
    }

    /// Returns the number of probes requested from other processes.
    pub fn asked(&self) -> u64 {
        self.keys.len() as u64 - self.counts[self.spread.process()] as u64
    }

    /// Applies the answers of all processes, one after the other, and tightens the bounds of the positions.
    pub fn finish(&mut self, part: OwnedPart<'_>, answers: &[u16]) -> Tightened {
        let processes = self.spread.processes();
        // The starts of the answers for each share, by process.
        let mut starts = vec![0; self.shares.len() * processes];
        let mut next = 0;
        for process in 0..processes {
            if process == self.spread.process() {
                next += 1;
            }
            for (number, share) in self.shares.iter_mut().enumerate() {
                starts[number * processes + process] = next;
                next += share.replies.waiting().0.keys(process).len();
            }
        }
        let shares = self.shares.par_iter_mut();
        let tightened = shares
            .zip(starts.par_chunks(processes))
            .map(|(share, starts)| {
                let (waiting, options) = share.replies.waiting();
                for (process, &start) in starts.iter().enumerate() {
                    waiting.answered(process, &answers[start..], options);
                }
                share.tighten(part)
            });
        tightened.reduce(Tightened::default, |mut one, other| {
            one += other;
            one
        })
    }
}

/// Writes the bounds of these positions of this process; the answer to [`NO_KEY`] is arbitrary. Returns the number of
/// table blocks read.
///
/// # Errors
/// A table is damaged.
pub fn look_up(part: OwnedPart<'_>, keys: &[u64], answers: &mut Vec<u16>) -> Result<u64, ClusterError> {
    const TOGETHER: usize = 1 << 14;
    answers.resize(keys.len(), 0);
    keys.par_chunks(TOGETHER)
        .zip(answers.par_chunks_mut(TOGETHER))
        .for_each(|(keys, answers)| {
            for (number, (&key, answer)) in keys.iter().zip(answers).enumerate() {
                let ahead = keys.get(number + AHEAD);
                if let Some(&ahead) = ahead.filter(|&&ahead| part.is_in_memory(ahead)) {
                    part.prefetch(ahead);
                }
                if part.is_in_memory(key) {
                    *answer = part.bounds(key);
                }
            }
        });
    let on_disk = part.on_disk;
    on_disk.map_or(Ok(0), |tables| look_up_on_disk(part, tables, keys, answers))
}
