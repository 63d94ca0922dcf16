//! Games by name: a declaration with its options set.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::super::Files;
use super::super::options::Values;
use super::super::quoted::shortened;
use super::super::start::{split_start, start_option};
use super::declaration::{Declaration, GameError, PITS, SEEDS, START, size};
use super::declared::DECLARATIONS;
use super::from_file::from_file;
use super::game::TwoRank;
use super::rules::{Rules, RulesError};
use super::state::{MAX_SEEDS, Seat, State};

/// The name of games from files, before the colon.
pub const FROM_FILE: &str = "file";
/// The hash of the rules in the name of a game from a file.
const HASH: &str = "rules=";

/// Returns the names of the declared games.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    DECLARATIONS.iter().map(|declaration| declaration.name)
}

/// A declared game with its options set, on a board that fits, as a small value with a full name.
///
/// ```
/// use sowlab_games::two_rank::Variant;
/// let kalah: Variant = "kalah:seeds=3".parse().unwrap();
/// assert_eq!(kalah.to_string(), "kalah:pits=6,seeds=3,empty-capture=no");
/// assert_eq!(kalah.game().start_position().total(), 36);
/// let uneven: Variant = "kalah:start=1+2/0+3".parse().unwrap();
/// assert_eq!(uneven.game().start_position().to_string(), "1,2/0,3 L 0 0");
/// assert!("kalah:seeds=many".parse::<Variant>().is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    declaration: &'static Declaration,
    values: Values,
    /// The start, if the pits begin with different numbers of seeds.
    start: Option<State>,
}

impl Variant {
    /// Creates a variant of a declared game with these options, written `name=value,…`; `None` for all defaults.
    pub(super) fn of(
        declaration: &'static Declaration,
        options: Option<&str>,
    ) -> Result<Variant, GameError> {
        let (start, options) = split_start(&START, &[PITS, SEEDS], options)?;
        let size = match &start {
            None => None,
            Some(sides) => Some(size_of(sides)?),
        };
        let options: Vec<String> = size.into_iter().chain(options).collect();
        let values = match options.is_empty() {
            true => Values::defaults(declaration.options),
            false => Values::parse(declaration.name, declaration.options, &options.join(","))?,
        };
        let variant = Variant {
            declaration,
            values,
            start: start.and_then(|sides| uneven(&sides)),
        };
        variant.rules().check()?;
        Ok(variant)
    }

    /// Reads the name of a game with its options, as `kalah:seeds=3` or, if files are allowed, `file:PATH,seeds=3`.
    /// After the path may follow the hash of the rules, which must be that of the file.
    ///
    /// # Errors
    /// The part that is invalid, and the allowed values.
    pub fn read(text: &str, files: Files) -> Result<Variant, GameError> {
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (text, None),
        };
        if name == FROM_FILE {
            return Variant::of_file(options.unwrap_or_default(), files);
        }
        let declaration = DECLARATIONS
            .into_iter()
            .map(|declaration| &**declaration)
            .find(|declaration| declaration.name == name)
            .ok_or_else(|| GameError::unknown(name, names()))?;
        Variant::of(declaration, options)
    }

    fn of_file(text: &str, files: Files) -> Result<Variant, GameError> {
        let (path, options) = match text.split_once(',') {
            Some((path, options)) => (path, Some(options)),
            None => (text, None),
        };
        if files.refused() {
            return Err(GameError::FilesRefused(shortened(path)));
        }
        let declaration = from_file(path)?;
        let (hash, options) = match options.and_then(|options| options.strip_prefix(HASH)) {
            None => (None, options),
            Some(rest) => match rest.split_once(',') {
                Some((hash, options)) => (Some(hash), Some(options)),
                None => (Some(rest), None),
            },
        };
        let variant = Variant::of(declaration, options)?;
        let found = variant.rules().hash();
        match hash {
            Some(named) if named != found => Err(GameError::OtherRules {
                path: shortened(path),
                named: shortened(named),
                found,
            }),
            _ => Ok(variant),
        }
    }

    /// Returns the declaration.
    pub fn declaration(&self) -> &'static Declaration {
        self.declaration
    }

    /// Returns the rules.
    pub fn rules(&self) -> Rules {
        self.declaration.rules(&self.values)
    }

    /// Returns the pits per side and the seeds in each of them at the start; `None` if the pits begin with different
    /// numbers of seeds.
    pub fn size(&self) -> Option<(usize, usize)> {
        self.start.is_none().then(|| size(&self.values))
    }

    /// Returns the name without the size of the board; it is still a name of the game.
    pub fn name_without_size(&self) -> String {
        let (name, mark) = self.source();
        match self.options_without_size() {
            rest if rest.is_empty() => name,
            rest => format!("{name}{mark}{rest}"),
        }
    }

    /// Returns the name without options, or the path and the hash of the rules, and the mark before the first option.
    fn source(&self) -> (String, char) {
        match self.declaration.path {
            None => (self.declaration.name.to_owned(), ':'),
            Some(path) => {
                let hash = self.rules().hash();
                (format!("{FROM_FILE}:{path},{HASH}{hash}"), ',')
            }
        }
    }

    fn options_without_size(&self) -> String {
        self.values.without(&[PITS.name, SEEDS.name, START.name])
    }

    /// Builds the game.
    pub fn game(&self) -> TwoRank {
        let (name, rules) = (self.to_string(), self.rules());
        let start = self.start;
        let start = start.unwrap_or_else(|| State::filled(rules.pits, rules.seeds as u8));
        TwoRank::starting_at(start, name, rules)
    }
}

impl Declaration {
    /// Builds the game with these options, written `name=value,…`; `None` for all defaults.
    ///
    /// # Errors
    /// The option that is invalid, and the allowed values.
    pub fn build(&'static self, options: Option<&str>) -> Result<TwoRank, GameError> {
        Ok(Variant::of(self, options)?.game())
    }
}

/// Returns the size options of the board of a start. If the pits differ, the option of the seeds is a placeholder that
/// fits: the start is stored separately.
fn size_of(sides: &[Vec<u8>]) -> Result<String, RulesError> {
    let pits = sides[0].len();
    let seeds = match uneven(sides) {
        Some(_) => 1,
        None => sides[0][0],
    };
    let total: usize = sides.concat().into_iter().map(usize::from).sum();
    match total * 2 / sides.len() {
        0 => Err(RulesError::EmptyStart),
        1..=MAX_SEEDS => Ok(format!("{}={pits},{}={seeds}", PITS.name, SEEDS.name)),
        total => Err(RulesError::Start(total)),
    }
}

/// Returns the start with these pits of each side, or of both; `None` if all pits are equal, or if they do not fit.
fn uneven(sides: &[Vec<u8>]) -> Option<State> {
    let first = sides[0][0];
    let even = sides.iter().flatten().all(|&seeds| seeds == first);
    let (lower, upper) = (sides.first()?, sides.last()?);
    let start = State::new(Seat::Lower, lower, upper);
    start.filter(|_| !even)
}

/// Builds a game from its name, with options after a colon, as [`Variant`] parses it.
///
/// # Errors
/// The part that is invalid, and the allowed values.
pub fn parse(text: &str) -> Result<TwoRank, GameError> {
    Ok(text.parse::<Variant>()?.game())
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        let key = |variant: &Variant| (variant.values, variant.start);
        std::ptr::eq(self.declaration, other.declaration) && key(self) == key(other)
    }
}

impl Eq for Variant {}

impl Hash for Variant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.declaration.name, self.declaration.path).hash(state);
        self.values.hash(state);
        self.start.hash(state);
    }
}

/// Writes the full name with every option, because results name the rules that they were computed under.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, mark) = self.source();
        let Some(start) = self.start else {
            return write!(f, "{name}{mark}{}", self.values.without(&[START.name]));
        };
        let pits = self.rules().pits;
        let [lower, upper] = Seat::BOTH.map(|seat| start.pits_of(seat));
        write!(
            f,
            "{name}{mark}{}",
            start_option([&lower[..pits], &upper[..pits]])
        )?;
        match self.options_without_size() {
            rest if rest.is_empty() => Ok(()),
            rest => write!(f, ",{rest}"),
        }
    }
}

impl FromStr for Variant {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Variant, GameError> {
        Variant::read(text, Files::Refused)
    }
}
