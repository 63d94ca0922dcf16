//! Games as the catalog lists and builds them: a name, options, and the rules that they determine.

use super::super::options::{Allowed, OptionError, OptionSpec, Values};
use super::super::quoted::shortened;
use super::super::start::written;
use super::answers::Answers;
use super::rules::{Rules, RulesError};
use super::rules_file::{RuleOption, RulesFile, RulesFileError};
use super::state::{MAX_PITS, MAX_SEEDS};

/// The extension of a file of rules.
pub(super) const FILE: &str = ".toml";

pub(super) const PITS: OptionSpec = OptionSpec {
    name: "pits",
    allowed: Allowed::Number {
        least: 1,
        most: MAX_PITS as u64,
        default: 6,
    },
    about: "pits per side",
};

pub(super) const SEEDS: OptionSpec = OptionSpec {
    name: "seeds",
    allowed: Allowed::Number {
        least: 1,
        most: MAX_SEEDS as u64 / 2,
        default: 4,
    },
    about: "seeds in each pit at the start, at most 127 in all pits",
};

pub(super) const START: OptionSpec = OptionSpec {
    name: "start",
    allowed: Allowed::Counts {
        least: 1,
        most: MAX_PITS,
        sides: 2,
        default: "4+4+4+4+4+4",
    },
    about: "seeds in each pit at the start, from the highest pit number to 1, instead of pits and seeds: \
           of each side, or Lower's/Upper's",
};

/// A game as the catalog lists and builds it, made from a [file](RulesFile).
///
/// Its texts are never freed, so that games stay small. The program has a few games, and only its user names files.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The name, before any colon.
    pub name: &'static str,
    /// A one-line description with the source of the rules.
    pub about: &'static str,
    /// The options of the game.
    pub options: &'static [OptionSpec],
    /// The path, if the user's file declares the game.
    pub(super) path: Option<&'static str>,
    answers: Answers,
    rule_options: Vec<RuleOption>,
}

impl Declaration {
    /// Creates the declaration of a checked file, whose path is given if it is the user's.
    pub(super) fn new(file: RulesFile, path: Option<&str>) -> Declaration {
        let number = |spec: OptionSpec, number: usize| match spec.allowed {
            Allowed::Number { least, most, .. } => OptionSpec {
                allowed: Allowed::Number {
                    least,
                    most,
                    default: number as u64,
                },
                ..spec
            },
            Allowed::Words(_) | Allowed::Counts { .. } => spec,
        };
        let start = OptionSpec {
            allowed: Allowed::Counts {
                least: 1,
                most: MAX_PITS,
                sides: 2,
                default: forever(&written(&vec![file.seeds as u8; file.pits])),
            },
            ..START
        };
        let mut options = vec![number(PITS, file.pits), number(SEEDS, file.seeds), start];
        for option in &file.options {
            let words: Vec<&str> = option
                .values
                .iter()
                .map(|value| forever(&value.name))
                .collect();
            options.push(OptionSpec {
                name: forever(&option.name),
                allowed: Allowed::Words(Vec::leak(words)),
                about: forever(&option.about),
            });
        }
        Declaration {
            name: forever(&file.name),
            about: forever(&file.about),
            options: Vec::leak(options),
            path: path.map(forever),
            answers: file.rules,
            rule_options: file.options,
        }
    }

    /// Creates the declaration of a game that comes with the program, whose file is given as JSON.
    pub(super) fn built_in(json: &str) -> Declaration {
        let file = serde_json::from_str(json).expect("tests read every game that comes along");
        Declaration::new(file, None)
    }

    /// Returns the rules with these options.
    pub fn rules(&self, values: &Values) -> Rules {
        let chosen = |option: &RuleOption| {
            let place = values.get(&option.name).unwrap_or_default() as usize;
            option.values.get(place).map(|value| value.rules.clone())
        };
        let changes = self.rule_options.iter().filter_map(chosen);
        let answers = changes.fold(self.answers.clone(), |answers, new| answers.with(&new));
        let (pits, seeds) = size(values);
        answers
            .rules(pits, seeds)
            .expect("the file was checked with every value")
    }
}

/// Returns a text that is never freed.
fn forever(text: &str) -> &'static str {
    String::leak(text.to_owned())
}

/// Returns the pits per side and the seeds in each of them.
pub(super) fn size(values: &Values) -> (usize, usize) {
    (
        values.get(PITS.name).unwrap_or_default() as usize,
        values.get(SEEDS.name).unwrap_or_default() as usize,
    )
}

/// The error of a game that cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The name is unknown.
    #[error("unknown game '{found}'; games: {known}")]
    Unknown {
        /// The name as given.
        found: String,
        /// The known names.
        known: String,
    },
    /// An option is invalid.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A file of rules is named where none may be.
    #[error("file:{0}: files are allowed only on the command line, in experiments and in Python")]
    FilesRefused(String),
    /// A file of rules has no proper name.
    #[error("file:{0}: write file: and the path of a file of rules ({FILE}), which has no comma")]
    Path(String),
    /// A file of rules cannot be read.
    #[error("file:{path}: {reason}")]
    File {
        /// The path.
        path: String,
        /// The reason.
        reason: String,
    },
    /// A file of rules is wrong.
    #[error("file:{path}: {error}")]
    Rules {
        /// The path.
        path: String,
        /// The error.
        error: RulesFileError,
    },
    /// A name has the hash of other rules than those of the file.
    #[error("file:{path},rules={named}: the rules of the file have the hash {found}")]
    OtherRules {
        /// The path.
        path: String,
        /// The hash in the name.
        named: String,
        /// The hash of the rules of the file.
        found: String,
    },
    /// The board does not fit the state.
    #[error(transparent)]
    Size(#[from] RulesError),
    /// A random setup might not fit the state.
    #[error(
        "pits={pits},most={most}: up to {} seeds, but at most {MAX_SEEDS} fit on a board",
        2 * pits * most
    )]
    Setup {
        /// The requested pits per side.
        pits: usize,
        /// The requested maximum of seeds per pit.
        most: usize,
    },
}

impl GameError {
    pub(super) fn unknown<'a>(found: &str, known: impl Iterator<Item = &'a str>) -> GameError {
        GameError::Unknown {
            found: shortened(found),
            known: known.collect::<Vec<_>>().join(", "),
        }
    }
}
