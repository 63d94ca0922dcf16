//! A limit on memory.

use std::str::FromStr;

use crate::error::{CheckError, Result, input_unless};
use crate::reason::Reason;

/// A number of bytes, as in 500M or 16G.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

/// The units of sizes, smallest first, each 1,024 times the one before.
const UNITS: [(&str, u32); 4] = [("K", 10), ("M", 20), ("G", 30), ("T", 40)];

impl FromStr for Size {
    type Err = CheckError;

    fn from_str(text: &str) -> Result<Size> {
        let unit = UNITS
            .into_iter()
            .find_map(|(unit, shift)| Some((text.strip_suffix(unit)?, shift)));
        let (number, shift) = unit.unwrap_or((text, 0));
        let bytes = number
            .parse::<u64>()
            .ok()
            .and_then(|number| number.checked_mul(1 << shift));
        let size = bytes.filter(|&bytes| bytes > 0).map(Size);
        size.ok_or_else(|| {
            let problem = "write a size in bytes or with K, M, G or T, as in 16G".to_owned();
            CheckError::Input(Reason::Option { problem })
        })
    }
}

/// Returns the default limit: three quarters of the available memory in `/proc/meminfo`, or 4 GiB if the system does
/// not report it.
pub fn default_limit(meminfo: &str) -> u64 {
    bytes_in(meminfo, "MemAvailable:").map_or(4 << 30, |free| free / 4 * 3)
}

/// Returns a number of bytes from a file in `/proc`, by the start of its line.
pub fn bytes_in(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim()
        .strip_suffix(" kB")?
        .trim()
        .parse()
        .ok()
        .map(|kilobytes: u64| kilobytes << 10)
}

/// The memory that a check uses, and its limit.
pub struct Memory {
    limit: u64,
    held: u64,
}

impl Memory {
    /// Creates a limit with no memory in use.
    pub fn new(limit: u64) -> Memory {
        Memory { limit, held: 0 }
    }

    /// Returns the limit in bytes.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Checks that this number of additional bytes fits the limit; they are used only for a short time.
    ///
    /// # Errors
    /// The limit is too low.
    pub fn room(&self, bytes: u64) -> Result<()> {
        let needed = self.held.saturating_add(bytes);
        let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
        let short = Reason::LittleMemory {
            needed: megabytes(needed),
            limit: self.limit >> 20,
        };
        input_unless(needed <= self.limit, short)
    }

    /// Counts this number of bytes as in use from here on.
    ///
    /// # Errors
    /// The limit is too low.
    pub fn take(&mut self, bytes: u64) -> Result<()> {
        self.room(bytes)?;
        self.held += bytes;
        Ok(())
    }
}
