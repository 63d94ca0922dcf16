//! The results of the rounds on a board.
//!
//! In the stones family the side with sente is East here; boards on which West has sente are rotated by 180°. Sente
//! stays after a quiet round and passes after a capture.
//!
//! In a two-rank game a round is a move: the side with sente is the side to move, and the other side has nothing to
//! choose. Within a layer the turn always passes, because a side moves again only after a seed in its store.

use std::array::from_fn;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::boards::Boards;
use crate::error::{CheckError, Result, input_unless};
use crate::reason::Reason;
use crate::rules::{Holes, Rules};
use crate::sowing::{MOST_STEPS, Round, sow};
use crate::two_rank::bits;
use crate::variant::Variant;

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
        /// The rank of the board, in the view of the side that has sente now.
        rank: u64,
        /// The gain of the side that had sente.
        gain: i32,
        /// Whether the other side has sente now: after a capture, or if the turn passes in a two-rank game.
        passes: bool,
    },
}

/// A game with its numbering of boards.
pub struct Game {
    /// The rules.
    pub rules: Variant,
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
    pub fn new(rules: Variant, stones: usize) -> Result<Game> {
        input_unless(stones <= 127, Reason::ManyStones)?;
        let boards = Boards::new(rules.holes(), stones);
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

    /// Returns whether the other side can get sente by a round within a layer.
    pub fn passes_within_layer(&self) -> bool {
        matches!(self.rules, Variant::TwoRank(_))
    }

    /// Returns the margin of the side with sente on a board where the game is over; `None` if it is not over. In the
    /// stones family the last round was quiet.
    pub fn finished(&self, holes: &Holes) -> Option<i32> {
        match &self.rules {
            Variant::Stones(rules) => rules.finished(holes, false),
            Variant::TwoRank(rules) => (rules.legal(holes) == 0).then(|| rules.rest(holes)),
        }
    }

    /// Returns, for each choice of the side with sente, the results of the replies; in a two-rank game each choice has
    /// one. The board must not be finished.
    pub fn choices(
        &self,
        holes: &Holes,
    ) -> impl Iterator<Item = impl Iterator<Item = Reply>> + Clone {
        let all = match &self.rules {
            Variant::Stones(rules) => rules.playable(holes),
            Variant::TwoRank(rules) => rules.legal(holes),
        };
        bits(all).map(move |first| {
            let replies = match self.rules {
                Variant::Stones(_) => all & !(1 << first),
                Variant::TwoRank(_) => 1 << first,
            };
            bits(replies).map(move |second| self.reply(holes, first, second))
        })
    }

    /// Returns the result of one round.
    fn reply(&self, holes: &Holes, first: usize, second: usize) -> Reply {
        match &self.rules {
            Variant::Stones(rules) => self.round(rules, holes, first, second),
            Variant::TwoRank(rules) => {
                let (holes, gain, passes) = rules.play(holes, first);
                self.next(&holes, gain.into(), passes)
            }
        }
    }

    /// Returns the result of one round of the stones family; holes are counted from 0.
    fn round(&self, rules: &Rules, holes: &Holes, east: usize, west: usize) -> Reply {
        let most = if self.longer.load(Relaxed) {
            0
        } else {
            self.steps
        };
        let (mut holes, east, west) = match sow(rules, holes, east, west, most) {
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
            if let Some(rest) = rules.finished(&holes, true) {
                return Reply::Over(gain - rest);
            }
            holes[..rules.holes].reverse();
        }
        self.next(&holes, gain, captured)
    }

    fn next(&self, holes: &Holes, gain: i32, passes: bool) -> Reply {
        Reply::Next {
            stones: usize::from(holes.iter().sum::<u8>()),
            rank: self.boards.rank(holes),
            gain,
            passes,
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
