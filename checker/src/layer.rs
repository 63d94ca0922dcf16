//! Whether the values of a layer are the right ones.
//!
//! Within a layer every round is quiet, so sente stays and the players keep their roles. The values
//! must solve the minimax equations. Many assignments may do that: positions may support each other
//! by repetition. `lower` is the least solution, since infinite play costs the side with sente, and
//! `upper` the greatest.
//!
//! So each bound is also derived. A `lower` above −n is *derived* once the side with sente has a choice
//! after which every reply gives at least as much by the rules, by a smaller layer or by a `lower` derived
//! before. Then that side gains it in finitely many rounds: it is at most the least solution, and as it solves the
//! equations it is that solution. `upper` likewise for the other side, and `zero` (of positions with
//! `lower < upper`) for the side that it favours; −n as `lower`, n as `upper` and 0 as `zero` need no support.
//! Right values are all derived: those of the greatest `lower` support each other alone, then those of the next.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use crate::error::CheckError;
use crate::replies::{Game, Reply, support};
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
    /// Whether every value was derived as well: it is then the least, or the greatest, solution. Not so in a
    /// sample.
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

const LOWER: usize = 0;
const ZERO: usize = 1;
const UPPER: usize = 2;

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
    let layer = Layer {
        game,
        stones,
        tables,
        derived: (0..if derived_all { positions } else { 0 }).map(|_| AtomicU8::new(0)).collect(),
        changes: AtomicU64::new(0),
    };
    let rank =
        |number: u64| (u128::from(number) * u128::from(positions) / u128::from(equations.max(1))) as u64;
    let waits = |done: Result<bool, CheckError>, rank| done.map(|done| (!done).then_some(rank)).transpose();
    let looked = (0..equations).into_par_iter().map(rank);
    let looked = looked.filter_map(|rank| waits(layer.look(rank, derived_all), rank));
    let mut left: Vec<u64> = looked.collect::<Result<_, _>>()?;
    let mut sweeps = 1;
    while let Some(&first) = left.first() {
        let before = layer.changes.load(Relaxed);
        let waits = |&rank: &u64| {
            let holes = game.boards.board(stones, rank);
            !layer.derive(rank, || game.choices(stones, &holes))
        };
        left = left.into_par_iter().filter(waits).collect();
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
    /// Which bounds are derived, a bit each, by position.
    derived: Vec<AtomicU8>,
    /// How many bounds were derived.
    changes: AtomicU64,
}

impl Layer<'_> {
    /// Checks the equations of a position; whether all its bounds are derived, if they are to be.
    fn look(&self, rank: u64, derive: bool) -> Result<bool, CheckError> {
        let holes = self.game.boards.board(self.stones, rank);
        let finished = self.game.finished(self.stones, &holes);
        let choices = self.game.choices(self.stones, &holes).filter(|_| finished.is_none());
        let rounds: Vec<Vec<Reply>> = choices.map(Iterator::collect).collect();
        let least = |a: Value, b: Value| [a[0].min(b[0]), a[1].min(b[1]), a[2].min(b[2])];
        let greatest = |a: Value, b: Value| [a[0].max(b[0]), a[1].max(b[1]), a[2].max(b[2])];
        let worst =
            rounds.iter().filter_map(|replies| replies.iter().map(|&reply| self.worth(reply)).reduce(least));
        let found = finished.map(|margin| [margin; 3]).or(worst.reduce(greatest));
        if found != Some(self.tables[self.stones].value(rank)) {
            return Err(self.wrong(rank, &format!("its rounds give {found:?}")));
        }
        Ok(!derive || self.derive(rank, || rounds.iter().map(|replies| replies.iter().copied())))
    }

    /// What a reply is worth by the tables.
    #[inline]
    fn worth(&self, reply: Reply) -> Value {
        let n = self.stones as i32;
        match reply {
            Reply::Over { margin } => [margin; 3],
            Reply::Endless => [-n, 0, n],
            Reply::Capture { stones, rank, gain } => {
                // The other side has sente: what is worst for it is best here.
                let [lower, zero, upper] = self.tables[stones].value(rank);
                [gain - upper, gain - zero, gain - lower]
            }
            Reply::Quiet { rank } => self.tables[self.stones].value(rank),
        }
    }

    /// Derives the bounds of a position that its rounds support by now; whether all are derived. The
    /// equations hold.
    fn derive<R: Iterator<Item = Reply>, C: Iterator<Item = R>>(
        &self,
        rank: u64,
        choices: impl Fn() -> C,
    ) -> bool {
        let n = self.stones as i32;
        let value = self.tables[self.stones].value(rank);
        let finished = choices().next().is_none();
        let mut done = true;
        for bound in [LOWER, UPPER, ZERO].into_iter().filter(|&bound| !self.is_derived(bound, rank)) {
            let (margin, unsupported) = (value[bound], [-n, 0, n][bound]);
            let for_sente = bound == LOWER || bound == ZERO && margin > 0;
            let enough = |reply: Reply| match reply {
                Reply::Quiet { rank } if !self.is_derived(bound, rank) => None,
                _ if for_sente => (self.worth(reply)[bound] >= margin).then_some(0),
                _ => (self.worth(reply)[bound] <= margin).then_some(0),
            };
            let derived = match bound {
                _ if finished || margin == unsupported => true,
                ZERO if value[LOWER] == value[UPPER] => done && value[ZERO] == value[LOWER],
                _ => support(choices(), for_sente, enough).is_some(),
            };
            if derived {
                self.derived[rank as usize].fetch_or(1 << bound, Relaxed);
                self.changes.fetch_add(1, Relaxed);
            }
            done &= derived;
        }
        done
    }

    #[inline]
    fn is_derived(&self, bound: usize, rank: u64) -> bool {
        self.derived[rank as usize].load(Relaxed) >> bound & 1 == 1
    }

    fn wrong(&self, rank: u64, reason: &str) -> CheckError {
        let board = self.game.boards.text(self.stones, rank);
        let stated = self.tables[self.stones].value(rank);
        CheckError::Refused(format!("{board}, {stated:?} in the table: {reason}"))
    }
}
