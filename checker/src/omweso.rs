//! Omweso: one lap at a time, from the rules in docs/games-world.md and docs/checking.md.

use serde::{Deserialize, Serialize};

use crate::certificate::{Claim, Options, Play, Shown};
use crate::error::{CheckError, Result, input_unless};
use crate::pits;
use crate::reason::Reason;
use crate::recurrence::{Claimed, Steps, end_of};

/// The most laps since the last capture that a position states.
const MOST_LAPS: u64 = 16_777_215;

/// The options of the rules.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct OmwesoOptions {
    pits: usize,
    seeds: u32,
    reverse: Reverse,
    first_capture: YesNo,
    endless: Endless,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Reverse {
    AnyLap,
    FirstLap,
    None,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum YesNo {
    Yes,
    No,
}

/// A certificate shows the same under both: where such a move is illegal, it shows why.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Endless {
    Annul,
    Illegal,
}

/// Seeds in hand above the pit where their lap begins.
#[derive(Clone, PartialEq)]
struct Lap {
    /// The pits of the side that sows, as numbered in the rules: pit 1 is the first.
    own: Vec<u32>,
    other: Vec<u32>,
    /// The number of the pit.
    from: usize,
    hand: u32,
}

/// The rule that applies to the last seed of a lap.
#[derive(PartialEq)]
enum Last {
    Empty,
    Captures,
    Relays,
}

impl Lap {
    /// Sows the hand. What the last seed captures or lifts is then in hand.
    fn sow(&mut self, clockwise: bool, quiet: bool) -> Last {
        let all = self.own.len();
        let row = all / 2;
        let mut pit = self.from;
        while self.hand > 0 {
            pit = match (clockwise, pit) {
                (false, pit) if pit == all => 1,
                (false, pit) => pit + 1,
                (true, 1) => all,
                (true, pit) => pit - 1,
            };
            self.own[pit - 1] += 1;
            self.hand -= 1;
        }
        if self.own[pit - 1] == 1 {
            return Last::Empty;
        }
        if pit > row && !quiet {
            // Inner pit W + k faces inner pit 2W + 1 − k, behind which lies outer pit k.
            let k = pit - row;
            let (inner, outer) = (all - k, k - 1);
            if self.other[inner] > 0 && self.other[outer] > 0 {
                self.hand = self.other[inner] + self.other[outer];
                (self.other[inner], self.other[outer]) = (0, 0);
                return Last::Captures;
            }
        }
        self.from = pit;
        self.hand = std::mem::take(&mut self.own[pit - 1]);
        Last::Relays
    }

    /// Returns whether the lap begins in one of the four leftmost pits and captures if it is sown clockwise.
    fn may_reverse(&self, quiet: bool) -> bool {
        let all = self.own.len();
        [1, 2, all - 1, all].contains(&self.from) && self.clone().sow(true, quiet) == Last::Captures
    }

    /// Returns whether the lap occurred before in this turn, with this number of laps since the last capture: sown
    /// counterclockwise, it comes back in no more laps without a capture.
    fn is_old(&self, laps: u64, quiet: bool, steps: &mut Steps) -> Result<bool> {
        let mut later = self.clone();
        for _ in 0..laps {
            steps.take(Some(1))?;
            if later.sow(false, quiet) != Last::Relays {
                return Ok(false);
            }
            if later == *self {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// A lap within a turn.
#[derive(Clone)]
struct Sowing {
    lap: Lap,
    /// The direction, if it was chosen.
    chosen: Option<bool>,
    is_first: bool,
    /// The laps since the last capture that can recur.
    laps: u64,
    /// Whether a choice was old since the last capture. Then all are.
    old: bool,
}

/// Laps tell states of a sowing apart.
impl PartialEq for Sowing {
    fn eq(&self, other: &Sowing) -> bool {
        self.lap == other.lap
    }
}

/// What ends a sowing.
enum End {
    /// The turn is over.
    Turn(Lap),
    /// The direction of a lap is to be chosen.
    Choice(Lap, u64),
}

/// A position, to be played on.
pub(crate) struct Position {
    options: OmwesoOptions,
    lower: Vec<u32>,
    upper: Vec<u32>,
    lower_moves: bool,
    /// The pit and the hand of a lap whose direction is to be chosen, and the laps since the last capture.
    choice: Option<(usize, u32, u64)>,
    /// The turns left without captures.
    quiet: u32,
    steps: Steps,
}

impl Options for OmwesoOptions {
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
        let OmwesoOptions { pits, seeds, .. } = self;
        let reverse = match self.reverse {
            Reverse::AnyLap => "any-lap",
            Reverse::FirstLap => "first-lap",
            Reverse::None => "none",
        };
        let first = match self.first_capture {
            YesNo::Yes => "yes",
            YesNo::No => "no",
        };
        let endless = match self.endless {
            Endless::Annul => "annul",
            Endless::Illegal => "illegal",
        };
        let sizes = format!("omweso:pits={pits},seeds={seeds}");
        let name = format!("{sizes},reverse={reverse},first-capture={first},endless={endless}");
        (name, None)
    }
}

impl Position {
    /// Reads a position in the format of [`Play::text`].
    fn read(options: &OmwesoOptions, text: &str, steps: u64) -> Option<Position> {
        let mut fields = text.splitn(3, ' ');
        let mut lower = pits::read(fields.next()?, 4, options.pits)?;
        let upper = lower.split_off(2 * options.pits);
        let mut position = Position {
            options: options.clone(),
            lower,
            upper,
            lower_moves: fields.next()? == "L",
            choice: None,
            quiet: 0,
            steps: Steps::new(steps),
        };
        for part in fields.next().into_iter().flat_map(|marks| marks.split(',')) {
            let (name, count) = part.split_once(':')?;
            match (name, &mut position.choice) {
                ("quiet", _) => position.quiet = pits::number(count)?,
                ("laps", Some((_, _, laps))) => *laps = pits::number(count)?,
                (pit, choice) => *choice = Some((pits::number(pit)?, pits::number(count)?, 0)),
            }
        }
        let quiet_turns = if options.first_capture == YesNo::No {
            2
        } else {
            0
        };
        let may_reverse = position.choice.is_none_or(|(pit, hand, laps)| {
            let here = (1..=2 * options.pits).contains(&pit) && (1..256).contains(&hand);
            let open = here && laps <= MOST_LAPS && options.reverse != Reverse::None;
            open && position.lap(pit, hand).may_reverse(position.quiet > 0)
        });
        let seeds = position.lower.iter().chain(&position.upper).copied();
        let hand = position.choice.map(|(_, hand, _)| hand);
        let most = 2 * options.pits as u32 * options.seeds;
        let fits = may_reverse
            && position.quiet <= quiet_turns
            && pits::at_most(seeds.chain(hand), most)
            && position.text() == text;
        fits.then_some(position)
    }

    /// Returns a lap of the side to move.
    fn lap(&self, from: usize, hand: u32) -> Lap {
        let (own, other) = match self.lower_moves {
            true => (&self.lower, &self.upper),
            false => (&self.upper, &self.lower),
        };
        Lap {
            own: own.clone(),
            other: other.clone(),
            from,
            hand,
        }
    }

    /// Returns the first lap of a move, or the lap whose direction it chooses; `None` if it is not legal.
    fn begun(&self, text: &str) -> Option<Sowing> {
        let sowing = |lap, chosen, laps| Sowing {
            lap,
            chosen,
            is_first: true,
            laps,
            old: false,
        };
        if let Some((pit, hand, laps)) = self.choice {
            let clockwise = match text {
                "+" => false,
                "-" => true,
                _ => return None,
            };
            return Some(sowing(self.lap(pit, hand), Some(clockwise), laps));
        }
        let side = if self.lower_moves { 'L' } else { 'U' };
        let pit: usize = pits::number(text.strip_prefix(side)?)?;
        let mut lap = self.lap(pit, 0);
        let lifted = lap.own.get_mut(pit.checked_sub(1)?)?;
        lap.hand = std::mem::take(lifted);
        (lap.hand >= 2).then(|| sowing(lap, None, 0))
    }

    /// Returns [`begun`](Position::begun), or the error of a move that is not legal.
    fn chosen(&self, text: &str) -> Result<Sowing> {
        let round = text.to_owned();
        let none = CheckError::Refused(Reason::NotPlayable { round });
        self.begun(text).ok_or(none)
    }
}

/// Sows a lap, unless its direction is to be chosen. Returns what ends the sowing, if anything does.
fn step(
    options: &OmwesoOptions,
    quiet: bool,
    sowing: &mut Sowing,
    steps: &mut Steps,
) -> Result<Option<End>> {
    steps.take(Some(1))?;
    let allowed = match options.reverse {
        Reverse::AnyLap => true,
        Reverse::FirstLap => sowing.is_first,
        Reverse::None => false,
    };
    let open = sowing.chosen.is_none() && !sowing.old;
    if open && allowed && sowing.lap.may_reverse(quiet) {
        sowing.old = sowing.lap.is_old(sowing.laps, quiet, steps)?;
        if !sowing.old {
            return Ok(Some(End::Choice(sowing.lap.clone(), sowing.laps)));
        }
    }
    let recurs = sowing.lap.own[sowing.lap.from - 1] == 0;
    match sowing.lap.sow(sowing.chosen == Some(true), quiet) {
        Last::Empty => return Ok(Some(End::Turn(sowing.lap.clone()))),
        Last::Captures => (sowing.laps, sowing.old) = (0, false),
        Last::Relays => sowing.laps = if recurs { sowing.laps + 1 } else { 0 },
    }
    (sowing.chosen, sowing.is_first) = (None, false);
    Ok(None)
}

impl Play for Position {
    fn text(&self) -> String {
        let pits = [&self.lower[..], &self.upper[..]].concat();
        let side = if self.lower_moves { "L" } else { "U" };
        let mut text = format!("{} {side}", pits::text(&pits, self.options.pits));
        let mut between = ' ';
        let mut mark = |name: &str, count: u64| {
            text += &format!("{between}{name}:{count}");
            between = ',';
        };
        if let Some((pit, hand, laps)) = self.choice {
            mark(&pit.to_string(), hand.into());
            if laps > 0 {
                mark("laps", laps);
            }
        }
        if self.quiet > 0 {
            mark("quiet", self.quiet.into());
        }
        text
    }

    fn play(&mut self, item: &str) -> Result<()> {
        let (sowing, quiet) = (self.chosen(item)?, self.quiet > 0);
        let round = || item.to_owned();
        let next = |sowing: &mut Sowing| step(&self.options, quiet, sowing, &mut self.steps);
        let end = end_of(sowing, next)?;
        let lap = match end.ok_or(Reason::NothingFollows { round: round() })? {
            End::Turn(lap) => {
                (self.choice, self.quiet) = (None, self.quiet.saturating_sub(1));
                lap
            }
            End::Choice(_, laps) if laps > MOST_LAPS => {
                return Err(Reason::ManyLaps { round: round() }.into());
            }
            End::Choice(lap, laps) => {
                self.choice = Some((lap.from, lap.hand, laps));
                lap
            }
        };
        (self.lower, self.upper) = match self.lower_moves {
            true => (lap.own, lap.other),
            false => (lap.other, lap.own),
        };
        self.lower_moves ^= self.choice.is_none();
        Ok(())
    }

    fn check(&mut self, claim: &Claim) -> Result<Shown> {
        let claimed = Claimed::of_move(claim)?;
        let (sowing, quiet) = (self.chosen(claimed.name)?, self.quiet > 0);
        claimed.check_move(sowing, |sowing| {
            step(&self.options, quiet, sowing, &mut self.steps)
        })
    }
}
