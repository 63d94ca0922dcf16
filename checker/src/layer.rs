//! The check of the values of a layer.
//!
//! Within a layer nothing is captured. In the stones family sente stays then, so the players keep their roles; in a
//! two-rank game the turn passes, so they exchange them. The values must solve the value equations. These may have
//! many solutions, because positions may support each other by repetition. `lower` is the least solution, because
//! infinite play costs the side with sente, and `upper` the greatest.
//!
//! So each bound is also derived. A `lower` above −n is *derived* once the side with sente has a choice after which
//! every reply gives at least as much. The reply may do so by the rules, by a smaller layer or by a `lower` derived
//! before. That side then gains it in finitely many rounds. So the bound is at most the least solution, and as it
//! solves the equations, it is that solution. The same holds for `upper` and the other side. It also holds for `zero`
//! (of positions with `lower < upper`) and the side that it favours. −n as `lower`, n as `upper` and 0 as `zero` need
//! no support. Correct values are all derived: those of the greatest `lower` support each other alone, then those of
//! the next.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use crate::error::{CheckError, Result};
use crate::reason::Reason;
use crate::replies::{Game, Reply, support, worth};
use crate::table::{Table, Value};

/// A layer whose values were checked.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Checked {
    /// The stones on the board.
    pub stones: usize,
    /// The number of positions of the layer.
    pub positions: u64,
    /// The number of positions whose equations were checked.
    pub equations: u64,
    /// Whether every value was derived as well, and is thus the least or the greatest solution; false for a sample.
    pub derived: bool,
    /// The number of passes until all values were derived, the first included.
    pub sweeps: u32,
    /// The number of positions with `lower < upper`.
    pub undetermined: u64,
    /// The numbers of positions whose `zero` is positive, 0 and negative.
    pub outcomes: [u64; 3],
    /// The XXH3-128 of the values, as in the file.
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
pub fn check(game: &Game, stones: usize, tables: &[Table], sample: Option<u64>) -> Result<Checked> {
    game.within_steps(check_values(game, stones, tables, sample))
}

fn check_values(
    game: &Game,
    stones: usize,
    tables: &[Table],
    sample: Option<u64>,
) -> Result<Checked> {
    let table = &tables[stones];
    let positions = table.positions();
    let equations = sample.map_or(positions, |sample| sample.min(positions));
    let whole = equations == positions;
    let derived = (0..if whole { positions } else { 0 })
        .map(|_| AtomicU8::new(0))
        .collect();
    let layer = Layer {
        game,
        stones,
        tables,
        derived,
        changes: AtomicU64::new(0),
    };
    let rank =
        |number: u64| (u128::from(number) * u128::from(positions) / u128::from(equations)) as u64;
    let looked = (0..equations)
        .into_par_iter()
        .map(|number| layer.look(rank(number), whole));
    let mut left: Vec<u64> = looked
        .filter_map(Result::transpose)
        .collect::<Result<_>>()?;
    let mut sweeps = 1;
    while let Some(&first) = left.first() {
        let before = layer.changes.load(Relaxed);
        let waits =
            |&rank: &u64| !layer.derive(rank, game.choices(&game.boards.board(stones, rank)));
        left = left.into_par_iter().filter(waits).collect();
        sweeps += 1;
        // Without a change in this pass, there will be none in later ones.
        if !left.is_empty() && layer.changes.load(Relaxed) == before {
            return Err(layer.wrong(
                first,
                "it solves the equations, but not as the least or greatest solution",
            ));
        }
    }
    let (outcomes, checksum, undetermined) = (
        table.outcomes,
        table.checksum.clone(),
        table.undetermined.len() as u64,
    );
    Ok(Checked {
        stones,
        positions,
        equations,
        derived: whole,
        sweeps,
        undetermined,
        outcomes,
        checksum,
    })
}

/// A layer under check.
struct Layer<'a> {
    game: &'a Game,
    stones: usize,
    tables: &'a [Table],
    /// The derived bounds of each position, one bit each.
    derived: Vec<AtomicU8>,
    /// The number of derived bounds.
    changes: AtomicU64,
}

impl Layer<'_> {
    /// Checks the equations of a position. With `derive`, returns its rank if not all its bounds are derived yet.
    fn look(&self, rank: u64, derive: bool) -> Result<Option<u64>> {
        let holes = self.game.boards.board(self.stones, rank);
        let rounds: Vec<Vec<Reply>> = match self.game.finished(&holes) {
            // Treated as the result of a single round.
            Some(margin) => vec![vec![Reply::Over(margin)]],
            None => self.game.choices(&holes).map(Iterator::collect).collect(),
        };
        let found = worth(
            rounds
                .iter()
                .map(|replies| replies.iter().map(|&reply| self.worth(reply))),
        );
        if found != Some(self.tables[self.stones].value(rank)) {
            return Err(self.wrong(rank, &format!("its rounds give {found:?}")));
        }
        let done =
            !derive || self.derive(rank, rounds.iter().map(|replies| replies.iter().copied()));
        Ok((!done).then_some(rank))
    }

    /// Returns the value of a reply by the tables.
    fn worth(&self, reply: Reply) -> Value {
        let n = self.stones as i32;
        match reply {
            Reply::Over(margin) => [margin; 3],
            Reply::Endless => [-n, 0, n],
            Reply::Next {
                stones,
                rank,
                gain,
                passes,
            } => {
                let [lower, zero, upper] = self.tables[stones].value(rank);
                // If the other side has sente, its worst is best here.
                if passes {
                    [gain - upper, gain - zero, gain - lower]
                } else {
                    [lower, zero, upper].map(|value| gain + value)
                }
            }
        }
    }

    /// Derives the bounds of a position that its rounds now support. Returns whether all are derived. The equations
    /// must hold.
    fn derive(
        &self,
        rank: u64,
        choices: impl Iterator<Item = impl Iterator<Item = Reply>> + Clone,
    ) -> bool {
        let n = self.stones as i32;
        let value = self.tables[self.stones].value(rank);
        let mut done = true;
        for bound in [LOWER, UPPER, ZERO]
            .into_iter()
            .filter(|&bound| !self.is_derived(bound, rank))
        {
            let margin = value[bound];
            let for_sente = bound == LOWER || bound == ZERO && margin.is_positive();
            let enough = |reply: Reply| match reply {
                Reply::Next {
                    stones,
                    rank,
                    passes,
                    ..
                } if stones == self.stones
                    && !self.is_derived(if passes { UPPER - bound } else { bound }, rank) =>
                {
                    None
                }
                _ if for_sente => (self.worth(reply)[bound] >= margin).then_some(0),
                _ => (self.worth(reply)[bound] <= margin).then_some(0),
            };
            let derived = match bound {
                _ if margin == [-n, 0, n][bound] => true,
                ZERO if value[LOWER] == value[UPPER] => done && value[ZERO] == value[LOWER],
                _ => support(choices.clone(), for_sente, enough).is_some(),
            };
            if derived {
                self.derived[rank as usize].fetch_or(1 << bound, Relaxed);
                self.changes.fetch_add(1, Relaxed);
            }
            done &= derived;
        }
        done
    }

    fn is_derived(&self, bound: usize, rank: u64) -> bool {
        self.derived[rank as usize].load(Relaxed) >> bound & 1 == 1
    }

    fn wrong(&self, rank: u64, reason: &str) -> CheckError {
        let stones = self.stones;
        let board = self.game.boards.text(stones, rank);
        let stated = self.tables[stones].value(rank);
        let problem =
            format!("board {board} with {stones} stones, {stated:?} in the table: {reason}");
        CheckError::Refused(Reason::Table { problem })
    }
}
