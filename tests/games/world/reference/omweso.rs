//! Omweso. Each side has a ring of pits: the outer row from its left to its right, then the inner row back.

use std::collections::{BTreeSet, HashMap};

use super::{After, Extra, MOST, Position, Stepper};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reverse {
    AnyLap,
    FirstLap,
    None,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Omweso {
    pub(crate) pits: usize,
    pub(crate) seeds: u32,
    pub(crate) reverse: Reverse,
    pub(crate) first_capture: bool,
    pub(crate) endless_is_illegal: bool,
}

/// The start of a lap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Lap {
    own: Vec<u32>,
    other: Vec<u32>,
    pit: usize,
    hand: u32,
    first: bool,
}

/// The end of a lap.
enum Lapped {
    Ends { own: Vec<u32>, other: Vec<u32> },
    On(Lap),
}

impl Omweso {
    pub(crate) fn new(pits: usize, seeds: u32) -> Omweso {
        Omweso {
            pits,
            seeds,
            reverse: Reverse::AnyLap,
            first_capture: true,
            endless_is_illegal: false,
        }
    }

    /// Every setting of the options for a board.
    pub(crate) fn all(pits: usize, seeds: u32) -> Vec<Omweso> {
        let mut all = Vec::new();
        for reverse in [Reverse::AnyLap, Reverse::FirstLap, Reverse::None] {
            for first_capture in [true, false] {
                for endless_is_illegal in [false, true] {
                    all.push(Omweso {
                        pits,
                        seeds,
                        reverse,
                        first_capture,
                        endless_is_illegal,
                    });
                }
            }
        }
        all
    }

    /// Sows one lap, clockwise if `back`. Returns what follows, and whether the lap captured.
    fn lap(&self, lap: &Lap, back: bool, quiet: bool) -> (Lapped, bool) {
        let n = self.pits;
        let ring = 2 * n;
        let mut own = lap.own.clone();
        let mut other = lap.other.clone();
        let mut at = lap.pit;
        let mut was = 0;
        for _ in 0..lap.hand {
            at = if back {
                (at + ring - 1) % ring
            } else {
                (at + 1) % ring
            };
            was = own[at];
            own[at] += 1;
        }
        if was == 0 {
            return (Lapped::Ends { own, other }, false);
        }
        if at >= n && !quiet {
            let (inner, outer) = (3 * n - 1 - at, at - n);
            if other[inner] > 0 && other[outer] > 0 {
                let hand = other[inner] + other[outer];
                other[inner] = 0;
                other[outer] = 0;
                let next = Lap {
                    own,
                    other,
                    pit: lap.pit,
                    hand,
                    first: false,
                };
                return (Lapped::On(next), true);
            }
        }
        let hand = own[at];
        own[at] = 0;
        let next = Lap {
            own,
            other,
            pit: at,
            hand,
            first: false,
        };
        (Lapped::On(next), false)
    }

    /// Returns whether a lap may also be sown clockwise.
    fn may_reverse(&self, lap: &Lap, quiet: bool) -> bool {
        let ring = 2 * self.pits;
        let allowed = match self.reverse {
            Reverse::AnyLap => true,
            Reverse::FirstLap => lap.first,
            Reverse::None => false,
        };
        let leftmost = [0, 1, ring - 2, ring - 1].contains(&lap.pit);
        allowed && leftmost && self.lap(lap, true, quiet).1
    }

    /// Adds the results of all ways to complete a move from the start of a lap. `open` holds the laps on the way here.
    fn complete(
        &self,
        position: &Position,
        lap: Lap,
        visited: &mut HashMap<Lap, bool>,
        results: &mut BTreeSet<After>,
    ) {
        // A stack of laps with the directions that are still to be sown; the laps on it are those on the way here.
        let quiet = matches!(position.extra, Extra::Quiet(turns) if turns > 0);
        let ways = |lap: &Lap| match self.may_reverse(lap, quiet) {
            true => vec![true, false],
            false => vec![false],
        };
        visited.insert(lap.clone(), true);
        let first = ways(&lap);
        let mut stack = vec![(lap, first)];
        while let Some((lap, left)) = stack.last_mut() {
            let Some(back) = left.pop() else {
                visited.insert(lap.clone(), false);
                stack.pop();
                continue;
            };
            match self.lap(lap, back, quiet).0 {
                Lapped::Ends { own, other } => {
                    results.insert(After::To(self.turned(position, own, other)));
                }
                Lapped::On(next) => match visited.get(&next) {
                    Some(true) => {
                        results.insert(After::Endless);
                    }
                    Some(false) => {}
                    None => {
                        visited.insert(next.clone(), true);
                        let ways = ways(&next);
                        stack.push((next, ways));
                    }
                },
            }
            assert!(stack.len() < MOST, "{position:?}");
        }
    }

    /// The position for the other side.
    fn turned(&self, position: &Position, own: Vec<u32>, other: Vec<u32>) -> Position {
        let pits = match position.turn {
            0 => [own, other].concat(),
            _ => [other, own].concat(),
        };
        let extra = match position.extra {
            Extra::Quiet(turns) => Extra::Quiet(turns.saturating_sub(1)),
            _ => panic!("{position:?}"),
        };
        Position {
            pits,
            stores: [0, 0],
            turn: 1 - position.turn,
            extra,
        }
    }

    /// The results of all ways to play a pit; `None` if it cannot be lifted.
    pub(crate) fn results(&self, position: &Position, pit: usize) -> BTreeSet<After> {
        let ring = 2 * self.pits;
        let side = |side: usize| position.pits[side * ring..side * ring + ring].to_vec();
        let mut own = side(position.turn);
        let other = side(1 - position.turn);
        let mut results = BTreeSet::new();
        if own[pit] < 2 {
            return results;
        }
        let hand = own[pit];
        own[pit] = 0;
        let lap = Lap {
            own,
            other,
            pit,
            hand,
            first: true,
        };
        self.complete(position, lap, &mut HashMap::new(), &mut results);
        if self.endless_is_illegal {
            results.remove(&After::Endless);
        }
        results
    }

    /// The name of a pit of the side to move.
    pub(crate) fn pit_name(&self, position: &Position, pit: usize) -> String {
        format!("{}{}", self.letters()[position.turn], pit + 1)
    }
}

impl Stepper for Omweso {
    fn name(&self) -> String {
        format!(
            "omweso:pits={},seeds={},reverse={},first-capture={},endless={}",
            self.pits,
            self.seeds,
            match self.reverse {
                Reverse::AnyLap => "any-lap",
                Reverse::FirstLap => "first-lap",
                Reverse::None => "none",
            },
            if self.first_capture { "yes" } else { "no" },
            if self.endless_is_illegal {
                "illegal"
            } else {
                "annul"
            },
        )
    }

    fn start(&self) -> Position {
        let side = [vec![self.seeds; self.pits], vec![0; self.pits]].concat();
        Position {
            pits: [side.clone(), side].concat(),
            stores: [0, 0],
            turn: 0,
            extra: Extra::Quiet(if self.first_capture { 0 } else { 2 }),
        }
    }

    fn columns(&self) -> usize {
        self.pits
    }

    /// Whole moves: a pit with several results is listed several times.
    fn moves(&self, position: &Position) -> Vec<(String, After)> {
        let mut moves = Vec::new();
        for pit in 0..2 * self.pits {
            for after in self.results(position, pit) {
                moves.push((self.pit_name(position, pit), after));
            }
        }
        moves
    }

    fn score(&self, position: &Position) -> [u32; 2] {
        let mut score = [0, 0];
        score[1 - position.turn] = 1;
        score
    }
}
