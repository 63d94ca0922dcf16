//! The options of a game in a certificate.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::fault::Fault;

/// The setting of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// A number.
    Number(u64),
    /// A word.
    Word(String),
}

/// Every option of a game with its setting, in the order of the game's full name. In the file they are an object, as
/// text `name=setting,name=setting`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<(String, Setting)>);

impl JsonSchema for Options {
    fn schema_name() -> Cow<'static, str> {
        "Options".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "Every option of the game, each once.",
            "properties": {
                "holes": {
                    "description": "The number of holes, 2 to 16.",
                    "type": "integer",
                },
                "seeds": {
                    "description": "The stones in each hole of the opening.",
                    "type": "integer",
                },
                "capture": {
                    "description": "The side that captures, or the pits that are captured.",
                    "enum": ["normal", "reversed", "both", "inner"],
                },
                "both-out": {
                    "description": "Both hands run out over different holes that hold two stones or more.",
                    "enum": ["relay", "end"],
                },
                "mixed-out": {
                    "description": "Both hands run out over different holes, one of which holds two stones or more.",
                    "enum": ["end", "forfeit"],
                },
            },
            "additionalProperties": { "type": ["integer", "string"] },
        })
    }
}

/// The error of a text that is not a list of options.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an option; write name=value,name=value")]
pub struct OptionsError(String);

impl Options {
    fn get(&self, name: &str) -> Option<&Setting> {
        let (_, setting) = self.0.iter().find(|(known, _)| known == name)?;
        Some(setting)
    }

    /// Returns the options in the given order, if exactly these are stated.
    pub(super) fn in_order(&self, names: &[&str]) -> Result<Options, Fault> {
        let one = |name: &&str| Some((name.to_string(), self.get(name)?.clone()));
        let ordered: Option<Vec<_>> = names.iter().map(one).collect();
        let right = ordered.filter(|ordered| ordered.len() == self.0.len());
        let options = right.map(Options);
        options.ok_or_else(|| Fault::Options(names.join(", ")))
    }

    /// Returns the option of this name as a number from `least` to `most`.
    pub(super) fn number(&self, name: &str, least: u64, most: u64) -> Result<u64, Fault> {
        match self.get(name) {
            Some(&Setting::Number(number)) if (least..=most).contains(&number) => Ok(number),
            _ => Err(Fault::Number {
                name: name.to_owned(),
                least,
                most,
            }),
        }
    }

    /// Returns the option of this name as the counts of one or more sides, such as `1+2/3+4`. `None` if it is not
    /// stated.
    pub(super) fn counts(&self, name: &str) -> Option<Result<Vec<Vec<u64>>, Fault>> {
        let Setting::Word(text) = self.get(name)? else {
            return Some(Err("the start has one pit".into()));
        };
        let side = |side: &str| {
            side.split('+')
                .map(|count| count.parse::<u8>().map(u64::from))
                .collect()
        };
        let sides = text.split('/').map(side).collect::<Result<_, _>>();
        Some(sides.map_err(|_| "the start must be numbers of seeds separated by +".into()))
    }

    /// Returns the place of the option of this name among its words.
    pub(super) fn place(&self, name: &str, words: &[&'static str]) -> Result<usize, Fault> {
        let found = match self.get(name) {
            Some(Setting::Word(found)) => words.iter().position(|word| word == found),
            _ => None,
        };
        found.ok_or_else(|| Fault::Word {
            name: name.to_owned(),
            words: words.to_vec(),
        })
    }

    /// Returns whether the option of this name is the second of two words.
    pub(super) fn is_second(&self, name: &str, words: [&'static str; 2]) -> Result<bool, Fault> {
        Ok(self.place(name, &words)? == 1)
    }
}

impl FromStr for Options {
    type Err = OptionsError;

    fn from_str(text: &str) -> Result<Options, OptionsError> {
        let option = |part: &str| {
            let wrong = || OptionsError(part.chars().take(40).collect());
            let (name, setting) = part.split_once('=').ok_or_else(wrong)?;
            let setting = match setting.parse() {
                Ok(number) => Setting::Number(number),
                Err(_) => Setting::Word(setting.to_owned()),
            };
            Ok((name.to_owned(), setting))
        };
        let parts = text.split(',').filter(|part| !part.is_empty());
        parts.map(option).collect::<Result<_, _>>().map(Options)
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, setting)) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            match setting {
                Setting::Number(number) => write!(f, "{comma}{name}={number}")?,
                Setting::Word(word) => write!(f, "{comma}{name}={word}")?,
            }
        }
        Ok(())
    }
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, setting) in &self.0 {
            map.serialize_entry(name, setting)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Options, D::Error> {
        deserializer.deserialize_map(OptionsVisitor)
    }
}

struct OptionsVisitor;

impl<'de> Visitor<'de> for OptionsVisitor {
    type Value = Options;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of options")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Options, A::Error> {
        let mut options = Options::default();
        while let Some((name, setting)) = map.next_entry::<String, Setting>()? {
            if options.get(&name).is_some() {
                return Err(A::Error::custom(format!("option '{name}' is given twice")));
            }
            options.0.push((name, setting));
        }
        Ok(options)
    }
}
