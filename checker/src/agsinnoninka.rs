//! Agsinnoninka: one seed at a time, from the rules in docs/games-world.md and docs/checking.md.

use serde::{Deserialize, Serialize};

use crate::certificate::{Claim, Options, Play, Shown};
use crate::error::{CheckError, Result, input_unless};
use crate::pits;
use crate::reason::Reason;
use crate::recurrence::{Claimed, Steps, end_of};

/// The most laps of a sowing that counts as one that ends.
const MOST_LAPS: u32 = 1_000;

/// The options of the rules.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct AgsinnoninkaOptions {
    pits: usize,
    seeds: u32,
    mode: Mode,
    capture: Capture,
    tie: Side,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Mode {
    Simultaneous,
    Alternate,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Capture {
    AtStop,
    AtEnd,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Side {
    Lower,
    Upper,
}

impl Side {
    fn letter(self) -> char {
        match self {
            Side::Lower => 'L',
            Side::Upper => 'U',
        }
    }

    fn other(self) -> Side {
        match self {
            Side::Lower => Side::Upper,
            Side::Upper => Side::Lower,
        }
    }
}

/// The hand of a player who sows or has stopped.
#[derive(Clone, PartialEq)]
struct Hand {
    side: Side,
    /// The seeds in hand; none once the player has stopped.
    seeds: u32,
    /// The place of the pit below the hand.
    at: usize,
}

/// The pits and the hands, in the order in which empty hands are settled.
#[derive(Clone)]
struct Sowing {
    pits: Vec<u32>,
    hands: Vec<Hand>,
    stores: [u32; 2],
    laps: u32,
}

/// Pits and hands tell states of a sowing apart.
impl PartialEq for Sowing {
    fn eq(&self, other: &Sowing) -> bool {
        (&self.pits, &self.hands) == (&other.pits, &other.hands)
    }
}

impl Sowing {
    /// Takes the facing pit of a hand that has stopped over a pit of its player.
    fn capture(&mut self, hand: &Hand) {
        let lower = hand.at < self.pits.len() / 2;
        if lower == (hand.side == Side::Lower) {
            let facing = self.pits.len() - 1 - hand.at;
            let store = usize::from(hand.side == Side::Upper);
            self.stores[store] += std::mem::take(&mut self.pits[facing]);
        }
    }

    /// Drops a seed of each hand, then settles the hands that are empty. Returns whether a hand still sows.
    fn step(&mut self, capture: Capture) -> bool {
        let all = self.pits.len();
        let sowing: Vec<bool> = self.hands.iter().map(|hand| hand.seeds > 0).collect();
        for hand in self.hands.iter_mut().filter(|hand| hand.seeds > 0) {
            hand.at = (hand.at + 1) % all;
            hand.seeds -= 1;
            self.pits[hand.at] += 1;
        }
        for (place, sowed) in sowing.into_iter().enumerate() {
            let mut hand = self.hands[place].clone();
            if !sowed || hand.seeds > 0 {
                continue;
            }
            let next = (hand.at + 1) % all;
            if self.pits[next] > 0 {
                (hand.at, hand.seeds) = (next, std::mem::take(&mut self.pits[next]));
                self.laps += 1;
                self.hands[place] = hand;
            } else if capture == Capture::AtStop {
                self.capture(&hand);
            }
        }
        let goes_on = self.hands.iter().any(|hand| hand.seeds > 0);
        if !goes_on && capture == Capture::AtEnd {
            for hand in self.hands.clone() {
                self.capture(&hand);
            }
        }
        goes_on
    }
}

/// A position, to be played on.
pub(crate) struct Position {
    options: AgsinnoninkaOptions,
    /// Lower's pits, then Upper's, in the order of sowing.
    pits: Vec<u32>,
    stores: [u32; 2],
    mover: Side,
    /// The place of the pit that Lower has chosen for this round.
    chosen: Option<usize>,
    steps: Steps,
}

impl Options for AgsinnoninkaOptions {
    type Play = Position;

    fn start(&self, text: &str, steps: u64) -> Result<Position> {
        let fits = (1..=9).contains(&self.pits) && (1..=14).contains(&self.seeds);
        let (least, most, seeds) = (1, 9, 14);
        input_unless(fits, Reason::NoSizes { least, most, seeds })?;
        let none = Reason::NoPosition {
            position: text.to_owned(),
        };
        Position::read(self, text, steps).ok_or(none.into())
    }

    fn name(&self) -> (String, Option<u32>) {
        let AgsinnoninkaOptions { pits, seeds, .. } = self;
        let mode = match self.mode {
            Mode::Simultaneous => "simultaneous",
            Mode::Alternate => "alternate",
        };
        let capture = match self.capture {
            Capture::AtStop => "at-stop",
            Capture::AtEnd => "at-end",
        };
        let tie = match self.tie {
            Side::Lower => "lower",
            Side::Upper => "upper",
        };
        let sizes = format!("agsinnoninka:pits={pits},seeds={seeds}");
        (
            format!("{sizes},mode={mode},capture={capture},tie={tie}"),
            None,
        )
    }
}

impl Position {
    /// Reads a position in the format of [`Play::text`].
    fn read(options: &AgsinnoninkaOptions, text: &str, steps: u64) -> Option<Position> {
        let fields: Vec<&str> = text.split(' ').collect();
        let pits = pits::read(fields.first()?, 2, options.pits)?;
        let mover = match *fields.get(1)? {
            "L" => Side::Lower,
            _ => Side::Upper,
        };
        let store = |place: usize| match fields.get(place) {
            Some(text) => pits::number(text),
            None => Some(0),
        };
        let mut position = Position {
            options: options.clone(),
            pits,
            stores: [store(2)?, store(3)?],
            mover,
            chosen: None,
            steps: Steps::new(steps),
        };
        if let Some(text) = fields.get(4) {
            position.chosen = Some(position.pit(text, Side::Lower)?);
        }
        let upper_replies = options.mode == Mode::Simultaneous && mover == Side::Upper;
        let most = 2 * options.pits as u32 * options.seeds;
        let seeds = position.pits.iter().chain(&position.stores).copied();
        let fits = pits::at_most(seeds, most)
            && position.chosen.is_some() == upper_replies
            && position.text() == text;
        fits.then_some(position)
    }

    /// Returns the place of a pit with seeds that a move of this side names.
    fn pit(&self, text: &str, side: Side) -> Option<usize> {
        let row = self.options.pits;
        let number: usize = pits::number(text.strip_prefix(side.letter())?)?;
        let within = (1..=row).contains(&number).then(|| row - number)?;
        let place = match side {
            Side::Lower => within,
            Side::Upper => row + within,
        };
        (self.pits[place] > 0).then_some(place)
    }

    /// Lifts the pits of a sowing; `None` if the game is over.
    fn lifted(&self, chosen: &[(Side, usize)]) -> Option<Sowing> {
        let (lower, upper) = self.pits.split_at(self.options.pits);
        let over = [lower, upper]
            .iter()
            .any(|side| side.iter().all(|&seeds| seeds == 0));
        let mut pits = self.pits.clone();
        let mut hands = Vec::new();
        for &(side, at) in chosen {
            let seeds = std::mem::take(&mut pits[at]);
            hands.push(Hand { side, seeds, at });
        }
        // Both hands are settled in the order of the option.
        hands.sort_by_key(|hand| hand.side != self.options.tie);
        let (stores, laps) = (self.stores, hands.len() as u32);
        (!over).then_some(Sowing {
            pits,
            hands,
            stores,
            laps,
        })
    }

    /// Returns the sowing of a move, or of a round that Upper's move completes.
    fn begun(&self, text: &str) -> Option<Sowing> {
        let move_of = (self.mover, self.pit(text, self.mover)?);
        match self.chosen {
            Some(first) => self.lifted(&[(Side::Lower, first), move_of]),
            None => self.lifted(&[move_of]),
        }
    }

    /// Returns the sowing of a round such as `L2U4`.
    fn round(&self, text: &str) -> Option<Sowing> {
        let (first, second) = text.split_at(text.find('U')?);
        let first = (Side::Lower, self.pit(first, Side::Lower)?);
        let second = (Side::Upper, self.pit(second, Side::Upper)?);
        match self.chosen {
            Some(_) => None,
            None => self.lifted(&[first, second]),
        }
    }
}

impl Play for Position {
    fn text(&self) -> String {
        let pits = pits::text(&self.pits, self.options.pits);
        let mut text = format!("{pits} {}", self.mover.letter());
        if self.stores != [0, 0] || self.chosen.is_some() {
            text += &format!(" {} {}", self.stores[0], self.stores[1]);
        }
        if let Some(place) = self.chosen {
            text += &format!(" L{}", self.options.pits - place);
        }
        text
    }

    fn play(&mut self, item: &str) -> Result<()> {
        let round = || item.to_owned();
        let none = CheckError::Refused(Reason::NotPlayable { round: round() });
        let sowing = self.begun(item).ok_or(none)?;
        if self.options.mode == Mode::Simultaneous && self.mover == Side::Lower {
            (self.chosen, self.mover) = (self.pit(item, Side::Lower), Side::Upper);
            return Ok(());
        }
        let endless = || Reason::NothingFollows { round: round() };
        let end = end_of(sowing, |sowing| {
            self.steps.take(Some(1))?;
            let goes_on = sowing.step(self.options.capture);
            match sowing.laps {
                0..=MOST_LAPS => Ok((!goes_on).then(|| sowing.clone())),
                _ => Err(endless().into()),
            }
        })?;
        let Sowing { pits, stores, .. } = end.ok_or_else(endless)?;
        (self.pits, self.stores) = (pits, stores);
        (self.mover, self.chosen) = (self.mover.other(), None);
        Ok(())
    }

    fn check(&mut self, claim: &Claim) -> Result<Shown> {
        let (name, first, period, sowing) = match (self.options.mode, claim) {
            (
                Mode::Simultaneous,
                Claim::EndlessRound {
                    round,
                    first_step,
                    period,
                },
            ) => (round, *first_step, *period, self.round(round)),
            (
                Mode::Alternate,
                Claim::EndlessMove {
                    r#move,
                    first_lap,
                    period,
                },
            ) => (r#move, *first_lap, *period, self.begun(r#move)),
            _ => return Err(CheckError::Input(Reason::OtherClaim)),
        };
        let round = || name.to_owned();
        let none = CheckError::Refused(Reason::NotPlayable { round: round() });
        let claimed = Claimed {
            name,
            first,
            period,
        };
        let alternate = self.options.mode == Mode::Alternate;
        claimed.check(sowing.ok_or(none)?, |sowing| {
            self.steps.take(Some(1))?;
            let laps = sowing.laps;
            loop {
                if !sowing.step(self.options.capture) {
                    return Err(CheckError::from(Reason::RoundEnds { round: round() }));
                }
                // In a round a state follows each step, in a move each lap.
                if !alternate || sowing.laps != laps {
                    sowing.laps = 0;
                    return Ok(());
                }
            }
        })?;
        Ok(match alternate {
            true => Shown::EndlessMove {
                r#move: round(),
                period,
            },
            false => Shown::EndlessRound {
                round: round(),
                period,
            },
        })
    }
}
