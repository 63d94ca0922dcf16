//! The number of a piece of work.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One piece of work that is divided into several: `3/32` is the third of 32.
///
/// ```
/// use sowlab_base::pieces::Shard;
/// let shards: Vec<Shard> = Shard::all(3).collect();
/// let units: Vec<_> = shards.iter().map(|shard| shard.units(10)).collect();
/// assert_eq!(units, [0..3, 3..6, 6..10]);
/// assert_eq!(shards[1].to_string(), "2/3");
/// assert!("4/3".parse::<Shard>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    /// The number of the piece, from 1.
    index: u32,
    count: u32,
}

/// Why a text is no piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    /// The text is not two whole numbers with a slash between them.
    #[error("write I/N for shard I of N, as in 3/32")]
    Form,
    /// Divided into no pieces, or into more than there can be.
    #[error("the number of shards must be 1 to {}", Shard::MOST)]
    Count,
    /// Before the first or after the last.
    #[error("no such shard; the shards are 1/{0} to {0}/{0}")]
    Index(u32),
}

/// Work is divided into more pieces than it has units, so that some would be empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{shard}: too many shards; the work has {units} {unit}")]
pub struct TooManyPieces {
    shard: Shard,
    units: u64,
    /// The name of the units, in the plural.
    unit: &'static str,
}

impl Shard {
    /// The most pieces.
    pub const MOST: u32 = 1_000_000;

    /// All `count` pieces of a piece of work.
    pub fn all(count: u32) -> impl Iterator<Item = Shard> {
        (1..=count).map(move |index| Shard { index, count })
    }

    /// The number of pieces.
    pub fn count(self) -> u32 {
        self.count
    }

    /// The units of work of this piece out of `total`: one run of them. The sizes of any two pieces differ by at most
    /// one unit.
    pub fn units(self, total: u64) -> Range<u64> {
        let (total, count) = (u128::from(total), u128::from(self.count));
        // Not above the total.
        let before = |pieces: u32| (total * u128::from(pieces) / count) as u64;
        before(self.index - 1)..before(self.index)
    }

    /// Returns whether the piece has the unit with this number if units are dealt in turn. This suits few units whose
    /// neighbours cost alike.
    pub fn deals(self, unit: u64) -> bool {
        unit % u64::from(self.count) == u64::from(self.index - 1)
    }

    /// Checks that each piece has at least one of the units of work; `unit` is the word for them.
    ///
    /// # Errors
    /// There are fewer units than pieces.
    pub fn check(self, units: u64, unit: &'static str) -> Result<(), TooManyPieces> {
        match units < u64::from(self.count) {
            true => Err(TooManyPieces {
                shard: self,
                units,
                unit,
            }),
            false => Ok(()),
        }
    }
}

/// As it is written: `3/32`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let (index, count) = text.split_once('/').ok_or(ShardError::Form)?;
        let number = |text: &str| -> Result<u64, ShardError> {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            match digits {
                // More digits than fit are a great number.
                true => Ok(text.parse().unwrap_or(u64::MAX)),
                false => Err(ShardError::Form),
            }
        };
        let (index, count) = (number(index)?, number(count)?);
        let count = u32::try_from(count).map_err(|_| ShardError::Count)?;
        if !(1..=Shard::MOST).contains(&count) {
            return Err(ShardError::Count);
        }
        match u32::try_from(index) {
            Ok(index) if (1..=count).contains(&index) => Ok(Shard { index, count }),
            _ => Err(ShardError::Index(count)),
        }
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Shard, ShardError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn odd_pieces_are_refused() {
        for text in [
            "", "/", "3", "3/", "/3", "a/3", "3/b", "1/2/3", "-1/2", "+1/2", " 1/2", "1.0/2",
        ] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError::Form), "{text}");
        }
        for text in ["0/0", "1/0", "1/1000001", "1/99999999999999999999999999"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError::Count), "{text}");
        }
        for text in ["0/3", "4/3", "99999999999999999999999999/3"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError::Index(3)), "{text}");
        }
        let whole: Shard = "1/1".parse().unwrap();
        assert_eq!(whole.units(7), 0..7);
        assert!(whole.check(0, "boards").is_err());
    }

    proptest! {
        #[test]
        fn pieces_are_all_of_it_in_order_and_alike(total: u64, count in 1u32..200) {
            let mut next = 0;
            for shard in Shard::all(count) {
                let units = shard.units(total);
                prop_assert_eq!(units.start, next);
                let size = units.end - units.start;
                prop_assert!(size - total / u64::from(count) <= 1);
                next = units.end;
                prop_assert_eq!(shard.to_string().parse::<Shard>().unwrap(), shard);
            }
            prop_assert_eq!(next, total);
            let dealt = Shard::all(count).filter(|shard| shard.deals(total)).count();
            prop_assert_eq!(dealt, 1);
        }
    }
}
