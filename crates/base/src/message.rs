//! Messages in one line.

use std::fmt::Display;

/// A message in one line, whatever it quotes: spaces for line breaks and other control characters.
pub fn one_line(message: &impl Display) -> String {
    let message = message.to_string();
    message.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn what_serde_quotes_is_one_line() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Empty {}
        let error = serde_json::from_str::<Empty>("{\"a\\nfield\": 1}").unwrap_err();
        assert!(error.to_string().contains('\n'), "{error}");
        assert!(one_line(&error).contains("`a field`"), "{error}");
    }
}
