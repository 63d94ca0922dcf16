//! Play that gote can keep going for ever by mirroring sente.

use super::board::Board;

impl Board {
    /// Whether mirroring is sure to keep play on this board going for ever without a capture, whatever sente does and whichever
    /// reading of the rules holds: true if the number of holes is even, the board looks the same from both ends, and it
    /// has more stones than holes. Then, for the side with sente, `lower` is minus all stones and `zero` at most 0. Where it is
    /// false, gote may have other ways.
    ///
    /// Gote answers each hole that sente takes with its mirror image, which is another hole, for a board with an even number of
    /// holes has none in its middle. Both hands start and stay mirror images of each other: they drop their last
    /// stones in the same step, in different holes with equally many stones, so both lift, or the round ends without a
    /// capture, or it never ends. After a round that ends sente stays, and the board looks the same from both ends again. With
    /// more stones than holes a hole has two stones or more, and so has its mirror image, so that the game is not over.
    ///
    /// ```
    /// use sowlab_games::stones::Board;
    /// assert!(Board::from_holes(&[2, 2, 2, 2]).unwrap().gote_can_mirror(4));
    /// assert!(!Board::from_holes(&[2, 2, 2, 3]).unwrap().gote_can_mirror(4));
    /// assert!(!Board::from_holes(&[2, 2, 2]).unwrap().gote_can_mirror(3));
    /// ```
    #[inline]
    pub fn gote_can_mirror(&self, holes: usize) -> bool {
        holes.is_multiple_of(2) && self.stones() as usize > holes && self.turned(holes) == *self
    }
}
