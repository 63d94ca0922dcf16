//! Congkak.

use super::{After, Extra, MOST, Position, Stepper, pit_name, row_is_empty, swept};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Pass,
    MoverEmpty,
    AnyEmpty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    Sequential,
    Lockstep,
    LockstepFixed,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Congkak {
    pub(crate) pits: usize,
    pub(crate) seeds: u32,
    pub(crate) end: End,
    pub(crate) lone_to_store: bool,
    pub(crate) foreign_forfeits: bool,
    pub(crate) capture_requires_loop: bool,
    pub(crate) opening: Opening,
    pub(crate) other_moves_next: bool,
}

/// The sowing of one side.
#[derive(Clone, Copy, Debug)]
struct Hand {
    side: usize,
    seeds: u32,
    /// A house, or `None`: the own store.
    at: Option<usize>,
    passed_store: bool,
    sown: u32,
    over: bool,
}

impl Congkak {
    pub(crate) fn new(pits: usize, seeds: u32) -> Congkak {
        Congkak {
            pits,
            seeds,
            end: End::Pass,
            lone_to_store: false,
            foreign_forfeits: false,
            capture_requires_loop: false,
            opening: Opening::Sequential,
            other_moves_next: false,
        }
    }

    /// Every setting of the options for a board.
    pub(crate) fn all(pits: usize, seeds: u32) -> Vec<Congkak> {
        let mut all = Vec::new();
        for end in [End::Pass, End::MoverEmpty, End::AnyEmpty] {
            for opening in [
                Opening::Sequential,
                Opening::Lockstep,
                Opening::LockstepFixed,
            ] {
                for bits in 0..16 {
                    all.push(Congkak {
                        end,
                        opening,
                        lone_to_store: bits & 1 > 0,
                        foreign_forfeits: bits & 2 > 0,
                        capture_requires_loop: bits & 4 > 0,
                        other_moves_next: bits & 8 > 0,
                        ..Congkak::new(pits, seeds)
                    });
                }
            }
        }
        all
    }

    fn lift(&self, pits: &mut [u32], pit: usize) -> Hand {
        let seeds = pits[pit];
        pits[pit] = 0;
        Hand {
            side: pit / self.pits,
            seeds,
            at: Some(pit),
            passed_store: false,
            sown: 0,
            over: false,
        }
    }

    fn drop_seed(&self, position: &mut Position, hand: &mut Hand) {
        let n = self.pits;
        let last_own = hand.side * n + n - 1;
        hand.at = match hand.at {
            Some(at) if at == last_own => None,
            Some(at) => Some((at + 1) % (2 * n)),
            None => Some((last_own + 1) % (2 * n)),
        };
        match hand.at {
            None => {
                position.stores[hand.side] += 1;
                hand.passed_store = true;
            }
            Some(at) => position.pits[at] += 1,
        }
        hand.seeds -= 1;
        hand.sown += 1;
    }

    /// Applies the rules to the last seed of a lap.
    fn settle(&self, position: &mut Position, hand: &mut Hand) {
        let n = self.pits;
        let Some(at) = hand.at else {
            hand.over = true;
            return;
        };
        if position.pits[at] > 1 {
            hand.seeds = position.pits[at];
            position.pits[at] = 0;
            return;
        }
        hand.over = true;
        // In a common opening the other side may have taken the seed away.
        if position.pits[at] == 0 {
            return;
        }
        if at / n != hand.side {
            if self.foreign_forfeits {
                position.pits[at] = 0;
                position.stores[1 - hand.side] += 1;
            }
            return;
        }
        // The rules do not say whether a lone seed that goes to the store counts as a capture: here it does.
        if self.capture_requires_loop && !hand.passed_store {
            return;
        }
        let facing = 2 * n - 1 - at;
        if position.pits[facing] > 0 {
            position.stores[hand.side] += position.pits[facing] + position.pits[at];
            position.pits[facing] = 0;
            position.pits[at] = 0;
        } else if self.lone_to_store {
            position.stores[hand.side] += 1;
            position.pits[at] = 0;
        }
    }

    /// The position after one side has sown a house.
    pub(crate) fn after(&self, position: &Position, pit: usize) -> Position {
        let mut after = position.clone();
        let mut hand = self.lift(&mut after.pits, pit);
        for _ in 0..MOST {
            self.drop_seed(&mut after, &mut hand);
            if hand.seeds == 0 {
                self.settle(&mut after, &mut hand);
            }
            if hand.over {
                if hand.at.is_some() {
                    after.turn = 1 - after.turn;
                }
                return after;
            }
        }
        panic!("{position:?}: {pit} does not end");
    }

    /// The position after both sides have sown a house at the same time.
    pub(crate) fn after_both(&self, position: &Position, houses: [usize; 2]) -> Position {
        let mut after = position.clone();
        after.extra = Extra::Nothing;
        let mut hands = houses.map(|house| self.lift(&mut after.pits, house));
        let mut ticks = 0;
        while hands.iter().any(|hand| !hand.over) {
            ticks += 1;
            assert!(ticks < MOST, "{position:?}: {houses:?} does not end");
            for hand in &mut hands {
                if !hand.over {
                    self.drop_seed(&mut after, hand);
                }
            }
            for hand in &mut hands {
                if !hand.over && hand.seeds == 0 {
                    self.settle(&mut after, hand);
                }
            }
        }
        let in_store = hands.map(|hand| hand.at.is_none());
        let sown = hands.map(|hand| hand.sown);
        after.turn = if in_store[0] != in_store[1] {
            usize::from(in_store[1])
        } else if sown[0] == sown[1] {
            0
        } else {
            let first = usize::from(sown[1] < sown[0]);
            if self.other_moves_next {
                1 - first
            } else {
                first
            }
        };
        after
    }

    /// The houses that a side may choose.
    fn houses(&self, position: &Position, side: usize) -> Vec<usize> {
        let n = self.pits;
        let fixed = self.opening == Opening::LockstepFixed && position.extra != Extra::Nothing;
        (side * n..side * n + n)
            .filter(|&pit| position.pits[pit] > 0 && (!fixed || pit % n == n - 1))
            .collect()
    }
}

impl Stepper for Congkak {
    fn name(&self) -> String {
        let end = match self.end {
            End::Pass => "pass",
            End::MoverEmpty => "mover-empty",
            End::AnyEmpty => "any-empty",
        };
        let opening = match self.opening {
            Opening::Sequential => "sequential",
            Opening::Lockstep => "lockstep",
            Opening::LockstepFixed => "lockstep-fixed",
        };
        format!(
            "congkak:pits={},seeds={},end={end},lone={},foreign={},capture-requires-loop={},opening={opening},next-after={}",
            self.pits,
            self.seeds,
            if self.lone_to_store { "store" } else { "stay" },
            if self.foreign_forfeits {
                "forfeit"
            } else {
                "stay"
            },
            if self.capture_requires_loop {
                "yes"
            } else {
                "no"
            },
            if self.other_moves_next {
                "other"
            } else {
                "first-finisher"
            },
        )
    }

    fn start(&self) -> Position {
        Position {
            pits: vec![self.seeds; 2 * self.pits],
            stores: [0, 0],
            turn: 0,
            extra: match self.opening {
                Opening::Sequential => Extra::Nothing,
                Opening::Lockstep | Opening::LockstepFixed => Extra::Opening,
            },
        }
    }

    fn columns(&self) -> usize {
        self.pits
    }

    fn moves(&self, position: &Position) -> Vec<(String, After)> {
        let mover = position.turn;
        let empty = [0, 1].map(|side| row_is_empty(&position.pits, side));
        let over = match self.end {
            End::Pass => empty[0] && empty[1],
            End::MoverEmpty => empty[mover],
            End::AnyEmpty => empty[0] || empty[1],
        };
        if over {
            return Vec::new();
        }
        if empty[mover] {
            let mut after = position.clone();
            after.turn = 1 - mover;
            return vec![("pass".to_owned(), After::To(after))];
        }
        let after = |pit| match position.extra {
            Extra::Opening => Position {
                turn: 1,
                extra: Extra::Chosen(pit),
                ..position.clone()
            },
            Extra::Chosen(chosen) => self.after_both(position, [chosen, pit]),
            _ => self.after(position, pit),
        };
        self.houses(position, mover)
            .into_iter()
            .map(|pit| (pit_name(self.pits, pit), After::To(after(pit))))
            .collect()
    }

    fn score(&self, position: &Position) -> [u32; 2] {
        swept(position)
    }
}
