//! How long an engine thinks about a move, as data and in the protocol.

use std::time::Duration;

/// How much longer than it was given a program may think before it loses the game.
pub const TIME_TOLERANCE: Duration = Duration::from_millis(500);

/// Limits of one search, which replace those that the engine was set up with. Default: none is
/// replaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth in moves.
    pub depth: Option<u8>,
    /// Playouts of a Monte Carlo search.
    pub playouts: Option<u64>,
    /// Time to think.
    pub time: Option<Duration>,
    /// No limit: search until told to stop.
    pub infinite: bool,
}

impl Limits {
    /// Whether these limits replace those of an engine that heeds depth, or playouts.
    pub(super) fn replace(&self, depth: bool, playouts: bool) -> bool {
        self.infinite
            || self.time.is_some()
            || depth && self.depth.is_some()
            || playouts && self.playouts.is_some()
    }
}

/// The line that asks for a move.
pub fn go_line(limits: &Limits) -> String {
    let mut line = String::from("go");
    if let Some(depth) = limits.depth {
        line += &format!(" depth {depth}");
    }
    if let Some(playouts) = limits.playouts {
        line += &format!(" nodes {playouts}");
    }
    if let Some(time) = limits.time {
        // In a number that every reader can hold.
        let milliseconds = time.as_millis().clamp(1, i64::MAX as u128);
        line += &format!(" movetime {milliseconds}");
    }
    if limits.infinite {
        line += " infinite";
    }
    line
}

/// A limit of a `go` without a number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} wants a number from 1 on")]
pub struct GoError(String);

/// Reads the limits of a `go`; words that are not known are skipped, as UCI wants it.
///
/// # Errors
/// A limit without a number.
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
