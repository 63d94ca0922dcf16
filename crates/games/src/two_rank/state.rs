//! The packed board of the two-rank games, in the view of the side to move.

use std::fmt;
use std::hash::{Hash, Hasher};

pub use crate::Seat;

/// The maximum number of pits per side: a side is eight byte lanes.
pub const MAX_PITS: usize = 8;
/// The maximum number of seeds in a game, stores included: seven bits of a lane count seeds.
pub const MAX_SEEDS: usize = 127;

/// The low seven bits of all eight lanes of a half: the bits that count seeds.
const COUNTS: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// The bit of a half that marks it as Upper's.
const UPPER: u64 = 1 << 63;

/// The seeds in the pits and the side to move, which determine the play from here on.
///
/// The stores are left out on purpose. In every game of the family a seed in a store never comes back, and no rule
/// depends on the stores. Two positions that differ only in the stores thus have the same margin from here on and are
/// one state for a solver.
///
/// Layout, one byte per lane:
///
/// ```text
/// lane    0 … 7    the pits of the side to move, in the order that it sows them
///                  counterclockwise: lane i is pit number `pits - i`
/// lane    8 … 15   the other side's pits, in the same way
/// bits    0 … 6    seeds in the lane's pit (lanes past the last pit count zero)
/// bit     7        in the last lane of a half: set if the half is Upper's; else zero
/// ```
///
/// The mark travels with its half, so that passing the turn is one rotation by 64 bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct State(u128);

impl State {
    /// Creates the state with these pits, in sowing order (pit number `pits` first, pit 1 last), and this side to move.
    /// `None` if a side has more than eight pits or all pits together have more than 127 seeds.
    ///
    /// ```
    /// use sowlab_games::two_rank::{Seat, State};
    /// let state = State::new(Seat::Upper, &[1, 2], &[3, 4]).unwrap();
    /// assert_eq!(state.mover_pits()[..2], [1, 2]);
    /// assert_eq!(state.other_pits()[..2], [3, 4]);
    /// assert_eq!(state.mover(), Seat::Upper);
    /// assert!(State::new(Seat::Lower, &[100], &[28]).is_none());
    /// ```
    pub fn new(mover: Seat, mover_pits: &[u8], other_pits: &[u8]) -> Option<State> {
        let seeds: usize = mover_pits
            .iter()
            .chain(other_pits)
            .map(|&seeds| usize::from(seeds))
            .sum();
        if seeds > MAX_SEEDS {
            return None;
        }
        let half = |pits: &[u8]| -> Option<u64> {
            let mut lanes = [0; MAX_PITS];
            lanes.get_mut(..pits.len())?.copy_from_slice(pits);
            Some(u64::from_le_bytes(lanes))
        };
        let (mut low, mut high) = (half(mover_pits)?, half(other_pits)?);
        match mover {
            Seat::Lower => high |= UPPER,
            Seat::Upper => low |= UPPER,
        }
        Some(State(u128::from(high) << 64 | u128::from(low)))
    }

    /// Creates the state with Lower to move and `seeds` seeds in each pit; at most 127 on a board of at most 8 pits.
    pub(super) const fn filled(pits: usize, seeds: u8) -> State {
        let ones = 0x0101_0101_0101_0101 >> (8 * (MAX_PITS - pits));
        let half = ones * seeds as u64;
        State(((half | UPPER) as u128) << 64 | half as u128)
    }

    /// Creates the state with these pits, the mover's in sowing order and then the other side's: the inverse of
    /// [`pits`](State::pits), for ranking. `None` if the length is odd or the pits do not fit.
    pub fn from_pits(mover: Seat, pits: &[u8]) -> Option<State> {
        if !pits.len().is_multiple_of(2) {
            return None;
        }
        let (mover_pits, other_pits) = pits.split_at(pits.len() / 2);
        State::new(mover, mover_pits, other_pits)
    }

    /// Creates the state with these lanes, no top bit set, and Lower to move.
    #[inline]
    pub(super) const fn from_halves(mover: u64, other: u64) -> State {
        State(((other | UPPER) as u128) << 64 | mover as u128)
    }

    /// Returns the side to move.
    #[inline]
    pub const fn mover(self) -> Seat {
        if self.0 as u64 & UPPER == 0 {
            Seat::Lower
        } else {
            Seat::Upper
        }
    }

    /// Returns the seeds in the pits of the side to move, in sowing order; zero past the last pit.
    #[inline]
    pub const fn mover_pits(self) -> [u8; MAX_PITS] {
        self.mover_half().to_le_bytes()
    }

    /// Returns the seeds in the other side's pits, in its own sowing order; zero past the last pit.
    #[inline]
    pub const fn other_pits(self) -> [u8; MAX_PITS] {
        self.other_half().to_le_bytes()
    }

    /// Returns the seeds in one side's pits, in its own sowing order; zero past the last pit.
    #[inline]
    pub fn pits_of(self, seat: Seat) -> [u8; MAX_PITS] {
        if seat == self.mover() {
            self.mover_pits()
        } else {
            self.other_pits()
        }
    }

    /// Returns the pits of a board with `pits` per side (at most 8), the mover's first, without gaps: the first
    /// `2 * pits` bytes. States that differ only in the side to move give the same bytes. Rankings of positions *in the
    /// view of the side to move* therefore use these bytes.
    #[inline]
    pub fn pits(self, pits: usize) -> [u8; 2 * MAX_PITS] {
        debug_assert!(pits <= MAX_PITS, "a side has at most {MAX_PITS} pits");
        let other = u128::from(self.other_half()) << (8 * pits);
        (u128::from(self.mover_half()) | other).to_le_bytes()
    }

    /// Returns the number of seeds in the pits of both sides.
    #[inline]
    pub const fn seeds(self) -> u32 {
        self.mover_seeds() + self.other_seeds()
    }

    /// Returns the number of seeds on the mover's side.
    #[inline]
    pub const fn mover_seeds(self) -> u32 {
        sum(self.mover_half())
    }

    /// Returns the number of seeds on the other side.
    #[inline]
    pub const fn other_seeds(self) -> u32 {
        sum(self.other_half())
    }

    /// Returns the board with the other side to move; each side keeps its own pits.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> State {
        State(self.0.rotate_left(64))
    }

    /// Returns [`turned`](State::turned) if the turn passes, otherwise the state itself. Branch-free, because the case
    /// is unpredictable.
    #[inline]
    #[must_use]
    pub(super) const fn turned_if(self, passes: bool) -> State {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let exchange = (low ^ high) & (passes as u64).wrapping_neg();
        State(((high ^ exchange) as u128) << 64 | (low ^ exchange) as u128)
    }

    /// Returns the board in the view of the mover, with the seats exchanged.
    #[inline]
    #[must_use]
    pub const fn exchanged(self) -> State {
        State(self.0 ^ ((UPPER as u128) << 64 | UPPER as u128))
    }

    /// Returns both halves without the mark, the mover's in the low bits; equal for states that differ only in the
    /// names of the seats.
    #[inline]
    pub(super) const fn unmarked(self) -> u128 {
        self.0 & !((UPPER as u128) << 64 | UPPER as u128)
    }

    /// Returns the mover's lanes without the mark.
    #[inline]
    pub(super) const fn mover_half(self) -> u64 {
        self.0 as u64 & COUNTS
    }

    /// Returns the other side's lanes without the mark.
    #[inline]
    pub(super) const fn other_half(self) -> u64 {
        (self.0 >> 64) as u64 & COUNTS
    }

    /// Returns the lane-wise sum with a packed difference, which must keep every lane within 0 to 127.
    #[inline]
    pub(super) const fn plus(self, difference: u128) -> State {
        State(self.0.wrapping_add(difference))
    }

    /// Reverts [`plus`](State::plus); `None` if the result has a lane below 0 or above 127.
    #[inline]
    pub(super) fn minus(self, difference: u128) -> Option<State> {
        let marks = u128::from(UPPER) << 64 | u128::from(UPPER);
        let tops = u128::from_ne_bytes([0x80; 16]) & !marks;
        let before = State(self.0.wrapping_sub(difference));
        let same_marks = (before.0 ^ self.0) & marks == 0;
        (before.0 & tops == 0 && same_marks).then_some(before)
    }

    /// Returns the state with no seeds in these lanes of the mover and of the other side. Each lane is given by all its
    /// seven bits.
    #[inline]
    pub(super) const fn without(self, mover: u64, other: u64) -> State {
        State(self.0 & !((other as u128) << 64 | mover as u128))
    }
}

/// Returns the seeds in a lane of a half; lanes are 0 to 7.
#[inline]
pub(super) const fn lane(half: u64, lane: u32) -> u8 {
    (half >> (8 * lane)) as u8
}

/// Returns the number of seeds in a half.
#[inline]
pub(super) const fn sum(half: u64) -> u32 {
    (half.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

impl Hash for State {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0 as u64);
        state.write_u64((self.0 >> 64) as u64);
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "State({:?} to move, {:?} against {:?})",
            self.mover(),
            self.mover_pits(),
            self.other_pits()
        )
    }
}
