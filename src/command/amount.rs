//! Amounts in words: counts with their nouns, and rounded numbers for progress lines.

use std::time::Duration;

/// Returns a count and its noun, in the plural unless it is 1: `1 round`, `2 rounds`.
pub(super) fn counted(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// Returns a count with two or three digits: `87`, `940`, `1.2 k`, `45 M`.
pub(super) fn count(count: f64) -> String {
    let units = ["", " k", " M", " G", " T"];
    let mut left = count.max(0.0);
    let mut unit = 0;
    while left >= 999.5 && unit + 1 < units.len() {
        left /= 1000.0;
        unit += 1;
    }
    match left < 9.95 && unit > 0 {
        true => format!("{left:.1}{}", units[unit]),
        false => format!("{left:.0}{}", units[unit]),
    }
}

/// Returns a time by its greatest unit, and by the next one if the first has one digit: `45 s`, `3 min 20 s`, `26 h`.
pub(super) fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    let parts = [
        (seconds / 3600, "h", seconds / 60 % 60, "min"),
        (seconds / 60, "min", seconds % 60, "s"),
    ];
    for (most, unit, rest, next) in parts {
        match most {
            0 => {}
            1..=9 => return format!("{most} {unit} {rest} {next}"),
            _ => return format!("{most} {unit}"),
        }
    }
    format!("{seconds} s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_two_or_three_digits() {
        let shown = [
            0.0,
            87.4,
            999.4,
            1000.0,
            9_949.0,
            9_951.0,
            6_359_671.0,
            4.5e13,
        ]
        .map(count);
        let expected = ["0", "87", "999", "1.0 k", "9.9 k", "10 k", "6.4 M", "45 T"];
        assert_eq!(shown, expected);
    }

    #[test]
    fn times_have_one_unit_or_two() {
        let shown = [0, 59, 60, 200, 600, 3_600, 45_000].map(|s| time(Duration::from_secs(s)));
        let expected = [
            "0 s",
            "59 s",
            "1 min 0 s",
            "3 min 20 s",
            "10 min",
            "1 h 0 min",
            "12 h",
        ];
        assert_eq!(shown, expected);
    }
}
