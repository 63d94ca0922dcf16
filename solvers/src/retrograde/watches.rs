//! Passes that skip positions whose bounds cannot tighten.
//!
//! Once few positions change in a pass, most expansions are wasted, because no reply that decides the bounds has
//! changed. Some replies within the layer are therefore watched for each open position, as solvers of Boolean formulas
//! watch literals (M. W. Moskewicz and others, *Chaff: engineering an efficient SAT solver*, 2001):
//!
//! - all replies of one option whose worst reply has at least the position's upper bound: while they do not change,
//!   neither does that bound;
//! - in each other option one reply with its least lower bound: while these and those above do not change, no option's
//!   lower bound rises above the position's.
//!
//! Replies to smaller layers never change and need no watch. A position is expanded again only if a watched reply
//! changed in the previous pass.

use rayon::prelude::*;

use super::layered::{Layered, Reply, Scatter};
use super::pass::{PassCounts, SHARD};
use super::replies::Replies;
use super::reply_queue::{ReplyBounds, ReplyQueue};
use crate::Monitor;
use crate::position_set::{PositionSet, WORD};
use crate::room::room_for;

/// The minimum number of visited positions in a pass before watching starts.
const LEAST_VISITED: u64 = 1 << 12;
/// The minimum number of visited positions per changed one before watching starts.
const LEAST_RATIO: u64 = 2;

/// The watched replies of all open positions of a layer.
pub(super) struct Watches {
    shards: Vec<Shard>,
    /// The positions that changed in this pass.
    changed: PositionSet,
    /// The positions that changed in the previous pass.
    changed_before: PositionSet,
    begun: bool,
}

/// The positions that one thread takes at a time.
#[derive(Default)]
struct Shard {
    watchers: Vec<Watcher>,
    /// Ranks of watched positions.
    watched: Vec<u32>,
}

/// An open position that watches others.
#[derive(Clone, Copy)]
struct Watcher {
    /// Its rank relative to the first position of the shard.
    place: u16,
    /// The number of watched positions, and the room for them.
    length: u16,
    room: u16,
    /// The index of the first of them.
    start: u32,
}

const _: () = assert!(SHARD <= 1 << 16 && size_of::<Watcher>() == 12);

impl Shard {
    fn watched(&self, watcher: &Watcher) -> &[u32] {
        let start = watcher.start as usize;
        &self.watched[start..start + usize::from(watcher.length)]
    }

    fn watch(&mut self, index: usize, ranks: &[u32]) {
        let watcher = &mut self.watchers[index];
        watcher.length = u16::try_from(ranks.len()).expect("no position has so many replies");
        if watcher.length > watcher.room {
            watcher.room = watcher.length;
            watcher.start = self.watched.len() as u32;
            self.watched.extend_from_slice(ranks);
        } else {
            let start = watcher.start as usize;
            self.watched[start..start + ranks.len()].copy_from_slice(ranks);
        }
    }
}

/// A receiver that ignores all replies.
struct NoSink;

impl Scatter for NoSink {
    fn reply(&mut self, _: usize, _: usize, _: Reply) {}
}

impl Watches {
    /// Creates the watches for the passes after the one with these counts. `None` unless few positions changed, the
    /// game passes replies in any order, and there is room.
    pub(super) fn after<G: Layered, B>(
        counts: PassCounts,
        game: &G,
        lookup: &ReplyBounds<'_, B>,
    ) -> Option<Watches> {
        let positions = lookup.cells.len();
        let few = counts.visited >= LEAST_VISITED && counts.changed * LEAST_RATIO <= counts.visited;
        let options = game.options();
        let numbered = options > 0 && u32::try_from(positions).is_ok();
        if !few || !numbered {
            return None;
        }
        let in_any_order = game.scatter(&mut game.scratch(), lookup.layer, &[], &mut NoSink);
        let watched = 2 * (options - 1) * size_of::<u32>();
        let bytes = counts.visited * (size_of::<Watcher>() + watched) as u64 + positions / 4;
        (in_any_order && room_for(bytes)).then(|| Watches {
            shards: (0..positions.div_ceil(SHARD))
                .map(|_| Shard::default())
                .collect(),
            changed: PositionSet::empty(positions),
            changed_before: PositionSet::empty(positions),
            begun: false,
        })
    }

    /// Tightens the bounds of the open positions once, on all threads of the pool; after the first time only of those
    /// with a changed watched reply. After the monitor cancels, it stops early as [`run_pass`](super::pass::run_pass)
    /// does. These watches must not be used again then.
    pub(super) fn run_pass<G: Layered, B: AsRef<[u8]> + Sync>(
        &mut self,
        game: &G,
        lookup: &ReplyBounds<'_, B>,
        monitor: &dyn Monitor,
    ) -> PassCounts {
        std::mem::swap(&mut self.changed, &mut self.changed_before);
        self.changed.clear();
        let (changed, before) = (&self.changed, &self.changed_before);
        let begun = std::mem::replace(&mut self.begun, true);
        let positions = lookup.cells.len();
        let together = game.together();
        let counts = self.shards.par_iter_mut().enumerate().map_init(
            || Worker::new(game.scratch(), game.options(), lookup),
            |worker, (number, shard)| {
                if monitor.cancelled() {
                    return PassCounts::default();
                }
                worker.counts = PassCounts::default();
                let first = number as u64 * SHARD;
                let count = SHARD.min(positions - first);
                if !begun {
                    let places =
                        (0..count).filter(|place| lookup.cells.get(first + place).is_open());
                    shard.watchers.extend(places.map(|place| Watcher {
                        place: place as u16,
                        length: 0,
                        room: 0,
                        start: 0,
                    }));
                }
                for index in 0..shard.watchers.len() {
                    let watcher = &shard.watchers[index];
                    let rank = first + u64::from(watcher.place);
                    let touched = || {
                        shard
                            .watched(watcher)
                            .iter()
                            .any(|&rank| before.contains(rank.into()))
                    };
                    if lookup.cells.get(rank).is_open() && (!begun || touched()) {
                        worker.ranks.push(rank);
                        worker.indices.push(index);
                    }
                    if worker.ranks.len() >= together {
                        worker.tighten(game, shard, changed);
                    }
                }
                worker.tighten(game, shard, changed);
                monitor.advance(count);
                worker.counts
            },
        );
        counts.reduce(PassCounts::default, |one, other| PassCounts {
            visited: one.visited + other.visited,
            changed: one.changed + other.changed,
        })
    }
}

struct Worker<'a, S, B> {
    scratch: S,
    /// The number of slots per position.
    options: usize,
    lookup: &'a ReplyBounds<'a, B>,
    ranks: Vec<u64>,
    /// The indices of their watchers in the shard.
    indices: Vec<usize>,
    replies: Replies<ReplyQueue<'a, B>>,
    /// For each position the slot of the option whose replies are all watched; `None` if the position is settled.
    watched_options: Vec<Option<u32>>,
    /// For each slot, whether one of its replies is watched.
    witnessed: Vec<bool>,
    /// The positions that each position watches.
    watched: Vec<Vec<u32>>,
    counts: PassCounts,
}

impl<'a, S, B: AsRef<[u8]>> Worker<'a, S, B> {
    fn new(scratch: S, options: usize, lookup: &'a ReplyBounds<'a, B>) -> Worker<'a, S, B> {
        Worker {
            scratch,
            options,
            lookup,
            ranks: Vec::new(),
            indices: Vec::new(),
            replies: Replies::new(lookup.cells.bound(), ReplyQueue::new(lookup)),
            watched_options: Vec::new(),
            witnessed: Vec::new(),
            watched: Vec::new(),
            counts: PassCounts::default(),
        }
    }

    /// Tightens the bounds of the buffered positions, and selects the replies to watch.
    fn tighten<G: Layered<Scratch = S>>(
        &mut self,
        game: &G,
        shard: &mut Shard,
        changed: &PositionSet,
    ) {
        if self.ranks.is_empty() {
            return;
        }
        let cells = self.lookup.cells;
        let replies = &mut self.replies;
        replies.clear();
        let in_any_order = replies.expand(game, &mut self.scratch, self.lookup.layer, &self.ranks);
        assert!(in_any_order, "a layer is expanded in one way throughout");
        let (gathered, options) = replies.waiting();
        gathered.probe_keeping_same(options);

        self.watched_options.clear();
        for (position, (&rank, found)) in self.ranks.iter().zip(self.replies.best()).enumerate() {
            let known = cells.get(rank);
            let tightened = known.and(found);
            self.counts.visited += 1;
            if tightened != known {
                self.counts.changed += 1;
                cells.set(rank, tightened);
                changed.insert_all(rank / WORD, 1 << (rank % WORD));
            }
            let kept = || {
                self.replies
                    .first_reaching(position, self.options, tightened.high)
            };
            self.watched_options.push(tightened.is_open().then(kept));
        }

        let count = self.ranks.len();
        self.witnessed.clear();
        self.witnessed.resize(count * self.options, false);
        self.watched
            .resize_with(count.max(self.watched.len()), Vec::new);
        self.watched.iter_mut().for_each(Vec::clear);
        for (slot, rank, low) in self.replies.queue().same_layer_replies() {
            let position = slot as usize / self.options;
            let Some(kept) = self.watched_options[position] else {
                continue;
            };
            let mut witness = || {
                let least = low == self.replies.worst(slot).low;
                least && !std::mem::replace(&mut self.witnessed[slot as usize], true)
            };
            if slot == kept || witness() {
                self.watched[position].push(rank as u32);
            }
        }
        self.replies.waiting().0.clear_same();
        for (&index, watched) in self.indices.iter().zip(&self.watched) {
            shard.watch(index, watched);
        }
        self.ranks.clear();
        self.indices.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::super::layered::Sink;
    use super::super::random_layer::{self, random_number};
    use super::super::{Cells, FinishedLayer, MarginKind, SolvedCells, solve_in_memory};
    use super::*;
    use crate::Interval;

    /// More than two shards.
    const POSITIONS: u64 = 2 * SHARD + 5_000;
    const OPTIONS: usize = 4;
    const BOUND: i32 = 20;

    /// A layer whose positions lead to arbitrary others. The replies come in any order if it is `scattered`.
    struct Tangle {
        seed: u64,
        scattered: bool,
        expanded: AtomicU64,
    }

    impl Tangle {
        fn new(seed: u64, scattered: bool) -> Tangle {
            Tangle {
                seed,
                scattered,
                expanded: AtomicU64::new(0),
            }
        }

        fn drawn(&self, rank: u64, option: u64, reply: u64) -> u64 {
            random_number(self.seed, rank << 8 | option << 4 | reply)
        }

        fn each_reply(&self, rank: u64, mut visit: impl FnMut(usize, Reply)) {
            self.expanded.fetch_add(1, Ordering::Relaxed);
            let options = 1 + self.drawn(rank, 14, 0) % OPTIONS as u64;
            for option in 0..options {
                for reply in 0..=self.drawn(rank, option, 15) % 3 {
                    let drawn = self.drawn(rank, option, reply);
                    visit(
                        option as usize,
                        random_layer::reply(drawn, POSITIONS, BOUND),
                    );
                }
            }
        }
    }

    impl Layered for Tangle {
        type Scratch = ();

        fn name(&self) -> String {
            "tangle".into()
        }

        fn positions(&self, _: u32) -> Option<u64> {
            Some(POSITIONS)
        }

        fn bound(&self, _: u32) -> i32 {
            BOUND
        }

        fn scratch(&self) {}

        fn expand(&self, (): &mut (), _: u32, ranks: &[u64], sink: &mut impl Sink) {
            for &rank in ranks {
                let mut last = 0;
                self.each_reply(rank, |option, reply| {
                    if option != last {
                        sink.end_option();
                        last = option;
                    }
                    sink.reply(reply);
                });
                sink.end_option();
                sink.end_position();
            }
        }

        fn options(&self) -> usize {
            OPTIONS
        }

        fn scatter(&self, (): &mut (), _: u32, ranks: &[u64], sink: &mut impl Scatter) -> bool {
            if self.scattered {
                for (position, &rank) in ranks.iter().enumerate() {
                    self.each_reply(rank, |option, reply| sink.reply(position, option, reply));
                }
            }
            self.scattered
        }
    }

    #[test]
    fn watching_changes_no_value_and_saves_work() {
        for seed in 0..3 {
            let [watched, plain] = [true, false].map(|scattered| {
                let game = Tangle::new(seed, scattered);
                let values = solve_in_memory(&game, 0, &()).unwrap().remove(0);
                let values: Vec<_> = (0..POSITIONS).map(|rank| values.get(rank)).collect();
                (values, game.expanded.into_inner())
            });
            assert_eq!(watched.0, plain.0);
            let undetermined = plain.0.iter().filter(|value| value.lower < value.upper);
            assert!(undetermined.count() > POSITIONS as usize / 10);
            assert!(3 * watched.1 < 2 * plain.1, "{} of {}", watched.1, plain.1);
        }
    }

    /// Returns the bounds of a position that follow from its replies.
    fn equation(game: &Tangle, cells: Cells<'_>, rank: u64) -> Interval<i16> {
        let mut worst = [None; OPTIONS];
        game.each_reply(rank, |option, reply| {
            let found = match reply {
                Reply::Over { margin } => Interval::exact(margin as i16),
                Reply::Endless => Interval::within(BOUND as i16),
                Reply::Same { rank, turn } => turn.convert(cells.get(rank)),
                Reply::Below { .. } => unreachable!("there is one layer"),
            };
            let option: &mut Option<Interval<i16>> = &mut worst[option];
            *option = Some(option.map_or(found, |worst| worst.min(found)));
        });
        let best = worst.into_iter().flatten().reduce(Interval::max);
        best.expect("every position has an option")
    }

    #[test]
    fn bounds_stay_while_what_is_watched_stays() {
        let game = Tangle::new(1, true);
        let words: Vec<_> = (0..POSITIONS).map(|_| Default::default()).collect();
        let below: [FinishedLayer<Vec<u8>>; 0] = [];
        let lookup = ReplyBounds {
            kind: MarginKind::Ends,
            layer: 0,
            cells: Cells::new(&words, BOUND as i16),
            below: &below,
        };
        let few = PassCounts {
            visited: POSITIONS,
            changed: 0,
        };
        let mut watches = Watches::after(few, &game, &lookup).unwrap();
        let mut passes = 0;
        let mut kept = 0;
        while watches.run_pass(&game, &lookup, &()).changed > 0 {
            passes += 1;
            for (number, shard) in watches.shards.iter().enumerate() {
                for watcher in &shard.watchers {
                    let rank = number as u64 * SHARD + u64::from(watcher.place);
                    let known = lookup.cells.get(rank);
                    let mut watched = shard.watched(watcher).iter();
                    if known.is_open()
                        && !watched.any(|&rank| watches.changed.contains(rank.into()))
                    {
                        assert_eq!(known.and(equation(&game, lookup.cells, rank)), known);
                        kept += 1;
                    }
                }
            }
        }
        assert!(passes > 5 && kept > POSITIONS);
        let solved = SolvedCells::new(BOUND as i16, &words, None);
        let plain = solve_in_memory(&Tangle::new(1, false), 0, &()).unwrap();
        for rank in 0..POSITIONS {
            let (found, value) = (solved.get(rank), plain[0].get(rank));
            assert_eq!((found.lower, found.upper), (value.lower, value.upper));
        }
        let all = PassCounts {
            changed: POSITIONS,
            ..few
        };
        assert!(Watches::after(all, &game, &lookup).is_none());
        assert!(Watches::after(few, &Tangle::new(1, false), &lookup).is_none());
    }
}
