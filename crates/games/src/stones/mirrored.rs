//! Infinite play that gote can force by mirroring sente.

use super::board::Board;

impl Board {
    /// Returns whether mirroring lets gote keep play on this board going forever without a capture, against every
    /// choice of sente and in every variant. It is true if the number of holes is even, the board is symmetric, and it
    /// has more stones than holes. Then, for the side with sente, `lower` is minus all stones and `zero` at most 0.
    /// Where it is false, gote may have other means.
    ///
    /// Gote replies to each hole of sente with its mirror image, which is another hole, because an even rank has no
    /// middle hole. Both hands start and stay mirror images of each other. They drop their last stones in the same
    /// step, in different holes with equally many stones. So both lift, or the round ends without a capture, or it
    /// never ends. After a round that ends sente stays, and the board is symmetric again. With more stones than holes
    /// some hole has two or more stones, and so has its mirror image, so the game is not over.
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
