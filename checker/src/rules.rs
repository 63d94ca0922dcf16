//! The rules of a stones-family game as options, and their name in files.

use std::fmt;

/// The stones in each hole, from West's end (hole 1) to East's.
pub type Holes = [u8; 16];

/// The size of the board and the rule options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The number of holes, 2 to 16.
    pub holes: usize,
    /// The stones in each hole at the start. Tables and proofs do not depend on it.
    pub seeds: u32,
    /// `capture=reversed`: the side that still has stones in hand when the other stops captures them itself.
    pub reversed: bool,
    /// `both-out=relay`: if both hands run out over different holes with two or more stones, both lift.
    pub relay: bool,
    /// `mixed-out=forfeit`: if both hands run out and one hole has two or more stones, the other side captures these.
    pub forfeit: bool,
    /// `rest=exchanged`: the rest at the end goes to the other side.
    pub exchanged: bool,
}

/// The names of games, and their seeds unless an option sets them.
const NAMES: [(&str, u32); 3] = [("55stones", 5), ("33stones", 3), ("stones", 5)];

impl Rules {
    /// Reads a game name, with or without `seeds`; `None` if it is no game of the family.
    pub fn read(text: &str) -> Option<Rules> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let (_, seeds) = NAMES.into_iter().find(|(known, _)| *known == name)?;
        let mut rules = Rules {
            holes: 11,
            seeds,
            reversed: false,
            relay: true,
            forfeit: false,
            exchanged: false,
        };
        let mut stated = Vec::new();
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=')?;
            if stated.contains(&key) {
                return None;
            }
            stated.push(key);
            match (key, value) {
                ("capture", value @ ("normal" | "reversed")) => {
                    rules.reversed = value == "reversed"
                }
                ("both-out", value @ ("relay" | "end")) => rules.relay = value == "relay",
                ("mixed-out", value @ ("end" | "forfeit")) => rules.forfeit = value == "forfeit",
                ("rest", value @ ("usual" | "exchanged")) => rules.exchanged = value == "exchanged",
                ("holes", value) if name == "stones" => rules.holes = value.parse().ok()?,
                ("seeds", value) if name == "stones" => rules.seeds = value.parse().ok()?,
                _ => return None,
            }
        }
        rules.fits().then_some(rules)
    }

    /// Returns whether the sizes are those of a game: 2 to 16 holes and 1 to 255 stones.
    pub fn fits(&self) -> bool {
        let stones = (self.holes as u64).saturating_mul(self.seeds.into());
        (2..=16).contains(&self.holes) && (1..=255).contains(&stones)
    }

    /// Returns the holes that can be played as a set of bits: those with two or more stones.
    pub fn playable(&self, holes: &Holes) -> u32 {
        let full = (0..self.holes).filter(|&hole| holes[hole] >= 2);
        full.fold(0, |set, hole| set | 1 << hole)
    }

    /// Returns the margin of the side that has sente now on a finished board, where one side gets all stones left.
    /// `None` if the board is not finished: two or more holes have two or more stones.
    ///
    /// If no hole has two, the rest goes to the side that had gote in the last round. That is the side with sente now
    /// if the round was a capture. If one hole has two or more, the rest goes to the side with sente.
    pub fn finished(&self, holes: &Holes, after_capture: bool) -> Option<i32> {
        let normal = match holes.iter().filter(|&&stones| stones >= 2).count() {
            0 => after_capture,
            1 => true,
            _ => return None,
        };
        let rest = holes.iter().map(|&stones| i32::from(stones)).sum::<i32>();
        Some(if normal != (self.reversed != self.exchanged) {
            rest
        } else {
            -rest
        })
    }
}

/// Writes the name in tables and proofs: every option except the number of seeds.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let capture = if self.reversed { "reversed" } else { "normal" };
        let both_out = if self.relay { "relay" } else { "end" };
        let mixed_out = if self.forfeit { "forfeit" } else { "end" };
        let rest = if self.exchanged {
            ",rest=exchanged"
        } else {
            ""
        };
        write!(f, "stones:holes={},capture={capture},", self.holes)?;
        write!(f, "both-out={both_out},mixed-out={mixed_out}{rest}")
    }
}
