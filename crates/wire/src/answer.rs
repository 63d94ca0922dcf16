//! What an answer states about itself, and whether this fits the request.

use std::ops::Range;

use super::error::HttpError;

/// A function that returns a header of an answer by its name in small letters.
pub type Headers<'a> = &'a dyn Fn(&str) -> Option<String>;

const TAG: &str = "etag";
const MODIFIED: &str = "last-modified";

/// What identifies the contents of a file, as its first answer stated it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The length of the file in bytes.
    pub length: u64,
    tag: Option<String>,
    modified: Option<String>,
}

impl Version {
    /// Returns the value for the header `If-Range`: a strong tag, otherwise the time of the last change.
    #[cfg(feature = "client")]
    pub(crate) fn validator(&self) -> Option<&str> {
        match &self.tag {
            Some(tag) if !tag.starts_with("W/") => Some(tag),
            _ => self.modified.as_deref(),
        }
    }

    fn differs(&self, header: Headers<'_>) -> bool {
        let other = |known: &Option<String>, found: Option<String>| matches!((known, found), (Some(known), Some(found)) if *known != found);
        other(&self.tag, header(TAG)) || other(&self.modified, header(MODIFIED))
    }
}

/// Checks the head of an answer to a request for a range. Returns the version of the file, and the number of bytes
/// that must follow: fewer than requested only at the end of the file.
///
/// # Errors
/// The answer is not this range of this version of the file.
pub fn check_head(
    status: u16,
    header: Headers<'_>,
    asked: &Range<u64>,
    known: Option<&Version>,
) -> Result<(Version, u64), HttpError> {
    let changed = known.is_some_and(|known| known.differs(header));
    match status {
        206 => {}
        200 if changed => return Err(HttpError::Changed),
        200 => return Err(HttpError::NoRanges),
        404 | 410 => return Err(HttpError::Missing),
        416 if known.is_some() => return Err(HttpError::Changed),
        416 => return Err(HttpError::TooShort(asked.start)),
        other => return Err(HttpError::Status(other)),
    }
    if let Some(encoding) = header("content-encoding")
        && !encoding.eq_ignore_ascii_case("identity")
    {
        return Err(HttpError::Encoded(encoding));
    }
    let stated = header("content-range").unwrap_or_default();
    let wrong = || HttpError::WrongRange {
        asked: format!("{}-{}", asked.start, asked.end - 1),
        found: stated.clone(),
    };
    let (found, length) = content_range(&stated).ok_or_else(wrong)?;
    if changed || known.is_some_and(|known| known.length != length) {
        return Err(HttpError::Changed);
    }
    if found != (asked.start..asked.end.min(length)) {
        return Err(wrong());
    }
    let expected = found.end - found.start;
    if let Some(stated) = header("content-length")
        && stated.parse() != Ok(expected)
    {
        let found = stated;
        return Err(HttpError::WrongLength { expected, found });
    }
    let version = Version {
        length,
        tag: header(TAG),
        modified: header(MODIFIED),
    };
    Ok((version, expected))
}

/// Reads `bytes FROM-LAST/LENGTH`.
fn content_range(text: &str) -> Option<(Range<u64>, u64)> {
    let (range, length) = text.strip_prefix("bytes ")?.split_once('/')?;
    let (from, last) = range.split_once('-')?;
    let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.parse::<u64>().ok(),
        false => None,
    };
    let (from, end, length) = (
        number(from)?,
        number(last)?.checked_add(1)?,
        number(length)?,
    );
    (from < end && end <= length).then_some((from..end, length))
}

#[cfg(all(test, feature = "client"))]
mod tests {
    use super::*;

    /// Checks the head of an answer to a request for bytes 10 to 19.
    fn checked(
        status: u16,
        lines: &[(&str, &str)],
        known: Option<&Version>,
    ) -> Result<(Version, u64), HttpError> {
        let header = |name: &str| {
            let line = lines.iter().find(|line| line.0 == name)?;
            Some(line.1.to_owned())
        };
        check_head(status, &header, &(10..20), known)
    }

    fn head(status: u16, lines: &[(&str, &str)]) -> Result<(Version, u64), HttpError> {
        checked(status, lines, None)
    }

    #[test]
    fn only_the_requested_range_is_accepted() {
        let (version, expected) = head(206, &[("content-range", "bytes 10-19/100")]).unwrap();
        assert_eq!((version.length, expected), (100, 10));
        // Less at the end of the file.
        let (version, expected) = head(206, &[("content-range", "bytes 10-14/15")]).unwrap();
        assert_eq!((version.length, expected), (15, 5));
        for range in [
            "bytes 10-18/100",
            "bytes 11-19/100",
            "bytes 10-20/100",
            "bytes 10-19/*",
            "bytes 10-19/19",
            "bytes 10-14/16",
            "bytes +10-19/100",
            "bytes 10-18446744073709551615/100",
            "bits 10-19/100",
            "",
        ] {
            let found = head(206, &[("content-range", range)]);
            assert!(
                matches!(found, Err(HttpError::WrongRange { .. })),
                "{range}"
            );
        }
        assert!(matches!(head(206, &[]), Err(HttpError::WrongRange { .. })));
        let long = [
            ("content-range", "bytes 10-19/100"),
            ("content-length", "11"),
        ];
        assert!(matches!(
            head(206, &long),
            Err(HttpError::WrongLength { .. })
        ));
        let packed = [
            ("content-range", "bytes 10-19/100"),
            ("content-encoding", "gzip"),
        ];
        assert_eq!(head(206, &packed), Err(HttpError::Encoded("gzip".into())));
    }

    #[test]
    fn a_status_says_why_there_is_no_range() {
        for (status, error) in [
            (200, HttpError::NoRanges),
            (204, HttpError::Status(204)),
            (404, HttpError::Missing),
            (410, HttpError::Missing),
            (416, HttpError::TooShort(10)),
            (503, HttpError::Status(503)),
        ] {
            assert_eq!(head(status, &[]), Err(error));
        }
    }

    #[test]
    fn a_changed_file_is_noticed() {
        let first = [
            ("content-range", "bytes 10-19/100"),
            ("etag", "\"a\""),
            ("last-modified", "Sat, 01 Jan 2000 00:00:00 GMT"),
        ];
        let (known, _) = head(206, &first).unwrap();
        assert_eq!(known.validator(), Some("\"a\""));
        let again =
            |status: u16, lines: &[(&str, &str)]| checked(status, lines, Some(&known)).map(|_| ());
        assert_eq!(again(206, &first), Ok(()));
        let range = first[0];
        assert_eq!(again(206, &[range]), Ok(()));
        for (status, lines) in [
            (206, &[range, ("etag", "\"b\"")][..]),
            (206, &[range, ("etag", "\"a\""), ("last-modified", "today")]),
            (206, &[("content-range", "bytes 10-19/101")]),
            (200, &[("etag", "\"b\"")]),
            (416, &[]),
        ] {
            assert_eq!(again(status, lines), Err(HttpError::Changed));
        }
        assert_eq!(again(200, &[("etag", "\"a\"")]), Err(HttpError::NoRanges));
    }

    #[test]
    fn a_weak_tag_does_not_validate_ranges() {
        let date = "Sat, 01 Jan 2000 00:00:00 GMT";
        let lines = [
            ("content-range", "bytes 10-19/100"),
            ("etag", "W/\"a\""),
            ("last-modified", date),
        ];
        let (known, _) = head(206, &lines).unwrap();
        assert_eq!(known.validator(), Some(date));
        let (known, _) = head(206, &lines[..2]).unwrap();
        assert_eq!(known.validator(), None);
    }
}
