//! The rules of a four-rank game, and the board they are played on.

use super::state::{Pits, RING};

/// The most pits of a row.
pub const MAX_PITS: usize = 8;
/// The most seeds of a game: those of the largest board.
pub const MAX_SEEDS: usize = 48;

/// The condition opposite the last seed of a lap for a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// Seeds in the facing inner pit and in the outer pit behind it.
    Both,
    /// Seeds in the facing inner pit.
    Inner,
}

impl Capture {
    /// The word of the option `capture`.
    pub const fn word(self) -> &'static str {
        match self {
            Capture::Both => "both",
            Capture::Inner => "inner",
        }
    }
}

/// Why a start is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// An odd number of pits, or too many or too few.
    #[error("start: {0} pits a player, but a player has two rows of 2 to {MAX_PITS} pits")]
    Pits(usize),
    /// Too many seeds, or none.
    #[error("start: {0} seeds, but a game has 1 to {MAX_SEEDS}")]
    Seeds(usize),
}

/// A rule set: the length of the rows, the seeds at the start, and when a lap captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    pits: u8,
    capture: Capture,
    start: [Pits; 2],
}

impl Rules {
    /// The rules on rows of `pits` pits; `None` unless these are 2 to [`MAX_PITS`].
    pub fn new(pits: usize, capture: Capture) -> Option<Rules> {
        (2..=MAX_PITS).contains(&pits).then_some(Rules {
            pits: pits as u8,
            capture,
            start: [usual_start(pits); 2],
        })
    }

    /// The rules with these pits of Lower and of Upper at the start, each in the order of sowing.
    ///
    /// # Errors
    /// Not two rows of 2 to [`MAX_PITS`] pits a player, or not 1 to [`MAX_SEEDS`] seeds.
    pub fn starting_at(sides: [&[u8]; 2], capture: Capture) -> Result<Rules, StartError> {
        let [lower, upper] = sides.map(<[u8]>::len);
        let pits = lower / 2;
        let rules = Rules::new(pits, capture).filter(|_| lower % 2 == 0 && lower == upper);
        let mut rules = rules.ok_or(StartError::Pits(lower))?;
        let seeds = sides.into_iter().flatten().map(|&seeds| usize::from(seeds));
        match seeds.sum() {
            1..=MAX_SEEDS => {}
            seeds => return Err(StartError::Seeds(seeds)),
        }
        for (start, side) in rules.start.iter_mut().zip(sides) {
            *start = [0; RING];
            start[..lower].copy_from_slice(side);
        }
        Ok(rules)
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

    /// The condition for a capture.
    #[inline]
    pub fn capture(&self) -> Capture {
        self.capture
    }

    /// The pits of Lower and of Upper at the start.
    pub fn start(&self) -> [Pits; 2] {
        self.start
    }

    /// Returns whether the game starts with the standard setup: two seeds in each outer pit and in the right half of
    /// the inner row, the middle pit left out.
    pub fn starts_as_usual(&self) -> bool {
        self.start == [usual_start(self.pits()); 2]
    }

    /// The seeds of the game. None ever leaves the board.
    pub fn seeds(&self) -> u32 {
        self.start.into_iter().flatten().map(u32::from).sum()
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

/// A player's pits at the start, where no others are given.
fn usual_start(pits: usize) -> Pits {
    let mut start = [0; RING];
    start[..pits + pits / 2].fill(2);
    start
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

    #[test]
    fn a_start_of_its_own_fits_the_board() {
        let start = |sides| Rules::starting_at(sides, Capture::Both);
        let rules = start([&[1, 2, 0, 3], &[0, 0, 4, 1]]).unwrap();
        assert_eq!((rules.pits(), rules.seeds()), (2, 11));
        assert!(!rules.starts_as_usual());
        let usual = start([&[2, 2, 2, 0]; 2]).unwrap();
        assert_eq!(usual, Rules::new(2, Capture::Both).unwrap());
        assert_eq!(start([&[1; 5]; 2]), Err(StartError::Pits(5)));
        assert_eq!(start([&[1; 4], &[1; 6]]), Err(StartError::Pits(4)));
        assert_eq!(start([&[0; 4]; 2]), Err(StartError::Seeds(0)));
        assert_eq!(
            start([&[25, 0, 0, 0], &[24, 0, 0, 0]]),
            Err(StartError::Seeds(49))
        );
    }
}
