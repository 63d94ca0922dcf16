//! Queues of replies: this process's own part for its own probes, the others for answers.

use sowlab_solvers::Turn;
use sowlab_solvers::retrograde::{OptionBounds, PendingReplies, ReplyQueue};

use crate::part::{OwnedPart, key, unpacked};
use crate::spread::Spread;

/// A reply that waits for the bounds of its position.
#[derive(Clone, Copy)]
struct Reply {
    /// The slot of its option.
    slot: u32,
    gain: i16,
    turn: Turn,
}

/// The requests to one process.
#[derive(Default)]
struct KeyRequests {
    keys: Vec<u64>,
    /// The replies that wait for each key.
    replies: Vec<Reply>,
}

/// The replies of positions that are expanded together.
pub struct Spreading<'a> {
    spread: Spread,
    /// The current layer.
    layer: u32,
    own: ReplyQueue<'a, Vec<u8>>,
    /// Whether the values of smaller layers are in memory.
    in_memory: bool,
    /// The requests, by process; for this process, those to layers on disk.
    others: Vec<KeyRequests>,
    /// The number of replies that this process probes itself.
    pub own_look_ups: u64,
}

impl<'a> Spreading<'a> {
    /// Creates empty queues.
    pub fn new(part: OwnedPart<'a>) -> Spreading<'a> {
        let mut others = Vec::new();
        others.resize_with(part.spread.processes(), KeyRequests::default);
        Spreading {
            spread: part.spread,
            layer: part.lookup.layer,
            own: ReplyQueue::new(part.lookup),
            in_memory: part.on_disk.is_none(),
            others,
            own_look_ups: 0,
        }
    }

    /// Clears the queues.
    pub fn clear(&mut self) {
        for asked in &mut self.others {
            asked.keys.clear();
            asked.replies.clear();
        }
        self.own_look_ups = 0;
    }

    /// Probes this process's own part.
    #[inline(always)]
    pub fn look_up_own(&mut self, options: &mut OptionBounds) {
        self.own.probe(options);
    }

    /// Returns the keys requested from a process.
    pub fn keys(&self, process: usize) -> &[u64] {
        &self.others[process].keys
    }

    /// Applies the answers of a process, in the order of the [keys](Spreading::keys).
    pub fn answered(&self, process: usize, answers: &[u16], options: &mut OptionBounds) {
        for (reply, &bounds) in self.others[process].replies.iter().zip(answers) {
            options.worsen(
                reply.slot,
                reply.turn.convert(unpacked(bounds)) + reply.gain,
            );
        }
    }

    #[inline(always)]
    fn ask(&mut self, process: usize, key: u64, reply: Reply) {
        let asked = &mut self.others[process];
        asked.keys.push(key);
        asked.replies.push(reply);
    }
}

impl PendingReplies for Spreading<'_> {
    #[inline(always)]
    fn push_same_layer(&mut self, slot: u32, rank: u64, turn: Turn) {
        let (owner, place) = self.spread.owner_and_place(rank);
        if owner == self.spread.process() {
            self.own_look_ups += 1;
            return self.own.push_same_layer(slot, place, turn);
        }
        let gain = 0;
        self.ask(owner, key(self.layer, place), Reply { slot, gain, turn });
    }

    #[inline(always)]
    fn below(&mut self, slot: u32, layer: u8, rank: u64, gain: i16, turn: Turn) {
        let (owner, place) = self.spread.owner_and_place(rank);
        if owner == self.spread.process() {
            self.own_look_ups += 1;
            if self.in_memory {
                return self.own.below(slot, layer, place, gain, turn);
            }
        }
        self.ask(owner, key(layer.into(), place), Reply { slot, gain, turn });
    }
}
