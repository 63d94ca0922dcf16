//! The rules of a four-rank game, and the board they are played on.

use super::state::{Pits, RING};

/// The most pits of a row.
pub const MAX_PITS: usize = 8;

/// What the last seed of a lap needs opposite to capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// Seeds in the facing inner pit and in the outer pit behind it.
    Both,
    /// Seeds in the facing inner pit.
    Inner,
}

/// A rule set: the length of the rows and when a lap captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    pits: u8,
    capture: Capture,
}

impl Rules {
    /// The rules on rows of `pits` pits; `None` unless these are 2 to [`MAX_PITS`].
    pub fn new(pits: usize, capture: Capture) -> Option<Rules> {
        (2..=MAX_PITS).contains(&pits).then_some(Rules {
            pits: pits as u8,
            capture,
        })
    }

    /// Pits of a row.
    #[inline]
    pub fn pits(&self) -> usize {
        usize::from(self.pits)
    }

    /// Pits of a player: those of both rows, in which the player sows round.
    #[inline]
    pub fn ring(&self) -> usize {
        2 * self.pits()
    }

    /// When a lap captures.
    #[inline]
    pub fn capture(&self) -> Capture {
        self.capture
    }

    /// A player's pits at the start: two seeds in each outer pit and in the right half of the inner
    /// row, the middle pit left out.
    pub fn start(&self) -> Pits {
        let mut pits = [0; RING];
        pits[..self.pits() + self.pits() / 2].fill(2);
        pits
    }

    /// The seeds of the game. None ever leaves the board.
    pub fn seeds(&self) -> u32 {
        2 * self.start().into_iter().map(u32::from).sum::<u32>()
    }

    /// The opponent's inner pit that faces an own inner pit; both are indices.
    #[inline]
    pub(super) fn facing(&self, inner: usize) -> usize {
        3 * self.pits() - 1 - inner
    }

    /// The opponent's outer pit behind the pit that faces an own inner pit; both are indices.
    #[inline]
    pub(super) fn behind(&self, inner: usize) -> usize {
        inner - self.pits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_the_seeds_of_the_rules() {
        let seeds: Vec<u32> = (2..=MAX_PITS)
            .map(|pits| Rules::new(pits, Capture::Both).unwrap().seeds())
            .collect();
        assert_eq!(seeds, [12, 16, 24, 28, 36, 40, 48]);
        assert!(Rules::new(1, Capture::Both).is_none());
        assert!(Rules::new(9, Capture::Both).is_none());
    }
}
