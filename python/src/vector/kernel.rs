//! The interface of a game for stepping many at once.

use sowlab_games::contest::Shape;

/// The actions of one step of a game: that of the side to choose; in the simultaneous order those of both sides.
pub(super) type Actions = [i64; 2];

/// The result of a step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outcome {
    /// The gain of the first side minus that of the second, with the awarded rest at the end.
    pub(super) gain: i32,
    /// Whether the game is finished.
    pub(super) over: bool,
    /// Whether the step is non-terminating.
    pub(super) endless: bool,
}

/// A game, many of which are stepped at a time. A lane is one game in progress.
pub(super) trait Kernel: Send + Sync {
    /// A game in progress.
    type Lane: Copy + Send + Sync;
    /// The number of lanes to step together.
    const TOGETHER: usize;
    /// The working memory of a thread.
    type Scratch: Send + Sync;

    fn name(&self) -> String;
    fn scratch(&self) -> Self::Scratch;
    fn shape(&self) -> Shape;
    /// Returns the number of actions.
    fn actions(&self) -> usize;
    /// Returns the number of second actions; 0 if there are none.
    fn seconds(&self) -> usize;
    fn opening(&self) -> Self::Lane;
    /// Parses the output of [`write`](Kernel::write).
    fn read(&self, text: &str) -> Result<Self::Lane, String>;
    fn write(&self, lane: &Self::Lane) -> String;
    /// Returns the position in the notation of the game.
    fn text(&self, lane: &Self::Lane) -> String;
    /// Returns the side to choose, 0 for the first; in the simultaneous order the side with sente.
    fn side(&self, lane: &Self::Lane) -> u8;
    /// Returns whether neither side can choose.
    fn is_over(&self, lane: &Self::Lane) -> bool;
    fn legal(&self, scratch: &mut Self::Scratch, lane: &Self::Lane, actions: Actions) -> bool;
    /// Writes the masks of legal actions; an empty mask is not requested.
    fn mask(
        &self,
        scratch: &mut Self::Scratch,
        lane: &Self::Lane,
        mask: &mut [bool],
        second: &mut [bool],
    );
    fn observe(&self, lane: &Self::Lane, counts: &mut [u8]);
    /// Plays legal actions on the lanes with these indices; `outcomes` has the length of `active`.
    fn step(
        &self,
        scratch: &mut Self::Scratch,
        lanes: &mut [Self::Lane],
        active: &[u32],
        actions: &[Actions],
        outcomes: &mut [Outcome],
    );
    /// Returns random legal actions, with uniform probability.
    fn sample(
        &self,
        scratch: &mut Self::Scratch,
        lane: &Self::Lane,
        random: &mut Random,
    ) -> Actions;
}

/// A small random generator (splitmix64), one per game, so that episodes do not depend on threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Random(pub(super) u64);

impl Random {
    /// Creates the generator of a game.
    pub(super) fn new(seed: u64, game: u64) -> Random {
        let mut random = Random(seed ^ game.wrapping_mul(0xd134_2543_de82_ef95));
        random.next();
        random
    }

    #[inline]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// Returns a random number below `count`, uniform to within `count` in 2³².
    #[inline]
    pub(super) fn below(&mut self, count: usize) -> usize {
        (((self.next() >> 32) * count as u64) >> 32) as usize
    }
}
