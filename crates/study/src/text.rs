//! Formats of numbers and words for readers.

use pulldown_cmark::{Event, Parser};
use sowlab_findings::Values;

/// Returns a line of Markdown without its marks.
pub(super) fn plain(line: &str) -> String {
    let words = Parser::new(line).filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.into_string()),
        _ => None,
    });
    words.collect()
}

/// Formats a count with a comma at each thousand.
pub(super) fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a margin with its sign.
pub(super) fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        1.. => format!("+{number}"),
        _ => format!("−{}", number.unsigned_abs()),
    }
}

/// Formats a margin with its sign and the given number of decimals.
pub(super) fn signed_decimal(number: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", number.abs());
    match text.bytes().all(|byte| matches!(byte, b'0' | b'.')) {
        true => text,
        false if number < 0.0 => format!("−{text}"),
        false => format!("+{text}"),
    }
}

/// Formats a value, or the interval of its bounds.
pub(super) fn interval(&[from, to]: &[i32; 2]) -> String {
    match from == to {
        true => signed(from),
        false => format!("{} to {}", signed(from), signed(to)),
    }
}

/// Formats a value or an interval; three if it depends on infinite play.
pub(super) fn margin(values: &Values) -> String {
    by_convention(values, interval)
}

/// Formats a margin; `unresolved` if its bounds are −`most` and `most`.
pub(super) fn margin_within(values: &Values, most: i32) -> String {
    by_convention(values, |margin| match *margin == [-most, most] {
        true => "unresolved".to_owned(),
        false => interval(margin),
    })
}

fn by_convention(values: &Values, text: impl Fn(&[i32; 2]) -> String) -> String {
    match values.lower == values.upper {
        true => text(&values.zero),
        false => [&values.lower, &values.zero, &values.upper]
            .map(text)
            .join(" … "),
    }
}

/// Breaks a text at spaces into lines of at most `width` characters.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Formats a list as `one`, `one and two`, or `one, two and three`.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names() {
        assert_eq!(
            (grouped(999u32), grouped(1000u32)),
            ("999".into(), "1,000".into())
        );
        assert_eq!(grouped(417_225_900u32), "417,225,900");
        assert_eq!([signed(-3), signed(0), signed(2)], ["−3", "0", "+2"]);
        assert_eq!(signed_decimal(-0.004, 2), "0.00");
        assert_eq!(signed_decimal(-1.25, 1), "−1.2");
        assert_eq!(wrapped("ab cd efgh i", 5), ["ab cd", "efgh", "i"]);
        assert_eq!(interval(&[-1, 4]), "−1 to +4");
        assert_eq!(listed(&["a".into(), "b".into(), "c".into()]), "a, b and c");
        assert_eq!(plain("*see* `x` and [a](b/c)."), "see x and a.");
    }

    #[test]
    fn a_margin_that_is_not_narrowed_is_unresolved() {
        let alike = Values::alike([-48, 48]);
        assert_eq!(margin_within(&alike, 48), "unresolved");
        assert_eq!(margin_within(&alike, 57), "−48 to +48");
        let apart = Values {
            lower: [-2, -2],
            zero: [-2, 48],
            upper: [-48, 48],
        };
        assert_eq!(margin_within(&apart, 48), "−2 … −2 to +48 … unresolved");
        assert_eq!(margin(&apart), "−2 … −2 to +48 … −48 to +48");
    }
}
