//! Addresses of published sets.

use ureq::http::Uri;

/// The reason why a text is not the address of a published set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UrlError {
    /// The text is not a URL.
    #[error("{0}: not a URL; write https://host/path")]
    Invalid(String),
    /// The URL has another scheme.
    #[error("{0}: a URL begins with https:// or http://")]
    Scheme(String),
    /// The URL has parts that names of files cannot be appended to.
    #[error("{0}: the URL of a directory has no user name, no ? and no #")]
    Parts(String),
}

/// The URL of a directory, which ends with `/`.
#[derive(Clone, Debug)]
pub(crate) struct Base(String);

impl Base {
    pub(crate) fn parse(text: &str) -> Result<Base, UrlError> {
        let invalid = || UrlError::Invalid(text.to_owned());
        if text.contains(['?', '#']) {
            return Err(UrlError::Parts(text.to_owned()));
        }
        let url: Uri = text.parse().map_err(|_| invalid())?;
        if !matches!(url.scheme_str(), Some("http" | "https")) {
            return Err(UrlError::Scheme(text.to_owned()));
        }
        let authority = url.authority().ok_or_else(invalid)?;
        if authority.as_str().contains('@') {
            return Err(UrlError::Parts(text.to_owned()));
        }
        if authority.host().is_empty() {
            return Err(invalid());
        }
        Ok(Base(format!("{}/", text.trim_end_matches('/'))))
    }

    pub(crate) fn is_encrypted(&self) -> bool {
        self.0.to_ascii_lowercase().starts_with("https:")
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_names_a_directory() {
        for (text, base) in [
            ("https://host/path", "https://host/path/"),
            ("http://127.0.0.1:8000/", "http://127.0.0.1:8000/"),
            ("HTTPS://host", "HTTPS://host/"),
        ] {
            assert_eq!(Base::parse(text).unwrap().as_str(), base);
        }
        assert!(Base::parse("HTTPS://host").unwrap().is_encrypted());
        assert!(!Base::parse("http://host/https:").unwrap().is_encrypted());
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "http://",
            "http:///path",
            "https://a b/",
            "",
            "host",
            "/path",
        ] {
            assert!(Base::parse(text).is_err(), "{text}");
        }
        let scheme = |text: &str| UrlError::Scheme(text.to_owned());
        assert_eq!(
            Base::parse("ftp://host/").unwrap_err(),
            scheme("ftp://host/")
        );
        for text in ["https://me@host/", "https://host/?a=b", "https://host/#a"] {
            assert_eq!(
                Base::parse(text).unwrap_err(),
                UrlError::Parts(text.to_owned())
            );
        }
    }
}
