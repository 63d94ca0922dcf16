//! The rules of the two-rank games (docs/games-two-rank.md): options, names, sowing and captures, one seed at a time.
//!
//! A board is in the view of the side to move. Its pits come first, in the order of sowing from its pit of the highest
//! number, and those of the other side follow in the order of that side's sowing. So a move to the right goes up in
//! this list, and begins again at its start. The facing pits are the first and the last, the second and the last but
//! one, and so on.

use std::fmt;

use crate::rules::Holes;

/// The pits captured by the last seed of a sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Capture {
    /// None.
    Nothing,
    /// The own pit, if it was empty, and the facing pit. If that is empty, nothing is captured unless `even_if_empty`.
    Facing { even_if_empty: bool },
    /// A pit of the other side with one of two numbers of seeds, and those before it, backwards along the sowing,
    /// while each belongs to the other side and has such a number.
    Backwards([u8; 2]),
    /// A pit of the other side with an even number of seeds.
    EvenPit,
}

/// A move that would capture all seeds of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GrandSlam {
    Captures,
    CapturesNothing,
    Illegal,
    /// Illegal while there is another move.
    IllegalUnlessOnly,
}

/// The restriction of moves for the sake of the seeds of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feeding {
    Free,
    /// If the other side has no seeds, a move must sow one there.
    MustSow,
    /// If the other side has no seeds, a move must leave one there.
    MustLeave,
    /// A move must leave the other side a seed, if one does.
    NoStarving,
}

/// The owner of the seeds left at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Remaining {
    Owners,
    Nobody,
    /// The side to move if it has no seeds, otherwise the owners.
    StarvedMover,
}

/// The rules of a two-rank game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoRank {
    name: &'static str,
    /// The pits of each side, 1 to 8.
    pub pits: usize,
    /// The seeds in each pit at the start. Tables and claims do not depend on it.
    pub seeds: u32,
    /// Whether the own store is sown, after the own pits.
    store_sown: bool,
    /// Whether a long sowing skips the pit that was lifted.
    origin_skipped: bool,
    /// Whether a side may sow to the left, too.
    also_left: bool,
    /// Whether one seed stays in the pit, unless it is the only one.
    one_stays: bool,
    /// The fewest seeds in a pit that may be lifted.
    least: u8,
    capture: Capture,
    grand_slam: GrandSlam,
    /// Whether a side moves again after a last seed in its store.
    moves_again: bool,
    feeding: Feeding,
    /// Whether the game ends when a side has no seeds, whoever is to move.
    empty_side_ends: bool,
    remaining: Remaining,
}

/// Seeds are not sown into stores. The origin is sown, and nothing is captured.
const PLAIN: TwoRank = TwoRank {
    name: "",
    pits: 6,
    seeds: 4,
    store_sown: false,
    origin_skipped: false,
    also_left: false,
    one_stays: false,
    least: 1,
    capture: Capture::Nothing,
    grand_slam: GrandSlam::Captures,
    moves_again: false,
    feeding: Feeding::Free,
    empty_side_ends: false,
    remaining: Remaining::Owners,
};

/// The games with their default options.
const GAMES: [TwoRank; 9] = [
    TwoRank {
        name: "basic",
        store_sown: true,
        remaining: Remaining::Nobody,
        ..PLAIN
    },
    EGYPTIAN,
    TwoRank {
        name: "ethiopian",
        also_left: true,
        least: 2,
        ..EGYPTIAN
    },
    TwoRank {
        name: "trysse",
        capture: Capture::Backwards([2, 3]),
        feeding: Feeding::MustSow,
        ..PLAIN
    },
    TwoRank {
        name: "warri",
        capture: Capture::Backwards([1, 2]),
        feeding: Feeding::MustSow,
        remaining: Remaining::StarvedMover,
        ..PLAIN
    },
    TwoRank {
        name: "awari",
        origin_skipped: true,
        capture: Capture::Backwards([2, 3]),
        feeding: Feeding::NoStarving,
        ..PLAIN
    },
    TwoRank {
        name: "kalah",
        store_sown: true,
        capture: Capture::Facing {
            even_if_empty: false,
        },
        moves_again: true,
        empty_side_ends: true,
        ..PLAIN
    },
    TwoRank {
        name: "oware",
        origin_skipped: true,
        capture: Capture::Backwards([2, 3]),
        grand_slam: GrandSlam::CapturesNothing,
        feeding: Feeding::MustLeave,
        ..PLAIN
    },
    TwoRank {
        name: "bestemshe",
        pits: 5,
        seeds: 5,
        one_stays: true,
        capture: Capture::EvenPit,
        ..PLAIN
    },
];

const EGYPTIAN: TwoRank = TwoRank {
    name: "egyptian",
    store_sown: true,
    origin_skipped: true,
    capture: Capture::Facing {
        even_if_empty: false,
    },
    moves_again: true,
    ..PLAIN
};

/// The result of a move.
struct Played {
    /// The board in the view of the side that moved.
    ring: Ring,
    /// The seeds that the move brought into the own store.
    gain: u8,
    /// Whether the move sowed a seed on the other side.
    fed: bool,
    /// Whether the move took all seeds of the other side, or would have, where that captures nothing.
    slam: bool,
    /// Whether the side moves again.
    again: bool,
}

/// The places in the order of sowing: the pits of the side to move, its store, and the pits of the other side.
type Ring = [u8; 17];

/// What is added to the place of a pit, which is a move to the right, for a move to the left.
const LEFT: usize = 8;

impl TwoRank {
    /// Reads a name with options, of which none may be given twice; `None` if it is none of these games.
    pub fn read(text: &str) -> Option<TwoRank> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let mut rules = GAMES.into_iter().find(|game| game.name == name)?;
        let mut stated = Vec::new();
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=')?;
            if stated.contains(&key) {
                return None;
            }
            stated.push(key);
            match key {
                "pits" => rules.pits = value.parse().ok()?,
                "seeds" => rules.seeds = value.parse().ok()?,
                _ => rules.set(key, value)?,
            }
        }
        rules.fits().then_some(rules)
    }

    /// Sets an option of the rules; `None` if this game has no such option or value.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match (self.name, key, value) {
            ("basic" | "trysse" | "warri", "origin", "sow" | "skip") => {
                self.origin_skipped = value == "skip";
            }
            ("trysse" | "warri", "feed", "sow") => self.feeding = Feeding::MustSow,
            ("trysse" | "warri", "feed", "leave") => self.feeding = Feeding::MustLeave,
            ("kalah", "empty-capture", "no" | "yes") => {
                let even_if_empty = value == "yes";
                self.capture = Capture::Facing { even_if_empty };
            }
            ("oware", "grand-slam", _) => {
                (_, self.grand_slam) = SLAMS.into_iter().find(|(name, _)| *name == value)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Returns whether the sizes are those of a game: 1 to 8 pits a side and 1 to 127 seeds in all.
    pub fn fits(&self) -> bool {
        let seeds = (2 * self.pits as u64).saturating_mul(self.seeds.into());
        (1..=8).contains(&self.pits) && (1..=127).contains(&seeds)
    }

    /// Returns the choices of the side to move as a set of bits. Without one the game is over.
    pub fn legal(&self, holes: &Holes) -> u32 {
        let [own, other] = self.sides(holes);
        if self.empty_side_ends && (own == 0 || other == 0) {
            return 0;
        }
        let lifts = |pit: &usize| holes[*pit] >= self.least;
        let right = (0..self.pits).filter(lifts);
        let left = (0..self.pits).filter(|pit| self.also_left && lifts(pit));
        let all = set(right.chain(left.map(|pit| LEFT + pit)));
        let only = |holds: &dyn Fn(Played) -> bool, of: u32| {
            set(bits(of).filter(|&choice| holds(self.sow(holes, choice))))
        };
        let leaves = |played: Played| self.on_other_side(&played.ring) > 0;
        let all = match self.feeding {
            Feeding::MustSow if other == 0 => only(&|played| played.fed, all),
            Feeding::MustLeave if other == 0 => only(&leaves, all),
            Feeding::NoStarving => or_all(only(&leaves, all), all),
            _ => all,
        };
        let fair = |played: Played| !played.slam;
        match self.grand_slam {
            GrandSlam::Illegal => only(&fair, all),
            GrandSlam::IllegalUnlessOnly => or_all(only(&fair, all), all),
            GrandSlam::Captures | GrandSlam::CapturesNothing => all,
        }
    }

    /// Plays a choice. Returns the board in the view of the side to move then, the gain of the side that moved, and
    /// whether the turn passes to the other side.
    pub fn play(&self, holes: &Holes, choice: usize) -> (Holes, u8, bool) {
        let played = self.sow(holes, choice);
        let (pits, store) = (self.pits, self.pits);
        let (own, other) = (&played.ring[..pits], &played.ring[store + 1..][..pits]);
        let [first, second] = if played.again {
            [own, other]
        } else {
            [other, own]
        };
        let mut after = [0; 16];
        after[..pits].copy_from_slice(first);
        after[pits..][..pits].copy_from_slice(second);
        (after, played.gain, !played.again)
    }

    /// Returns the margin of the side to move on a board without a legal move.
    pub fn rest(&self, holes: &Holes) -> i32 {
        let [own, other] = self.sides(holes);
        match self.remaining {
            Remaining::Nobody => 0,
            Remaining::StarvedMover if own == 0 => other,
            Remaining::Owners | Remaining::StarvedMover => own - other,
        }
    }

    /// Returns the seeds of the side to move and of the other side.
    fn sides(&self, holes: &Holes) -> [i32; 2] {
        let seeds = |pits: &[u8]| pits.iter().map(|&seeds| i32::from(seeds)).sum();
        let (own, other) = holes.split_at(self.pits);
        [seeds(own), seeds(other)]
    }

    fn on_other_side(&self, ring: &Ring) -> u32 {
        let pits = ring[self.pits + 1..].iter();
        pits.map(|&seeds| u32::from(seeds)).sum()
    }

    /// Sows a choice and captures, whether it is legal or not.
    fn sow(&self, holes: &Holes, choice: usize) -> Played {
        let (pits, store, places) = (self.pits, self.pits, 2 * self.pits + 1);
        let (origin, left) = (choice % LEFT, choice >= LEFT);
        let mut ring = [0; 17];
        ring[..pits].copy_from_slice(&holes[..pits]);
        ring[store + 1..places].copy_from_slice(&holes[pits..2 * pits]);
        let step = if left { places - 1 } else { 1 };
        let stays = u8::from(self.one_stays && ring[origin] > 1);
        let mut hand = ring[origin] - stays;
        ring[origin] = stays;
        let (mut last, mut fed) = (origin, false);
        while hand > 0 {
            last = (last + step) % places;
            let skipped =
                last == store && !self.store_sown || last == origin && self.origin_skipped;
            if !skipped {
                ring[last] += 1;
                hand -= 1;
                fed |= last > store;
            }
        }
        let sown = ring;
        self.capture(&mut ring, last, places - step);
        let slam = self.on_other_side(&sown) > 0 && self.on_other_side(&ring) == 0;
        if slam && self.grand_slam == GrandSlam::CapturesNothing {
            ring = sown;
        }
        Played {
            gain: std::mem::take(&mut ring[store]),
            ring,
            fed,
            slam,
            again: self.moves_again && last == store,
        }
    }

    /// Moves the seeds that a last seed captures into the own store. `back` is the step backwards along the sowing.
    fn capture(&self, ring: &mut Ring, last: usize, back: usize) {
        let (store, places) = (self.pits, 2 * self.pits + 1);
        let take = |ring: &mut Ring, place: usize| ring[store] += std::mem::take(&mut ring[place]);
        match self.capture {
            Capture::Nothing => {}
            Capture::Facing { even_if_empty } => {
                let facing = places - 1 - last;
                if last < store && ring[last] == 1 && (even_if_empty || ring[facing] > 0) {
                    take(ring, last);
                    take(ring, facing);
                }
            }
            Capture::EvenPit => {
                if last > store && ring[last].is_multiple_of(2) {
                    take(ring, last);
                }
            }
            Capture::Backwards(numbers) => {
                let mut place = last;
                while place > store && numbers.contains(&ring[place]) {
                    take(ring, place);
                    place = (place + back) % places;
                }
            }
        }
    }
}

/// The values of the option `grand-slam`.
const SLAMS: [(&str, GrandSlam); 4] = [
    ("no-capture", GrandSlam::CapturesNothing),
    ("illegal", GrandSlam::Illegal),
    ("illegal-unless-only", GrandSlam::IllegalUnlessOnly),
    ("capture", GrandSlam::Captures),
];

/// Returns the set of these numbers.
fn set(numbers: impl Iterator<Item = usize>) -> u32 {
    numbers.fold(0, |set, number| set | 1 << number)
}

/// Returns the numbers of a set in ascending order.
pub fn bits(mut set: u32) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let number = set.trailing_zeros() as usize;
        set &= set.checked_sub(1)?;
        Some(number)
    })
}

/// Returns a set, or all if it is empty.
fn or_all(set: u32, all: u32) -> u32 {
    if set == 0 { all } else { set }
}

/// Writes the name in tables and proofs: every option except the number of seeds.
impl fmt::Display for TwoRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:pits={}", self.name, self.pits)?;
        if ["basic", "trysse", "warri"].contains(&self.name) {
            let origin = if self.origin_skipped { "skip" } else { "sow" };
            write!(f, ",origin={origin}")?;
        }
        if ["trysse", "warri"].contains(&self.name) {
            let leave = self.feeding == Feeding::MustLeave;
            write!(f, ",feed={}", if leave { "leave" } else { "sow" })?;
        }
        if let ("kalah", Capture::Facing { even_if_empty }) = (self.name, self.capture) {
            let taken = if even_if_empty { "yes" } else { "no" };
            write!(f, ",empty-capture={taken}")?;
        }
        if self.name == "oware" {
            let of_slam = |&(_, slam): &(&str, GrandSlam)| slam == self.grand_slam;
            for (name, _) in SLAMS.iter().filter(|slam| of_slam(slam)) {
                write!(f, ",grand-slam={name}")?;
            }
        }
        Ok(())
    }
}
