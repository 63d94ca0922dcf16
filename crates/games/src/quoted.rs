//! Quotes of user input in error messages.

/// Returns user input as an error quotes it: one short line, whatever the input was.
pub fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(24).flat_map(char::escape_debug).collect();
    if text.chars().nth(24).is_some() {
        short.push('…');
    }
    short
}
