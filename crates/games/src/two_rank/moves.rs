//! Moves, and sets of moves.

use super::state::MAX_PITS;

/// The bit of a move that marks it as sown clockwise.
const LEFT: u8 = 8;
/// The members of each set of lanes in ascending order; zero past the last.
const MEMBERS: [[u8; 8]; 256] = members();

const fn members() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut lane, mut found) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 == 1 {
                table[set][found] = lane;
                found += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    table
}

/// The direction of a sowing, in the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the right, counterclockwise, toward the mover's pit 1: the only direction in most games.
    Right,
    /// To the left, clockwise.
    Left,
}

/// A move: a pit of the side to move, and a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// The pass of a side without seeds, under [`End::AllEmpty`](super::End::AllEmpty). It has the place of lane 0 sown
    /// to the left, which is no move there.
    pub const PASS: Move = Move(LEFT);

    /// Creates the move of the pit in this lane of the mover (0 is the pit farthest from its own store); `None` past
    /// lane 7.
    pub fn new(lane: usize, direction: Direction) -> Option<Move> {
        let left = match direction {
            Direction::Right => 0,
            Direction::Left => LEFT,
        };
        (lane < MAX_PITS).then_some(Move(lane as u8 | left))
    }

    /// Returns the lane of the pit, 0 to 7.
    #[inline]
    pub const fn lane(self) -> usize {
        (self.0 & (LEFT - 1)) as usize
    }

    /// Returns the direction of the sowing.
    #[inline]
    pub const fn direction(self) -> Direction {
        if self.0 & LEFT == 0 {
            Direction::Right
        } else {
            Direction::Left
        }
    }

    /// Returns the number of the pit on a board with `pits` per side; 1 is nearest the own store.
    #[inline]
    pub const fn pit(self, pits: usize) -> usize {
        pits.saturating_sub(self.lane())
    }

    /// Returns a dense index, 0 to 15: the lane, plus 8 if sown to the left.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & 15
    }
}

/// A set of moves. It iterates in ascending order of [`Move::index`]: all moves to the right from the highest pit
/// number down, then those to the left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveSet(u16);

impl MoveSet {
    /// The empty set.
    pub const EMPTY: MoveSet = MoveSet(0);
    /// The set of the [pass](Move::PASS) alone.
    pub const PASS: MoveSet = MoveSet(1 << LEFT);

    /// Creates a set from these lanes to the right, and those to the left: one bit per lane.
    #[inline]
    pub(super) const fn new(right: u8, left: u8) -> MoveSet {
        MoveSet((left as u16) << 8 | right as u16)
    }

    /// Returns the lanes to the right and those to the left: one bit per lane.
    #[inline]
    pub(super) const fn lanes(self) -> (u8, u8) {
        (self.0 as u8, (self.0 >> 8) as u8)
    }

    /// Returns the number of moves.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the move is in the set.
    #[inline]
    pub const fn contains(self, chosen: Move) -> bool {
        self.0 >> chosen.index() & 1 == 1
    }

    /// Returns the move at this index of the order; `None` past the last.
    #[inline]
    pub fn get(self, place: usize) -> Option<Move> {
        (place < self.len()).then(|| self.nth_listed(place))
    }

    /// Returns the move at this index, which must be less than the length.
    #[inline]
    pub(super) fn nth_listed(self, place: usize) -> Move {
        let (right, left) = (self.0 as u8, (self.0 >> 8) as u8);
        if left == 0 {
            return Move(MEMBERS[usize::from(right)][place & 7]);
        }
        let to_right = right.count_ones() as usize;
        if place < to_right {
            Move(MEMBERS[usize::from(right)][place & 7])
        } else {
            Move(MEMBERS[usize::from(left)][(place - to_right) & 7] | LEFT)
        }
    }

    /// Returns the moves of the set for which `keep` is true.
    #[inline]
    pub(super) fn filter(self, mut keep: impl FnMut(Move) -> bool) -> MoveSet {
        let mut kept = 0;
        for chosen in self {
            kept |= u16::from(keep(chosen)) << chosen.index();
        }
        MoveSet(kept)
    }
}

impl Iterator for MoveSet {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.0 == 0 {
            return None;
        }
        let next = Move(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(next)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl ExactSizeIterator for MoveSet {
    #[inline]
    fn len(&self) -> usize {
        MoveSet::len(*self)
    }
}
