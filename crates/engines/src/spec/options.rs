//! Options of an engine, as comma-separated `name=value`.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use super::defaults::{DEPTH, HASH, LEAST_HASH, SOLVED_HASH, SOLVED_TIME};
use super::error::SpecError;
use crate::players::MOST_DEPTH;
use sowlab_base::MemorySize;
use sowlab_games::{Files, shortened};

/// The limits and resources of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchSpec {
    /// The depth in moves.
    pub depth: Option<u8>,
    /// The time per move.
    pub time: Option<Duration>,
    /// The size of the transposition table.
    pub hash: MemorySize,
    /// The evaluation beyond the horizon; `None`: the margin there is 0.
    pub eval: Option<EvalSpec>,
    /// Whether it plays optimally in the solved positions that ship with the program.
    pub book: bool,
}

impl SearchSpec {
    /// Returns the default search of `solved`.
    pub(super) const fn beside_a_proof() -> SearchSpec {
        SearchSpec {
            depth: None,
            time: Some(SOLVED_TIME),
            hash: SOLVED_HASH,
            eval: Some(EvalSpec::BuiltIn),
            book: false,
        }
    }
}

/// The learned evaluation of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalSpec {
    /// The built-in weights for the game, if there are any.
    BuiltIn,
    /// The weights of a file.
    File(PathBuf),
}

/// The name of the built-in weights in text.
const BUILT_IN: &str = "built-in";

impl From<&str> for EvalSpec {
    fn from(text: &str) -> EvalSpec {
        match text {
            BUILT_IN => EvalSpec::BuiltIn,
            path => EvalSpec::File(path.into()),
        }
    }
}

impl fmt::Display for EvalSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalSpec::BuiltIn => f.write_str(BUILT_IN),
            EvalSpec::File(path) => path.display().fmt(f),
        }
    }
}

pub(super) fn write_eval(f: &mut fmt::Formatter<'_>, eval: Option<&EvalSpec>) -> fmt::Result {
    eval.map_or(Ok(()), |eval| write!(f, ",eval={eval}"))
}

pub(super) fn write_book(f: &mut fmt::Formatter<'_>, book: bool) -> fmt::Result {
    f.write_str(if book { ",book=yes" } else { "" })
}

pub(super) fn write_time(f: &mut fmt::Formatter<'_>, time: Option<Duration>) -> fmt::Result {
    match time {
        None => Ok(()),
        Some(time) => {
            let time = humantime::format_duration(time).to_string();
            write!(f, "time={},", time.replace(' ', ""))
        }
    }
}

impl fmt::Display for SearchSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(depth) = self.depth {
            write!(f, "depth={depth},")?;
        }
        write_time(f, self.time)?;
        write!(f, "hash={}", self.hash)?;
        write_eval(f, self.eval.as_ref())?;
        write_book(f, self.book)
    }
}

/// The options of an engine, each of which is taken once.
pub(super) struct Options<'a> {
    engine: &'static str,
    allowed: &'static str,
    given: Vec<(&'a str, &'a str)>,
    files: Files,
}

impl<'a> Options<'a> {
    pub(super) fn parse(
        engine: &'static str,
        allowed: &'static str,
        text: Option<&'a str>,
        files: Files,
    ) -> Result<Options<'a>, SpecError> {
        let mut given: Vec<(&str, &str)> = Vec::new();
        for part in text.into_iter().flat_map(|text| text.split(',')) {
            let (name, value) = part.split_once('=').ok_or_else(|| SpecError::Option {
                engine,
                found: shortened(part),
                allowed,
            })?;
            if given.iter().any(|&(earlier, _)| earlier == name) {
                let option = shortened(name);
                return Err(SpecError::Twice { engine, option });
            }
            given.push((name, value));
        }
        Ok(Options {
            engine,
            allowed,
            given,
            files,
        })
    }

    pub(super) fn take<T>(
        &mut self,
        option: &'static str,
        allowed: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, SpecError> {
        let Some(place) = self.given.iter().position(|&(name, _)| name == option) else {
            return Ok(None);
        };
        let (_, value) = self.given.remove(place);
        read(value).map(Some).ok_or_else(|| SpecError::Value {
            engine: self.engine,
            option,
            found: shortened(value),
            allowed: allowed.to_owned(),
        })
    }

    pub(super) fn time(&mut self) -> Result<Option<Duration>, SpecError> {
        self.take("time", "write a time, as in 100ms or 2s", |text| {
            let time = humantime::parse_duration(text).ok()?;
            (!time.is_zero()).then_some(time)
        })
    }

    pub(super) fn eval(&mut self) -> Result<Option<EvalSpec>, SpecError> {
        let allowed = "write built-in or a file of weights";
        let eval = self.take("eval", allowed, |text| match text {
            "" => None,
            text => Some(EvalSpec::from(text)),
        })?;
        if let (Some(EvalSpec::File(_)), Files::Refused) = (&eval, self.files) {
            return Err(SpecError::Outside {
                engine: self.engine,
                what: "eval must be built-in; files are",
            });
        }
        Ok(eval)
    }

    /// Takes whether solved positions are played optimally.
    pub(super) fn book(&mut self) -> Result<bool, SpecError> {
        let book = self.take("book", "write yes or no", |text| match text {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })?;
        Ok(book == Some(true))
    }

    /// Takes a file or a directory.
    pub(super) fn path(
        &mut self,
        option: &'static str,
        allowed: &str,
    ) -> Result<Option<PathBuf>, SpecError> {
        let path = self.take(option, allowed, |text| {
            (!text.is_empty()).then(|| PathBuf::from(text))
        })?;
        if path.is_some() && self.files == Files::Refused {
            return Err(SpecError::Outside {
                engine: self.engine,
                what: "files are",
            });
        }
        Ok(path)
    }

    pub(super) fn search(&mut self) -> Result<SearchSpec, SpecError> {
        self.search_or(SearchSpec {
            depth: Some(DEPTH),
            time: None,
            hash: HASH,
            eval: None,
            book: false,
        })
    }

    /// Takes the options of a search, with the given defaults. The default depth and time apply only if neither is
    /// given.
    pub(super) fn search_or(&mut self, default: SearchSpec) -> Result<SearchSpec, SpecError> {
        let allowed = format!("write 1 to {MOST_DEPTH}");
        let depth = self.take("depth", &allowed, |text| {
            let depth = text.parse().ok();
            depth.filter(|depth| (1..=MOST_DEPTH).contains(depth))
        })?;
        let time = self.time()?;
        let allowed = format!(
            "write a size, {} or more, as in 64M",
            MemorySize::new(LEAST_HASH)
        );
        let hash = self.take("hash", &allowed, |text| {
            text.parse()
                .ok()
                .filter(|size: &MemorySize| size.bytes() >= LEAST_HASH)
        })?;
        let (depth, time) = match (depth, time) {
            (None, None) => (default.depth, default.time),
            given => given,
        };
        Ok(SearchSpec {
            depth,
            time,
            hash: hash.unwrap_or(default.hash),
            eval: self.eval()?.or(default.eval),
            book: self.book()?,
        })
    }

    /// Checks that no option is left.
    pub(super) fn end(self) -> Result<(), SpecError> {
        match self.given.first() {
            None => Ok(()),
            Some((name, _)) => Err(SpecError::Option {
                engine: self.engine,
                found: shortened(name),
                allowed: self.allowed,
            }),
        }
    }
}
