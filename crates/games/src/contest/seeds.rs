//! Moves seed by seed: the views of a board during a sowing.

/// The most pits of a board, those of the largest one-rank board.
pub const MOST_PITS: usize = 36;

/// The kind of a step of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedEvent {
    /// The pit of the move is lifted: the first step.
    Start,
    /// A seed falls.
    Drop,
    /// A seed falls, and all that lie there are lifted for another lap.
    Relay,
    /// A seed falls, and the seeds of the pits that are taken go into the hand for another lap.
    Take,
    /// A seed falls, and the seeds of the captured pits go into the mover's store.
    Capture,
    /// The last seed goes from the hand into the mover's store.
    Keep,
}

/// The view of a board after a step of a move. Within an unfinished move, two equal views are followed by the same
/// steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedStep {
    /// The number of pits of the board.
    pub count: u8,
    /// Seeds of each pit, in the order in which a position is written; zero past the last.
    pub pits: [u8; MOST_PITS],
    /// The contents of each store; the side that begins in the opening is first.
    pub stores: [u8; 2],
    /// Seeds in hand.
    pub hand: u8,
    /// The pit below the hand; `None`: the mover's store.
    pub at: Option<u8>,
    /// The place of the next seed, if the path branches here.
    pub toward: Option<u8>,
    /// The kind of step.
    pub event: SeedEvent,
    /// The pits that were taken, a bit each.
    pub taken: u64,
}

impl SeedStep {
    /// Seeds of each pit of the board.
    pub fn pits(&self) -> &[u8] {
        &self.pits[..usize::from(self.count)]
    }

    /// The pits that were taken, in order.
    pub fn taken(&self) -> impl Iterator<Item = usize> + use<> {
        let taken = self.taken;
        (0..MOST_PITS).filter(move |pit| taken >> pit & 1 == 1)
    }

    /// Returns whether a lap begins with this step.
    pub fn begins_lap(&self) -> bool {
        matches!(
            self.event,
            SeedEvent::Start | SeedEvent::Relay | SeedEvent::Take
        )
    }
}
