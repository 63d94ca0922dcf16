//! Bao la kujifunza. The pits are South's inner row, South's outer row, North's inner row and North's outer row, each
//! by columns from South's left.

use std::collections::HashSet;

use super::{After, Extra, MOST, Position, Stepper};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Bao {
    pub(crate) pits: usize,
    pub(crate) seeds: u32,
    /// Whether a pit with as many seeds as a side has pits may not begin a capturing move.
    pub(crate) big: bool,
}

/// A move: a pit of the whole board, and 1 or -1.
pub(crate) type Chosen = (usize, i32);

impl Bao {
    pub(crate) fn new(pits: usize, seeds: u32) -> Bao {
        Bao {
            pits,
            seeds,
            big: true,
        }
    }

    /// The ring of a side in the direction +1: the inner row by columns, then the outer row back.
    fn ring(&self, side: usize) -> Vec<usize> {
        let n = self.pits;
        let inner = side * 2 * n;
        (inner..inner + n)
            .chain((inner + n..inner + 2 * n).rev())
            .collect()
    }

    fn next(&self, side: usize, pit: usize, step: i32) -> usize {
        let ring = self.ring(side);
        let place = ring.iter().position(|&other| other == pit).unwrap() as i32;
        ring[(place + step).rem_euclid(ring.len() as i32) as usize]
    }

    /// The column of an inner pit of the side.
    fn inner_column(&self, side: usize, pit: usize) -> Option<usize> {
        let first = side * 2 * self.pits;
        (first..first + self.pits)
            .contains(&pit)
            .then(|| pit - first)
    }

    fn inner_is_empty(&self, pits: &[u32], side: usize) -> bool {
        let first = side * 2 * self.pits;
        pits[first..first + self.pits]
            .iter()
            .all(|&seeds| seeds == 0)
    }

    /// Returns whether both sides have seeds in their inner rows.
    pub(crate) fn inner_rows_hold_seeds(&self, position: &Position) -> bool {
        (0..2).all(|side| !self.inner_is_empty(&position.pits, side))
    }

    /// The enemy pit that a last seed captures: it lies in an own inner pit that was occupied, and the facing one is
    /// occupied.
    fn captures(&self, pits: &[u32], side: usize, last: usize) -> Option<usize> {
        let column = self.inner_column(side, last)?;
        let facing = (1 - side) * 2 * self.pits + column;
        (pits[last] > 1 && pits[facing] > 0).then_some(facing)
    }

    /// Returns whether the first sowing of a move ends in a capture.
    fn is_mtaji(&self, position: &Position, (pit, step): Chosen) -> bool {
        let seeds = position.pits[pit];
        if seeds < 2 || (self.big && seeds >= 2 * self.pits as u32) {
            return false;
        }
        let mut pits = position.pits.clone();
        pits[pit] = 0;
        let mut at = pit;
        for _ in 0..seeds {
            at = self.next(position.turn, at, step);
            pits[at] += 1;
        }
        self.captures(&pits, position.turn, at).is_some()
    }

    /// Returns whether a move is possible where no capture is.
    fn is_takasa(&self, position: &Position, (pit, step): Chosen) -> bool {
        let n = self.pits;
        let side = position.turn;
        let first = side * 2 * n;
        if position.pits[pit] < 2 {
            return false;
        }
        let inner: Vec<usize> = (first..first + n)
            .filter(|&pit| position.pits[pit] > 0)
            .collect();
        let any_inner = inner.iter().any(|&pit| position.pits[pit] >= 2);
        match self.inner_column(side, pit) {
            None => !any_inner,
            Some(column) => {
                let outward = (column == 0 && step == -1) || (column == n - 1 && step == 1);
                !(inner == [pit] && outward)
            }
        }
    }

    /// Plays a move; [`After::Endless`] if it never ends.
    pub(crate) fn after(&self, position: &Position, (pit, step): Chosen, mtaji: bool) -> After {
        let n = self.pits;
        let side = position.turn;
        let mut pits = position.pits.clone();
        let mut step = step;
        let mut hand = pits[pit];
        pits[pit] = 0;
        // The pit of the next seed.
        let mut to = self.next(side, pit, step);
        let mut seen = HashSet::new();
        for _ in 0..MOST {
            if !seen.insert((pits.clone(), to, hand, step)) {
                return After::Endless;
            }
            let mut last = to;
            while hand > 0 {
                last = to;
                pits[to] += 1;
                hand -= 1;
                if self.inner_is_empty(&pits, side) {
                    return After::Won(1 - side);
                }
                to = self.next(side, to, step);
            }
            let captured = if mtaji {
                self.captures(&pits, side, last)
            } else {
                None
            };
            if let Some(facing) = captured {
                hand = pits[facing];
                pits[facing] = 0;
                if self.inner_is_empty(&pits, 1 - side) {
                    return After::Won(side);
                }
                let column = self.inner_column(side, last).unwrap();
                let zone = (n / 4).max(1);
                if column < zone {
                    step = 1;
                } else if column >= n - zone {
                    step = -1;
                }
                let first = side * 2 * n;
                to = if step == 1 { first } else { first + n - 1 };
            } else if pits[last] > 1 {
                hand = pits[last];
                pits[last] = 0;
            } else {
                return After::To(Position {
                    pits,
                    turn: 1 - side,
                    ..position.clone()
                });
            }
        }
        panic!("{position:?}: {pit} {step}");
    }

    /// The legal moves with their results, and whether they capture.
    pub(crate) fn legal(&self, position: &Position) -> (bool, Vec<(Chosen, After)>) {
        let n = self.pits;
        let first = position.turn * 2 * n;
        let all: Vec<Chosen> = (first..first + 2 * n)
            .flat_map(|pit| [(pit, 1), (pit, -1)])
            .collect();
        let ending = |chosen: &Chosen, mtaji| {
            let after = self.after(position, *chosen, mtaji);
            (after != After::Endless).then_some((*chosen, after))
        };
        let (captures, others): (Vec<Chosen>, Vec<Chosen>) = all
            .into_iter()
            .partition(|&chosen| self.is_mtaji(position, chosen));
        let mtaji: Vec<_> = captures
            .iter()
            .filter_map(|chosen| ending(chosen, true))
            .collect();
        if !mtaji.is_empty() {
            return (true, mtaji);
        }
        // The rules do not say whether a mtaji that never ends forbids takasa: here it does not.
        let takasa = others
            .iter()
            .filter(|&&chosen| self.is_takasa(position, chosen));
        (
            false,
            takasa.filter_map(|chosen| ending(chosen, false)).collect(),
        )
    }

    /// The number of a pit in the library's order: the outer row from the owner's left, then the inner row back.
    fn place(&self, pit: usize) -> usize {
        let n = self.pits;
        let (row, column) = (pit / n, pit % n);
        match row {
            0 => n + (n - 1 - column),
            1 => column,
            2 => n + column,
            _ => n - 1 - column,
        }
    }

    pub(crate) fn move_name(&self, (pit, step): Chosen) -> String {
        let side = pit / (2 * self.pits);
        let counterclockwise = (side == 0) == (step == -1);
        let sign = if counterclockwise { '+' } else { '-' };
        format!("{}{}{sign}", ['L', 'U'][side], self.place(pit) + 1)
    }

    pub(crate) fn position(&self, rows: [&[u32]; 4], turn: usize) -> Position {
        Position {
            pits: rows.concat(),
            stores: [0, 0],
            turn,
            extra: Extra::Nothing,
        }
    }
}

impl Stepper for Bao {
    fn name(&self) -> String {
        let big = if self.big { "on" } else { "off" };
        format!("bao:pits={},seeds={},big={big}", self.pits, self.seeds)
    }

    fn start(&self) -> Position {
        let row = vec![self.seeds; self.pits];
        self.position([&row, &row, &row, &row], 0)
    }

    fn columns(&self) -> usize {
        self.pits
    }

    fn written(&self, position: &Position) -> Vec<u32> {
        let n = self.pits;
        let mut written = vec![0; 4 * n];
        for (pit, &seeds) in position.pits.iter().enumerate() {
            written[pit / (2 * n) * 2 * n + self.place(pit)] = seeds;
        }
        written
    }

    fn moves(&self, position: &Position) -> Vec<(String, After)> {
        let (_, legal) = self.legal(position);
        legal
            .into_iter()
            .map(|(chosen, after)| (self.move_name(chosen), after))
            .collect()
    }

    fn score(&self, position: &Position) -> [u32; 2] {
        let mut score = [0, 0];
        score[1 - position.turn] = 1;
        score
    }
}
