//! The captures of the last seed of a sowing.

use super::moves::Direction;
use super::rules::{Capture, Rules};
use super::sowing::Sown;
use super::state::{MAX_PITS, State, lane, sum};

/// The bits of lane 0 that count seeds.
const LANE: u64 = 0x7f;

/// Returns the board after the captures of a sowing, still in the view of its mover, and the number of seeds captured.
#[inline(always)]
pub(super) fn capture(
    rules: &Rules,
    board: State,
    sown: &Sown,
    direction: Direction,
) -> (State, u32) {
    match rules.capture {
        Capture::Nothing => (board, 0),
        Capture::Facing { even_if_empty } => facing(board, sown, even_if_empty),
        Capture::Backwards { least, most } => {
            let other = board.other_half();
            let holds = |at| (least..=most).contains(&lane(other, at));
            let taken = backwards(rules.pits as u32, sown, direction, holds) & other;
            (board.without(0, taken), sum(taken))
        }
    }
}

/// Captures from an own pit that was empty.
#[inline]
fn facing(board: State, sown: &Sown, even_if_empty: bool) -> (State, u32) {
    // Branch-free, because captures are not predictable. One comparison tests both that the pit is the mover's own and
    // that it has one seed.
    let own = sown.own.wrapping_mul(LANE);
    let captured = lane(board.other_half(), u32::from(sown.facing));
    let takes = (board.mover_half() & own == sown.own) & (even_if_empty | (captured != 0));
    let all = u64::from(takes).wrapping_neg();
    let facing = LANE << (8 * sown.facing);
    let gained = (u32::from(captured) + 1) & all as u32;
    (board.without(own & all, facing & all), gained)
}

/// Returns the lanes of the other side from the last seed backwards, as long as they have a number of seeds that is
/// captured.
#[inline]
fn backwards(pits: u32, sown: &Sown, direction: Direction, holds: impl Fn(u32) -> bool) -> u64 {
    let mut at = u32::from(sown.landing).wrapping_sub(MAX_PITS as u32);
    let mut lanes = 0;
    // Beyond either end of the other side, the index is too great.
    while at < pits && holds(at) {
        lanes |= LANE << (8 * at);
        at = match direction {
            Direction::Right => at.wrapping_sub(1),
            Direction::Left => at + 1,
        };
    }
    lanes
}
