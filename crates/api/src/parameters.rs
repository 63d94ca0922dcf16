//! The parameters of a request.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use sowlab_games::catalog::CatalogGame;
use sowlab_games::shortened;
use sowlab_games::stones::{Position, Rules};

use crate::{ApiError, Setting};

/// The maximum length of a parameter, in bytes.
const LONGEST: usize = 32 << 10;
/// The default time limit of an answer, in seconds.
const SECONDS: u64 = 8;
/// The maximum number of moves in a record.
const MOST_MOVES: usize = 4000;

/// The parameters of a request, each at most once.
#[derive(Debug)]
pub(crate) struct Parameters(BTreeMap<String, String>);

impl Parameters {
    /// Parses a query.
    pub(crate) fn parse(query: &str) -> Result<Parameters, ApiError> {
        let pairs: Vec<(String, String)> =
            serde_urlencoded::from_str(query).map_err(|error| ApiError::input("query", error))?;
        let mut parameters = BTreeMap::new();
        for (name, value) in pairs {
            if value.len() > LONGEST {
                let reason = format!("no more than {LONGEST} bytes");
                return Err(ApiError::input(&shortened(&name), reason));
            }
            if parameters.insert(name.clone(), value).is_some() {
                return Err(ApiError::input(&shortened(&name), "is given twice"));
            }
        }
        Ok(Parameters(parameters))
    }

    /// Refuses parameters other than these.
    pub(crate) fn known(&self, names: &[&str]) -> Result<(), ApiError> {
        let unknown = self.0.keys().find(|name| !names.contains(&name.as_str()));
        unknown.map_or(Ok(()), |name| {
            let reason = match names {
                [] => "is no parameter here: there are none".to_owned(),
                names => format!("is no parameter here: there are {}", names.join(", ")),
            };
            Err(ApiError::input(&shortened(name), reason))
        })
    }

    /// Returns a parameter as text; `None` if it is missing or empty.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        let text = self.0.get(name).map(String::as_str);
        text.filter(|text| !text.is_empty())
    }

    /// Parses a parameter.
    pub(crate) fn read<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<T>, ApiError> {
        let text = self.text(name).map(str::parse).transpose();
        text.map_err(|error| ApiError::input(name, error))
    }

    /// Parses a whole number in a range.
    pub(crate) fn number(
        &self,
        name: &str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<u64>, ApiError> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let number = text.parse().ok().filter(|number| range.contains(number));
        let allowed = || {
            let (least, most) = (range.start(), range.end());
            format!(
                "'{}' is no whole number from {least} to {most}",
                shortened(text)
            )
        };
        number.map_or_else(
            || Err(ApiError::input(name, allowed())),
            |number| Ok(Some(number)),
        )
    }

    /// Parses a required number.
    pub(crate) fn required_number(
        &self,
        name: &str,
        range: RangeInclusive<u64>,
    ) -> Result<u64, ApiError> {
        let missing = || ApiError::input(name, "must be given");
        self.number(name, range)?.ok_or_else(missing)
    }

    /// Parses a yes or no: `1`, `true` or `yes`; `0`, `false` or `no`. Returns `default` if it is missing.
    pub(crate) fn flag(&self, name: &str, default: bool) -> Result<bool, ApiError> {
        match self.text(name) {
            None => Ok(default),
            Some("1" | "true" | "yes") => Ok(true),
            Some("0" | "false" | "no") => Ok(false),
            Some(_) => Err(ApiError::input(name, "1 or 0")),
        }
    }

    /// Parses the game, which is required.
    pub(crate) fn game(&self) -> Result<CatalogGame, ApiError> {
        let missing = || ApiError::input("game", "must be given, as in game=55stones");
        self.read("game")?.ok_or_else(missing)
    }

    /// Parses a game of the stones family; `what` is not possible in others.
    pub(crate) fn stones(&self, what: &'static str) -> Result<Rules, ApiError> {
        let rules = self.game()?.joint(what);
        rules.map_err(|error| ApiError::input("game", error))
    }

    /// Parses the position of such a game; the default is the opening.
    pub(crate) fn stones_position(&self, rules: &Rules) -> Result<Position, ApiError> {
        match self.text("position") {
            None => Ok(Position::opening(rules)),
            Some(text) => {
                Position::parse(rules, text).map_err(|error| ApiError::input("position", error))
            }
        }
    }

    /// Returns the time limit of the answer: a number of seconds, or `most` for the maximum.
    pub(crate) fn within(&self, setting: &Setting) -> Result<Duration, ApiError> {
        let most = setting.time_limit.as_secs();
        let seconds = match self.text("within") {
            Some("most") => most,
            _ => self
                .number("within", 1..=most)?
                .unwrap_or(most.min(SECONDS)),
        };
        Ok(Duration::from_secs(seconds))
    }

    /// Returns the start position, if given, and a record of at most [`MOST_MOVES`] moves from there.
    pub(crate) fn played(&self) -> Result<(Option<String>, String), ApiError> {
        let record = self.text("record").unwrap_or_default();
        if record.split_whitespace().take(MOST_MOVES + 1).count() > MOST_MOVES {
            return Err(ApiError::input(
                "record",
                format!("no more than {MOST_MOVES} moves"),
            ));
        }
        Ok((self.text("position").map(str::to_owned), record.to_owned()))
    }
}
