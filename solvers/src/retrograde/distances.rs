//! The distances of a solved layer.
//!
//! Values alone do not say how to attain them where play can repeat itself. A side attains a margin in finitely many
//! rounds if each round shortens its distance to the next *exit*. An exit is a reply that gains something, takes
//! counters off the board or ends the game, and a reply after which the side can attain more. In a sequential game a
//! move is a round.
//!
//! Distances are found in ascending order. A side that chooses takes the least distance among the choices that keep its
//! margin, the other side the greatest. Margins and distances are compared by the same rules, best option against worst
//! reply, so that the [replies](super::replies) of values serve both.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

use rayon::prelude::*;

use super::finished::FinishedLayer;
use super::layered::Layered;
use super::pass::SHARD;
use super::replies::{OptionBounds, PendingReplies, Replies};
use super::reply_queue::{AHEAD, MarginKind};
use crate::memory::prefetch;
use crate::{Cancelled, Interval, Monitor, Turn, Value};

/// The maximum distance: a distance is one byte.
pub const MOST_DISTANCE: u16 = u8::MAX as u16;

/// The payoff of an exit. A distance d has the payoff `EXIT` − d, an unknown distance 0, and a lost margin −`EXIT`.
const EXIT: i16 = 2 * MOST_DISTANCE as i16;

/// The reason why a layer has no distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DistanceError {
    /// The monitor cancelled.
    Cancelled(Cancelled),
    /// No exit can be forced from the position of this rank: the values of the layer are wrong.
    Unforced(u64),
    /// A distance is above [`MOST_DISTANCE`].
    TooFar,
}

impl From<Cancelled> for DistanceError {
    fn from(cancelled: Cancelled) -> DistanceError {
        DistanceError::Cancelled(cancelled)
    }
}

/// The distances of a position: 0 where the side has nothing to force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DistancePair {
    /// The distance of the side to move (the leader).
    pub(crate) leader: u8,
    /// The distance of the other side.
    pub(crate) follower: u8,
}

impl DistancePair {
    pub(crate) fn of_word(word: u16) -> DistancePair {
        let [leader, follower] = word.to_le_bytes();
        DistancePair { leader, follower }
    }

    pub(crate) fn word(self) -> u16 {
        u16::from_le_bytes([self.leader, self.follower])
    }

    /// Returns these distances, and where one is missing the other pair's.
    fn or(self, other: DistancePair) -> DistancePair {
        let known = |distance, other| if distance == 0 { other } else { distance };
        DistancePair {
            leader: known(self.leader, other.leader),
            follower: known(self.follower, other.follower),
        }
    }

    /// Returns the distances for the sides before a reply with this turn.
    fn before(self, turn: Turn) -> DistancePair {
        match turn {
            Turn::Same => self,
            Turn::Other => DistancePair {
                leader: self.follower,
                follower: self.leader,
            },
        }
    }
}

/// The margins that the sides force, as margins of the leader; `None` where a side has nothing to force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Goals {
    leader: Option<i16>,
    follower: Option<i16>,
}

impl Goals {
    /// Returns the margins that are forced from a position with this value, in a layer with this bound.
    ///
    /// Of the ends, each side forces the margin that it attains if infinite play is its loss, unless that is the least
    /// possible margin. Of `zero`, the winner forces it if it is above the margin that the ends guarantee.
    fn new(kind: MarginKind, value: Value, bound: i16) -> Goals {
        let Value { lower, zero, upper } = value;
        let margin = |forced: bool, margin: i32| forced.then_some(margin as i16);
        match kind {
            MarginKind::Ends => Goals {
                leader: margin(lower > -i32::from(bound), lower),
                follower: margin(upper < i32::from(bound), upper),
            },
            MarginKind::Zero => Goals {
                leader: margin(zero > 0 && zero > lower, zero),
                follower: margin(zero < 0 && zero < upper, zero),
            },
        }
    }

    /// Returns whether one of the distances that must be known is missing.
    fn lacks(self, known: DistancePair) -> bool {
        self.leader.is_some() && known.leader == 0 || self.follower.is_some() && known.follower == 0
    }

    /// Returns the payoffs of a reply with this value for the leader: for the goal of the leader as the lower bound, for
    /// that of the follower as the upper bound. `distances` are known if the reply does not leave the layer.
    #[inline(always)]
    fn payoffs(
        self,
        kind: MarginKind,
        value: Interval<i16>,
        guaranteed: Interval<i16>,
        distances: Option<[i16; 2]>,
    ) -> Interval<i16> {
        // The payoff for a side, from margins of that side.
        let payoff = |goal: i16, margin: i16, guaranteed: i16, distance: Option<i16>| match distance
        {
            _ if margin < goal => -EXIT,
            Some(distance) if margin == goal => match kind {
                MarginKind::Zero if guaranteed >= goal => EXIT,
                _ => distance,
            },
            _ => EXIT,
        };
        let [leader, follower] = [0, 1].map(|side| distances.map(|both| both[side]));
        Interval {
            low: self
                .leader
                .map_or(0, |goal| payoff(goal, value.low, guaranteed.low, leader)),
            high: self.follower.map_or(0, |goal| {
                -payoff(-goal, -value.high, -guaranteed.high, follower)
            }),
        }
    }
}

/// The work on the distances of one layer.
pub(crate) struct DistanceWork<'a, G, B> {
    game: &'a G,
    kind: MarginKind,
    layer: u32,
    bound: i16,
    /// The finished layers, of which the last is this layer.
    layers: &'a [FinishedLayer<B>],
}

impl<'a, G: Layered, B: AsRef<[u8]> + Sync> DistanceWork<'a, G, B> {
    /// Creates the work on the last of these layers.
    ///
    /// # Panics
    /// Panics if there is no layer.
    pub(crate) fn new(
        game: &'a G,
        kind: MarginKind,
        layers: &'a [FinishedLayer<B>],
    ) -> DistanceWork<'a, G, B> {
        let layer = layers.len().checked_sub(1).expect("a layer") as u32;
        DistanceWork {
            game,
            kind,
            layer,
            bound: game.bound(layer) as i16,
            layers,
        }
    }

    fn finished(&self) -> &'a FinishedLayer<B> {
        &self.layers[self.layer as usize]
    }

    fn goals(&self, rank: u64) -> Goals {
        Goals::new(self.kind, self.finished().get(rank), self.bound)
    }

    /// Finds all distances in `cells`. They are zero at first, or the result of earlier calls that were cancelled, each
    /// cell of any age.
    pub(crate) fn solve(
        &self,
        cells: &[AtomicU16],
        monitor: &dyn Monitor,
    ) -> Result<(), DistanceError> {
        let known = cells.par_iter().map(|cell| {
            let pair = DistancePair::of_word(cell.load(Ordering::Relaxed));
            pair.leader.max(pair.follower)
        });
        let known = u16::from(known.max().unwrap_or(0));
        for distance in 1..=MOST_DISTANCE {
            let (open, found) = (AtomicU64::new(0), AtomicU64::new(0));
            let first_open = AtomicU64::new(u64::MAX);
            let lacks = |rank| {
                let before = DistancePair::of_word(cells[rank as usize].load(Ordering::Relaxed));
                self.goals(rank).lacks(before)
            };
            self.expand(cells, distance, lacks, monitor, |rank, goals, pair| {
                let cell = &cells[rank as usize];
                let before = DistancePair::of_word(cell.load(Ordering::Relaxed));
                let filled = before.or(pair);
                if filled != before {
                    cell.store(filled.word(), Ordering::Relaxed);
                    found.fetch_add(1, Ordering::Relaxed);
                }
                if goals.lacks(filled) {
                    open.fetch_add(1, Ordering::Relaxed);
                    first_open.fetch_min(rank, Ordering::Relaxed);
                }
            })?;
            if open.into_inner() == 0 {
                return Ok(());
            }
            if found.into_inner() == 0 && distance > known {
                return Err(DistanceError::Unforced(first_open.into_inner()));
            }
        }
        Err(DistanceError::TooFar)
    }

    /// Returns a position among the wanted ones whose distances do not follow from those of its replies, if there is
    /// one.
    pub(crate) fn first_wrong(
        &self,
        cells: &[AtomicU16],
        wanted: impl Fn(u64) -> bool + Sync,
        monitor: &dyn Monitor,
    ) -> Result<Option<u64>, Cancelled> {
        let wrong = AtomicU64::new(u64::MAX);
        let distance = MOST_DISTANCE + 1;
        self.expand(cells, distance, wanted, monitor, |rank, _, pair| {
            if cells[rank as usize].load(Ordering::Relaxed) != pair.word() {
                wrong.fetch_min(rank, Ordering::Relaxed);
            }
        })?;
        let wrong = wrong.into_inner();
        Ok((wrong != u64::MAX).then_some(wrong))
    }

    /// Expands the wanted positions. `found` receives the goals of each, and the distances that follow from those below
    /// `distance`.
    fn expand(
        &self,
        cells: &[AtomicU16],
        distance: u16,
        wanted: impl Fn(u64) -> bool + Sync,
        monitor: &dyn Monitor,
        found: impl Fn(u64, Goals, DistancePair) + Sync,
    ) -> Result<(), Cancelled> {
        let (kind, layer) = (self.kind.name(), self.layer);
        let positions = cells.len() as u64;
        let what = match distance {
            ..=MOST_DISTANCE => format!("layer {layer}, distances of {kind}, {distance}"),
            _ => format!("layer {layer}, distances of {kind}"),
        };
        monitor.begin(&what, positions);
        let together = self.game.together();
        (0..positions.div_ceil(SHARD))
            .into_par_iter()
            .for_each_init(
                || Expansion::new(self, cells, distance),
                |expansion, shard| {
                    if monitor.cancelled() {
                        return;
                    }
                    let ranks = shard * SHARD..positions.min((shard + 1) * SHARD);
                    let count = ranks.end - ranks.start;
                    for rank in ranks.filter(|&rank| wanted(rank)) {
                        expansion.ranks.push(rank);
                        if expansion.ranks.len() >= together {
                            expansion.expand(&found);
                        }
                    }
                    expansion.expand(&found);
                    monitor.advance(count);
                },
            );
        monitor.check()
    }
}

/// The replies that wait until their values and distances are read.
#[derive(Default)]
struct DistanceQueue {
    same: Vec<(u32, u64, Turn)>,
    below: Vec<(u32, u8, u64, i16, Turn)>,
    over: Vec<(u32, Interval<i16>)>,
}

impl PendingReplies for DistanceQueue {
    #[inline(always)]
    fn push_same_layer(&mut self, slot: u32, rank: u64, turn: Turn) {
        self.same.push((slot, rank, turn));
    }

    #[inline(always)]
    fn below(&mut self, slot: u32, layer: u8, rank: u64, gain: i16, turn: Turn) {
        self.below.push((slot, layer, rank, gain, turn));
    }

    #[inline(always)]
    fn over(&mut self, _: &mut OptionBounds, slot: u32, bounds: Interval<i16>) {
        self.over.push((slot, bounds));
    }
}

/// The buffers of a thread that expands positions.
struct Expansion<'a, G: Layered, B> {
    work: &'a DistanceWork<'a, G, B>,
    cells: &'a [AtomicU16],
    /// The distance below which distances count as known.
    distance: u16,
    scratch: G::Scratch,
    ranks: Vec<u64>,
    goals: Vec<Goals>,
    replies: Replies<DistanceQueue>,
    /// The end of the slots of each position.
    ends: Vec<u32>,
}

impl<'a, G: Layered, B: AsRef<[u8]> + Sync> Expansion<'a, G, B> {
    fn new(
        work: &'a DistanceWork<'a, G, B>,
        cells: &'a [AtomicU16],
        distance: u16,
    ) -> Expansion<'a, G, B> {
        Expansion {
            work,
            cells,
            distance,
            scratch: work.game.scratch(),
            ranks: Vec::new(),
            goals: Vec::new(),
            replies: Replies::new(work.bound, DistanceQueue::default()),
            ends: Vec::new(),
        }
    }

    /// Expands the buffered positions.
    fn expand(&mut self, found: &impl Fn(u64, Goals, DistancePair)) {
        if self.ranks.is_empty() {
            return;
        }
        let work = self.work;
        let goals = self.ranks.iter().map(|&rank| work.goals(rank));
        self.goals.clear();
        self.goals.extend(goals);
        self.replies.clear();
        let in_any_order =
            (self.replies).expand(work.game, &mut self.scratch, work.layer, &self.ranks);
        self.ends.clear();
        self.ends.extend_from_slice(self.replies.position_ends());
        let options = work.game.options();
        let (goals, ends) = (&self.goals, &self.ends);
        let goals_at = |slot: u32| match in_any_order {
            true => goals[slot as usize / options],
            false => goals[ends.partition_point(|&end| end <= slot)],
        };
        let known = |distance: u8| match u16::from(distance) {
            0 => 0,
            known if known >= self.distance => 0,
            known => EXIT - known as i16,
        };
        let (queue, best) = self.replies.waiting();
        let finished = work.finished();
        for number in 0..queue.same.len() {
            if let Some(&(_, ahead, _)) = queue.same.get(number + AHEAD) {
                finished.prefetch(ahead);
                prefetch(&self.cells[ahead as usize]);
            }
            let (slot, rank, turn) = queue.same[number];
            let value = finished.get(rank);
            let word = self.cells[rank as usize].load(Ordering::Relaxed);
            let pair = DistancePair::of_word(word).before(turn);
            let payoffs = goals_at(slot).payoffs(
                work.kind,
                turn.convert(work.kind.bounds_of(value)),
                turn.convert(MarginKind::Ends.bounds_of(value)),
                Some([known(pair.leader), known(pair.follower)]),
            );
            best.worsen(slot, payoffs);
        }
        for number in 0..queue.below.len() {
            if let Some(&(_, layer, ahead, ..)) = queue.below.get(number + AHEAD) {
                work.layers[usize::from(layer)].prefetch(ahead);
            }
            let (slot, layer, rank, gain, turn) = queue.below[number];
            let value = work.layers[usize::from(layer)].get(rank);
            let value = turn.convert(work.kind.bounds_of(value)) + gain;
            best.worsen(slot, goals_at(slot).payoffs(work.kind, value, value, None));
        }
        for &(slot, value) in &queue.over {
            best.worsen(slot, goals_at(slot).payoffs(work.kind, value, value, None));
        }
        queue.same.clear();
        queue.below.clear();
        queue.over.clear();
        // The payoff of a round is one less than that of its reply.
        let distance = |forced: bool, payoff: i16| match forced && payoff > 0 {
            true => u8::try_from(EXIT - payoff + 1).unwrap_or(0),
            false => 0,
        };
        for ((&rank, &goals), best) in self.ranks.iter().zip(goals).zip(self.replies.best()) {
            let pair = DistancePair {
                leader: distance(goals.leader.is_some(), best.low),
                follower: distance(goals.follower.is_some(), -best.high),
            };
            found(rank, goals, pair);
        }
        self.ranks.clear();
    }
}
