//! Options of a declared game: the text after its name, as `name=value` separated by commas.

use std::fmt;

use super::quoted::shortened;

/// The most options that a game may have.
pub const MAX_OPTIONS: usize = 8;

/// The values that an option allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Allowed {
    /// A whole number from `least` to `most`.
    Number {
        /// The least allowed.
        least: u64,
        /// The greatest allowed.
        most: u64,
        /// The default.
        default: u64,
    },
    /// One of these words; the first is the default.
    Words(&'static [&'static str]),
    /// Stones in each hole, as in `1+2+3`. They are read by the game itself: [`Values`] hold none.
    Counts {
        /// The fewest holes of a side.
        least: usize,
        /// The most holes of a side.
        most: usize,
        /// The most sides that may be written, parted by `/`.
        sides: usize,
        /// The default, as text.
        default: &'static str,
    },
}

impl Allowed {
    /// The default of the option, as text.
    pub fn default_text(&self) -> String {
        match self {
            Allowed::Counts { default, .. } => (*default).to_owned(),
            _ => self.text(self.default_value()),
        }
    }

    /// The default as a stored number: a number itself, a word as its index in the list.
    fn default_value(&self) -> u64 {
        match *self {
            Allowed::Number { default, .. } => default,
            Allowed::Words(_) | Allowed::Counts { .. } => 0,
        }
    }

    fn read(&self, text: &str) -> Option<u64> {
        match *self {
            Allowed::Number { least, most, .. } => {
                let digits = text.bytes().all(|byte| byte.is_ascii_digit());
                let number = text.parse().ok()?;
                (digits && (least..=most).contains(&number)).then_some(number)
            }
            Allowed::Words(words) => {
                let place = words.iter().position(|&word| word == text)?;
                Some(place as u64)
            }
            Allowed::Counts { .. } => None,
        }
    }

    fn text(&self, value: u64) -> String {
        match *self {
            Allowed::Number { .. } => value.to_string(),
            Allowed::Words(words) => words
                .get(value as usize)
                .copied()
                .unwrap_or_default()
                .to_owned(),
            Allowed::Counts { default, .. } => default.to_owned(),
        }
    }
}

/// The allowed values, as `1..8` or `yes|no`.
impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Number { least, most, .. } => write!(f, "{least}..{most}"),
            Allowed::Words(words) => f.write_str(&words.join("|")),
            Allowed::Counts {
                least,
                most,
                sides: 1,
                ..
            } => write!(f, "1+2+…, {least} to {most} counts"),
            Allowed::Counts { least, most, .. } => {
                write!(f, "1+2+… or 1+2+…/3+4+…, {least} to {most} counts a side")
            }
        }
    }
}

/// An option of a declared game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OptionSpec {
    /// The text before the equals sign.
    pub name: &'static str,
    /// The values that may follow it.
    pub allowed: Allowed,
    /// The effect of the option, in one line.
    pub about: &'static str,
}

/// The reason for which options are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No equals sign.
    #[error("'{0}' is not an option; write name=value,name=value")]
    Form(String),
    /// The game has no such option.
    #[error("{game} has no option '{found}'; options: {known}")]
    Unknown {
        /// The game.
        game: &'static str,
        /// The name in the text.
        found: String,
        /// The options of the game.
        known: String,
    },
    /// The option is set twice.
    #[error("option {0} is given twice")]
    Twice(&'static str),
    /// The start and the size are both given.
    #[error("start={start} sets the size of the board; leave out {}", sizes.join(" and "))]
    StartAndSize {
        /// The start, as it was written.
        start: String,
        /// The options that set the size.
        sizes: Vec<&'static str>,
    },
    /// The value is not allowed.
    #[error("{name}={found}: {name} must be {allowed}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value in the text.
        found: String,
        /// The allowed values.
        allowed: Allowed,
    },
}

/// The value of each option of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Values {
    specs: &'static [OptionSpec],
    set: [u64; MAX_OPTIONS],
}

impl Values {
    /// Sets all options to their defaults. Options past [`MAX_OPTIONS`] are left out.
    pub fn defaults(specs: &'static [OptionSpec]) -> Values {
        let mut set = [0; MAX_OPTIONS];
        for (value, spec) in set.iter_mut().zip(specs) {
            *value = spec.allowed.default_value();
        }
        Values { specs, set }
    }

    /// Reads `name=value,name=value`; an option that is not named has its default.
    ///
    /// # Errors
    /// The error names the option and the allowed values.
    pub fn parse(
        game: &'static str,
        specs: &'static [OptionSpec],
        text: &str,
    ) -> Result<Values, OptionError> {
        let mut values = Values::defaults(specs);
        let mut given = [false; MAX_OPTIONS];
        for part in text.split(',') {
            let (name, value) = part
                .split_once('=')
                .ok_or_else(|| OptionError::Form(shortened(part)))?;
            let ((slot, given), spec) = values
                .set
                .iter_mut()
                .zip(&mut given)
                .zip(specs)
                .find(|(_, spec)| spec.name == name)
                .ok_or_else(|| OptionError::Unknown {
                    game,
                    found: shortened(name),
                    known: specs
                        .iter()
                        .map(|spec| spec.name)
                        .collect::<Vec<_>>()
                        .join(", "),
                })?;
            if std::mem::replace(given, true) {
                return Err(OptionError::Twice(spec.name));
            }
            *slot = spec.allowed.read(value).ok_or_else(|| OptionError::Value {
                name: spec.name,
                found: shortened(value),
                allowed: spec.allowed,
            })?;
        }
        Ok(values)
    }

    /// The value of an option: a number as it is, a word as its place in the list of words.
    /// `None` if the game has no such option.
    pub fn get(&self, name: &str) -> Option<u64> {
        let (_, &value) = self
            .specs
            .iter()
            .zip(&self.set)
            .find(|(spec, _)| spec.name == name)?;
        Some(value)
    }

    /// Returns these values with one changed, as [`get`](Values::get) returns it. If the game has no such option, nothing
    /// changes.
    #[must_use]
    pub fn with(&self, name: &str, number: u64) -> Values {
        let mut values = *self;
        for (value, spec) in values.set.iter_mut().zip(self.specs) {
            let allowed = match spec.allowed {
                Allowed::Number { least, most, .. } => (least..=most).contains(&number),
                Allowed::Words(words) => number < words.len() as u64,
                Allowed::Counts { .. } => false,
            };
            if spec.name == name && allowed {
                *value = number;
            }
        }
        values
    }

    /// Returns whether an option has the value that this text stands for.
    pub fn is(&self, name: &str, text: &str) -> bool {
        self.specs
            .iter()
            .zip(self.set)
            .any(|(spec, value)| spec.name == name && spec.allowed.text(value) == text)
    }
}

impl Values {
    /// The options without those in `names`, as [`Values::parse`] reads them.
    pub fn without(&self, names: &[&str]) -> String {
        let written = (self.specs.iter().zip(self.set))
            .filter(|(spec, _)| !names.contains(&spec.name))
            .map(|(spec, value)| format!("{}={}", spec.name, spec.allowed.text(value)));
        written.collect::<Vec<_>>().join(",")
    }
}

/// The options with all values, as [`Values::parse`] reads them.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.without(&[]))
    }
}
