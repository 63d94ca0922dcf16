//! Positions of one step and their replies, each with what has to be asked for it and whom.

use std::ops::Range;

use rayon::prelude::*;
use sowlab_solvers::retrograde::{Layered, Reply, Scatter, Sink};
use sowlab_solvers::{Interval, Turn};

use crate::part::{Part, key, packed, unpacked};
use crate::spread::Spread;

/// Better than any reply.
const NONE: Interval<i16> = Interval::exact(i16::MAX);
/// Look-ups between asking for memory and using it.
const AHEAD: usize = 32;
/// What a process asks itself for in every step, so that it never sends nothing: see [`Team::exchange`].
///
/// [`Team::exchange`]: crate::team::Team::exchange
const NO_KEY: u64 = u64::MAX;
/// Positions that a thread takes at a time.
const SHARE: usize = 1024;

/// A reply that waits for the bounds of where it leads.
#[derive(Clone, Copy)]
struct Waiting {
    /// The option that it belongs to.
    option: u32,
    gain: i16,
    turn: Turn,
}

/// The replies of neighbouring positions.
struct Replies {
    spread: Spread,
    layer: u32,
    bound: i16,
    /// Where this process holds the positions.
    places: Vec<usize>,
    /// The bounds of the worst reply of each option so far, for the side to move before it; [`NONE`] of an option
    /// without replies.
    options: Vec<Interval<i16>>,
    /// Where the options of each position end.
    ends: Vec<u32>,
    /// What to ask each process for.
    keys: Vec<Vec<u64>>,
    /// What waits for it, in the same order.
    waiting: Vec<Vec<Waiting>>,
    /// How many replies there are.
    replies: u64,
}

impl Replies {
    fn new(part: &Part<'_>) -> Replies {
        let processes = part.spread.processes();
        Replies {
            spread: part.spread,
            layer: part.layer,
            bound: part.bound,
            places: Vec::new(),
            options: Vec::new(),
            ends: Vec::new(),
            keys: vec![Vec::new(); processes],
            waiting: vec![Vec::new(); processes],
            replies: 0,
        }
    }

    /// Adds the positions at these places.
    fn expand<G: Layered>(&mut self, game: &G, scratch: &mut G::Scratch, places: &[usize]) {
        let ranks: Vec<u64> = (places.iter())
            .map(|&place| self.spread.rank(place))
            .collect();
        let (options, layer) = (game.options(), self.layer);
        let first = self.options.len();
        self.options.resize(first + places.len() * options, NONE);
        let mut scattered = Scattered {
            first,
            options,
            replies: self,
        };
        if game.scatter(scratch, layer, &ranks, &mut scattered) {
            let ends = (1..=places.len()).map(|position| (first + position * options) as u32);
            self.ends.extend(ends);
        } else {
            self.options.truncate(first);
            self.options.push(NONE);
            game.expand(scratch, layer, &ranks, self);
            // The option that no reply was given of.
            self.options.pop();
        }
        self.places.extend(places);
    }

    #[inline(always)]
    fn enter(&mut self, option: usize, reply: Reply) {
        self.replies += 1;
        let (layer, rank, gain, turn) = match reply {
            Reply::Same { rank, turn } => (self.layer, rank, 0, turn),
            Reply::Below {
                layer,
                rank,
                gain,
                turn,
            } => (layer, rank, gain as i16, turn),
            Reply::Over { margin } => {
                return worsen(&mut self.options[option], Interval::exact(margin as i16));
            }
            Reply::Endless => {
                return worsen(&mut self.options[option], Interval::within(self.bound));
            }
        };
        let owner = self.spread.owner(rank);
        self.keys[owner].push(key(layer, rank));
        self.waiting[owner].push(Waiting {
            option: option as u32,
            gain,
            turn,
        });
    }

    /// Takes what one process says, in the order in which it was asked.
    fn answered(&mut self, process: usize, answers: impl Iterator<Item = u16>) {
        for (waiting, bounds) in self.waiting[process].iter().zip(answers) {
            let worth = waiting.turn.seen(unpacked(bounds)) + waiting.gain;
            worsen(&mut self.options[waiting.option as usize], worth);
        }
    }

    /// The place of each position, with its best option's worst reply.
    fn best(&self) -> impl Iterator<Item = (usize, Interval<i16>)> + '_ {
        let starts = std::iter::once(&0).chain(&self.ends);
        let options = starts.zip(&self.ends).map(|(&start, &end)| {
            let mut best = Interval::exact(i16::MIN);
            for &worst in &self.options[start as usize..end as usize] {
                if worst != NONE {
                    best = best.max(worst);
                }
            }
            best
        });
        self.places.iter().copied().zip(options)
    }
}

/// Takes another reply of an option into account: the other side has the choice.
#[inline(always)]
fn worsen(option: &mut Interval<i16>, reply: Interval<i16>) {
    *option = option.min(reply);
}

impl Sink for Replies {
    #[inline(always)]
    fn reply(&mut self, reply: Reply) {
        self.enter(self.options.len() - 1, reply);
    }

    #[inline(always)]
    fn end_option(&mut self) {
        self.options.push(NONE);
    }

    #[inline(always)]
    fn end_position(&mut self) {
        self.ends.push(self.options.len() as u32 - 1);
    }
}

/// Takes the replies of some positions in any order.
struct Scattered<'r> {
    replies: &'r mut Replies,
    /// The first option of the first of these positions.
    first: usize,
    /// The options of a position.
    options: usize,
}

impl Scatter for Scattered<'_> {
    #[inline(always)]
    fn reply(&mut self, position: usize, option: usize, reply: Reply) {
        let option = self.first + position * self.options + option;
        self.replies.enter(option, reply);
    }
}

/// What is asked of all processes in one step, and what came of it.
pub struct Step {
    shares: Vec<Replies>,
    process: usize,
    /// How much each process is asked for; this one for [one that is none](NO_KEY).
    pub counts: Vec<i32>,
    /// What the processes are asked for, one after the other.
    pub keys: Vec<u64>,
    /// How many replies there are.
    pub replies: u64,
}

impl Step {
    /// The replies of the positions at these places of the part.
    pub fn expand<G: Layered>(game: &G, part: &Part<'_>, places: &[usize]) -> Step {
        let mut shares: Vec<Replies> = places
            .par_chunks(SHARE)
            .map_init(
                || game.scratch(),
                |scratch, share| {
                    let mut replies = Replies::new(part);
                    for together in share.chunks(game.together()) {
                        replies.expand(game, scratch, together);
                    }
                    replies
                },
            )
            .collect();
        let process = part.spread.process();
        let mut keys = Vec::new();
        let counts = (0..part.spread.processes()).map(|other| {
            if other == process {
                keys.push(NO_KEY);
                return 1;
            }
            let before = keys.len();
            for share in &mut shares {
                keys.append(&mut share.keys[other]);
            }
            (keys.len() - before) as i32
        });
        Step {
            counts: counts.collect(),
            replies: shares.iter().map(|share| share.replies).sum(),
            process,
            keys,
            shares,
        }
    }

    /// Looks up what this process holds itself.
    pub fn look_up_own(&mut self, part: &Part<'_>) {
        let process = self.process;
        self.shares.par_iter_mut().for_each(|share| {
            let keys = std::mem::take(&mut share.keys[process]);
            let looked_up = keys.iter().enumerate().map(|(number, &key)| {
                if let Some(&ahead) = keys.get(number + AHEAD) {
                    part.prefetch(ahead);
                }
                part.bounds(key)
            });
            share.answered(process, looked_up);
        });
    }

    /// Takes the answers of all other processes, one after the other.
    pub fn answered(&mut self, answers: &[u16]) {
        let mut start = 0;
        let process = self.process;
        for other in 0..self.counts.len() {
            if other == process {
                start += 1;
                continue;
            }
            let ranges: Vec<Range<usize>> = (self.shares.iter())
                .map(|share| {
                    let from = start;
                    start += share.waiting[other].len();
                    from..start
                })
                .collect();
            let shares = self.shares.par_iter_mut().zip(ranges);
            shares.for_each(|(share, range)| share.answered(other, answers[range].iter().copied()));
        }
    }

    /// The places whose bounds are tighter now than in these cells, with their new bounds.
    pub fn tightened(&self, cells: &[u16]) -> Vec<(usize, u16)> {
        let tightened = self.shares.par_iter().flat_map_iter(|share| {
            share.best().filter_map(|(place, found)| {
                let known = unpacked(cells[place]);
                let tightened = known.and(found);
                (tightened != known).then_some((place, packed(tightened)))
            })
        });
        tightened.collect()
    }
}

/// The bounds of each of these positions, which this process holds, and anything for one that is none.
pub fn look_up(part: &Part<'_>, keys: &[u64]) -> Vec<u16> {
    const TOGETHER: usize = 1 << 14;
    let looked_up = keys.par_chunks(TOGETHER).flat_map_iter(|keys| {
        keys.iter().enumerate().map(move |(number, &key)| {
            if let Some(&ahead) = keys.get(number + AHEAD).filter(|&&ahead| ahead != NO_KEY) {
                part.prefetch(ahead);
            }
            match key {
                NO_KEY => 0,
                _ => part.bounds(key),
            }
        })
    });
    looked_up.collect()
}
