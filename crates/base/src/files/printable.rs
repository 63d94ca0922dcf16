//! The name of a game as a file states it.

/// A name in UTF-8 without control characters, so that a message that quotes it is one line.
pub fn printable(name: Vec<u8>) -> Option<String> {
    let name = String::from_utf8(name).ok()?;
    (!name.chars().any(char::is_control)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn a_name_is_text_of_one_line() {
        assert_eq!(printable(b"stones".to_vec()), Some("stones".into()));
        for name in [b"two\nlines".as_slice(), b"bell\x07", b"\xff"] {
            assert_eq!(printable(name.to_vec()), None);
        }
    }
}
