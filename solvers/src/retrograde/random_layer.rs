//! Layers for tests whose positions lead to arbitrary positions.

use super::layered::Reply;
use crate::Turn;

/// Returns a pseudorandom number for this place.
pub(super) fn random_number(seed: u64, place: u64) -> u64 {
    let mut mixed = (seed << 40 | place).wrapping_add(1);
    for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
        mixed = (mixed ^ mixed >> 30).wrapping_mul(factor);
    }
    mixed ^ mixed >> 31
}

/// Returns the reply of a random number, in a layer of `positions` positions with margins below `bound`.
pub(super) fn reply(drawn: u64, positions: u64, bound: i32) -> Reply {
    let margin = (drawn >> 8) as i32 % bound;
    match drawn % 8 {
        0 => Reply::Over { margin },
        1 => Reply::Over { margin: -margin },
        2 if drawn >> 8 & 7 == 0 => Reply::Endless,
        kind => Reply::Same {
            rank: (drawn >> 8) % positions,
            turn: Turn::other_if(kind == 3),
        },
    }
}
