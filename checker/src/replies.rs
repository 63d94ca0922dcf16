//! What the rounds on a board lead to.
//!
//! The side with sente is East here; boards on which West has sente are turned by 180°. Sente stays
//! after a quiet round and passes after a capture.

use crate::boards::Boards;
use crate::rules::Rules;
use crate::sowing::{Holes, Round, sow};

/// What a round leads to. Margins are those of the side that had sente in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The game is over.
    Over {
        /// The margin of the round and of the stones given out at the end.
        margin: i32,
    },
    /// The round never ends.
    Endless,
    /// A quiet round: the same number of stones, the same side has sente.
    Quiet {
        /// The rank of the board after it.
        rank: u64,
    },
    /// A capture: fewer stones, the other side has sente.
    Capture {
        /// Stones left.
        stones: usize,
        /// The rank of the board after it, turned for the side that has sente now.
        rank: u64,
        /// What the side that had sente gained.
        gain: i32,
    },
}

/// A stones-family game with its numbering of boards.
pub struct Game {
    /// The rules.
    pub rules: Rules,
    /// The numbering.
    pub boards: Boards,
}

impl Game {
    /// The game on boards of up to `stones` stones. `None` if they are more than 64 bits number.
    pub fn new(rules: Rules, stones: usize) -> Option<Game> {
        let boards = Boards::new(rules.holes, stones)?;
        Some(Game { rules, boards })
    }

    /// The margin of the side with sente on a finished board, reached by a quiet round.
    pub fn finished(&self, stones: usize, holes: &Holes) -> Option<i32> {
        let to_sente = self.rules.rest_to_sente(&holes[..self.rules.holes], false)?;
        Some(if to_sente { stones as i32 } else { -(stones as i32) })
    }

    /// For each choice of East, in the order of the holes, what West's replies lead to. The board is not
    /// finished.
    pub fn choices<'a>(
        &'a self,
        stones: usize,
        holes: &'a Holes,
    ) -> impl Iterator<Item = impl Iterator<Item = Reply> + 'a> + 'a {
        let playable = move || (0..self.rules.holes).filter(move |&hole| holes[hole] >= 2);
        playable().map(move |east| {
            let replies = playable().filter(move |&west| west != east);
            replies.map(move |west| self.reply(stones, holes, east, west))
        })
    }

    /// What one round leads to; holes from 0.
    pub fn reply(&self, stones: usize, holes: &Holes, east: usize, west: usize) -> Reply {
        let (after, gain, captured) = match sow(&self.rules, holes, east, west) {
            Round::Endless { .. } => return Reply::Endless,
            Round::Over { holes, east: 0, west: 0, .. } => {
                return Reply::Quiet { rank: self.boards.rank(&holes) };
            }
            Round::Over { holes, east, west, .. } => {
                (holes, i32::from(east) - i32::from(west), usize::from(east + west))
            }
        };
        let left = stones - captured;
        match self.rules.rest_to_sente(&after[..self.rules.holes], true) {
            // Sente has passed to West.
            Some(to_sente) => {
                let rest = left as i32;
                Reply::Over { margin: gain + if to_sente { -rest } else { rest } }
            }
            None => {
                let mut turned = after;
                turned[..self.rules.holes].reverse();
                Reply::Capture { stones: left, rank: self.boards.rank(&turned), gain }
            }
        }
    }
}

/// The replies that a side rests on at least cost: all to one of its choices if it has sente, otherwise one to each choice of
/// the other; and what they cost together. `cost` is `None` for a reply that does not serve the side.
pub fn support<R: Iterator<Item = Reply>>(
    mut choices: impl Iterator<Item = R>,
    sente: bool,
    cost: impl Fn(Reply) -> Option<u64>,
) -> Option<(u64, Vec<Reply>)> {
    let all = |mut replies: R| {
        replies.try_fold((0, Vec::new()), |(sum, mut all), reply| {
            let sum = sum + cost(reply)?;
            all.push(reply);
            Some((sum, all))
        })
    };
    if sente {
        return least(choices.filter_map(all));
    }
    choices.try_fold((0, Vec::new()), |(sum, mut all), replies| {
        let (cost, reply) = least(replies.filter_map(|reply| Some((cost(reply)?, reply))))?;
        all.push(reply);
        Some((sum + cost, all))
    })
}

/// The first of least cost; none is looked at after one that costs nothing.
fn least<T>(found: impl Iterator<Item = (u64, T)>) -> Option<(u64, T)> {
    let mut best: Option<(u64, T)> = None;
    for next in found {
        if best.as_ref().is_none_or(|best| next.0 < best.0) {
            best = Some(next);
        }
        if best.as_ref().is_some_and(|best| best.0 == 0) {
            break;
        }
    }
    best
}
