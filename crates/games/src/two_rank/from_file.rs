//! Games from the user's files: reading and checking the rules.

use sowlab_base::one_line;

use super::super::files::ReadFiles;
use super::super::quoted::shortened;
use super::answers::Answers;
use super::declaration::{Declaration, FILE, GameError};
use super::rules_file::{RuleOption, RulesFile, RulesFileError};
use crate::options::MAX_OPTIONS;

/// The most bytes of a file of rules.
const LONGEST: u64 = 1 << 16;

/// The options that every game has: `pits`, `seeds` and `start`.
const SIZES: usize = 3;
/// The most values of an option.
const MAX_VALUES: usize = 8;

static GAMES: ReadFiles<Declaration> = ReadFiles::new();

/// Returns whether a name without `file:` looks like the path of a file of rules, with options or not.
pub(crate) fn is_path(name: &str) -> bool {
    name.split(',')
        .next()
        .is_some_and(|path| path.ends_with(FILE))
}

/// Returns the game of a file as it is now.
pub(super) fn from_file(path: &str) -> Result<&'static Declaration, GameError> {
    if !path.ends_with(FILE) {
        return Err(GameError::Path(shortened(path)));
    }
    let unreadable = |reason| GameError::File {
        path: shortened(path),
        reason,
    };
    GAMES.read(path, LONGEST, unreadable, |text| {
        let file = RulesFile::parse(text).map_err(|error| GameError::Rules {
            path: shortened(path),
            error,
        })?;
        Ok(Declaration::new(file, Some(path)))
    })
}

impl RulesFile {
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
            let field = field.map(|(field, answer)| (field.trim(), answer.trim()));
            let field = field.filter(|(field, _)| field.bytes().all(bare));
            let (field, answer) = field.unwrap_or_default();
            let is_word = answer.starts_with(|first: char| first.is_ascii_alphabetic());
            RulesFileError::Form {
                line: line + 1,
                field: field.to_owned(),
                message: match is_word {
                    true => format!(
                        "write the answer in quotes, as in \"{}\"",
                        shortened(answer)
                    ),
                    false => one_line(&error.message()),
                },
            }
        })?;
        file.check().map_err(|error| match error {
            RulesFileError::Answer { error, .. } => RulesFileError::Answer {
                line: line_of(text, error.field),
                error,
            },
            RulesFileError::Rules { error, .. } => RulesFileError::Rules {
                line: line_of(text, error.field()),
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
            let checked = rules.check();
            return checked.map_err(|error| RulesFileError::Rules { line: 1, error });
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
