//! The games of the family by name, with their options.

use super::super::options::{Allowed, OptionError, OptionSpec, Values};
use super::super::start::split_start;
use super::rules::{BothOut, Capture, MAX_HOLES, MIN_HOLES, MixedOut, Rest, Rules, SizeError};

/// A named game of the family.
#[derive(Clone, Copy, Debug)]
pub struct StonesName {
    /// The name, before any colon.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// The options of the game.
    pub options: &'static [OptionSpec],
    /// The number of holes, and of stones in each.
    size: (usize, usize),
}

const HOLES: OptionSpec = OptionSpec {
    name: "holes",
    allowed: Allowed::Number {
        least: MIN_HOLES as u64,
        most: MAX_HOLES as u64,
        default: 11,
    },
    about: "number of holes",
};
const SEEDS: OptionSpec = seeds(5);
const START: OptionSpec = start("5+5+5+5+5+5+5+5+5+5+5");
const CAPTURE: OptionSpec = OptionSpec {
    name: "capture",
    allowed: Allowed::Words(&[Capture::Normal.word(), Capture::Reversed.word()]),
    about: "side that captures at a stop: the one that stops, or the one that still holds stones",
};
const BOTH_OUT: OptionSpec = OptionSpec {
    name: "both-out",
    allowed: Allowed::Words(&[BothOut::Relay.word(), BothOut::End.word()]),
    about: "both hands run out over different holes with two or more stones: both lift, or the round ends",
};
const MIXED_OUT: OptionSpec = OptionSpec {
    name: "mixed-out",
    allowed: Allowed::Words(&[MixedOut::End.word(), MixedOut::Forfeit.word()]),
    about: "both hands run out, one over a single stone: the round ends, or the other hole is forfeited",
};
const REST: OptionSpec = OptionSpec {
    name: "rest",
    allowed: Allowed::Words(&[Rest::Usual.word(), Rest::Exchanged.word()]),
    about: "side that gets the stones left at the end: as in the rules, or the other one (for the reversed commitment order)",
};

const fn seeds(default: u64) -> OptionSpec {
    OptionSpec {
        name: "seeds",
        allowed: Allowed::Number {
            least: 1,
            most: 127,
            default,
        },
        about: "stones in each hole at the start; holes × seeds is at most 255",
    }
}

const fn start(default: &'static str) -> OptionSpec {
    OptionSpec {
        name: "start",
        allowed: Allowed::Counts {
            least: MIN_HOLES,
            most: MAX_HOLES,
            sides: 1,
            default,
        },
        about: "stones in each hole at the start, from West's end, instead of holes and seeds",
    }
}

const OPTIONS: &[OptionSpec] = &options(5, "5+5+5+5+5+5+5+5+5+5+5");

/// Returns the options of a name whose opening has this many stones per hole, and this default start.
const fn options(seeds: u64, start: &'static str) -> [OptionSpec; 7] {
    [
        HOLES,
        self::seeds(seeds),
        self::start(start),
        CAPTURE,
        BOTH_OUT,
        MIXED_OUT,
        REST,
    ]
}

/// All names of the family.
pub const NAMES: &[StonesName] = &[
    StonesName {
        name: "55stones",
        about: "11 holes of 5 stones (Ralf Gering, 2002)",
        options: OPTIONS,
        size: (11, 5),
    },
    StonesName {
        name: "33stones",
        about: "11 holes of 3 stones, the variant for beginners",
        options: &options(3, "3+3+3+3+3+3+3+3+3+3+3"),
        size: (11, 3),
    },
    StonesName {
        name: "stones",
        about: "any rank of 2 to 16 holes, up to 255 stones; 22stones and 44stones are short for seeds=2 and seeds=4",
        options: OPTIONS,
        size: (11, 5),
    },
];

/// Names that are accepted but never printed: openings of 55Stones with fewer stones.
pub const SHORT_NAMES: &[&str] = &["22stones", "44stones"];

/// The names in [`SHORT_NAMES`] with their options.
const SHORT: &[StonesName] = &[
    StonesName {
        name: SHORT_NAMES[0],
        about: "short for stones:seeds=2",
        options: &options(2, "2+2+2+2+2+2+2+2+2+2+2"),
        size: (11, 2),
    },
    StonesName {
        name: SHORT_NAMES[1],
        about: "short for stones:seeds=4",
        options: &options(4, "4+4+4+4+4+4+4+4+4+4+4"),
        size: (11, 4),
    },
];

/// The error of a text that is not a game of the family.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StonesNameError {
    /// The name is unknown.
    #[error("'{0}' is not a stones-family game")]
    Unknown(String),
    /// An option is invalid.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The stones do not fit the state.
    #[error(transparent)]
    Size(#[from] SizeError),
}

impl Rules {
    /// Parses a name of the family with its options, as in `stones:holes=7,seeds=4,both-out=end`.
    ///
    /// # Errors
    /// The part that is invalid, and the allowed values.
    pub fn from_name(text: &str) -> Result<Rules, StonesNameError> {
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (text, None),
        };
        let named = NAMES
            .iter()
            .chain(SHORT)
            .find(|named| named.name == name)
            .ok_or_else(|| StonesNameError::Unknown(super::super::shortened(name)))?;
        let (start, options) = split_start(&START, &[HOLES, SEEDS], options)?;
        let values = match &options {
            Some(text) => Values::parse(named.name, named.options, text)?,
            None => Values::defaults(named.options),
        };
        let number = |option: &str| values.get(option).unwrap_or_default() as usize;
        let mut rules = match &start {
            Some(sides) => Rules::with_start(&sides.concat())?,
            None => Rules::new(number(HOLES.name), number(SEEDS.name))?,
        };
        if values.is(CAPTURE.name, Capture::Reversed.word()) {
            rules.capture = Capture::Reversed;
        }
        if values.is(BOTH_OUT.name, BothOut::End.word()) {
            rules.both_out = BothOut::End;
        }
        if values.is(MIXED_OUT.name, MixedOut::Forfeit.word()) {
            rules.mixed_out = MixedOut::Forfeit;
        }
        if values.is(REST.name, Rest::Exchanged.word()) {
            rules.rest = Rest::Exchanged;
        }
        Ok(rules)
    }
}

impl Rules {
    /// Returns the name of the board and its stones, without rule options: `55stones`, `stones:holes=5,seeds=2`.
    pub fn board_name(&self) -> String {
        if !self.is_even() {
            return format!("stones:start={}", self.start_text());
        }
        let size = (self.holes(), self.seeds());
        let named = NAMES.iter().find(|named| named.size == size);
        match named {
            Some(named) => named.name.to_owned(),
            None => format!("stones:holes={},seeds={}", self.holes(), self.seeds()),
        }
    }

    /// Returns the rule options that differ from the defaults, as in a name: empty, or `capture=reversed,both-out=end`.
    pub fn unusual_options(&self) -> String {
        let readings = [
            (CAPTURE, self.capture.word()),
            (BOTH_OUT, self.both_out.word()),
            (MIXED_OUT, self.mixed_out.word()),
            (REST, self.rest.word()),
        ];
        let unusual = readings
            .into_iter()
            .filter(|(option, word)| option.allowed.default_text() != *word)
            .map(|(option, word)| format!("{}={word}", option.name));
        unusual.collect::<Vec<_>>().join(",")
    }

    /// Returns the name without the options that have their default values; it is still a name of the family.
    ///
    /// ```
    /// use sowlab_games::stones::Rules;
    /// let rules = Rules::from_name("33stones:both-out=end,mixed-out=end").unwrap();
    /// assert_eq!(rules.short_name(), "33stones:both-out=end");
    /// ```
    pub fn short_name(&self) -> String {
        let (board, readings) = (self.board_name(), self.unusual_options());
        let mark = if board.contains(':') { ',' } else { ':' };
        match readings.is_empty() {
            true => board,
            false => format!("{board}{mark}{readings}"),
        }
    }
}
