//! Owela: moves of one side in its own pits, one seed at a time, from the wording of the rules.

use super::fault::Fault;
use super::game::{Endless, Game, Played};
use super::options::Options;

/// A game of Owela.
pub(super) struct Owela {
    /// Pits of a row.
    row: usize,
    /// Whether the facing inner pit is enough for a capture.
    inner: bool,
    /// Seeds of the game.
    seeds: u64,
}

/// A position: each player's pits in sowing order, the outer row first.
#[derive(Clone, PartialEq)]
pub(super) struct Position {
    lower: Vec<u32>,
    upper: Vec<u32>,
    lower_moves: bool,
}

/// A sowing at the end of a lap.
#[derive(Clone, PartialEq)]
struct Sowing {
    // Compared in this order: what differs soonest comes first.
    last: usize,
    own: Vec<u32>,
    other: Vec<u32>,
}

/// How a sowing goes that is followed until it ends or is known never to.
enum Followed {
    Over(Sowing),
    Endless(Endless),
}

impl Sowing {
    /// Sows N seeds from the next pit on. Whether the last of them fell into a pit with seeds.
    fn sow(&mut self, hand: u32) -> bool {
        let mut held = 0;
        for _ in 0..hand {
            self.last = (self.last + 1) % self.own.len();
            held = self.own[self.last];
            self.own[self.last] += 1;
        }
        held > 0
    }

    /// What is sown next, after a last seed in a pit with seeds: the captured ones, or those of the pit.
    fn lift(&mut self, inner: bool) -> u32 {
        let row = self.own.len() / 2;
        // In the numbers of the rules: inner pit W+k faces 2W+1-k, behind which lies k.
        if let Some(k) = (self.last + 1).checked_sub(row).filter(|&k| k > 0) {
            let (facing, behind) = (2 * row - k, k - 1);
            if self.other[facing] > 0 && (inner || self.other[behind] > 0) {
                return std::mem::take(&mut self.other[facing])
                    + std::mem::take(&mut self.other[behind]);
            }
        }
        std::mem::take(&mut self.own[self.last])
    }
}

impl Owela {
    fn row<'a>(&self, rows: &mut impl Iterator<Item = &'a str>) -> Result<Vec<u32>, Fault> {
        let row = rows.next().ok_or("there are not four rows")?;
        let pits = row.split(',').map(|text| {
            let seeds: Option<u32> = text.parse().ok();
            seeds.filter(|seeds| seeds.to_string() == text)
        });
        let pits: Option<Vec<u32>> = pits.collect();
        let pits = pits.ok_or("the pits are not numbers by commas")?;
        match pits.len() == self.row {
            true => Ok(pits),
            false => Err(Fault::Count {
                found: pits.len() as u64,
                what: "pits in a row, not ",
                expected: self.row as u64,
            }),
        }
    }

    /// The side to move takes up a pit: the sowing before its first seed, and the hand.
    fn take(position: &Position, text: &str) -> Result<(Sowing, u32), Fault> {
        let (letter, own, other) = match position.lower_moves {
            true => ('L', &position.lower, &position.upper),
            false => ('U', &position.upper, &position.lower),
        };
        let pit = text.strip_prefix(letter).and_then(|number| {
            let pit: usize = number.parse().ok()?;
            (pit.to_string() == number).then_some(pit)
        });
        let pit = pit.ok_or(Fault::NotOf {
            what: "move of",
            side: letter,
            is: ", who is to move",
        })?;
        let last = pit.checked_sub(1).filter(|&pit| pit < own.len());
        let last = last.ok_or(Fault::NoPlace {
            place: "pit",
            number: pit as u64,
        })?;
        let (mut own, other) = (own.clone(), other.clone());
        match std::mem::take(&mut own[last]) {
            0 | 1 => Err(Fault::TooFew {
                place: "pit",
                number: pit as u64,
                what: "seeds",
            }),
            hand => Ok((Sowing { last, own, other }, hand)),
        }
    }

    /// Follows a sowing. The pair of board and last pit after `first` laps is marked; the sowing is endless
    /// as soon as it recurs. If it never does, the mark that is moved after 1, 2, 4, 8, … laps recurs in
    /// the end (R. P. Brent, BIT 20, 1980), so this ends whatever is claimed.
    fn follow(&self, sowing: Sowing, hand: u32, first: u64, period: u64) -> Followed {
        let (mut sowing, mut hand) = (sowing, hand);
        let mut claimed = None;
        let mut before_claimed = None;
        let mut joined_sooner = false;
        let mut moving = None;
        let (mut moved_at, mut next_move) = (0, 1);
        for laps in 1u64.. {
            if !sowing.sow(hand) {
                return Followed::Over(sowing);
            }
            let mark = if claimed.as_ref() == Some(&sowing) {
                Some((first, !joined_sooner))
            } else if moving.as_ref() == Some(&sowing) {
                Some((moved_at, false))
            } else {
                None
            };
            if let Some((at, first_right)) = mark {
                return Followed::Endless(Endless {
                    period: laps - at,
                    first_right,
                    disputed: 0,
                });
            }
            if laps == next_move {
                moving = Some(sowing.clone());
                moved_at = laps;
                next_move = laps.saturating_mul(2);
            }
            if laps == first {
                claimed = Some(sowing.clone());
            } else if first.checked_sub(1) == Some(laps) {
                before_claimed = Some(sowing.clone());
            } else if first.saturating_add(period).checked_sub(1) == Some(laps) {
                // The pair before the mark is not on the cycle if the mark is its first pair.
                joined_sooner = before_claimed.as_ref() == Some(&sowing);
            }
            hand = sowing.lift(self.inner);
        }
        unreachable!("a mark recurs before the laps are out of numbers")
    }
}

impl Game for Owela {
    type Position = Position;

    const UNIT: &'static str = "laps";

    fn new(options: &Options) -> Result<Owela, Fault> {
        let (row, seeds) = match options.counts("start") {
            None => {
                options.expect(&["pits", "capture"])?;
                let row = options.number("pits", 2, 8)?;
                (row, 4 * (row + row / 2))
            }
            Some(sides) => {
                options.expect(&["start", "capture"])?;
                let sides = sides?;
                let (lower, upper) = match sides.as_slice() {
                    [both] => (both, both),
                    [lower, upper] => (lower, upper),
                    _ => return Err("the start has more than two sides".into()),
                };
                let row = lower.len() / 2;
                if !(2..=8).contains(&row) || [lower.len(), upper.len()] != [2 * row; 2] {
                    return Err("the start has not two rows of 2 to 8 pits a side".into());
                }
                let seeds: u64 = lower.iter().chain(upper).sum();
                if !(1..=48).contains(&seeds) {
                    return Err("the start has not 1 to 48 seeds".into());
                }
                (row as u64, seeds)
            }
        };
        Ok(Owela {
            row: row as usize,
            inner: options.is_second("capture", ["both", "inner"])?,
            seeds,
        })
    }

    fn read(&self, text: &str) -> Result<Position, Fault> {
        let (rows, mover) = text.split_once(' ').ok_or("there is no side to move")?;
        let lower_moves = match mover {
            "L" => true,
            "U" => false,
            _ => return Err("the side to move is neither L nor U".into()),
        };
        let mut rows = rows.split('/');
        let mut ring = || Ok::<_, Fault>([self.row(&mut rows)?, self.row(&mut rows)?].concat());
        let (lower, upper) = (ring()?, ring()?);
        if rows.next().is_some() {
            return Err("there are more than four rows".into());
        }
        let seeds = lower.iter().chain(&upper).map(|&seeds| u64::from(seeds));
        match seeds.sum::<u64>() {
            seeds if seeds == self.seeds => Ok(Position {
                lower,
                upper,
                lower_moves,
            }),
            seeds => Err(Fault::Count {
                found: seeds,
                what: "seeds, but the game has ",
                expected: self.seeds,
            }),
        }
    }

    fn board(position: &Position) -> String {
        let rows = [&position.lower, &position.upper].map(|ring| {
            let row = |row: &[u32]| {
                let seeds: Vec<String> = row.iter().map(u32::to_string).collect();
                seeds.join(",")
            };
            let (outer, inner) = ring.split_at(ring.len() / 2);
            format!("{}/{}", row(outer), row(inner))
        });
        rows.join("/")
    }

    fn play(&self, position: &mut Position, item: &str) -> Result<Played, Fault> {
        let (sowing, hand) = Owela::take(position, item)?;
        match self.follow(sowing, hand, 0, 0) {
            Followed::Endless(_) => Err("its sowing never ends".into()),
            Followed::Over(over) => {
                (position.lower, position.upper) = match position.lower_moves {
                    true => (over.own, over.other),
                    false => (over.other, over.own),
                };
                position.lower_moves = !position.lower_moves;
                // Captured seeds stay on the board, so that a position can recur after captures.
                Ok(Played::default())
            }
        }
    }

    fn can_recur(_: &Position) -> Result<(), &'static str> {
        Ok(())
    }

    fn recurs(before: &Position, now: &Position) -> bool {
        before == now
    }

    fn endless(
        &self,
        position: &Position,
        item: &str,
        first: u64,
        period: u64,
    ) -> Result<Option<Endless>, Fault> {
        let (sowing, hand) = Owela::take(position, item)?;
        Ok(match self.follow(sowing, hand, first, period) {
            Followed::Over(_) => None,
            Followed::Endless(endless) => Some(endless),
        })
    }
}
