//! Moves seed by seed: what a board shows while somebody sows.

/// The most pits of a board, those of the largest four-rank board.
pub const MOST_PITS: usize = 32;

/// What a step of a move does.
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
    /// A seed falls, and the seeds of the pits that are taken go into the mover's store.
    Capture,
    /// The last seed goes from the hand into the mover's store.
    Keep,
}

/// How a board stands after a step of a move. Two that are equal are followed by the same steps, in a move
/// that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedStep {
    /// How many pits the board has.
    pub count: u8,
    /// Seeds of each pit, in the order in which a position is written; zero past the last.
    pub pits: [u8; MOST_PITS],
    /// What each side has in its store, the one that begins in the opening first.
    pub stores: [u8; 2],
    /// Seeds in hand.
    pub hand: u8,
    /// The pit that the hand is over; `None`: the mover's store.
    pub at: Option<u8>,
    /// Where the next seed falls, if the way there is one of several.
    pub toward: Option<u8>,
    /// What happened.
    pub event: SeedEvent,
    /// The pits that were taken, a bit each.
    pub taken: u32,
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

    /// Whether a lap begins with it.
    pub fn begins_lap(&self) -> bool {
        matches!(
            self.event,
            SeedEvent::Start | SeedEvent::Relay | SeedEvent::Take
        )
    }
}
