//! The captures of the last seed of a sowing.

use super::moves::Direction;
use super::rules::{Capture, Counts, GrandSlam, Laps, Rules};
use super::sowing::Sown;
use super::state::{MAX_PITS, State, lane, sum};

/// The bits of lane 0 that count seeds.
const LANE: u64 = 0x7f;

/// The captures under one set of rules. The rules of well-known games have a variant of their own, which is inlined.
#[derive(Clone, Copy, Debug)]
pub(super) enum Captures {
    /// No captures.
    Nothing,
    /// As [`Capture::Facing`], grand slams included.
    Facing { even_if_empty: bool },
    /// As [`Capture::Backwards`] of a range, grand slams included.
    Backwards { least: u8, most: u8 },
    /// As [`Capture::Backwards`] of a range, but a grand slam captures nothing.
    Sparing { least: u8, most: u8 },
    /// Any other rules, and moves of several laps.
    Other,
}

impl Captures {
    pub(super) fn of(rules: &Rules) -> Captures {
        let spares = rules.grand_slam == GrandSlam::CapturesNothing;
        match rules.capture {
            _ if rules.laps == Laps::Relay => Captures::Other,
            Capture::Nothing => Captures::Nothing,
            Capture::Facing { even_if_empty } if !spares => Captures::Facing { even_if_empty },
            Capture::Backwards { counts } if counts.is_range() => {
                let [least, most] = counts.ends();
                match spares {
                    false => Captures::Backwards { least, most },
                    true => Captures::Sparing { least, most },
                }
            }
            Capture::Facing { .. } | Capture::LastPit { .. } | Capture::Backwards { .. } => {
                Captures::Other
            }
        }
    }

    /// Returns the board after the captures of a sowing, still in the view of its mover, and the number of seeds
    /// captured; `None` for any other rules.
    #[inline(always)]
    pub(super) fn apply(
        self,
        rules: &Rules,
        board: State,
        sown: &Sown,
        direction: Direction,
    ) -> Option<(State, u32)> {
        let pits = rules.pits as u32;
        Some(match self {
            Captures::Nothing => (board, 0),
            Captures::Facing { even_if_empty } => facing(board, sown, even_if_empty),
            Captures::Backwards { least, most } => {
                let captured = |seeds| (least..=most).contains(&seeds);
                backwards(pits, board, sown, direction, captured)
            }
            Captures::Sparing { least, most } => {
                let captured = |seeds| (least..=most).contains(&seeds);
                spared(board, backwards(pits, board, sown, direction, captured))
            }
            Captures::Other => return None,
        })
    }
}

/// Captures under any rules: returns the board after it, still in the view of its mover, and the number of seeds.
pub(super) fn capture(
    rules: &Rules,
    board: State,
    sown: &Sown,
    direction: Direction,
) -> (State, u32) {
    let captured = match rules.capture {
        Capture::Nothing => (board, 0),
        Capture::Facing { even_if_empty } => facing(board, sown, even_if_empty),
        Capture::LastPit { counts } => last_pit(board, sown, counts),
        Capture::Backwards { counts } => {
            let captured = |seeds| counts.contains(seeds);
            backwards(rules.pits as u32, board, sown, direction, captured)
        }
    };
    match rules.grand_slam {
        GrandSlam::CapturesNothing => spared(board, captured),
        GrandSlam::Captures | GrandSlam::Illegal | GrandSlam::OnlyMove => captured,
    }
}

/// Returns the board after the sowing instead of that after the captures, if they took all seeds of the other side.
#[inline]
fn spared(sown: State, captured: (State, u32)) -> (State, u32) {
    if takes_all(sown, captured.0) {
        return (sown, 0);
    }
    captured
}

/// Returns whether a capture took all seeds of the other side, which had some.
#[inline]
pub(super) fn takes_all(sown: State, captured: State) -> bool {
    sown.other_half() != 0 && captured.other_half() == 0
}

/// Captures the last pit alone.
#[inline]
fn last_pit(board: State, sown: &Sown, counts: Counts) -> (State, u32) {
    let at = u32::from(sown.landing).wrapping_sub(MAX_PITS as u32);
    if at >= MAX_PITS as u32 {
        return (board, 0);
    }
    let seeds = lane(board.other_half(), at);
    if !counts.contains(seeds) {
        return (board, 0);
    }
    (board.without(0, LANE << (8 * at)), u32::from(seeds))
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

/// Captures from the last seed backwards, as long as a pit has a number of seeds that is captured.
#[inline(always)]
fn backwards(
    pits: u32,
    board: State,
    sown: &Sown,
    direction: Direction,
    captured: impl Fn(u8) -> bool,
) -> (State, u32) {
    let other = board.other_half();
    let holds = |at| captured(lane(other, at));
    let taken = chain(pits, sown, direction, holds) & other;
    (board.without(0, taken), sum(taken))
}

/// Returns the lanes of the other side from the last seed backwards, as long as they have a number of seeds that is
/// captured.
#[inline]
fn chain(pits: u32, sown: &Sown, direction: Direction, holds: impl Fn(u32) -> bool) -> u64 {
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
