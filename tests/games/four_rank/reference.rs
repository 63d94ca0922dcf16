//! Owela as its rules are written: lists of numbers, one seed at a time, and a set of everything
//! that was seen. Pits are numbered from 0 in sowing order; the outer row comes first.

use std::collections::HashMap;

/// The rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owela {
    /// Pits of a row.
    pub(super) pits: usize,
    /// Whether the outer pit has to hold seeds for a capture.
    pub(super) both: bool,
}

/// The pits of both players, those of the side to move first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    pub(super) own: Vec<u8>,
    pub(super) other: Vec<u8>,
}

/// The result of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sown {
    /// It ends after the given number of laps, with this board seen by the player who moved.
    Ends { board: Board, laps: u64 },
    /// Board and pit of the last seed recur.
    Endless { first_lap: u64, period: u64 },
    /// Neither happened within the laps that were allowed.
    Unknown,
}

impl Owela {
    pub(super) fn all() -> impl Iterator<Item = Owela> {
        (2..=8).flat_map(|pits| [true, false].map(|both| Owela { pits, both }))
    }

    pub(super) fn name(&self) -> String {
        let capture = if self.both { "both" } else { "inner" };
        format!("owela:pits={},capture={capture}", self.pits)
    }

    pub(super) fn start(&self) -> Board {
        let pit = |pit| {
            if pit < self.pits + self.pits / 2 {
                2
            } else {
                0
            }
        };
        let pits: Vec<u8> = (0..2 * self.pits).map(pit).collect();
        Board {
            own: pits.clone(),
            other: pits,
        }
    }

    /// The pits that may be lifted.
    pub(super) fn moves(&self, board: &Board) -> Vec<usize> {
        (0..2 * self.pits)
            .filter(|&pit| board.own[pit] >= 2)
            .collect()
    }

    /// The seeds that the last seed of a lap captures, if it fell here.
    fn captured(&self, board: &mut Board, last: usize) -> Option<u8> {
        // Pits as the rules number them, from 1.
        let (pit, w) = (last + 1, self.pits);
        if pit <= w {
            return None;
        }
        let k = pit - w;
        let (inner, outer) = (2 * w + 1 - k, k);
        let (inner, outer) = (inner - 1, outer - 1);
        if board.other[inner] == 0 || (self.both && board.other[outer] == 0) {
            return None;
        }
        let seeds = board.other[inner] + board.other[outer];
        board.other[inner] = 0;
        board.other[outer] = 0;
        Some(seeds)
    }

    /// Sows a pit, as far as the given number of laps.
    pub(super) fn sow(&self, board: &Board, pit: usize, most_laps: u64) -> Sown {
        let mut board = board.clone();
        let mut seen = HashMap::new();
        let mut at = pit;
        let mut hand = std::mem::take(&mut board.own[pit]);
        for laps in 1..=most_laps {
            let mut empty = true;
            for _ in 0..hand {
                at = (at + 1) % (2 * self.pits);
                empty = board.own[at] == 0;
                board.own[at] += 1;
            }
            if empty {
                return Sown::Ends { board, laps };
            }
            if let Some(&first_lap) = seen.get(&(board.clone(), at)) {
                return Sown::Endless {
                    first_lap,
                    period: laps - first_lap,
                };
            }
            seen.insert((board.clone(), at), laps);
            hand = match self.captured(&mut board, at) {
                Some(captured) => captured,
                None => std::mem::take(&mut board.own[at]),
            };
        }
        Sown::Unknown
    }

    /// The board after a move that ends, seen by the other player.
    pub(super) fn after(&self, board: &Board, pit: usize) -> Option<Board> {
        match self.sow(board, pit, 1_000_000) {
            Sown::Ends { board, .. } => Some(Board {
                own: board.other,
                other: board.own,
            }),
            Sown::Endless { .. } => None,
            Sown::Unknown => panic!("{board:?}: pit {pit}"),
        }
    }
}
