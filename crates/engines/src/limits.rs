//! Limits of one search, as data and in the protocol.

use std::time::Duration;

/// The time by which a program may exceed its time limit before it loses the game.
pub const TIME_TOLERANCE: Duration = Duration::from_millis(500);

/// Limits of one search, which replace those of the engine's specification. The default replaces none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth in moves.
    pub depth: Option<u8>,
    /// The number of playouts of a Monte Carlo search.
    pub playouts: Option<u64>,
    /// The time for the search.
    pub time: Option<Duration>,
    /// Whether the search runs until it is stopped.
    pub infinite: bool,
}

impl Limits {
    /// Returns whether these limits replace those of an engine that uses depth limits, or playout limits.
    pub(super) fn replace(&self, depth: bool, playouts: bool) -> bool {
        self.infinite
            || self.time.is_some()
            || depth && self.depth.is_some()
            || playouts && self.playouts.is_some()
    }
}

/// Formats the `go` command with these limits.
pub fn go_line(limits: &Limits) -> String {
    let mut line = String::from("go");
    if let Some(depth) = limits.depth {
        line += &format!(" depth {depth}");
    }
    if let Some(playouts) = limits.playouts {
        line += &format!(" nodes {playouts}");
    }
    if let Some(time) = limits.time {
        // Clamped to the range of a signed 64-bit integer, so that every reader can parse it.
        let milliseconds = time.as_millis().clamp(1, i64::MAX as u128);
        line += &format!(" movetime {milliseconds}");
    }
    if limits.infinite {
        line += " infinite";
    }
    line
}

/// The error of a `go` limit without a positive number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} requires a number, 1 or more")]
pub struct GoError(String);

/// Reads the limits of a `go` command and skips unknown words, as UCI requires.
///
/// # Errors
/// A limit has no positive number.
pub fn read_go<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Limits, GoError> {
    let mut limits = Limits::default();
    while let Some(word) = words.next() {
        if !matches!(word, "depth" | "nodes" | "movetime" | "infinite") {
            continue;
        }
        if word == "infinite" {
            limits.infinite = true;
            continue;
        }
        let number: Option<u64> = words.next().and_then(|number| number.parse().ok());
        let number = number
            .filter(|&number| number > 0)
            .ok_or_else(|| GoError(word.to_owned()))?;
        match word {
            "depth" => limits.depth = Some(number.min(u8::MAX.into()) as u8),
            "nodes" => limits.playouts = Some(number),
            _ => limits.time = Some(Duration::from_millis(number)),
        }
    }
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_they_are_written() {
        for limits in [
            Limits::default(),
            Limits {
                depth: Some(3),
                playouts: Some(7),
                time: Some(Duration::from_millis(20)),
                infinite: false,
            },
            Limits {
                infinite: true,
                ..Limits::default()
            },
        ] {
            let line = go_line(&limits);
            assert_eq!(read_go(line.split_whitespace().skip(1)), Ok(limits));
        }
        let long = Limits {
            time: Some(Duration::MAX),
            ..Limits::default()
        };
        let line = go_line(&long);
        let read = read_go(line.split_whitespace().skip(1)).unwrap();
        assert!(read.time > Some(Duration::from_secs(1 << 50)), "{line}");
        assert!(read_go(["depth"].into_iter()).is_err());
        assert!(read_go(["movetime", "0"].into_iter()).is_err());
        assert_eq!(
            read_go(["ponder", "depth", "2"].into_iter()).unwrap().depth,
            Some(2)
        );
    }
}
