//! Togyz kumalak.

use super::{After, Extra, Position, Stepper, pit_name, row_is_empty, swept};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Togyz {
    pub(crate) pits: usize,
    pub(crate) seeds: u32,
}

impl Togyz {
    /// The position after the pit is sown.
    pub(crate) fn after(&self, position: &Position, pit: usize) -> Position {
        let n = self.pits;
        let Extra::Tuzdiks(mut tuzdiks) = position.extra else {
            panic!("{position:?}");
        };
        let mut pits = position.pits.clone();
        let mut stores = position.stores;
        let mover = position.turn;
        let mut hand = pits[pit];
        pits[pit] = 0;
        let mut at = pit;
        if hand > 1 {
            pits[pit] = 1;
            hand -= 1;
        }
        while hand > 0 {
            at = (at + 1) % (2 * n);
            pits[at] += 1;
            hand -= 1;
            for side in 0..2 {
                if tuzdiks[side] == Some(at) {
                    stores[side] += pits[at];
                    pits[at] = 0;
                }
            }
        }
        let enemy_pit = at / n != mover;
        if enemy_pit && pits[at] > 0 && pits[at].is_multiple_of(2) {
            stores[mover] += pits[at];
            pits[at] = 0;
        } else if enemy_pit && pits[at] == 3 {
            let last = at % n == n - 1;
            let same = tuzdiks[1 - mover].is_some_and(|enemys| enemys % n == at % n);
            if tuzdiks[mover].is_none() && !last && !same {
                tuzdiks[mover] = Some(at);
                stores[mover] += pits[at];
                pits[at] = 0;
            }
        }
        Position {
            pits,
            stores,
            turn: 1 - mover,
            extra: Extra::Tuzdiks(tuzdiks),
        }
    }
}

impl Stepper for Togyz {
    fn name(&self) -> String {
        format!("togyz:pits={},seeds={}", self.pits, self.seeds)
    }

    fn start(&self) -> Position {
        Position {
            pits: vec![self.seeds; 2 * self.pits],
            stores: [0, 0],
            turn: 0,
            extra: Extra::Tuzdiks([None, None]),
        }
    }

    fn columns(&self) -> usize {
        self.pits
    }

    fn moves(&self, position: &Position) -> Vec<(String, After)> {
        if row_is_empty(&position.pits, position.turn) {
            return Vec::new();
        }
        let n = self.pits;
        (position.turn * n..position.turn * n + n)
            .filter(|&pit| position.pits[pit] > 0)
            .map(|pit| (pit_name(n, pit), After::To(self.after(position, pit))))
            .collect()
    }

    fn score(&self, position: &Position) -> [u32; 2] {
        swept(position)
    }
}
