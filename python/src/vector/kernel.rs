//! What stepping many games at once asks of a game.

use sowlab_games::contest::Shape;

/// Actions of one step of a game: of the side to choose; in the sealed order of both sides.
pub(super) type Actions = [i64; 2];

/// What a step did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outcome {
    /// What the first side gained over the other, with what is given out at the end.
    pub(super) gain: i32,
    /// Whether the game is finished.
    pub(super) over: bool,
    /// Whether the step never ends.
    pub(super) endless: bool,
}

/// A game, stepped many at a time. A lane is one game under way.
pub(super) trait Kernel: Send + Sync {
    /// A game under way.
    type Lane: Copy + Send + Sync;
    /// How many lanes to step together.
    const TOGETHER: usize;
    /// What a thread needs to step lanes.
    type Scratch: Send + Sync;

    fn name(&self) -> String;
    fn scratch(&self) -> Self::Scratch;
    fn shape(&self) -> Shape;
    /// How many actions there are.
    fn actions(&self) -> usize;
    /// How many the second of two actions has; 0 if there is none.
    fn seconds(&self) -> usize;
    fn opening(&self) -> Self::Lane;
    /// Reads what [`write`](Kernel::write) wrote.
    fn read(&self, text: &str) -> Result<Self::Lane, String>;
    fn write(&self, lane: &Self::Lane) -> String;
    /// The position as it is written in the notation of the game.
    fn text(&self, lane: &Self::Lane) -> String;
    /// The side to choose, 0 the first; in the sealed order the one with sente.
    fn side(&self, lane: &Self::Lane) -> u8;
    /// Whether nobody can choose.
    fn is_over(&self, lane: &Self::Lane) -> bool;
    fn legal(&self, scratch: &mut Self::Scratch, lane: &Self::Lane, actions: Actions) -> bool;
    /// Writes the masks of legal actions; one that is empty is not asked for.
    fn mask(
        &self,
        scratch: &mut Self::Scratch,
        lane: &Self::Lane,
        mask: &mut [bool],
        second: &mut [bool],
    );
    fn observe(&self, lane: &Self::Lane, counts: &mut [u8]);
    /// Plays legal actions on the lanes with these indices; `outcomes` is as long as `active`.
    fn step(
        &self,
        scratch: &mut Self::Scratch,
        lanes: &mut [Self::Lane],
        active: &[u32],
        actions: &[Actions],
        outcomes: &mut [Outcome],
    );
    /// Legal actions, all alike likely.
    fn sample(
        &self,
        scratch: &mut Self::Scratch,
        lane: &Self::Lane,
        random: &mut Random,
    ) -> Actions;
}

/// A small generator (splitmix64): each game has one, so that episodes do not depend on threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Random(pub(super) u64);

impl Random {
    /// The generator of a game.
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

    /// A number below `count`, all alike likely to within `count` in 2³².
    #[inline]
    pub(super) fn below(&mut self, count: usize) -> usize {
        (((self.next() >> 32) * count as u64) >> 32) as usize
    }
}
