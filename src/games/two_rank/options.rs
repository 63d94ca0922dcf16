//! Options of a declared game: what may follow its name, as `key=value` separated by commas.

use std::fmt;

/// What an option may be set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// A whole number from `least` to `most`.
    Number {
        /// The least allowed.
        least: usize,
        /// The greatest allowed.
        most: usize,
        /// What it is if it is left out.
        default: usize,
    },
    /// One of these words; the first is the default.
    Words(&'static [&'static str]),
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Number {
                least,
                most,
                default,
            } => write!(f, "{least} to {most}, default {default}"),
            Allowed::Words(words) => {
                write!(f, "{}, default {}", words.join(" or "), words[0])
            }
        }
    }
}

/// An option of a declared game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// What stands before the equals sign.
    pub key: &'static str,
    /// What may stand after it.
    pub allowed: Allowed,
    /// What it decides.
    pub help: &'static str,
}

/// Why options are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No equals sign.
    #[error("option {0:?}: options are written key=value, separated by commas")]
    NoValue(String),
    /// Not an option of this game.
    #[error("option {key:?}: {game} has the options {allowed}")]
    Unknown {
        /// The game.
        game: &'static str,
        /// What was written.
        key: String,
        /// The keys that there are.
        allowed: String,
    },
    /// Set twice.
    #[error("option {0}: set twice")]
    Twice(&'static str),
    /// Not an allowed value.
    #[error("option {key}={value}: allowed is {allowed}")]
    Value {
        /// The option.
        key: &'static str,
        /// What was written.
        value: String,
        /// What may be written.
        allowed: Allowed,
    },
}

/// The value of each option of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values(Vec<(OptionSpec, Value)>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Number(usize),
    Word(&'static str),
}

impl Values {
    /// Reads what follows the colon; everything not named has its default.
    ///
    /// # Errors
    /// Names the option and what is allowed.
    pub fn parse(
        game: &'static str,
        specs: &'static [OptionSpec],
        text: &str,
    ) -> Result<Values, OptionError> {
        let mut set: Vec<Option<Value>> = vec![None; specs.len()];
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| OptionError::NoValue(part.to_owned()))?;
            let index = specs
                .iter()
                .position(|spec| spec.key == key)
                .ok_or_else(|| OptionError::Unknown {
                    game,
                    key: key.to_owned(),
                    allowed: specs
                        .iter()
                        .map(|spec| spec.key)
                        .collect::<Vec<_>>()
                        .join(", "),
                })?;
            let spec = specs[index];
            if set[index].is_some() {
                return Err(OptionError::Twice(spec.key));
            }
            set[index] = Some(read(value, spec.allowed).ok_or_else(|| OptionError::Value {
                key: spec.key,
                value: value.to_owned(),
                allowed: spec.allowed,
            })?);
        }
        let values = specs.iter().zip(set).map(|(&spec, value)| {
            let default = match spec.allowed {
                Allowed::Number { default, .. } => Value::Number(default),
                Allowed::Words(words) => Value::Word(words[0]),
            };
            (spec, value.unwrap_or(default))
        });
        Ok(Values(values.collect()))
    }

    /// The value of a number; `None` if the game has no such option.
    pub fn number(&self, key: &str) -> Option<usize> {
        match self.get(key)? {
            Value::Number(number) => Some(number),
            Value::Word(_) => None,
        }
    }

    /// Whether an option of words is set to this word.
    pub fn is(&self, key: &str, word: &str) -> bool {
        matches!(self.get(key), Some(Value::Word(set)) if set == word)
    }

    fn get(&self, key: &str) -> Option<Value> {
        let (_, value) = self.0.iter().find(|(spec, _)| spec.key == key)?;
        Some(*value)
    }
}

/// The options with all values, as [`Values::parse`] reads them.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (spec, value)) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            match value {
                Value::Number(number) => write!(f, "{comma}{}={number}", spec.key)?,
                Value::Word(word) => write!(f, "{comma}{}={word}", spec.key)?,
            }
        }
        Ok(())
    }
}

fn read(text: &str, allowed: Allowed) -> Option<Value> {
    match allowed {
        Allowed::Number { least, most, .. } => {
            let number = text.parse().ok()?;
            (least..=most)
                .contains(&number)
                .then_some(Value::Number(number))
        }
        Allowed::Words(words) => words
            .iter()
            .find(|&&word| word == text)
            .map(|&word| Value::Word(word)),
    }
}
