//! One pass over the open positions of a layer, in place.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::layered::{Layered, Ordered};
use super::replies::Replies;
use super::reply_queue::{ReplyBounds, ReplyQueue};
use crate::Monitor;

/// The number of positions that a thread takes at a time.
pub(super) const SHARD: u64 = 1 << 16;

/// The counts of a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PassCounts {
    /// The number of visited positions, which were open.
    pub(super) visited: u64,
    /// The number of positions whose bounds tightened.
    pub(super) changed: u64,
}

/// Tightens the bounds of every open position once, on all threads of the pool. After the monitor cancels, it stops
/// early and keeps its results.
pub(super) fn run_pass<G: Layered, B: AsRef<[u8]> + Sync>(
    game: &G,
    lookup: &ReplyBounds<'_, B>,
    monitor: &dyn Monitor,
) -> PassCounts {
    let together = game.together();
    let positions = lookup.cells.len();
    let totals = [const { AtomicU64::new(0) }; 2];
    (0..positions.div_ceil(SHARD))
        .into_par_iter()
        .for_each_init(
            || Worker::new(game.scratch(), lookup),
            |worker, shard| {
                if monitor.cancelled() {
                    return;
                }
                let ranks = shard * SHARD..positions.min((shard + 1) * SHARD);
                let count = ranks.end - ranks.start;
                worker.counts = PassCounts::default();
                for rank in ranks {
                    if lookup.cells.get(rank).is_open() {
                        worker.ranks.push(rank);
                    }
                    if worker.ranks.len() >= together {
                        worker.tighten(game);
                    }
                }
                worker.tighten(game);
                let counts = worker.counts;
                for (total, more) in totals.iter().zip([counts.visited, counts.changed]) {
                    total.fetch_add(more, Ordering::Relaxed);
                }
                monitor.advance(count);
            },
        );
    let [visited, changed] = totals.map(AtomicU64::into_inner);
    PassCounts { visited, changed }
}

/// Tightens the bounds of every open position once, in the given order. All of them are settled afterwards if no reply
/// leads to a later step. After the monitor cancels, it stops early as [`run_pass`] does.
pub(super) fn follow_order<G: Layered, B: AsRef<[u8]> + Sync>(
    game: &G,
    order: &dyn Ordered,
    lookup: &ReplyBounds<'_, B>,
    monitor: &dyn Monitor,
) {
    let together = game.together();
    for step in 0..order.steps(lookup.layer) {
        (0..order.shard_count(lookup.layer, step))
            .into_par_iter()
            .for_each_init(
                || (Worker::new(game.scratch(), lookup), Vec::new()),
                |(worker, part_ranks), part| {
                    if monitor.cancelled() {
                        return;
                    }
                    part_ranks.clear();
                    order.push_shard(lookup.layer, step, part, part_ranks);
                    for ranks in part_ranks.chunks(together) {
                        let open = ranks
                            .iter()
                            .filter(|&&rank| lookup.cells.get(rank).is_open());
                        worker.ranks.extend(open);
                        worker.tighten(game);
                    }
                    monitor.advance(part_ranks.len() as u64);
                },
            );
    }
}

struct Worker<'a, S, B> {
    scratch: S,
    lookup: &'a ReplyBounds<'a, B>,
    ranks: Vec<u64>,
    replies: Replies<ReplyQueue<'a, B>>,
    counts: PassCounts,
}

impl<'a, S, B: AsRef<[u8]>> Worker<'a, S, B> {
    fn new(scratch: S, lookup: &'a ReplyBounds<'a, B>) -> Worker<'a, S, B> {
        Worker {
            scratch,
            lookup,
            ranks: Vec::new(),
            replies: Replies::new(lookup.cells.bound(), ReplyQueue::new(lookup)),
            counts: PassCounts::default(),
        }
    }

    /// Tightens the bounds of the buffered positions.
    fn tighten<G: Layered<Scratch = S>>(&mut self, game: &G) {
        let lookup = self.lookup;
        if self.ranks.is_empty() {
            return;
        }
        let Worker {
            scratch,
            ranks,
            replies,
            ..
        } = self;
        replies.clear();
        replies.expand(game, scratch, lookup.layer, ranks);
        let (gathered, options) = replies.waiting();
        gathered.probe(options);
        for (&rank, found) in self.ranks.iter().zip(self.replies.best()) {
            let known = lookup.cells.get(rank);
            let tightened = known.and(found);
            self.counts.visited += 1;
            if tightened != known {
                self.counts.changed += 1;
                lookup.cells.set(rank, tightened);
            }
        }
        self.ranks.clear();
    }
}
