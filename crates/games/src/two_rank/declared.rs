//! The games of the family that come with the program.

use std::sync::LazyLock;

use super::declaration::Declaration;

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

/// The file of a game as the build script wrote it.
macro_rules! json {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/two_rank/games/", $name, ".json"))
    };
}

/// Basic Mancala: there are no captures; seeds are only gained by sowing into one's own store.
pub static BASIC: LazyLock<Declaration> = LazyLock::new(|| Declaration::built_in(json!("basic")));

/// Egyptian Mancala: extra turns, and captures when the last seed falls into an own empty pit.
pub static EGYPTIAN: LazyLock<Declaration> =
    LazyLock::new(|| Declaration::built_in(json!("egyptian")));

/// Ethiopian Mancala: Egyptian Mancala, sown in either direction; single seeds cannot be played.
pub static ETHIOPIAN: LazyLock<Declaration> =
    LazyLock::new(|| Declaration::built_in(json!("ethiopian")));

/// Trysse: pits with 2 or 3 seeds are captured backwards, and a side without seeds has to be fed.
pub static TRYSSE: LazyLock<Declaration> = LazyLock::new(|| Declaration::built_in(json!("trysse")));

/// Warri: Trysse with captures of 1 or 2 seeds and a penalty for starving the other side.
pub static WARRI: LazyLock<Declaration> = LazyLock::new(|| Declaration::built_in(json!("warri")));

/// Awari as Romein and Bal (2002) solved it.
pub static AWARI: LazyLock<Declaration> = LazyLock::new(|| Declaration::built_in(json!("awari")));

/// Kalah as in Irving, Donkers and Uiterwijk (2000), or with the common standard capture.
pub static KALAH: LazyLock<Declaration> = LazyLock::new(|| Declaration::built_in(json!("kalah")));

/// Oware as the Oware Society and the World Oware Federation play it (abapa).
pub static OWARE: LazyLock<Declaration> = LazyLock::new(|| Declaration::built_in(json!("oware")));

/// Bestemshe, the Kazakh game on two rows of five pits.
pub static BESTEMSHE: LazyLock<Declaration> =
    LazyLock::new(|| Declaration::built_in(json!("bestemshe")));
