//! Sizes of memory, as they are written.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A number of bytes. Written as a number with `K`, `M` or `G` for powers of 1024, or plain bytes.
///
/// ```
/// use sowlab_base::MemorySize;
/// assert_eq!("1G".parse::<MemorySize>().unwrap().bytes(), 1 << 30);
/// assert_eq!("65536".parse::<MemorySize>().unwrap().to_string(), "64K");
/// assert!("-1M".parse::<MemorySize>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MemorySize(usize);

/// The text is no size of memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a size in bytes or with K, M or G, as in 512M")]
pub struct MemorySizeError;

/// Bytes of a table that a search fills in a second, at most.
const FILLED_A_SECOND: usize = 1 << 29;
/// The least bytes of a table that time makes smaller.
const LEAST_FILLED: usize = 1 << 24;

const UNITS: [(char, u32); 3] = [('G', 30), ('M', 20), ('K', 10)];

impl MemorySize {
    /// A number of bytes.
    pub const fn new(bytes: usize) -> MemorySize {
        MemorySize(bytes)
    }

    /// The number of bytes.
    pub const fn bytes(self) -> usize {
        self.0
    }

    /// Returns at most the memory that a search fills in this time. The system clears each page of a table on first
    /// use; for 1 GB that takes longer than a short search.
    #[must_use]
    pub fn filled_in(self, time: Duration) -> MemorySize {
        let filled = time.as_secs_f64() * FILLED_A_SECOND as f64;
        MemorySize(self.0.min(LEAST_FILLED.max(filled as usize)))
    }
}

impl FromStr for MemorySize {
    type Err = MemorySizeError;

    fn from_str(text: &str) -> Result<MemorySize, MemorySizeError> {
        let upper = text.to_ascii_uppercase();
        let (number, shift) = UNITS
            .iter()
            .find_map(|&(unit, shift)| Some((upper.strip_suffix(unit)?, shift)))
            .unwrap_or((&upper, 0));
        if !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(MemorySizeError);
        }
        let number: usize = number.parse().map_err(|_| MemorySizeError)?;
        match number.checked_mul(1 << shift) {
            None | Some(0) => Err(MemorySizeError),
            Some(bytes) => Ok(MemorySize(bytes)),
        }
    }
}

impl TryFrom<String> for MemorySize {
    type Error = MemorySizeError;

    fn try_from(text: String) -> Result<MemorySize, MemorySizeError> {
        text.parse()
    }
}

impl From<MemorySize> for String {
    fn from(size: MemorySize) -> String {
        size.to_string()
    }
}

impl fmt::Display for MemorySize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (unit, shift) in UNITS {
            if self.0.trailing_zeros() >= shift {
                return write!(f, "{}{unit}", self.0 >> shift);
            }
        }
        write!(f, "{}", self.0)
    }
}
