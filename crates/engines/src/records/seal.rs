//! Checksums of lines: the last member of each, `"check"`, is the start of the SHA-256 of the line up to it.

use sowlab_base::checksum::sha256;

/// The byte order mark that some editors prepend to a text.
pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// The reason for refusing a byte order mark.
pub(super) const MARKED: &str =
    "begins with a byte order mark, which the checksum does not allow; remove the mark";
const MEMBER: &str = ",\"check\":\"";
/// The number of digits of a checksum.
const DIGITS: usize = 16;
/// The characters after the digits.
const END: &str = "\"}";

/// The state of a line's checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seal {
    /// The checksum matches.
    Right,
    /// The checksum does not match.
    Wrong,
    /// The line has no checksum, as in older files.
    None,
}

/// Returns a JSON object as a line with its checksum.
pub(super) fn sealed(object: &str) -> String {
    let body = object.strip_suffix('}').expect("an object");
    format!(
        "{body}{MEMBER}{}{END}\n",
        &sha256(body.as_bytes())[..DIGITS]
    )
}

/// Checks a line, given without its line end.
pub(super) fn check(line: &[u8]) -> Seal {
    let length = MEMBER.len() + DIGITS + END.len();
    let Some((body, seal)) = line.len().checked_sub(length).map(|at| line.split_at(at)) else {
        return Seal::None;
    };
    let digits = seal
        .strip_prefix(MEMBER.as_bytes())
        .and_then(|rest| rest.strip_suffix(END.as_bytes()));
    match digits {
        Some(digits) if digits == &sha256(body).as_bytes()[..DIGITS] => Seal::Right,
        Some(_) => Seal::Wrong,
        None => Seal::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_flipped_bit_passes_as_right() {
        let line = sealed(r#"{"game":7,"moves":["E1W2"]}"#);
        let line = line.trim_end().as_bytes();
        assert_eq!(check(line), Seal::Right);
        assert!(serde_json::from_slice::<serde_json::Value>(line).is_ok());
        for bit in 0..8 * line.len() {
            let mut damaged = line.to_vec();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(check(&damaged), Seal::Right, "bit {bit}");
        }
        assert_eq!(check(b"{}"), Seal::None);
    }
}
