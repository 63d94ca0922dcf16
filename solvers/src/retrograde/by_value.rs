//! The bounds of a layer value by value, by predecessors.
//!
//! A side secures a margin if one of its replies secures that margin or more. It is held to a margin if every reply
//! leaves it no more. The margins are visited in descending order. For each margin, the positions where a side secures
//! exactly it, or is held to its negative, follow from their successors. The predecessors of a position are visited at
//! most twice: when its lower bound is final, and when its upper bound is. A counter holds the number of replies
//! without a final bound. Positions that no margin reaches depend on infinite play, and keep their bounds.
//!
//! J. W. Romein and H. E. Bal, *Solving the game of Awari using parallel retrograde analysis*, 2003, did this for one
//! value per position.
//!
//! The predecessors of a position with a known bound are visited at the margin of that bound, unless a greater margin
//! gave a better one. All bounds hold at any time, so that the work can stop and resume from them.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};

use rayon::prelude::*;

use super::layered::{Layered, Reversible};
use super::pass::SHARD;
use super::replies::Replies;
use super::reply_queue::{AHEAD, MarginKind, ReplyBounds, ReplyQueue};
use crate::memory::{prefetch, with_large_pages};
use crate::position_set::{PositionSet, WORD};
use crate::room::room_for;
use crate::{Cancelled, Interval, Monitor, Turn};

/// The number of positions whose predecessors are visited together.
const TOGETHER: usize = 1 << 10;

/// The condition of the upper bound of a position.
#[derive(Clone, Copy)]
struct PendingUpperBound {
    /// The number of replies within the layer without a final bound, or [`SETTLED`].
    replies: u8,
    /// The upper bound of the best reply that leaves the layer, or [`NO_EXIT`].
    exit: i8,
}

/// The mark of a position whose bounds were equal at the start. Its replies are counted down, too, but never to zero.
const SETTLED: u8 = u8::MAX;
/// The maximum number of replies of a position.
const MOST_REPLIES: usize = 127;
/// A number below any margin.
const NO_EXIT: i8 = i8::MIN;

impl PendingUpperBound {
    #[inline(always)]
    fn from_word(word: u16) -> PendingUpperBound {
        let [replies, exit] = word.to_le_bytes();
        PendingUpperBound {
            replies,
            exit: exit as i8,
        }
    }

    #[inline(always)]
    fn word(self) -> u16 {
        u16::from_le_bytes([self.replies, self.exit as u8])
    }
}

/// The work on one layer.
pub(super) struct ByValue<'a, G, B> {
    game: &'a G,
    back: &'a dyn Reversible,
    lookup: &'a ReplyBounds<'a, B>,
    waiting: Vec<AtomicU16>,
    /// The positions whose lower bound is the current margin and whose predecessors were not visited.
    raised: PositionSet,
    /// The positions whose upper bound is minus the current margin and whose predecessors were not visited.
    lowered: PositionSet,
    /// For each shard, whether it has a marked position.
    marked: Vec<AtomicBool>,
}

impl<'a, G: Layered, B: AsRef<[u8]> + Sync> ByValue<'a, G, B> {
    /// Creates the work on the layer of this lookup. `None` if the game has no predecessors, or there is no room for 2
    /// 1/4 bytes per position.
    pub(super) fn new(game: &'a G, lookup: &'a ReplyBounds<'a, B>) -> Option<ByValue<'a, G, B>> {
        let back = game.reversible()?;
        let positions = lookup.cells.len();
        let bytes = positions * size_of::<u16>() as u64 + positions / 4;
        room_for(bytes).then(|| ByValue {
            game,
            back,
            lookup,
            waiting: {
                let mut waiting = with_large_pages(positions as usize);
                let settled = PendingUpperBound {
                    replies: SETTLED,
                    exit: NO_EXIT,
                };
                waiting.resize_with(positions as usize, || AtomicU16::new(settled.word()));
                waiting
            },
            raised: PositionSet::empty(positions),
            lowered: PositionSet::empty(positions),
            marked: (0..positions.div_ceil(SHARD))
                .map(|_| AtomicBool::new(false))
                .collect(),
        })
    }

    /// Computes the final bounds of all positions.
    pub(super) fn solve(&self, monitor: &dyn Monitor) -> Result<(), Cancelled> {
        let (layer, kind) = (self.lookup.layer, self.lookup.kind);
        let (bound, positions) = (self.lookup.cells.bound(), self.lookup.cells.len());
        let what = format!("layer {layer}, {}, replies", kind.name());
        monitor.begin(&what, positions);
        self.expand(monitor);
        let least = match kind {
            MarginKind::Ends => 1 - bound,
            // Unless a side has a margin above 0, `zero` is 0.
            MarginKind::Zero => 1,
        };
        for margin in (least..=bound).rev() {
            let what = format!("layer {layer}, {}, {margin:+}", kind.name());
            monitor.begin(&what, positions);
            self.mark_reached(margin, monitor);
            monitor.check()?;
            while self.is_marked() {
                self.visit_predecessors(margin, monitor);
                monitor.check()?;
            }
        }
        monitor.check()
    }

    /// Returns the ranks of each shard, and whether the shard has a marked position.
    fn shards(&self) -> impl ParallelIterator<Item = (Range<u64>, &AtomicBool)> {
        let positions = self.lookup.cells.len();
        self.marked
            .par_iter()
            .enumerate()
            .map(move |(shard, marked)| {
                let first = shard as u64 * SHARD;
                (first..positions.min(first + SHARD), marked)
            })
    }

    /// Counts the replies of the open positions, and bounds the positions by the replies that leave the layer.
    fn expand(&self, monitor: &dyn Monitor) {
        let (cells, together) = (self.lookup.cells, self.game.together());
        self.shards().for_each_init(
            || Expansion {
                work: self,
                scratch: self.game.scratch(),
                ranks: Vec::new(),
                counts: Vec::new(),
                replies: Replies::new(cells.bound(), ReplyQueue::new(self.lookup)),
            },
            |expansion, (shard, _)| {
                if monitor.cancelled() {
                    return;
                }
                let count = shard.end - shard.start;
                for rank in shard.filter(|&rank| cells.get(rank).is_open()) {
                    expansion.ranks.push(rank);
                    if expansion.ranks.len() == together {
                        expansion.expand();
                    }
                }
                expansion.expand();
                monitor.advance(count);
            },
        );
    }

    /// Marks the positions with a bound at this margin, and their shards.
    fn mark_reached(&self, margin: i16, monitor: &dyn Monitor) {
        self.shards().for_each(|(shard, marked)| {
            if monitor.cancelled() {
                return;
            }
            for first in shard.clone().step_by(WORD as usize) {
                let ranks = first..shard.end.min(first + WORD);
                let (low, high) = self.lookup.cells.positions_reaching(ranks, margin);
                if low | high != 0 {
                    self.raised.insert_all(first / WORD, low);
                    self.lowered.insert_all(first / WORD, high);
                    marked.store(true, Ordering::Relaxed);
                }
            }
            monitor.advance(shard.end - shard.start);
        });
    }

    /// Marks a position, then its shard by a read-modify-write operation. A thread that unmarks the shard thus sees
    /// the mark, or leaves both for the next pass.
    #[inline(always)]
    fn mark_position(&self, marks: &PositionSet, rank: u64) {
        marks.insert_all(rank / WORD, 1 << (rank % WORD));
        self.marked[(rank / SHARD) as usize].swap(true, Ordering::AcqRel);
    }

    fn is_marked(&self) -> bool {
        let mut shards = self.marked.iter();
        shards.any(|marked| marked.load(Ordering::Relaxed))
    }

    /// Visits the predecessors of all marked positions, in one pass through the layer.
    fn visit_predecessors(&self, margin: i16, monitor: &dyn Monitor) {
        self.shards().for_each_init(
            || (PredecessorLists::default(), Vec::new(), Vec::new()),
            |(before, raised, lowered), (shard, marked)| {
                if monitor.cancelled() || !marked.swap(false, Ordering::AcqRel) {
                    return;
                }
                for first in shard.step_by(WORD as usize) {
                    push_ranks(first, self.raised.take(first / WORD), raised);
                    push_ranks(first, self.lowered.take(first / WORD), lowered);
                    if raised.len().max(lowered.len()) >= TOGETHER {
                        self.visit_predecessors_of(raised, lowered, margin, before);
                    }
                }
                self.visit_predecessors_of(raised, lowered, margin, before);
            },
        );
    }

    /// Visits the predecessors of positions whose lower bound is this margin, and of those whose upper bound is minus
    /// it.
    fn visit_predecessors_of(
        &self,
        raised: &mut Vec<u64>,
        lowered: &mut Vec<u64>,
        margin: i16,
        before: &mut PredecessorLists,
    ) {
        let layer = self.lookup.layer;
        let PredecessorLists {
            secured_positions: sure,
            held_positions: held,
        } = before;
        self.back
            .predecessors(layer, raised, &mut |rank, turn| match turn {
                Turn::Same => sure.push(rank),
                Turn::Other => held.push(rank),
            });
        self.back
            .predecessors(layer, lowered, &mut |rank, turn| match turn {
                Turn::Same => held.push(rank),
                Turn::Other => sure.push(rank),
            });
        raised.clear();
        lowered.clear();
        let cells = self.lookup.cells;
        for (number, &rank) in sure.iter().enumerate() {
            if let Some(&ahead) = sure.get(number + AHEAD) {
                cells.prefetch(ahead);
            }
            if cells.raise(rank, margin) {
                self.mark_position(&self.raised, rank);
            }
        }
        for (number, &rank) in held.iter().enumerate() {
            if let Some(&ahead) = held.get(number + AHEAD) {
                prefetch(&self.waiting[ahead as usize]);
            }
            self.count_held_reply(rank, margin);
        }
        sure.clear();
        held.clear();
    }

    /// Counts one more reply of the position that leaves no more than minus this margin.
    #[inline(always)]
    fn count_held_reply(&self, rank: u64, margin: i16) {
        let word = self.waiting[rank as usize].fetch_sub(1, Ordering::Relaxed);
        let waiting = PendingUpperBound::from_word(word);
        debug_assert!(waiting.replies > 0, "each reply is gone back along once");
        if waiting.replies > 1 {
            return;
        }
        // The best of its replies leaves no more than the last of them, or leaves the layer.
        let high = (-margin).max(waiting.exit.into());
        if self.lookup.cells.lower(rank, high) && high == -margin {
            self.mark_position(&self.lowered, rank);
        }
    }
}

/// The predecessors of some positions.
#[derive(Default)]
struct PredecessorLists {
    /// The predecessors in which the side to move secures the current margin.
    secured_positions: Vec<u64>,
    /// The predecessors with one more reply that leaves no more than minus the current margin.
    held_positions: Vec<u64>,
}

/// Appends the ranks of the marks of a word that begins with the rank `first`.
#[inline(always)]
fn push_ranks(first: u64, mut marks: u64, ranks: &mut Vec<u64>) {
    while marks != 0 {
        ranks.push(first + u64::from(marks.trailing_zeros()));
        marks &= marks - 1;
    }
}

/// The buffers of a thread that expands positions.
struct Expansion<'a, G: Layered, B> {
    work: &'a ByValue<'a, G, B>,
    scratch: G::Scratch,
    ranks: Vec<u64>,
    /// The number of replies within the layer of each position.
    counts: Vec<usize>,
    replies: Replies<ReplyQueue<'a, B>>,
}

impl<G: Layered, B: AsRef<[u8]> + Sync> Expansion<'_, G, B> {
    /// Expands the buffered positions.
    fn expand(&mut self) {
        let ByValue {
            game,
            lookup,
            waiting,
            ..
        } = self.work;
        let replies = &mut self.replies;
        replies.clear();
        replies.expand(*game, &mut self.scratch, lookup.layer, &self.ranks);
        self.counts.clear();
        self.counts.resize(self.ranks.len(), 0);
        let mut position = 0;
        for (slot, ..) in replies.queue().same_layer_replies() {
            position = replies.position_of(slot, position);
            self.counts[position] += 1;
        }
        let (gathered, options) = replies.waiting();
        gathered.clear_same();
        gathered.probe(options);
        let found = self.ranks.iter().zip(&self.counts).zip(replies.best());
        for ((&rank, &count), exits) in found {
            assert!(count <= MOST_REPLIES, "a game with few replies");
            let known = lookup.cells.get(rank);
            let high = match count {
                0 => known.high.min(exits.high),
                _ => known.high,
            };
            let low = known.low.max(exits.low);
            lookup.cells.set(rank, Interval { low, high });
            let waits_for = PendingUpperBound {
                replies: count as u8,
                exit: exits.high.max(NO_EXIT.into()) as i8,
            };
            waiting[rank as usize].store(waits_for.word(), Ordering::Relaxed);
        }
        self.ranks.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::super::layered::{Reply, Sink};
    use super::super::random_layer::{self, random_number};
    use super::super::{Cells, FinishedLayer, SolvedCells, fresh_cells, solve_in_memory};
    use super::*;
    use crate::Value;

    /// More than two shards.
    const POSITIONS: u64 = 2 * SHARD + 3_000;
    const BOUND: i16 = 20;

    /// A layer of positions with up to four replies, which lead anywhere in it or out of it.
    struct Web {
        replies: Vec<Vec<Reply>>,
        before: Vec<Vec<(u64, Turn)>>,
        way_back: bool,
    }

    impl Web {
        fn new(seed: u64, way_back: bool) -> Web {
            let drawn = |rank: u64, place: u64| random_number(seed, rank << 8 | place);
            let reply = |drawn| random_layer::reply(drawn, POSITIONS, BOUND.into());
            let replies =
                |rank| (0..=drawn(rank, 9) % 4).map(move |place| reply(drawn(rank, place)));
            let replies: Vec<Vec<Reply>> =
                (0..POSITIONS).map(|rank| replies(rank).collect()).collect();
            let mut before = vec![Vec::new(); POSITIONS as usize];
            for (rank, replies) in replies.iter().enumerate() {
                for reply in replies {
                    if let Reply::Same { rank: to, turn } = *reply {
                        before[to as usize].push((rank as u64, turn));
                    }
                }
            }
            Web {
                replies,
                before,
                way_back,
            }
        }
    }

    impl Layered for Web {
        type Scratch = ();

        fn name(&self) -> String {
            "web".into()
        }

        fn positions(&self, _: u32) -> Option<u64> {
            Some(POSITIONS)
        }

        fn bound(&self, _: u32) -> i32 {
            BOUND.into()
        }

        fn scratch(&self) {}

        fn expand(&self, (): &mut (), _: u32, ranks: &[u64], sink: &mut impl Sink) {
            for &rank in ranks {
                for &reply in &self.replies[rank as usize] {
                    sink.reply(reply);
                    sink.end_option();
                }
                sink.end_position();
            }
        }

        fn reversible(&self) -> Option<&dyn Reversible> {
            self.way_back.then_some(self as &dyn Reversible)
        }
    }

    impl Reversible for Web {
        fn predecessors(&self, _: u32, ranks: &[u64], visit: &mut dyn FnMut(u64, Turn)) {
            for &rank in ranks {
                for &(before, turn) in &self.before[rank as usize] {
                    visit(before, turn);
                }
            }
        }
    }

    fn values(web: &Web) -> Vec<Value> {
        let solved = solve_in_memory(web, 0, &()).unwrap().remove(0);
        (0..POSITIONS).map(|rank| solved.get(rank)).collect()
    }

    #[test]
    fn values_by_value_and_by_pass_agree() {
        for seed in 0..3 {
            let [found, expected] = [true, false].map(|way_back| values(&Web::new(seed, way_back)));
            assert!(found == expected, "seed {seed}");
            let undetermined = found.iter().filter(|value| value.undetermined());
            assert!(undetermined.count() > POSITIONS as usize / 10);
        }
    }

    /// A monitor that cancels after the given number of polls.
    struct Patience(AtomicU32);

    impl Monitor for Patience {
        fn cancelled(&self) -> bool {
            let wait = |left: u32| left.checked_sub(1);
            self.0
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, wait)
                .is_err()
        }
    }

    /// All bounds hold whenever the work stops, and it resumes from them.
    #[test]
    fn the_work_goes_on_from_the_bounds_that_are_known() {
        let web = Web::new(5, true);
        let expected = values(&web);
        let below: [FinishedLayer<Vec<u8>>; 0] = [];
        for patience in [2, 5, 9, 20, 50, 90] {
            let words = fresh_cells(POSITIONS as usize);
            let lookup = ReplyBounds {
                kind: MarginKind::Ends,
                layer: 0,
                cells: Cells::new(&words, BOUND),
                below: &below,
            };
            let work = || ByValue::new(&web, &lookup).unwrap();
            let stopped = work().solve(&Patience(AtomicU32::new(patience)));
            assert_eq!(stopped, Err(Cancelled));
            for (rank, value) in expected.iter().enumerate() {
                let known = lookup.cells.get(rank as u64);
                let (low, high) = (i32::from(known.low), i32::from(known.high));
                assert!(low <= value.lower && value.upper <= high);
                // This simulates another process that found a part of the rest.
                if rank % 3 == patience as usize % 3 {
                    lookup
                        .cells
                        .raise(rank as u64, (low + value.lower) as i16 / 2);
                    lookup.cells.lower(rank as u64, value.upper as i16);
                }
            }
            work().solve(&()).unwrap();
            let solved = SolvedCells::new(BOUND, &words, None);
            for (rank, value) in expected.iter().enumerate() {
                let found = solved.get(rank as u64);
                assert_eq!((found.lower, found.upper), (value.lower, value.upper));
            }
        }
    }
}
