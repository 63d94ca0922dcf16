//! The games that retrograde analysis can solve.

use crate::Turn;

/// The result of a reply. Gains and margins are those of the side to move (the leader) in the position that is
/// expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A position of the same layer; nothing is gained.
    Same {
        /// Its rank.
        rank: u64,
        /// Whose turn it is there.
        turn: Turn,
    },
    /// A position of a smaller layer.
    Below {
        /// Its layer.
        layer: u32,
        /// Its rank.
        rank: u64,
        /// The gain of the side to move. With its later gains it is no more than the [bound](Layered::bound) of the
        /// layer, either way.
        gain: i32,
        /// Whose turn it is there.
        turn: Turn,
    },
    /// The end of the game.
    Over {
        /// The margin of the side to move, with the final distribution; no more than the [bound](Layered::bound) of
        /// the layer, either way.
        margin: i32,
    },
    /// A reply that does not terminate.
    Endless,
}

/// Takes the replies of positions, one after the other.
pub trait Sink {
    /// Receives a reply of the current option.
    fn reply(&mut self, reply: Reply);
    /// Ends the current option, which has at least one reply.
    fn end_option(&mut self);
    /// Ends the current position, which has at least one option.
    fn end_position(&mut self);
}

/// Takes the replies of positions in any order.
pub trait Scatter {
    /// One reply: which of the positions expanded together it belongs to, and which of its options,
    /// fewer than [`options`](Layered::options). Options without replies do not exist.
    fn reply(&mut self, position: usize, option: usize, reply: Reply);
}

/// A game whose positions fall into layers 0, 1, 2, … such that play never leads to a greater
/// layer, and whose layers are numbered densely.
///
/// A position has *options*, each with *replies*: the side to move takes the option whose worst
/// reply is best for it. A sequential game has one reply an option; a position where the game is
/// over has one option with the one reply [`Reply::Over`].
pub trait Layered: Sync {
    /// The buffers of a thread that expands positions.
    type Scratch: Send;

    /// REQUIRED. Names the game with every rule that has a bearing on the values, and nothing
    /// else: tables of the same name are interchangeable. Tables hold names of at most 4096 bytes.
    fn name(&self) -> String;

    /// REQUIRED. How many positions the layer has; `None` if the layer does not exist.
    fn positions(&self, layer: u32) -> Option<u64>;

    /// OPTIONAL. The greatest margin that either side can gain from a position of the layer on,
    /// and what infinite play counts where it counts. By default the number of the layer.
    fn bound(&self, layer: u32) -> i32 {
        layer as i32
    }

    /// REQUIRED. A fresh scratch, without much work: it is made several times a layer.
    fn scratch(&self) -> Self::Scratch;

    /// REQUIRED. Gives the options and replies of each of these positions in turn; the ranks rise
    /// strictly, and most often they are consecutive. Always the same ones, and neither their
    /// order nor repetitions among them matter.
    fn expand(&self, scratch: &mut Self::Scratch, layer: u32, ranks: &[u64], sink: &mut impl Sink);

    /// OPTIONAL. How many positions are best expanded together.
    fn together(&self) -> usize {
        48
    }

    /// OPTIONAL, see [`scatter`](Layered::scatter). How many options a position can have.
    fn options(&self) -> usize {
        0
    }

    /// OPTIONAL. Gives what [`expand`](Layered::expand) gives, in any order, where that is quicker.
    /// Returns `false`, nothing given, for a layer that this does not do; that is what it does
    /// without it.
    fn scatter(
        &self,
        scratch: &mut Self::Scratch,
        layer: u32,
        ranks: &[u64],
        sink: &mut impl Scatter,
    ) -> bool {
        let _ = (scratch, layer, ranks, sink);
        false
    }

    /// OPTIONAL. An order in which one visit settles each position. Without it, passes visit every position until
    /// nothing changes. They also follow an order, so that a wrong order only costs time.
    fn ordered(&self) -> Option<&dyn Ordered> {
        None
    }

    /// OPTIONAL. The predecessors of positions. Without them every pass visits every open position. With them bounds
    /// become final value by value, and each position is expanded once. It pays where play can repeat and predecessors
    /// are cheap.
    fn reversible(&self) -> Option<&dyn Reversible> {
        None
    }
}

/// An order of the positions of each layer. The layer is divided into steps such that a reply within the layer leads
/// to an earlier step. Every position is in one step.
///
/// [`Layered::ordered`] returns the order, because it depends on the options of a game, which are known at run time.
/// As a bound on the game's type it would need two wrapper types, and every caller would compile twice.
pub trait Ordered: Sync {
    /// REQUIRED. The number of steps of a layer.
    fn steps(&self, layer: u32) -> u64;

    /// REQUIRED. The number of shards of a step, for the threads.
    fn shard_count(&self, layer: u32, step: u64) -> u64;

    /// REQUIRED. Appends the ranks of a shard of a step, rising.
    fn push_shard(&self, layer: u32, step: u64, shard: u64, ranks: &mut Vec<u64>);
}

/// The way back within a layer, of a game each of whose options has one reply, and whose positions have at most 127 of
/// them. Handed out by [`Layered::reversible`], for the reason that [`Ordered`] gives.
pub trait Reversible: Sync {
    /// REQUIRED. Visits the predecessors of these positions of the layer, whose ranks rise strictly: once for each
    /// reply of the layer that leads to one of them. `visit` receives the rank of the predecessor and the turn of the
    /// reply.
    fn predecessors(&self, layer: u32, ranks: &[u64], visit: &mut dyn FnMut(u64, Turn));
}
