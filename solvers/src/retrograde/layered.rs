//! The games that retrograde analysis can solve.

use crate::Turn;

/// The result of a reply. Gains and margins are those of the side to move (the leader) in the position that is
/// expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A position of the same layer, without a gain.
    Same {
        /// Its rank.
        rank: u64,
        /// The turn there.
        turn: Turn,
    },
    /// A position of a smaller layer.
    Below {
        /// Its layer.
        layer: u32,
        /// Its rank.
        rank: u64,
        /// The gain of the side to move. The absolute value of its sum with its later gains is at most the
        /// [bound](Layered::bound) of the layer.
        gain: i32,
        /// The turn there.
        turn: Turn,
    },
    /// The end of the game.
    Over {
        /// The margin of the side to move, with the final distribution. Its absolute value is at most the
        /// [bound](Layered::bound) of the layer.
        margin: i32,
    },
    /// A reply that does not terminate.
    Endless,
}

/// A receiver of the replies of positions, one position after the other.
pub trait Sink {
    /// Receives a reply of the current option.
    fn reply(&mut self, reply: Reply);
    /// Ends the current option, which has at least one reply.
    fn end_option(&mut self);
    /// Ends the current position, which has at least one option.
    fn end_position(&mut self);
}

/// A receiver of the replies of positions in any order.
pub trait Scatter {
    /// Receives one reply. `position` is the index among the positions expanded together, and `option` that of its
    /// option, less than [`options`](Layered::options). Options without replies do not exist.
    fn reply(&mut self, position: usize, option: usize, reply: Reply);
}

/// A game whose positions fall into layers 0, 1, 2, … such that play never leads to a greater layer. The positions of a
/// layer are numbered densely.
///
/// A position has *options*, each with *replies*: the side to move takes the option whose worst reply is best for it. A
/// sequential game has one reply per option. A position where the game is over has one option with the one reply
/// [`Reply::Over`].
pub trait Layered: Sync {
    /// The buffers of a thread that expands positions.
    type Scratch: Send;

    /// REQUIRED. Names the game with every rule that affects the values, and nothing else. Endgame tables of the same
    /// name are interchangeable. Tables store names of at most 4096 bytes.
    fn name(&self) -> String;

    /// REQUIRED. Returns the number of positions of the layer; `None` if the layer does not exist.
    fn positions(&self, layer: u32) -> Option<u64>;

    /// OPTIONAL. Returns the maximum margin that either side can gain from a position of the layer on. It is also the
    /// margin of infinite play where it counts. The default is the number of the layer.
    fn bound(&self, layer: u32) -> i32 {
        layer as i32
    }

    /// REQUIRED. Returns a new scratch. It should be cheap, because there are several per layer.
    fn scratch(&self) -> Self::Scratch;

    /// REQUIRED. Passes the options and replies of each of these positions in turn to `sink`. The ranks are strictly
    /// ascending, and most often consecutive. The replies are always the same; neither their order nor repetitions
    /// among them matter.
    fn expand(&self, scratch: &mut Self::Scratch, layer: u32, ranks: &[u64], sink: &mut impl Sink);

    /// OPTIONAL. Returns the number of positions that are best expanded together.
    fn together(&self) -> usize {
        48
    }

    /// OPTIONAL, see [`scatter`](Layered::scatter). Returns the maximum number of options of a position.
    fn options(&self) -> usize {
        0
    }

    /// OPTIONAL. Passes the replies of [`expand`](Layered::expand) to `sink` in any order, where that is faster.
    /// Returns `false`, without any reply, for a layer where it does not. The default always returns `false`.
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

    /// OPTIONAL. Returns an order in which one visit settles each position. Without it, passes visit every position
    /// until nothing changes. They also follow an order, so that a wrong order only costs time.
    fn ordered(&self) -> Option<&dyn Ordered> {
        None
    }

    /// OPTIONAL. Returns the predecessors of positions. Without them every pass visits every open position. With them
    /// bounds become final value by value, and each position is expanded once. This is faster where play can repeat and
    /// predecessors are cheap.
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
    /// REQUIRED. Returns the number of steps of a layer.
    fn steps(&self, layer: u32) -> u64;

    /// REQUIRED. Returns the number of shards of a step, for the threads.
    fn shard_count(&self, layer: u32, step: u64) -> u64;

    /// REQUIRED. Appends the ranks of a shard of a step, in ascending order.
    fn push_shard(&self, layer: u32, step: u64, shard: u64, ranks: &mut Vec<u64>);
}

/// The predecessors within a layer. Each option of the game must have one reply, and each position at most 127 options.
/// [`Layered::reversible`] returns it, for the reason that [`Ordered`] gives.
pub trait Reversible: Sync {
    /// REQUIRED. Visits the predecessors of these positions of the layer, whose ranks are strictly ascending. Each is
    /// visited once for each of its replies that leads to one of them. `visit` receives the rank of the predecessor and
    /// the turn of the reply.
    fn predecessors(&self, layer: u32, ranks: &[u64], visit: &mut dyn FnMut(u64, Turn));
}
