//! What the last seed of a sowing captures.

use super::moves::Direction;
use super::rules::{Capture, Rules};
use super::sowing::Sown;
use super::state::{MAX_PITS, State, lane, sum};

/// The bits of lane 0 that count seeds.
const LANE: u64 = 0x7f;

/// The board after the captures of a sowing, still seen by its mover, and how many he captured.
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

/// From an own pit that was empty.
#[inline]
fn facing(board: State, sown: &Sown, even_if_empty: bool) -> (State, u32) {
    // No branches: whether a sowing captures cannot be foreseen. Own pit and one seed in it are one
    // comparison.
    let own = sown.own.wrapping_mul(LANE);
    let captured = lane(board.other_half(), u32::from(sown.facing));
    let takes = (board.mover_half() & own == sown.own) & (even_if_empty | (captured != 0));
    let all = u64::from(takes).wrapping_neg();
    let facing = LANE << (8 * sown.facing);
    let gained = (u32::from(captured) + 1) & all as u32;
    (board.without(own & all, facing & all), gained)
}

/// The lanes of the other side from the last seed back while they hold what is captured.
#[inline]
fn backwards(pits: u32, sown: &Sown, direction: Direction, holds: impl Fn(u32) -> bool) -> u64 {
    let mut at = u32::from(sown.landing).wrapping_sub(MAX_PITS as u32);
    let mut lanes = 0;
    // Past either end of the other side, the number is too great.
    while at < pits && holds(at) {
        lanes |= LANE << (8 * at);
        at = match direction {
            Direction::Right => at.wrapping_sub(1),
            Direction::Left => at + 1,
        };
    }
    lanes
}
