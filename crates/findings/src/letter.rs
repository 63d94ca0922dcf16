//! Sides in one letter.

/// The letter of a side: `E` for East.
pub fn letter(side: &str) -> String {
    side.chars().take(1).collect()
}
