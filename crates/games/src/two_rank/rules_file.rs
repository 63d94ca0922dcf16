//! A two-rank game as a TOML file: its name, its rules by question and answer, and its options.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sowlab_base::one_line;

use super::answers::{AnswerError, Answers};
use super::rules::RulesError;
use crate::options::MAX_OPTIONS;

/// The options that every game has: `pits`, `seeds` and `start`.
pub(super) const SIZES: usize = 3;
/// The most values of an option.
const MAX_VALUES: usize = 8;

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
    #[error("name '{0}': write a small letter, then small letters, digits and -")]
    Name(String),
    /// An option has a name that is taken.
    #[error("options: '{0}' is named twice, or is an option of every game")]
    Twice(String),
    /// There are too many options, or an option has too few or too many values.
    #[error("{field}: {found}, but {allowed} are allowed")]
    Number {
        /// The field.
        field: String,
        /// The number found.
        found: usize,
        /// The allowed numbers.
        allowed: String,
    },
    /// An answer does not go with another.
    #[error("line {line}, {error}")]
    Answer {
        /// The number of the first line with the question, from 1.
        line: usize,
        /// The question, and the allowed answers.
        error: AnswerError,
    },
    /// The board does not fit.
    #[error(transparent)]
    Size(#[from] RulesError),
}

impl RulesFile {
    const fn six() -> usize {
        6
    }

    const fn four() -> usize {
        4
    }

    /// Reads and checks a file: the answers must go together with every value of every option.
    ///
    /// # Errors
    /// The line, the field and what is allowed.
    ///
    /// ```
    /// use sowlab_games::two_rank::RulesFile;
    /// let file = RulesFile::parse(
    ///     r#"
    /// name = "quiet-rows"
    /// about = "A game of my own"
    /// seeds = 5
    ///
    /// [rules]
    /// origin = "skipped"
    /// capture = "facing"
    /// facing-empty = "captures-last-seed"
    /// "#,
    /// )
    /// .unwrap();
    /// assert_eq!(file.name, "quiet-rows");
    /// let error = RulesFile::parse("name = 'x'\nabout = ''\n[rules]\nlift = 'none'").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 4, lift: unknown variant `none`, expected `all` or `all-but-one`"
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<RulesFile, RulesFileError> {
        let file: RulesFile = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let before = &text.as_bytes()[..start.min(text.len())];
            let line = before.iter().filter(|&&byte| byte == b'\n').count();
            let bare = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
            let field = text.lines().nth(line).and_then(|line| line.split_once('='));
            let field = field.map(|(field, _)| field.trim());
            let field = field.filter(|field| field.bytes().all(bare));
            RulesFileError::Form {
                line: line + 1,
                field: field.unwrap_or_default().to_owned(),
                message: one_line(&error.message()),
            }
        })?;
        file.check().map_err(|error| match error {
            RulesFileError::Answer { error, .. } => RulesFileError::Answer {
                line: line_of(text, error.field),
                error,
            },
            error => error,
        })?;
        Ok(file)
    }

    fn check(&self) -> Result<(), RulesFileError> {
        check_name(&self.name)?;
        let most = MAX_OPTIONS - SIZES;
        if self.options.len() > most {
            return Err(RulesFileError::Number {
                field: "options".to_owned(),
                found: self.options.len(),
                allowed: format!("0 to {most}"),
            });
        }
        let mut names = vec!["pits", "seeds", "start", "rules"];
        for option in &self.options {
            check_name(&option.name)?;
            if names.contains(&option.name.as_str()) {
                return Err(RulesFileError::Twice(option.name.clone()));
            }
            names.push(&option.name);
            if !(2..=MAX_VALUES).contains(&option.values.len()) {
                return Err(RulesFileError::Number {
                    field: format!("values of {}", option.name),
                    found: option.values.len(),
                    allowed: format!("2 to {MAX_VALUES}"),
                });
            }
            for value in &option.values {
                check_name(&value.name)?;
            }
        }
        self.check_values(&self.rules, &self.options)
    }

    /// Checks the answers with every value of these options.
    fn check_values(
        &self,
        answers: &Answers,
        options: &[RuleOption],
    ) -> Result<(), RulesFileError> {
        let Some((option, rest)) = options.split_first() else {
            let rules = answers.rules(self.pits, self.seeds);
            let rules = rules.map_err(|error| RulesFileError::Answer { line: 1, error })?;
            return Ok(rules.check()?);
        };
        for value in &option.values {
            self.check_values(&answers.with(&value.rules), rest)?;
        }
        Ok(())
    }
}

/// Returns the number of the first line with this field, from 1; 1 if there is none.
fn line_of(text: &str, field: &str) -> usize {
    let names = |part: &str| part.trim_end().rsplit(['{', ',', ' ']).next() == Some(field);
    let has = |line: &str| line.split('=').any(names);
    text.lines().position(has).map_or(1, |line| line + 1)
}

fn check_name(name: &str) -> Result<(), RulesFileError> {
    let rest = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    match name.as_bytes() {
        [first, others @ ..]
            if first.is_ascii_lowercase() && others.iter().all(|&byte| rest(byte)) =>
        {
            Ok(())
        }
        _ => Err(RulesFileError::Name(crate::shortened(name))),
    }
}
