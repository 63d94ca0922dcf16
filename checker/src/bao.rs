//! Bao la kujifunza: one lap at a time, from the rules in docs/games-world.md and docs/checking.md.

use serde::{Deserialize, Serialize};

use crate::certificate::{Claim, Options, Play, Shown};
use crate::error::{CheckError, Result, input_unless};
use crate::pits;
use crate::reason::Reason;
use crate::recurrence::{Claimed, Steps, end_of};

/// The options of the rules.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct BaoOptions {
    pits: usize,
    seeds: u32,
    big: OnOff,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OnOff {
    On,
    Off,
}

/// Seeds in hand behind the pit where the first of them falls.
#[derive(Clone, PartialEq)]
struct Lap {
    /// The pits of the side that sows, as numbered in the rules: pit 1 is the first.
    own: Vec<u32>,
    other: Vec<u32>,
    /// The number of the pit before the first seed.
    from: usize,
    hand: u32,
    clockwise: bool,
    /// Whether the move captures.
    capturing: bool,
}

/// What a lap leads to.
#[derive(PartialEq)]
enum After {
    Lap,
    /// The turn of the other side.
    Turn,
    /// The loss of the side that sows.
    Loss,
}

/// Whether no inner pit of these has a seed.
fn bare(pits: &[u32]) -> bool {
    pits.iter().skip(pits.len() / 2).all(|&seeds| seeds == 0)
}

impl Lap {
    /// The number of the next pit in the direction of the lap.
    fn next(&self, pit: usize) -> usize {
        let all = self.own.len();
        match (self.clockwise, pit) {
            (false, pit) if pit == all => 1,
            (false, pit) => pit + 1,
            (true, 1) => all,
            (true, pit) => pit - 1,
        }
    }

    /// The place of the pit of the other side that faces an inner pit; `None` for an outer pit.
    fn faced(&self, pit: usize) -> Option<usize> {
        let row = self.own.len() / 2;
        // Inner pit W + k faces inner pit 2W + 1 − k, which stands one place before its number.
        (pit > row).then(|| 3 * row - pit)
    }

    /// Returns whether this first lap makes the move a capturing one.
    fn is_capturing(&self, big: OnOff) -> bool {
        let all = self.own.len();
        if big == OnOff::On && self.hand as usize >= all {
            return false;
        }
        let last = (0..self.hand).fold(self.from, |pit, _| self.next(pit));
        // A lap of more seeds than pits passes its last pit before.
        let occupied = self.own[last - 1] > 0 || self.hand as usize > all;
        occupied && self.faced(last).is_some_and(|place| self.other[place] > 0)
    }

    /// Sows the hand and applies the rules to the last seed.
    fn sow(&mut self) -> After {
        let (all, row) = (self.own.len(), self.own.len() / 2);
        let mut pit = self.from;
        for _ in 0..self.hand {
            pit = self.next(pit);
            self.own[pit - 1] += 1;
            if bare(&self.own) {
                return After::Loss;
            }
        }
        if self.own[pit - 1] == 1 {
            return After::Turn;
        }
        let faced = self.faced(pit).filter(|&place| self.other[place] > 0);
        let Some(place) = faced.filter(|_| self.capturing) else {
            (self.from, self.hand) = (pit, std::mem::take(&mut self.own[pit - 1]));
            return After::Lap;
        };
        self.hand = std::mem::take(&mut self.other[place]);
        if bare(&self.other) {
            return After::Turn;
        }
        let side = (row / 4).max(1);
        if pit <= row + side {
            self.clockwise = false;
        }
        if pit > all - side {
            self.clockwise = true;
        }
        self.from = if self.clockwise { 1 } else { row };
        After::Lap
    }
}

/// A position, to be played on.
pub(crate) struct Position {
    options: BaoOptions,
    lower: Vec<u32>,
    upper: Vec<u32>,
    lower_moves: bool,
    steps: Steps,
}

impl Options for BaoOptions {
    type Play = Position;

    fn start(&self, text: &str, steps: u64) -> Result<Position> {
        let fits = (2..=8).contains(&self.pits) && (1..=7).contains(&self.seeds);
        let (least, most, seeds) = (2, 8, 7);
        input_unless(fits, Reason::NoSizes { least, most, seeds })?;
        let none = Reason::NoPosition {
            position: text.to_owned(),
        };
        Position::read(self, text, steps).ok_or(none.into())
    }

    fn name(&self) -> (String, Option<u32>) {
        let BaoOptions { pits, seeds, .. } = self;
        let big = if self.big == OnOff::On { "on" } else { "off" };
        (format!("bao:pits={pits},seeds={seeds},big={big}"), None)
    }
}

impl Position {
    /// Reads a position in the format of [`Play::text`].
    fn read(options: &BaoOptions, text: &str, steps: u64) -> Option<Position> {
        let (board, side) = text.split_once(' ')?;
        let mut lower = pits::read(board, 4, options.pits)?;
        let upper = lower.split_off(2 * options.pits);
        let seeds = lower.iter().chain(&upper).copied();
        let fits = pits::at_most(seeds, 4 * options.pits as u32 * options.seeds);
        let position = Position {
            options: options.clone(),
            lower,
            upper,
            lower_moves: side == "L",
            steps: Steps::new(steps),
        };
        (fits && position.text() == text).then_some(position)
    }

    /// Lifts a pit with two seeds or more.
    fn lifted(&self, pit: usize, clockwise: bool) -> Option<Lap> {
        let (own, other) = match self.lower_moves {
            true => (&self.lower, &self.upper),
            false => (&self.upper, &self.lower),
        };
        let mut own = own.clone();
        let hand = std::mem::take(own.get_mut(pit.checked_sub(1)?)?);
        let mut lap = Lap {
            own,
            other: other.clone(),
            from: pit,
            hand,
            clockwise,
            capturing: false,
        };
        lap.capturing = lap.is_capturing(self.options.big);
        (hand >= 2).then_some(lap)
    }

    /// Returns whether a capturing move ends.
    fn must_capture(&mut self) -> Result<bool> {
        for pit in 1..=2 * self.options.pits {
            for clockwise in [false, true] {
                let lap = self.lifted(pit, clockwise);
                let Some(lap) = lap.filter(|lap| lap.capturing) else {
                    continue;
                };
                if end_of(lap, |lap| step(lap, &mut self.steps))?.is_some() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Returns the first lap of a move that is legal, or illegal only because it never ends.
    fn begun(&mut self, text: &str) -> Result<Option<Lap>> {
        let side = if self.lower_moves { 'L' } else { 'U' };
        let row = self.options.pits;
        let lap = || {
            let clockwise = text.ends_with('-');
            let rest = text.strip_prefix(side)?;
            let pit = rest.strip_suffix(if clockwise { '-' } else { '+' })?;
            self.lifted(pits::number(pit)?, clockwise)
        };
        let own = if self.lower_moves {
            &self.lower
        } else {
            &self.upper
        };
        let over = bare(own);
        let from_inner = own[row..].iter().any(|&seeds| seeds >= 2);
        let Some(lap) = lap().filter(|_| !over) else {
            return Ok(None);
        };
        if lap.capturing {
            return Ok(Some(lap));
        }
        // From an end of the inner row, one direction leads to the outer row.
        let outward = lap.from > row && lap.next(lap.from) <= row;
        let sows = (lap.from > row) == from_inner && !(outward && bare(&lap.own));
        Ok((sows && !self.must_capture()?).then_some(lap))
    }

    /// Returns [`begun`](Position::begun), or the error of a move that is not legal.
    fn chosen(&mut self, text: &str) -> Result<Lap> {
        let round = text.to_owned();
        let none = CheckError::Refused(Reason::NotPlayable { round });
        self.begun(text)?.ok_or(none)
    }
}

/// Sows a lap. Returns the end of the sowing, and whether the side that sowed has lost.
fn step(lap: &mut Lap, steps: &mut Steps) -> Result<Option<(Lap, bool)>> {
    steps.take(Some(1))?;
    Ok(match lap.sow() {
        After::Lap => None,
        After::Turn => Some((lap.clone(), false)),
        After::Loss => Some((lap.clone(), true)),
    })
}

impl Play for Position {
    fn text(&self) -> String {
        let pits = [&self.lower[..], &self.upper[..]].concat();
        let side = if self.lower_moves { "L" } else { "U" };
        format!("{} {side}", pits::text(&pits, self.options.pits))
    }

    fn play(&mut self, item: &str) -> Result<()> {
        let lap = self.chosen(item)?;
        let round = item.to_owned();
        let end = end_of(lap, |lap| step(lap, &mut self.steps))?;
        let (lap, lost) = end.ok_or(Reason::NothingFollows { round })?;
        (self.lower, self.upper) = match self.lower_moves {
            true => (lap.own, lap.other),
            false => (lap.other, lap.own),
        };
        // A side that has lost by its own move stays to move, and cannot.
        self.lower_moves ^= !lost;
        Ok(())
    }

    fn check(&mut self, claim: &Claim) -> Result<Shown> {
        let claimed = Claimed::of_move(claim)?;
        let lap = self.chosen(claimed.name)?;
        claimed.check_move(lap, |lap| step(lap, &mut self.steps))
    }
}
