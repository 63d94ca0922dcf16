//! Points at which a test ends the process or fills the disk: see `scripts/torture`.
//!
//! Without the feature `kill-points` the program contains none of it. With the feature, environment variables choose
//! the fault. `SOWLAB_FAULT=kill:rename:3` ends the process before the third rename, `torn:write:7` after half of the
//! seventh write. `full:sync:2` lets the second sync fail as on a full disk. `SOWLAB_SAVE_MILLISECONDS` is the
//! interval between checkpoints. `SOWLAB_FAULT_COUNTS` names a file for the number of times each point was reached.

use std::io;
use std::time::Duration;

/// A point at which a fault can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Bytes are written to a file.
    Write,
    /// A file is forced to the disk.
    Sync,
    /// A file gets its name.
    Rename,
    /// The bounds of a position are written to a mapped file.
    Cell,
}

#[cfg(not(feature = "kill-points"))]
mod switch {
    use super::*;

    /// Returns how many of these bytes to write, and whether to end the process then: here all, and not.
    #[inline(always)]
    pub(crate) fn before_write(bytes: usize) -> io::Result<(usize, bool)> {
        Ok((bytes, false))
    }

    #[inline(always)]
    /// Announces that such a point comes next. A test may end the process there or let the disk be full.
    ///
    /// # Errors
    /// The fault that the test chose; none without the feature.
    pub fn reach(_: Place) -> io::Result<()> {
        Ok(())
    }

    /// The interval between checkpoints.
    #[inline(always)]
    pub fn interval(usual: Duration) -> Duration {
        usual
    }

    /// Writes how often each point was reached, if a test wants it.
    pub fn note_counts() {}
}

#[cfg(feature = "kill-points")]
mod switch {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Fault {
        Kill,
        Torn,
        Full,
    }

    const PLACES: [(&str, Place); 4] = [
        ("write", Place::Write),
        ("sync", Place::Sync),
        ("rename", Place::Rename),
        ("cell", Place::Cell),
    ];

    static COUNTS: [AtomicU64; 4] = [const { AtomicU64::new(0) }; 4];

    /// The fault, its point, and the number of the visit at which it happens. A full disk stays full.
    static PLAN: LazyLock<Option<(Fault, Place, u64)>> = LazyLock::new(|| {
        let text = std::env::var("SOWLAB_FAULT").ok()?;
        let plan = || {
            let mut words = text.split(':');
            let fault = match words.next()? {
                "kill" => Fault::Kill,
                "torn" => Fault::Torn,
                "full" => Fault::Full,
                _ => return None,
            };
            let word = words.next()?;
            let place = PLACES.iter().find(|(name, _)| *name == word)?.1;
            Some((fault, place, words.next()?.parse().ok()?))
        };
        Some(plan().expect("SOWLAB_FAULT is like kill:write:3"))
    });

    fn fault(place: Place) -> Option<Fault> {
        let count = COUNTS[place as usize].fetch_add(1, Ordering::Relaxed) + 1;
        let &(fault, planned, number) = PLAN.as_ref()?;
        let now = match fault {
            Fault::Full => count >= number,
            _ => count == number,
        };
        (place == planned && now).then_some(fault)
    }

    pub(crate) fn before_write(bytes: usize) -> io::Result<(usize, bool)> {
        match fault(Place::Write) {
            None => Ok((bytes, false)),
            Some(Fault::Kill) => std::process::abort(),
            Some(Fault::Torn) => Ok((bytes / 2, true)),
            Some(Fault::Full) => Err(io::ErrorKind::StorageFull.into()),
        }
    }

    /// Announces that such a point comes next. A test may end the process there or let the disk be full.
    ///
    /// # Errors
    /// The fault that the test chose; none without the feature.
    pub fn reach(place: Place) -> io::Result<()> {
        match fault(place) {
            None => Ok(()),
            Some(Fault::Kill | Fault::Torn) => std::process::abort(),
            Some(Fault::Full) => Err(io::ErrorKind::StorageFull.into()),
        }
    }

    /// The interval between checkpoints.
    pub fn interval(usual: Duration) -> Duration {
        let wanted = std::env::var("SOWLAB_SAVE_MILLISECONDS").ok();
        let wanted = wanted.and_then(|text| text.parse().ok());
        wanted.map_or(usual, Duration::from_millis)
    }

    /// Writes how often each point was reached, if a test wants it.
    pub fn note_counts() {
        if let Some(path) = std::env::var_os("SOWLAB_FAULT_COUNTS") {
            let lines = PLACES
                .iter()
                .zip(&COUNTS)
                .map(|((name, _), count)| format!("{name} {}\n", count.load(Ordering::Relaxed)));
            std::fs::write(path, lines.collect::<String>()).expect("the test gives a place");
        }
    }
}

pub(crate) use switch::before_write;
pub use switch::reach;
pub use switch::{interval, note_counts};
