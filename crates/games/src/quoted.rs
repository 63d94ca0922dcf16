//! What errors quote of what a user wrote.

/// What stands in an error of what a user wrote: one short line, whatever it was.
pub fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(24).flat_map(char::escape_debug).collect();
    if text.chars().nth(24).is_some() {
        short.push('…');
    }
    short
}
