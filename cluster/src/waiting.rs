//! Where replies wait: those that this process holds for its own look-up, the others for an answer.

use sowlab_solvers::Turn;
use sowlab_solvers::retrograde::{OptionBounds, PendingReplies, ReplyQueue};

use crate::part::{Part, key, unpacked};
use crate::spread::Spread;

/// A reply that waits for the bounds of the position that it leads to.
#[derive(Clone, Copy)]
struct Reply {
    /// The slot of its option.
    slot: u32,
    gain: i16,
    turn: Turn,
}

/// What one other process is asked for.
#[derive(Default)]
struct Asked {
    keys: Vec<u64>,
    /// What waits for each of them.
    replies: Vec<Reply>,
}

/// The replies of positions that are expanded together.
pub struct Spreading<'a> {
    spread: Spread,
    /// The layer under work.
    layer: u32,
    own: ReplyQueue<'a, Vec<u8>>,
    /// Whether this process has the values of smaller layers at hand.
    in_memory: bool,
    /// By process; of this one what lies on disk.
    others: Vec<Asked>,
    /// Replies that this process looked up itself, or will.
    pub own_look_ups: u64,
}

impl<'a> Spreading<'a> {
    /// Nothing waits yet.
    pub fn new(part: Part<'a>) -> Spreading<'a> {
        let mut others = Vec::new();
        others.resize_with(part.spread.processes(), Asked::default);
        Spreading {
            spread: part.spread,
            layer: part.lookup.layer,
            own: ReplyQueue::new(part.lookup),
            in_memory: part.on_disk.is_none(),
            others,
            own_look_ups: 0,
        }
    }

    /// Nothing waits any more.
    pub fn clear(&mut self) {
        for asked in &mut self.others {
            asked.keys.clear();
            asked.replies.clear();
        }
        self.own_look_ups = 0;
    }

    /// Looks up what this process holds.
    #[inline(always)]
    pub fn look_up_own(&mut self, options: &mut OptionBounds) {
        self.own.probe(options);
    }

    /// What a process is asked for.
    pub fn keys(&self, process: usize) -> &[u64] {
        &self.others[process].keys
    }

    /// Takes the bounds that a process answers with, in the order of the [keys](Spreading::keys).
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
