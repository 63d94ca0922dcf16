//! A null-window search that can pause whenever it would wait for the table.

use std::sync::atomic::AtomicBool;

use super::candidates::{Candidates, SiftResult};
use super::entry::Entry;
use super::probe_counts::ProbeCounts;
use super::table::{SearchTable, hash};
use super::threads::{BusyStates, NodeCounter};
use crate::{Cancelled, Key, Monitor, SequentialProblem, Turn};

/// The number of nodes that a search visits between two checks of the monitor.
const NODES_BETWEEN_LOOKS: u64 = 1024;

/// The state that all interleaved searches share.
pub(super) struct Shared<'a, P, T> {
    pub(super) game: P,
    pub(super) table: &'a T,
    pub(super) monitor: &'a dyn Monitor,
    pub(super) busy: BusyStates,
    /// The number of moves from the root up to which searches avoid each other; 0 for a single search.
    pub(super) avoiding: u32,
    /// Whether they avoid each other from the first move on in nodes that are expected to need all of their moves. This
    /// is faster where most of the time goes into one test with a predictable result, as at the end of a long search.
    /// Otherwise it costs time.
    pub(super) foreseeing: bool,
}

/// A node between the root and the current node.
struct Frame {
    key: Key,
    bound: i32,
    /// The entry of the node when it was entered.
    entry: Entry,
    /// Whether the result is stored in the table.
    stored: bool,
    /// The threshold: the node tests whether the margin of the side to move reaches it.
    beta: i32,
    /// Whether one move is expected to reach the threshold; otherwise all have to be searched.
    hopeful: bool,
    /// The number of nodes visited when it was entered, this one included.
    nodes_before: u64,
    /// The index of its first move, that of the next move to search, and that of the move in progress.
    base: usize,
    next: usize,
    current: usize,
    /// The deferred moves, which another search was at, by their place in the list.
    deferred: u128,
    /// The maximum margin found so far, and the number of the move that has it, if that move was searched.
    best: i32,
    number: Option<u8>,
}

/// The state of an interleaved search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchStep {
    /// The entries that it needs next are being prefetched.
    Waiting,
    /// The search is complete, with a bound on the margin of the side to move at the root. It is a lower bound if it
    /// reaches the threshold, else an upper bound (fail-soft; J. P. Fishburn, *Analysis of speedup in distributed
    /// algorithms*, 1984).
    Done(i32),
}

/// A depth-first search with a stack of its own, so that a thread can continue another one while this one waits.
pub(super) struct InterleavedSearch<'a, P: SequentialProblem, T> {
    shared: &'a Shared<'a, P, T>,
    frames: Vec<Frame>,
    candidates: Candidates<'a, P, T>,
    nodes: NodeCounter<'a>,
}

impl<'a, P: SequentialProblem, T: SearchTable> InterleavedSearch<'a, P, T> {
    pub(super) fn new(shared: &'a Shared<'a, P, T>, stop: &'a AtomicBool) -> Self {
        InterleavedSearch {
            shared,
            frames: Vec::new(),
            candidates: Candidates::new(&shared.game, shared.table),
            nodes: NodeCounter::new(shared.monitor, stop, NODES_BETWEEN_LOOKS),
        }
    }

    /// Returns the number of visited nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.visited()
    }

    /// Returns the counts of the probes for states after a move.
    pub(super) fn probe_counts(&self) -> ProbeCounts {
        self.candidates.probe_counts
    }

    /// Starts to test whether the margin of the side to move is `beta` or more. `hopeful` is the expected result.
    pub(super) fn begin(
        &mut self,
        state: &P::State,
        beta: i32,
        hopeful: bool,
    ) -> Result<SearchStep, Cancelled> {
        let game = &self.shared.game;
        if let Some(margin) = game.terminal(state) {
            return Ok(SearchStep::Done(margin));
        }
        let key = game.key(state);
        match game.oracle_margin_by_key(state, key) {
            Some(margin) => Ok(SearchStep::Done(margin)),
            None => self.enter_state(state, key, beta, hopeful),
        }
    }

    /// Resumes the search until it would wait again.
    pub(super) fn resume(&mut self) -> Result<SearchStep, Cancelled> {
        let Some(frame) = self.frames.last_mut() else {
            unreachable!("a search that is done does not go on");
        };
        let finished = match self.candidates.filter_moves(frame.base, frame.beta) {
            SiftResult::Cut(margin, number) => {
                (frame.best, frame.number) = (margin, Some(number));
                true
            }
            SiftResult::Open(margin) => {
                frame.best = margin;
                false
            }
        };
        self.search(finished)
    }

    /// Searches the moves of the last frame, unless it is finished, and then those of the frames before it, until it
    /// would wait.
    fn search(&mut self, mut finished: bool) -> Result<SearchStep, Cancelled> {
        loop {
            let progress = match finished {
                true => SearchStep::Done(self.close()),
                false => match self.next() {
                    None => SearchStep::Done(self.close()),
                    Some(index) => self.search_move(index)?,
                },
            };
            let SearchStep::Done(reply) = progress else {
                return Ok(progress);
            };
            match self.take_reply(reply) {
                None => return Ok(progress),
                Some(cut) => finished = cut,
            }
        }
    }

    /// Enters a state that is neither over nor exact. Unless the table decides it, its moves are listed and their
    /// entries prefetched.
    fn enter_state(
        &mut self,
        state: &P::State,
        key: Key,
        beta: i32,
        hopeful: bool,
    ) -> Result<SearchStep, Cancelled> {
        let Shared {
            ref game, table, ..
        } = *self.shared;
        self.nodes.visit()?;
        let before = self.nodes.visited();
        let bound = game.bound(state);
        let kept = !game.cheap(state);
        let known = match kept.then(|| table.get(key)).flatten() {
            Some(data) => Entry::unpack(data, bound),
            None => Entry::within(bound),
        };
        if known.interval.low >= beta {
            return Ok(SearchStep::Done(known.interval.low));
        }
        if known.interval.high < beta {
            return Ok(SearchStep::Done(known.interval.high));
        }
        let base = self.candidates.len();
        self.candidates.list(state, known.best);
        self.frames.push(Frame {
            key,
            bound,
            entry: known,
            stored: kept,
            beta,
            hopeful,
            nodes_before: before,
            base,
            next: base,
            current: base,
            deferred: 0,
            best: i32::MIN,
            number: None,
        });
        Ok(SearchStep::Waiting)
    }

    /// Returns whether searches avoid each other among the moves of the last frame.
    #[inline]
    fn avoiding(&self) -> bool {
        self.frames.len() <= self.shared.avoiding as usize
    }

    /// Returns the next move to search of the last frame; moves that other searches are at come last.
    fn next(&mut self) -> Option<usize> {
        let avoiding = self.avoiding();
        let frame = self.frames.last_mut()?;
        let least = usize::from(frame.hopeful || !self.shared.foreseeing);
        while frame.next < self.candidates.len() {
            let index = frame.next;
            frame.next += 1;
            let place = index - frame.base;
            // If one move is expected to suffice, the first is searched even if another search is there.
            if avoiding && place >= least && place < 128 {
                let hash = hash(self.candidates.get(index).key);
                if self.shared.busy.contains(hash) {
                    frame.deferred |= 1 << place;
                    continue;
                }
            }
            return Some(index);
        }
        let place = frame.deferred.trailing_zeros() as usize;
        (frame.deferred != 0).then(|| {
            frame.deferred &= frame.deferred - 1;
            frame.base + place
        })
    }

    /// Searches one move of the last frame, with the sign and window of the side that moves next.
    fn search_move(&mut self, index: usize) -> Result<SearchStep, Cancelled> {
        let candidate = *self.candidates.get(index);
        let avoiding = self.avoiding();
        let Some(frame) = self.frames.last_mut() else {
            unreachable!("moves are those of a frame");
        };
        frame.current = index;
        let window = candidate.step().window(frame.beta);
        if avoiding {
            self.shared.busy.enter(hash(candidate.key));
        }
        let hopeful = frame.hopeful == (candidate.step().turn == Turn::Same);
        let entered = self.enter_state(&candidate.state, candidate.key, window, hopeful);
        if entered.is_err() && avoiding {
            self.shared.busy.leave(hash(candidate.key));
        }
        entered
    }

    /// Applies the result of the move in progress to the last frame. Returns whether it decides the frame; `None` if
    /// there is no frame, so that the result is that of the root.
    fn take_reply(&mut self, reply: i32) -> Option<bool> {
        let avoiding = self.avoiding();
        let frame = self.frames.last_mut()?;
        let candidate = self.candidates.get(frame.current);
        if avoiding {
            self.shared.busy.leave(hash(candidate.key));
        }
        let margin = candidate.step().margin(reply);
        if margin > frame.best {
            (frame.best, frame.number) = (margin, Some(candidate.number));
        }
        Some(frame.best >= frame.beta)
    }

    /// Ends the last frame, and stores its result.
    fn close(&mut self) -> i32 {
        let Some(frame) = self.frames.pop() else {
            unreachable!("only a frame is closed");
        };
        self.candidates.truncate(frame.base);
        let Frame {
            key,
            bound,
            entry: known,
            beta,
            best,
            ..
        } = frame;
        if !frame.stored {
            return best;
        }
        let table = self.shared.table;
        // Tighter bounds that another search stored meanwhile are not overwritten.
        let mut proven = match table.get(key) {
            Some(data) => Entry::unpack(data, bound),
            None => known,
        };
        if best >= beta {
            proven.interval.low = proven.interval.low.max(best);
        } else {
            proven.interval.high = proven.interval.high.min(best);
        }
        proven.best = frame.number.or(known.best);
        let work = self.nodes.work_since(frame.nodes_before);
        table.put(key, proven.pack(), work);
        best
    }
}

impl<P: SequentialProblem, T> Drop for InterleavedSearch<'_, P, T> {
    /// Removes the busy marks of a search that stops early.
    fn drop(&mut self) {
        // The moves of the last frame were listed, but none of them is being searched.
        let searching = self.frames.len().saturating_sub(1);
        let noticed = searching.min(self.shared.avoiding as usize);
        for frame in &self.frames[..noticed] {
            let candidate = self.candidates.get(frame.current);
            self.shared.busy.leave(hash(candidate.key));
        }
    }
}

/// A thread that interleaves several searches: while one waits for memory, it works on the others.
pub(super) struct Worker<'a, P: SequentialProblem, T> {
    searches: Vec<InterleavedSearch<'a, P, T>>,
}

impl<'a, P: SequentialProblem, T: SearchTable> Worker<'a, P, T> {
    pub(super) fn new(
        shared: &'a Shared<'a, P, T>,
        searches: usize,
        stop: &'a AtomicBool,
    ) -> Worker<'a, P, T> {
        Worker {
            searches: (0..searches)
                .map(|_| InterleavedSearch::new(shared, stop))
                .collect(),
        }
    }

    /// Returns the number of visited nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.searches.iter().map(InterleavedSearch::nodes).sum()
    }

    /// Returns the counts of the probes for states after a move, of each search.
    pub(super) fn probe_counts(&self) -> impl Iterator<Item = ProbeCounts> {
        self.searches.iter().map(InterleavedSearch::probe_counts)
    }

    /// Tests whether the margin of the side to move is `beta` or more. Returns a bound as [`SearchStep::Done`] does.
    /// `hopeful` is the expected result.
    pub(super) fn test(
        &mut self,
        state: &P::State,
        beta: i32,
        hopeful: bool,
    ) -> Result<i32, Cancelled> {
        for search in &mut self.searches {
            if let SearchStep::Done(margin) = search.begin(state, beta, hopeful)? {
                return Ok(margin);
            }
        }
        loop {
            for search in &mut self.searches {
                if let SearchStep::Done(margin) = search.resume()? {
                    return Ok(margin);
                }
            }
        }
    }
}
