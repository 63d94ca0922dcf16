//! Whether the values of a layer are the right ones.
//!
//! Within a layer every round is quiet, so sente stays and the players keep their roles. The values
//! must solve the minimax equations. Many assignments may do that: positions may support each other
//! by repetition. `lower` is the least solution, since infinite play costs the side with sente, and
//! `upper` the greatest. Both are derived here by the plainest algorithm: start every position at
//! −n and at +n, and apply the equations until nothing changes. A bound below the least solution
//! stays below it, so when it reaches the value of the table, which solves the equations, that value
//! is the least solution. `zero` (of positions with `lower < upper`) is positive where the side with
//! sente can force so much in finitely many rounds, negative where the other side can, otherwise 0:
//! the least and greatest solutions cut off at 0.

use std::sync::atomic::{AtomicI8, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use crate::error::CheckError;
use crate::replies::{Game, Reply};
use crate::table::{Table, Value};

/// Positions that a thread takes at a time.
const SHARE: usize = 4096;

/// A layer whose values were checked.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Checked {
    /// Stones on the board.
    pub stones: usize,
    /// Positions of the layer.
    pub positions: u64,
    /// Positions whose equations were checked.
    pub equations: u64,
    /// Whether every value was derived from below and from above as well: it is then the least, or
    /// the greatest, solution. Not so in a sample.
    pub derived: bool,
    /// Times that positions were looked at before all were derived, the first sweep included.
    pub sweeps: u32,
    /// Positions with `lower < upper`.
    pub undetermined: u64,
    /// Positions whose `zero` is positive, 0, negative.
    pub outcomes: [u64; 3],
    /// XXH3-128 of the values, as in the file.
    pub checksum: String,
}

/// What has been derived so far of a layer.
struct Derived {
    /// At most `lower`, by position.
    lower: Vec<AtomicI8>,
    /// At least `upper`, by position.
    upper: Vec<AtomicI8>,
    /// At most `zero` where that is positive, by undetermined position; from 0.
    above_zero: Vec<AtomicI8>,
    /// At least `zero` where that is negative; from 0.
    below_zero: Vec<AtomicI8>,
}

/// The five numbers that go through the equations together.
#[derive(Clone, Copy)]
struct Worth {
    /// By the values of the table.
    stated: Value,
    /// By what has been derived.
    lower: i32,
    upper: i32,
    above_zero: i32,
    below_zero: i32,
}

impl Worth {
    /// Of a reply whose value is known: the game is over, or the layer is a smaller one.
    fn known(value: Value) -> Worth {
        Worth {
            stated: value,
            lower: value.lower,
            upper: value.upper,
            above_zero: value.zero.max(0),
            below_zero: value.zero.min(0),
        }
    }

    fn fold(self, other: Worth, pick: fn(i32, i32) -> i32) -> Worth {
        Worth {
            stated: Value {
                lower: pick(self.stated.lower, other.stated.lower),
                zero: pick(self.stated.zero, other.stated.zero),
                upper: pick(self.stated.upper, other.stated.upper),
            },
            lower: pick(self.lower, other.lower),
            upper: pick(self.upper, other.upper),
            above_zero: pick(self.above_zero, other.above_zero),
            below_zero: pick(self.below_zero, other.below_zero),
        }
    }
}

/// Checks the values of a layer, given those of all smaller ones, which were checked before.
///
/// With `sample`, only the equations of so many positions, spread evenly, are checked.
///
/// # Errors
/// The first wrong value found.
pub fn check(
    game: &Game,
    stones: usize,
    tables: &[Table],
    sample: Option<u64>,
) -> Result<Checked, CheckError> {
    let table = &tables[stones];
    let positions = table.positions();
    let equations = sample.map_or(positions, |sample| sample.min(positions));
    let derived_all = equations == positions;
    let bytes = |count: usize, first: i32| (0..count).map(|_| AtomicI8::new(first as i8)).collect();
    let (all, open) = match derived_all {
        true => (positions as usize, table.undetermined()),
        false => (0, 0),
    };
    let layer = Layer {
        game,
        stones,
        tables,
        derived: Derived {
            lower: bytes(all, -(stones as i32)),
            upper: bytes(all, stones as i32),
            above_zero: bytes(open, 0),
            below_zero: bytes(open, 0),
        },
        changes: AtomicU64::new(0),
    };
    let rank =
        |number: u64| (u128::from(number) * u128::from(positions) / u128::from(equations.max(1))) as u64;
    let shares = (0..equations.div_ceil(SHARE as u64)).into_par_iter();
    let mut left: Vec<u64> = shares
        .map(|share| {
            let from = share * SHARE as u64;
            let ranks = (from..equations.min(from + SHARE as u64)).map(rank);
            layer.look_at(ranks)
        })
        .collect::<Result<Vec<_>, _>>()?
        .concat();
    let mut sweeps = 1;
    while let Some(&first) = left.first() {
        let before = layer.changes.load(Relaxed);
        left = left
            .par_chunks(SHARE)
            .map(|ranks| layer.look_at(ranks.iter().copied()))
            .collect::<Result<Vec<_>, _>>()?
            .concat();
        sweeps += 1;
        // Nothing changed, so nothing ever will.
        if !left.is_empty() && layer.changes.load(Relaxed) == before {
            return Err(
                layer.wrong(first, "it solves the equations, but is not the least or greatest solution")
            );
        }
    }
    Ok(Checked {
        stones,
        positions,
        equations,
        derived: derived_all,
        sweeps,
        undetermined: table.undetermined() as u64,
        outcomes: table.outcomes,
        checksum: table.checksum.clone(),
    })
}

/// A layer under check.
struct Layer<'a> {
    game: &'a Game,
    stones: usize,
    tables: &'a [Table],
    derived: Derived,
    /// How often a derived bound changed.
    changes: AtomicU64,
}

impl Layer<'_> {
    /// Looks at positions. Returns those whose values are not derived yet; none in a sample.
    fn look_at(&self, ranks: impl Iterator<Item = u64>) -> Result<Vec<u64>, CheckError> {
        let mut left = Vec::new();
        for rank in ranks {
            if !self.look(rank)? {
                left.push(rank);
            }
        }
        Ok(left)
    }

    /// Applies the equations to a position; whether its value is derived.
    fn look(&self, rank: u64) -> Result<bool, CheckError> {
        let table = &self.tables[self.stones];
        let holes = self.game.boards.board(self.stones, rank);
        let stated = table.value(rank);
        let mut best: Option<Worth> = None;
        let mut option: Option<(usize, Worth)> = None;
        let better =
            |best: Option<Worth>, worth: Worth| Some(best.map_or(worth, |best| best.fold(worth, i32::max)));
        let finished = self.game.expand(self.stones, &holes, |east, _, reply| {
            let worth = self.worth(reply);
            option = match option {
                Some((hole, worst)) if hole == east => Some((hole, worst.fold(worth, i32::min))),
                _ => {
                    best = option.map_or(best, |(_, worst)| better(best, worst));
                    Some((east, worth))
                }
            };
        });
        best = option.map_or(best, |(_, worst)| better(best, worst));
        let all = |margin| Value { lower: margin, zero: margin, upper: margin };
        let found = finished.map_or(best, |margin| Some(Worth::known(all(margin))));
        let Some(found) = found else {
            unreachable!("a board is finished or has a round");
        };
        if found.stated != stated {
            return Err(self.wrong(rank, &format!("its rounds give {:?}", found.stated)));
        }
        if self.derived.lower.is_empty() {
            return Ok(true);
        }
        Ok(self.derive(rank, &found, stated))
    }

    /// Takes in what the equations give; whether the value of the position is derived now.
    fn derive(&self, rank: u64, found: &Worth, stated: Value) -> bool {
        let Derived { lower, upper, above_zero, below_zero } = &self.derived;
        let at = rank as usize;
        let raise = |bound: &AtomicI8, to: i32| {
            if bound.fetch_max(to as i8, Relaxed) < to as i8 {
                self.changes.fetch_add(1, Relaxed);
            }
        };
        let reduce = |bound: &AtomicI8, to: i32| {
            if bound.fetch_min(to as i8, Relaxed) > to as i8 {
                self.changes.fetch_add(1, Relaxed);
            }
        };
        raise(&lower[at], found.lower);
        reduce(&upper[at], found.upper);
        let value = |bound: &AtomicI8| i32::from(bound.load(Relaxed));
        let mut done = value(&lower[at]) == stated.lower && value(&upper[at]) == stated.upper;
        if let Some(open) = self.tables[self.stones].open_index(rank) {
            raise(&above_zero[open], found.above_zero);
            reduce(&below_zero[open], found.below_zero);
            done &= value(&above_zero[open]) + value(&below_zero[open]) == stated.zero;
        }
        done
    }

    fn worth(&self, reply: Reply) -> Worth {
        let n = self.stones as i32;
        match reply {
            Reply::Over { margin } => Worth::known(Value { lower: margin, zero: margin, upper: margin }),
            Reply::Endless => Worth::known(Value { lower: -n, zero: 0, upper: n }),
            Reply::Capture { stones, rank, gain } => {
                let Value { lower, zero, upper } = self.tables[stones].value(rank);
                // The other side has sente: what is worst for it is best here.
                Worth::known(Value { lower: gain - upper, zero: gain - zero, upper: gain - lower })
            }
            Reply::Quiet { rank } => {
                let stated = self.tables[self.stones].value(rank);
                let mut worth = Worth::known(stated);
                let Derived { lower, upper, above_zero, below_zero } = &self.derived;
                let value = |bound: &AtomicI8| i32::from(bound.load(Relaxed));
                if let (Some(lower), Some(upper)) = (lower.get(rank as usize), upper.get(rank as usize)) {
                    (worth.lower, worth.upper) = (value(lower), value(upper));
                }
                if let Some(open) = self.tables[self.stones].open_index(rank)
                    && let (Some(above), Some(below)) = (above_zero.get(open), below_zero.get(open))
                {
                    (worth.above_zero, worth.below_zero) = (value(above), value(below));
                }
                worth
            }
        }
    }

    fn wrong(&self, rank: u64, reason: &str) -> CheckError {
        let holes = self.game.boards.board(self.stones, rank);
        let holes: Vec<String> = holes[..self.game.rules.holes].iter().map(u8::to_string).collect();
        let stated = self.tables[self.stones].value(rank);
        CheckError::Refused(format!(
            "{} with {} stones, {stated:?} in the table: {reason}",
            holes.join(","),
            self.stones
        ))
    }
}
