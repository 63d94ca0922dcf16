//! Numbers and names as the report writes them.

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    Plain(&'a str),
    Code(&'a str),
    /// A term, where it is explained.
    Term(&'a str),
    Link {
        text: &'a str,
        to: &'a str,
    },
}

/// A text in pieces: code stands between backticks, a term between asterisks, and a link is
/// `[text](target)`, as in Markdown.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            pieces.push(Piece::Code(part));
            continue;
        }
        let mut rest = part;
        while let Some((before, text, to, after)) = first_link(rest) {
            terms(before, &mut pieces);
            pieces.push(Piece::Link { text, to });
            rest = after;
        }
        terms(rest, &mut pieces);
    }
    pieces.retain(|piece| *piece != Piece::Plain(""));
    pieces
}

fn terms<'a>(text: &'a str, pieces: &mut Vec<Piece<'a>>) {
    for (index, part) in text.split('*').enumerate() {
        pieces.push(match index % 2 {
            1 => Piece::Term(part),
            _ => Piece::Plain(part),
        });
    }
}

/// What stands before the first link, its text and target, and what stands after it.
fn first_link(text: &str) -> Option<(&str, &str, &str, &str)> {
    let (before, rest) = text.split_once('[')?;
    let (name, rest) = rest.split_once("](")?;
    let (to, after) = rest.split_once(')')?;
    Some((before, name, to, after))
}

/// A count with a comma at each thousand.
pub(crate) fn grouped(number: impl Into<u128>) -> String {
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

/// How many threads, in words: `one thread`, `2 threads`.
pub(crate) fn threads(number: usize) -> String {
    match number {
        1 => "one thread".to_owned(),
        _ => format!("{number} threads"),
    }
}

/// How many openings, in words: `1 opening`, `72 openings`.
pub(super) fn number_of_openings(number: usize) -> String {
    match number {
        1 => "1 opening".to_owned(),
        number => format!("{} openings", grouped(number as u64)),
    }
}

/// A margin with its sign.
pub(super) fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        1.. => format!("+{number}"),
        _ => format!("−{}", number.unsigned_abs()),
    }
}

/// A margin with its sign and the given number of decimals.
pub(super) fn signed_decimal(number: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", number.abs());
    match text.bytes().all(|byte| matches!(byte, b'0' | b'.')) {
        true => text,
        false if number < 0.0 => format!("−{text}"),
        false => format!("+{text}"),
    }
}

/// What is proven of a value: the value, or the interval that it lies in.
pub(crate) fn interval(&[from, to]: &[i32; 2]) -> String {
    match from == to {
        true => signed(from),
        false => format!("{} to {}", signed(from), signed(to)),
    }
}

/// A text in lines of at most `width` characters, broken at spaces.
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

/// A title before a sentence.
pub(super) fn heading(title: &str) -> String {
    match title.ends_with('?') {
        true => title.to_owned(),
        false => format!("{title}:"),
    }
}

/// `one`, `one and two`, `one, two and three`.
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
        let link = Piece::Link {
            text: "a",
            to: "b/c",
        };
        assert_eq!(
            pieces("*see* `x` and [a](b/c)"),
            [
                Piece::Term("see"),
                Piece::Plain(" "),
                Piece::Code("x"),
                Piece::Plain(" and "),
                link
            ]
        );
    }
}
