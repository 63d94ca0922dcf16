//! A two-rank game as a TOML file: its name, its rules by question and answer, and its options.

use std::fmt;

use super::answers::{AnswerError, Answers};
use super::rules::RulesError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The rules of a two-rank game in a file. A question without an answer has its default.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RulesFile {
    /// The name: a small letter, then small letters, digits and `-`.
    pub name: String,
    /// A description in one line.
    pub about: String,
    /// Pits per side unless the option `pits` is given, 1 to 8. Default: 6.
    #[serde(default = "RulesFile::six")]
    pub pits: usize,
    /// Seeds in each pit at the start unless the option `seeds` is given. Default: 4.
    #[serde(default = "RulesFile::four")]
    pub seeds: usize,
    /// The answers to the questions about the rules.
    #[serde(default)]
    pub rules: Answers,
    /// The options of the game beside `pits`, `seeds` and `start`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<RuleOption>,
}

/// An option of a game.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RuleOption {
    /// The name.
    pub name: String,
    /// A description in one line.
    pub about: String,
    /// The values; the first is the default.
    pub values: Vec<RuleValue>,
}

/// A value of an option.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RuleValue {
    /// The name.
    pub name: String,
    /// The answers that the value changes.
    #[serde(default)]
    pub rules: Answers,
}

/// The error of a file that is not the rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesFileError {
    /// The file is not TOML, or a field or an answer is unknown.
    #[error("line {line}{}{field}: {message}", if field.is_empty() { "" } else { ", " })]
    Form {
        /// The number of the line, from 1.
        line: usize,
        /// The field of that line, if it has one.
        field: String,
        /// The error, with the allowed values.
        message: String,
    },
    /// A name is not allowed.
    #[error("line {line}, name '{name}': write a small letter, then small letters, digits and -")]
    Name {
        /// The number of the line, from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// An option has a name that is taken.
    #[error("line {line}, options: '{name}' is named twice, or is an option of every game")]
    Twice {
        /// The number of the line, from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// There are too many options, or an option has too few or too many values.
    #[error("line {line}, {field}: {found}, but {allowed} are allowed")]
    Number {
        /// The number of the line, from 1.
        line: usize,
        /// The field.
        field: String,
        /// The number found.
        found: usize,
        /// The allowed numbers.
        allowed: String,
    },
    /// An answer does not go with another.
    #[error("line {line}, {error}{values}")]
    Answer {
        /// The number of the line with the answer, from 1.
        line: usize,
        /// The question, and the allowed answers.
        error: AnswerError,
        /// The values of options with which it fails, unless it fails without any.
        values: FailingValues,
    },
    /// The board does not fit, or the answers are no rules.
    #[error("line {line}, {error}{values}")]
    Rules {
        /// The number of the line with the field at fault, from 1.
        line: usize,
        /// The error.
        error: RulesError,
        /// The values of options with which it fails, unless it fails without any.
        values: FailingValues,
    },
}

/// The values of options, as `option=value`, with which the answers of a file are no rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailingValues(pub Vec<String>);

impl fmt::Display for FailingValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [] => Ok(()),
            values => write!(f, " (with {})", values.join(",")),
        }
    }
}

impl RulesFile {
    const fn six() -> usize {
        6
    }

    const fn four() -> usize {
        4
    }
}
