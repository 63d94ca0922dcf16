//! Lines of the protocol, of limited length.

use std::io::{self, BufRead, Read as _};

/// The maximum number of bytes of a line, enough for a position and more moves than any game has.
pub(super) const LONGEST_LINE: u64 = 1 << 24;

/// The result of reading a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The line without the white space around it.
    Text(String),
    /// A line over the limit, which was skipped.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads a line of at most `longest` bytes, and skips one that is longer. Neither takes more memory.
pub(super) fn read_line(input: &mut impl BufRead, longest: u64) -> io::Result<Line> {
    let mut line = Vec::new();
    let read = input.take(longest + 1).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(Line::End);
    }
    if read as u64 > longest && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Line::TooLong);
    }
    Ok(Line::Text(String::from_utf8_lossy(&line).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped_and_the_next_is_read() {
        let mut input = &b"ugi\n\n12345678\n123456789\ngo\n1234567890"[..];
        let mut lines = Vec::new();
        loop {
            match read_line(&mut input, 8).unwrap() {
                Line::End => break,
                line => lines.push(line),
            }
        }
        let text = |text: &str| Line::Text(text.into());
        let expected = [
            text("ugi"),
            text(""),
            text("12345678"),
            Line::TooLong,
            text("go"),
            Line::TooLong,
        ];
        assert_eq!(lines, expected);
    }
}
