//! The results of the rounds on a board.
//!
//! The side with sente is East here; boards on which West has sente are rotated by 180°. Sente stays after a quiet
//! round and passes after a capture.

use std::array::from_fn;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::boards::Boards;
use crate::error::{CheckError, Result, input_unless};
use crate::reason::Reason;
use crate::rules::{Holes, Rules};
use crate::sowing::{MOST_STEPS, Round, sow};

/// The result of a round. Margins are those of the side that had sente in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The game is over, with this margin of the round plus the awarded rest.
    Over(i32),
    /// The round is non-terminating.
    Endless,
    /// The game continues.
    Next {
        /// The stones on the board.
        stones: usize,
        /// The rank of the board, rotated for the side that has sente now.
        rank: u64,
        /// The gain of the side that had sente.
        gain: i32,
        /// Whether the round was a capture, so that the other side has sente now.
        captured: bool,
    },
}

/// A stones-family game with its numbering of boards.
pub struct Game {
    /// The rules.
    pub rules: Rules,
    /// The numbering.
    pub boards: Boards,
    /// The maximum number of steps of a round.
    steps: u64,
    /// Whether a round exceeded the limit. It counts as non-terminating until the check ends with an error.
    longer: AtomicBool,
}

impl Game {
    /// Creates the game on boards of up to `stones` stones.
    ///
    /// # Errors
    /// There are more than 127 stones, or more boards than 64 bits can number.
    pub fn new(rules: Rules, stones: usize) -> Result<Game> {
        input_unless(stones <= 127, Reason::ManyStones)?;
        let boards = Boards::new(rules.holes, stones);
        let boards = boards.ok_or(CheckError::Input(Reason::ManyBoards))?;
        Ok(Game {
            rules,
            boards,
            steps: MOST_STEPS,
            longer: AtomicBool::new(false),
        })
    }

    /// Sets another limit on the steps of a round.
    pub fn within(self, steps: u64) -> Game {
        Game { steps, ..self }
    }

    /// Returns the result of a check of rounds, if none of them took too many steps.
    ///
    /// # Errors
    /// The error of the check, or that of a round with too many steps.
    pub fn within_steps<T>(&self, result: Result<T>) -> Result<T> {
        let longer = Reason::LongRound { steps: self.steps };
        input_unless(!self.longer.load(Relaxed), longer)?;
        result
    }

    /// Returns, for each choice of East in the order of the holes, the results of West's replies. The board must not be
    /// finished.
    pub fn choices(
        &self,
        holes: &Holes,
    ) -> impl Iterator<Item = impl Iterator<Item = Reply>> + Clone {
        let playable = move || (0..self.rules.holes).filter(move |&hole| holes[hole] >= 2);
        playable().map(move |east| {
            let replies = playable().filter(move |&west| west != east);
            replies.map(move |west| self.reply(holes, east, west))
        })
    }

    /// Returns the result of one round; holes are counted from 0.
    fn reply(&self, holes: &Holes, east: usize, west: usize) -> Reply {
        let most = if self.longer.load(Relaxed) {
            0
        } else {
            self.steps
        };
        let (mut holes, east, west) = match sow(&self.rules, holes, east, west, most) {
            Round::Over {
                holes, east, west, ..
            } => (holes, east, west),
            Round::Endless => return Reply::Endless,
            Round::Longer => {
                self.longer.store(true, Relaxed);
                return Reply::Endless;
            }
        };
        let gain = i32::from(east) - i32::from(west);
        let captured = gain != 0;
        if captured {
            // Sente has passed to West.
            if let Some(rest) = self.rules.finished(&holes, true) {
                return Reply::Over(gain - rest);
            }
            holes[..self.rules.holes].reverse();
        }
        let stones = usize::from(holes.iter().sum::<u8>());
        Reply::Next {
            stones,
            rank: self.boards.rank(&holes),
            gain,
            captured,
        }
    }
}

/// Returns, for each infinite-play convention, the best value of all choices after the worst reply; `None` if there are
/// no choices.
pub fn worth<const N: usize>(
    all: impl Iterator<Item = impl Iterator<Item = [i32; N]>>,
) -> Option<[i32; N]> {
    let each =
        |of: fn(i32, i32) -> i32| move |a: [i32; N], b: [i32; N]| from_fn(|i| of(a[i], b[i]));
    all.filter_map(|replies| replies.reduce(each(i32::min)))
        .reduce(each(i32::max))
}

/// Returns the replies of least total cost that support a side. With sente, they are all replies to one of its choices,
/// otherwise one to each choice of the other side. `cost` is `None` for a reply that does not serve the side.
pub fn support<R: Iterator<Item = Reply>>(
    choices: impl Iterator<Item = R>,
    sente: bool,
    cost: impl Fn(Reply) -> Option<u64>,
) -> Option<Vec<Reply>> {
    if sente {
        return least(choices.filter_map(|mut replies| {
            replies.try_fold((0, Vec::new()), |(sum, mut all), reply| {
                let sum = sum + cost(reply)?;
                all.push(reply);
                Some((sum, all))
            })
        }));
    }
    let mut all = Vec::new();
    for replies in choices {
        all.push(least(
            replies.filter_map(|reply| Some((cost(reply)?, reply))),
        )?);
    }
    Some(all)
}

/// Returns the first item of least cost, and stops at one that costs nothing.
fn least<T>(found: impl Iterator<Item = (u64, T)>) -> Option<T> {
    let mut least: Option<(u64, T)> = None;
    for next in found {
        if next.0 == 0 {
            return Some(next.1);
        }
        least = least.filter(|least| least.0 <= next.0).or(Some(next));
    }
    least.map(|(_, found)| found)
}
