//! Agsinnoninka.

use super::{After, Extra, MOST, Position, Stepper, pit_name, row_is_empty, swept};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Agsinnoninka {
    pub(crate) pits: usize,
    pub(crate) seeds: u32,
    pub(crate) alternate: bool,
    pub(crate) capture_at_end: bool,
    /// The side whose empty hand is settled first.
    pub(crate) first_settled: usize,
    /// The most laps of both sides together; a sowing with more counts as endless.
    pub(crate) most_laps: usize,
}

/// The sowing of one side; it is over if there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hand {
    seeds: u32,
    at: Option<usize>,
    /// The pit of the last seed of a sowing that is over.
    last: usize,
}

/// The end of a sowing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sown {
    Ends(Position),
    /// Pits, hands and places repeat after this number of ticks.
    Endless {
        period: usize,
    },
}

impl Agsinnoninka {
    pub(crate) fn new(pits: usize, seeds: u32) -> Agsinnoninka {
        Agsinnoninka {
            pits,
            seeds,
            alternate: false,
            capture_at_end: false,
            first_settled: 0,
            most_laps: 1000,
        }
    }

    /// Every setting of the options for a board.
    pub(crate) fn all(pits: usize, seeds: u32) -> Vec<Agsinnoninka> {
        let setting = |bits: usize| Agsinnoninka {
            alternate: bits & 1 > 0,
            capture_at_end: bits & 2 > 0,
            first_settled: bits >> 2,
            ..Agsinnoninka::new(pits, seeds)
        };
        (0..8).map(setting).collect()
    }

    fn capture(&self, position: &mut Position, side: usize, last: usize) {
        let n = self.pits;
        if last / n == side {
            let facing = 2 * n - 1 - last;
            position.stores[side] += position.pits[facing];
            position.pits[facing] = 0;
        }
    }

    /// Sows the pits that the sides have lifted, `None` for a side that does not sow.
    pub(crate) fn sow(&self, position: &Position, lifted: [Option<usize>; 2]) -> Sown {
        let n = self.pits;
        let mut after = position.clone();
        after.extra = Extra::Nothing;
        let mut hands = lifted.map(|pit| {
            let seeds = pit.map_or(0, |pit| std::mem::take(&mut after.pits[pit]));
            Hand {
                seeds,
                at: pit,
                last: 0,
            }
        });
        let order = [self.first_settled, 1 - self.first_settled];
        // The sowing is remembered after 0, 1, 2, 4, 8, … ticks. The first return to it gives the period.
        let mut remembered = (0, after.pits.clone(), hands);
        let mut laps = lifted.iter().flatten().count();
        for tick in 0..MOST {
            if laps > self.most_laps {
                return Sown::Endless { period: 0 };
            }
            if hands.iter().all(|hand| hand.at.is_none()) {
                break;
            }
            let (before, pits, then) = &remembered;
            if tick > 0 && (pits, then) == (&after.pits, &hands) {
                return Sown::Endless {
                    period: tick - before,
                };
            }
            if tick.is_power_of_two() {
                remembered = (tick, after.pits.clone(), hands);
            }
            for hand in &mut hands {
                if let Some(at) = hand.at {
                    let next = (at + 1) % (2 * n);
                    after.pits[next] += 1;
                    hand.seeds -= 1;
                    hand.at = Some(next);
                }
            }
            for side in order {
                let hand = &mut hands[side];
                let Some(at) = hand.at else { continue };
                if hand.seeds > 0 {
                    continue;
                }
                let next = (at + 1) % (2 * n);
                if after.pits[next] > 0 {
                    laps += 1;
                    hand.seeds = after.pits[next];
                    after.pits[next] = 0;
                    hand.at = Some(next);
                } else {
                    hand.at = None;
                    hand.last = at;
                    if !self.capture_at_end {
                        self.capture(&mut after, side, at);
                    }
                }
            }
        }
        assert!(hands.iter().all(|hand| hand.at.is_none()), "{position:?}");
        if self.capture_at_end {
            for side in order {
                if lifted[side].is_some() {
                    self.capture(&mut after, side, hands[side].last);
                }
            }
        }
        after.turn = match lifted {
            [Some(_), None] => 1,
            _ => 0,
        };
        Sown::Ends(after)
    }

    fn own_pits(&self, position: &Position, side: usize) -> Vec<usize> {
        let n = self.pits;
        (side * n..side * n + n)
            .filter(|&pit| position.pits[pit] > 0)
            .collect()
    }
}

impl Stepper for Agsinnoninka {
    fn name(&self) -> String {
        format!(
            "agsinnoninka:pits={},seeds={},mode={},capture={},tie={}",
            self.pits,
            self.seeds,
            if self.alternate {
                "alternate"
            } else {
                "simultaneous"
            },
            if self.capture_at_end {
                "at-end"
            } else {
                "at-stop"
            },
            ["lower", "upper"][self.first_settled],
        )
    }

    fn start(&self) -> Position {
        Position {
            pits: vec![self.seeds; 2 * self.pits],
            stores: [0, 0],
            turn: 0,
            extra: Extra::Nothing,
        }
    }

    fn columns(&self) -> usize {
        self.pits
    }

    fn moves(&self, position: &Position) -> Vec<(String, After)> {
        if [0, 1]
            .iter()
            .any(|&side| row_is_empty(&position.pits, side))
        {
            return Vec::new();
        }
        let mover = position.turn;
        let mut moves = Vec::new();
        for pit in self.own_pits(position, mover) {
            let sown = match (self.alternate, &position.extra) {
                (true, _) => {
                    let mut lifted = [None, None];
                    lifted[mover] = Some(pit);
                    self.sow(position, lifted)
                }
                (false, Extra::Chosen(chosen)) => self.sow(position, [Some(*chosen), Some(pit)]),
                (false, _) => {
                    let chosen = Position {
                        turn: 1,
                        extra: Extra::Chosen(pit),
                        ..position.clone()
                    };
                    // The rules do not say what follows if no pair with this pit ends: here the pit may not be chosen.
                    if self.moves(&chosen).is_empty() {
                        continue;
                    }
                    Sown::Ends(chosen)
                }
            };
            if let Sown::Ends(after) = sown {
                moves.push((pit_name(self.pits, pit), After::To(after)));
            }
        }
        moves
    }

    fn score(&self, position: &Position) -> [u32; 2] {
        swept(position)
    }
}
