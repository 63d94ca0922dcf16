//! Whether the values of a layer are the right ones.
//!
//! Within a layer every round is quiet, so sente stays and the players keep their roles. The values
//! must solve the minimax equations. Many assignments may do that: positions may support each other
//! by repetition. `lower` is the least solution, since infinite play costs the side with sente, and
//! `upper` the greatest. Both are derived here by the plainest algorithm: start every position at
//! −n and at +n, and apply the equations until nothing changes. A bound below the least solution
//! stays below it, so when it reaches the value of the table, which solves the equations, that value
//! is the least solution. `zero` (of positions with `lower < upper`) is positive where the side with
//! sente can force that margin in finitely many rounds, negative where the other side can, otherwise 0:
//! the least and greatest solutions cut off at 0.

use std::sync::atomic::{AtomicI8, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use crate::error::CheckError;
use crate::replies::{Game, Reply};
use crate::table::{Table, Value};

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

/// What goes through the equations together: by the values of the table `lower`, `zero`, `upper`; by what
/// has been derived `lower`, `upper`, and `zero` as far as it is positive and as far as it is negative.
type Worth = [i32; 7];

/// The worth where the value is known: the game is over, or the layer is a smaller one.
fn known([lower, zero, upper]: Value) -> Worth {
    [lower, zero, upper, lower, upper, zero.max(0), zero.min(0)]
}

fn fold(a: Worth, b: Worth, pick: fn(i32, i32) -> i32) -> Worth {
    std::array::from_fn(|number| pick(a[number], b[number]))
}

/// Checks the values of a layer, given those of all smaller ones, which were checked before.
///
/// With `sample`, only the equations of that number of positions, spread evenly, are checked.
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
    let (all, open) = if derived_all { (positions as usize, table.undetermined()) } else { (0, 0) };
    let layer = Layer {
        game,
        stones,
        tables,
        derived: [bytes(all, -(stones as i32)), bytes(all, stones as i32), bytes(open, 0), bytes(open, 0)],
        changes: AtomicU64::new(0),
    };
    let rank =
        |number: u64| (u128::from(number) * u128::from(positions) / u128::from(equations.max(1))) as u64;
    let look = |rank: u64| layer.look(rank).map(|done| (!done).then_some(rank)).transpose();
    let ranks = (0..equations).into_par_iter().map(rank);
    let mut left: Vec<u64> = ranks.filter_map(look).collect::<Result<_, _>>()?;
    let mut sweeps = 1;
    while let Some(&first) = left.first() {
        let before = layer.changes.load(Relaxed);
        left = left.into_par_iter().filter_map(look).collect::<Result<_, _>>()?;
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
    /// At most `lower` and at least `upper`, by position; at most a positive and at least a negative
    /// `zero`, by undetermined position.
    derived: [Vec<AtomicI8>; 4],
    /// How often a derived bound changed.
    changes: AtomicU64,
}

impl Layer<'_> {
    /// Applies the equations to a position; whether its value is derived.
    fn look(&self, rank: u64) -> Result<bool, CheckError> {
        let holes = self.game.boards.board(self.stones, rank);
        let found = match self.game.finished(self.stones, &holes) {
            Some(margin) => known([margin; 3]),
            None => {
                let choices = self.game.choices(self.stones, &holes);
                let worst = choices.filter_map(|replies| {
                    replies.map(|reply| self.worth(reply)).reduce(|a, b| fold(a, b, i32::min))
                });
                let best = worst.reduce(|a, b| fold(a, b, i32::max));
                best.unwrap_or_else(|| unreachable!("a board is finished or has a round"))
            }
        };
        let stated = self.tables[self.stones].value(rank);
        if found[..3] != stated {
            return Err(self.wrong(rank, &format!("its rounds give {:?}", &found[..3])));
        }
        // Nothing is derived in a sample.
        Ok(self.derived[0].is_empty() || self.derive(rank, &found, stated))
    }

    /// Takes in what the equations give; whether the value of the position is derived now.
    fn derive(&self, rank: u64, found: &Worth, stated: Value) -> bool {
        let [lower, upper, above_zero, below_zero] = &self.derived;
        let count = |before: i8, now: i8| {
            if now != before {
                self.changes.fetch_add(1, Relaxed);
            }
            i32::from(now)
        };
        let raise = |bound: &AtomicI8, to: i32| {
            let before = bound.fetch_max(to as i8, Relaxed);
            count(before, before.max(to as i8))
        };
        let reduce = |bound: &AtomicI8, to: i32| {
            let before = bound.fetch_min(to as i8, Relaxed);
            count(before, before.min(to as i8))
        };
        let at = rank as usize;
        let mut done = raise(&lower[at], found[3]) == stated[0];
        done &= reduce(&upper[at], found[4]) == stated[2];
        if let Some(open) = self.tables[self.stones].open_index(rank) {
            let above = raise(&above_zero[open], found[5]);
            done &= above + reduce(&below_zero[open], found[6]) == stated[1];
        }
        done
    }

    fn worth(&self, reply: Reply) -> Worth {
        let n = self.stones as i32;
        match reply {
            Reply::Over { margin } => known([margin; 3]),
            Reply::Endless => known([-n, 0, n]),
            Reply::Capture { stones, rank, gain } => {
                // The other side has sente: what is worst for it is best here.
                let [lower, zero, upper] = self.tables[stones].value(rank);
                known([gain - upper, gain - zero, gain - lower])
            }
            Reply::Quiet { rank } => {
                let table = &self.tables[self.stones];
                let mut worth = known(table.value(rank));
                if !self.derived[0].is_empty() {
                    let bound = |which: usize, at: usize| self.derived[which][at].load(Relaxed).into();
                    let at = rank as usize;
                    (worth[3], worth[4]) = (bound(0, at), bound(1, at));
                    if let Some(open) = table.open_index(rank) {
                        (worth[5], worth[6]) = (bound(2, open), bound(3, open));
                    }
                }
                worth
            }
        }
    }

    fn wrong(&self, rank: u64, reason: &str) -> CheckError {
        let board = self.game.boards.text(self.stones, rank);
        let stated = self.tables[self.stones].value(rank);
        CheckError::Refused(format!("{board}, {stated:?} in the table: {reason}"))
    }
}
