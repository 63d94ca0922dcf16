//! The games of the family, one file each.

mod agsinnoninka;
mod atomic_wari;
mod bao;
mod congkak;
mod omweso;
mod sowing;
mod togyz;

use super::variant::Declaration;

/// All games of the family, in the order in which they are listed.
pub static GAMES: [&Declaration; 7] = [
    &togyz::GAME,
    &congkak::GAME,
    &agsinnoninka::GAME,
    &omweso::GAME,
    &bao::GAME,
    &sowing::GAME,
    &atomic_wari::GAME,
];
