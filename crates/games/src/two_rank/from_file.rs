//! Games from the user's files: reading and checking the rules.

use sowlab_base::one_line;

use super::super::files::ReadFiles;
use super::super::quoted::shortened;
use super::answers::Answers;
use super::declaration::{Declaration, FILE, GameError};
use super::rules_file::{FailingValues, RuleOption, RuleValue, RulesFile, RulesFileError};
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
        let file: RulesFile = toml::from_str(text).map_err(|error| form_error(text, &error))?;
        file.check(text)?;
        Ok(file)
    }

    fn check(&self, text: &str) -> Result<(), RulesFileError> {
        check_name(&self.name, text)?;
        let most = MAX_OPTIONS - SIZES;
        if let Some(option) = self.options.get(most) {
            return Err(RulesFileError::Number {
                line: line_of_name(text, &option.name),
                field: "options".to_owned(),
                found: self.options.len(),
                allowed: format!("0 to {most}"),
            });
        }
        let mut names = vec!["pits", "seeds", "start", "rules"];
        for option in &self.options {
            check_name(&option.name, text)?;
            if names.contains(&option.name.as_str()) {
                return Err(RulesFileError::Twice {
                    line: line_of_name(text, &option.name),
                    name: option.name.clone(),
                });
            }
            names.push(&option.name);
            if !(2..=MAX_VALUES).contains(&option.values.len()) {
                return Err(RulesFileError::Number {
                    line: line_of_name(text, &option.name),
                    field: format!("values of {}", option.name),
                    found: option.values.len(),
                    allowed: format!("2 to {MAX_VALUES}"),
                });
            }
            for value in &option.values {
                check_name(&value.name, text)?;
            }
        }
        self.check_values(&self.rules, &self.options, &mut Vec::new(), text)
    }

    /// Checks the answers with these values of the first options and every value of the rest.
    fn check_values<'a>(
        &'a self,
        answers: &Answers,
        options: &'a [RuleOption],
        chosen: &mut Vec<(&'a RuleOption, &'a RuleValue)>,
        text: &str,
    ) -> Result<(), RulesFileError> {
        if let Some((option, rest)) = options.split_first() {
            for value in &option.values {
                chosen.push((option, value));
                self.check_values(&answers.with(&value.rules), rest, chosen, text)?;
                chosen.pop();
            }
            return Ok(());
        }
        let changes = |(_, value): &&(&RuleOption, &RuleValue)| value.rules != Answers::default();
        let chosen: Vec<_> = chosen.iter().filter(changes).copied().collect();
        let values = || {
            let names = chosen
                .iter()
                .map(|(option, value)| format!("{}={}", option.name, value.name));
            FailingValues(names.collect())
        };
        let rules = answers.rules(self.pits, self.seeds);
        let rules = rules.map_err(|error| RulesFileError::Answer {
            line: line_of(text, error.field, &chosen),
            error,
            values: values(),
        })?;
        rules.check().map_err(|error| RulesFileError::Rules {
            line: line_of(text, error.field(), &chosen),
            error,
            values: values(),
        })
    }
}

/// Returns the error of a text that is not TOML, or that has an unknown field or answer.
fn form_error(text: &str, error: &toml::de::Error) -> RulesFileError {
    let line = line_of_error(text, error);
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let field = text.lines().nth(line).and_then(|line| line.split_once('='));
    let field = field.map(|(field, answer)| (field.trim(), answer.trim()));
    let field = field.filter(|(field, _)| field.bytes().all(bare));
    let (field, answer) = field.unwrap_or_default();
    let end = answer.bytes().take_while(|&byte| bare(byte)).count();
    let word = &answer[..end];
    let mut message = one_line(&error.message());
    if word.starts_with(|first: char| first.is_ascii_alphabetic()) {
        let in_quotes = |(number, text)| match number == line {
            true => format!("{field} = \"{word}\"\n"),
            false => format!("{text}\n"),
        };
        let quoted: String = text.lines().enumerate().map(in_quotes).collect();
        let quoted_error = toml::from_str::<RulesFile>(&quoted).err();
        let quoted_error = quoted_error.filter(|error| line_of_error(&quoted, error) == line);
        message = match quoted_error {
            Some(error) => one_line(&error.message()),
            None => format!("write the answer in quotes, as in \"{}\"", shortened(word)),
        };
    }
    RulesFileError::Form {
        line: line + 1,
        field: field.to_owned(),
        message,
    }
}

/// Returns the number of the line with the error, from 0.
fn line_of_error(text: &str, error: &toml::de::Error) -> usize {
    let start = error.span().map_or(0, |span| span.start);
    let before = &text.as_bytes()[..start.min(text.len())];
    before.iter().filter(|&&byte| byte == b'\n').count()
}

/// Returns the number of the line, from 1, where one of these values gives the field, or else of the first line with
/// it; 1 if there is none.
fn line_of(text: &str, field: &str, values: &[(&RuleOption, &RuleValue)]) -> usize {
    let names = |part: &str| part.trim_end().rsplit(['{', ',', ' ', '.']).next() == Some(field);
    let has = |line: &str| line.split('=').any(names);
    let of_value = |(option, value): &(&RuleOption, &RuleValue)| {
        let mut lines = text.lines().enumerate();
        lines.find(|(_, line)| gives_name(line, &option.name))?;
        let (first, line) = lines.find(|(_, line)| gives_name(line, &value.name))?;
        if has(line) {
            return Some(first);
        }
        let own = lines.take_while(|(_, line)| !line.split('=').any(|part| part.trim() == "name"));
        own.into_iter()
            .find(|(_, line)| has(line))
            .map(|(line, _)| line)
    };
    let line = values.iter().rev().find_map(of_value);
    line.or_else(|| text.lines().position(has))
        .map_or(1, |line| line + 1)
}

/// Returns the number of the last line that gives this name, from 1; 1 if there is none.
fn line_of_name(text: &str, name: &str) -> usize {
    let gives = |(number, line): (usize, &str)| gives_name(line, name).then_some(number + 1);
    text.lines()
        .enumerate()
        .filter_map(gives)
        .last()
        .unwrap_or(1)
}

fn gives_name(line: &str, name: &str) -> bool {
    let quoted = |part: &str| {
        let part = part.trim_start();
        ['"', '\''].into_iter().any(|quote| {
            let rest = part
                .strip_prefix(quote)
                .and_then(|part| part.strip_prefix(name));
            rest.is_some_and(|rest| rest.starts_with(quote))
        })
    };
    let parts: Vec<&str> = line.split('=').collect();
    parts
        .windows(2)
        .any(|parts| parts[0].trim_end().ends_with("name") && quoted(parts[1]))
}

fn check_name(name: &str, text: &str) -> Result<(), RulesFileError> {
    let rest = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    match name.as_bytes() {
        [first, others @ ..]
            if first.is_ascii_lowercase() && others.iter().all(|&byte| rest(byte)) =>
        {
            Ok(())
        }
        _ => Err(RulesFileError::Name {
            line: line_of_name(text, name),
            name: shortened(name),
        }),
    }
}
