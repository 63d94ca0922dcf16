//! The games of the family that come with the program, and those from the user's files.

use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};

use sowlab_base::files::text_limited;

use super::super::quoted::shortened;
use super::declaration::{Declaration, FILE, GameError};
use super::rules_file::RulesFile;

/// The most bytes of a file of rules.
const LONGEST: u64 = 1 << 16;

/// All games of the family with a fixed start, in the order in which they are listed.
pub static DECLARATIONS: [&LazyLock<Declaration>; 9] = [
    &BASIC, &EGYPTIAN, &ETHIOPIAN, &TRYSSE, &WARRI, &AWARI, &KALAH, &OWARE, &BESTEMSHE,
];

/// The file of each game that comes with the program, in the order of [`DECLARATIONS`].
pub const RULES_FILES: [&str; 9] = [
    include_str!("games/basic.toml"),
    include_str!("games/egyptian.toml"),
    include_str!("games/ethiopian.toml"),
    include_str!("games/trysse.toml"),
    include_str!("games/warri.toml"),
    include_str!("games/awari.toml"),
    include_str!("games/kalah.toml"),
    include_str!("games/oware.toml"),
    include_str!("games/bestemshe.toml"),
];

/// Basic Mancala: there are no captures; seeds are only gained by sowing into one's own store.
pub static BASIC: LazyLock<Declaration> = LazyLock::new(|| Declaration::built_in(RULES_FILES[0]));

/// Egyptian Mancala: extra turns, and captures when the last seed falls into an own empty pit.
pub static EGYPTIAN: LazyLock<Declaration> =
    LazyLock::new(|| Declaration::built_in(RULES_FILES[1]));

/// Ethiopian Mancala: Egyptian Mancala, sown in either direction; single seeds cannot be played.
pub static ETHIOPIAN: LazyLock<Declaration> =
    LazyLock::new(|| Declaration::built_in(RULES_FILES[2]));

/// Trysse: pits with 2 or 3 seeds are captured backwards, and a side without seeds has to be fed.
pub static TRYSSE: LazyLock<Declaration> = LazyLock::new(|| Declaration::built_in(RULES_FILES[3]));

/// Warri: Trysse with captures of 1 or 2 seeds and a penalty for starving the other side.
pub static WARRI: LazyLock<Declaration> = LazyLock::new(|| Declaration::built_in(RULES_FILES[4]));

/// Awari as Romein and Bal (2002) solved it.
pub static AWARI: LazyLock<Declaration> = LazyLock::new(|| Declaration::built_in(RULES_FILES[5]));

/// Kalah as in Irving, Donkers and Uiterwijk (2000), or with the common standard capture.
pub static KALAH: LazyLock<Declaration> = LazyLock::new(|| Declaration::built_in(RULES_FILES[6]));

/// Oware as the Oware Society and the World Oware Federation play it (abapa).
pub static OWARE: LazyLock<Declaration> = LazyLock::new(|| Declaration::built_in(RULES_FILES[7]));

/// Bestemshe, the Kazakh game on two rows of five pits.
pub static BESTEMSHE: LazyLock<Declaration> =
    LazyLock::new(|| Declaration::built_in(RULES_FILES[8]));

static FROM_FILES: Mutex<Vec<&'static Declaration>> = Mutex::new(Vec::new());

/// Returns the game of a file, which is read once.
pub(super) fn from_file(path: &str) -> Result<&'static Declaration, GameError> {
    if !path.ends_with(FILE) {
        return Err(GameError::Path(shortened(path)));
    }
    let mut games = FROM_FILES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&game) = games.iter().find(|game| game.path == Some(path)) {
        return Ok(game);
    }
    let text = text_limited(Path::new(path), LONGEST).map_err(|error| GameError::File {
        path: shortened(path),
        reason: error.to_string(),
    })?;
    let file = RulesFile::parse(&text).map_err(|error| GameError::Rules {
        path: shortened(path),
        error,
    })?;
    let game: &'static Declaration = Box::leak(Box::new(Declaration::new(file, Some(path))));
    games.push(game);
    Ok(game)
}
