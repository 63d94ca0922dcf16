//! Files with a seal: one line of JSON with its format, the version of the format, and a checksum. Damaged contents
//! and other formats or versions are refused.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::checksum::sha256;
use crate::message::one_line;

/// A kind of such files.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name of the format, as files state it.
    pub name: &'static str,
    /// The version of what is in them.
    pub version: u32,
}

/// Why contents are not taken from a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// The contents do not match the schema.
    #[error("{0}")]
    Schema(String),
    /// The contents have another format, or another version of it.
    #[error("another format or version")]
    Format,
    /// The contents were changed.
    #[error("it does not match its checksum")]
    Checksum,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope {
    format: String,
    version: u32,
    /// SHA-256 of the contents as they stand here.
    sha256: String,
    contents: Box<RawValue>,
}

/// The contents of a file with a seal, and their checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal<T> {
    /// The contents of the file.
    pub contents: T,
    /// SHA-256 of the contents, in hexadecimal.
    pub sha256: String,
}

impl Format {
    /// Seals contents: the text of the file, and the checksum of the contents.
    pub fn seal(&self, contents: &impl Serialize) -> Seal<String> {
        let contents = serde_json::value::to_raw_value(contents).expect("plain data is JSON");
        let sha256 = sha256(contents.get().as_bytes());
        let sealed = Envelope {
            format: self.name.to_owned(),
            version: self.version,
            sha256: sha256.clone(),
            contents,
        };
        Seal {
            contents: serde_json::to_string(&sealed).expect("plain data is JSON") + "\n",
            sha256,
        }
    }

    /// Reads the contents from the text of a file.
    pub fn unseal<T: DeserializeOwned>(&self, text: &str) -> Result<Seal<T>, SealError> {
        // The format first: others may have other fields.
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
        }
        let schema = |error: serde_json::Error| SealError::Schema(one_line(&error));
        let head: Head = serde_json::from_str(text).map_err(schema)?;
        if (head.format.as_str(), head.version) != (self.name, self.version) {
            return Err(SealError::Format);
        }
        let sealed: Envelope = serde_json::from_str(text).map_err(schema)?;
        if sha256(sealed.contents.get().as_bytes()) != sealed.sha256 {
            return Err(SealError::Checksum);
        }
        Ok(Seal {
            contents: serde_json::from_str(sealed.contents.get()).map_err(schema)?,
            sha256: sealed.sha256,
        })
    }

    /// Returns whether a text states this format, in any version.
    pub fn is_of(&self, text: &str) -> bool {
        #[derive(Deserialize)]
        struct Head {
            format: String,
        }
        serde_json::from_str::<Head>(text).is_ok_and(|head| head.format == self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format {
        name: "sowlab-test",
        version: 3,
    };

    #[test]
    fn no_changed_byte_passes() {
        let contents = vec![
            (0.1, "a board".to_owned(), u128::MAX),
            (-3.0, String::new(), 0),
        ];
        let sealed = FORMAT.seal(&contents);
        let text = &sealed.contents;
        assert!(text.ends_with("}\n") && text.lines().count() == 1 && FORMAT.is_of(text));
        type Contents = Vec<(f64, String, u128)>;
        let read = FORMAT.unseal::<Contents>(text).unwrap();
        assert_eq!((read.contents, read.sha256), (contents, sealed.sha256));
        for at in 0..text.len() - 1 {
            let mut damaged = text.clone().into_bytes();
            damaged[at] ^= 1;
            let damaged = String::from_utf8(damaged).unwrap();
            assert!(FORMAT.unseal::<Contents>(&damaged).is_err(), "byte {at}");
        }
        let next = Format {
            version: 4,
            ..FORMAT
        };
        assert_eq!(next.unseal::<Contents>(text), Err(SealError::Format));
        assert!(FORMAT.unseal::<u8>(text).is_err() && FORMAT.unseal::<u8>("[").is_err());
    }
}
