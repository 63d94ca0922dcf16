//! The values of the positions of a game.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::forms::{Form, Forms};
use crate::{Cancelled, Monitor, Side};

/// A game in which a side that cannot move loses.
pub trait NormalPlay {
    /// A position, without the side to move.
    type Position: Clone + Eq + Hash;

    /// REQUIRED. Appends the positions after each legal move of a side: Left is the first side, Right the second.
    fn options(&self, position: &Self::Position, side: Side, after: &mut Vec<Self::Position>);
}

/// The reason why a value was not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// More positions can be reached, or more pairs of values must be compared, than are allowed.
    #[error("more than {0} positions or pairs of values")]
    TooMany(usize),
    /// A position can be reached again, so it has no value.
    #[error("positions can be repeated")]
    Repeats,
}

/// The values of positions of a game.
#[derive(Clone, Debug)]
pub struct Values<P> {
    forms: Forms,
    /// The value of each position; `None` while its options are explored.
    of: FxHashMap<P, Option<Form>>,
    most: usize,
}

/// A position whose options are explored.
struct Open<P> {
    position: P,
    options: [Vec<P>; 2],
    /// The number of options, Left's first, whose values are known.
    known: usize,
}

impl<P: Clone + Eq + Hash> Values<P> {
    /// Creates an empty collection for at most `most` positions, and as many pairs of values to compare per position as
    /// [`PAIRS_PER_POSITION`] says.
    pub fn new(most: usize) -> Values<P> {
        Values {
            forms: Forms::default(),
            of: FxHashMap::default(),
            most,
        }
    }

    /// Returns the forms of the values.
    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    /// Returns the value of a position, and stores those of all positions that moves of both sides, in any order, lead
    /// to.
    ///
    /// # Errors
    /// There are too many positions, positions can repeat, or the monitor cancelled. The collection must not be used
    /// again.
    pub fn value<G: NormalPlay<Position = P>>(
        &mut self,
        game: &G,
        position: &P,
        monitor: &dyn Monitor,
    ) -> Result<Form, ValueError> {
        let mut path: Vec<Open<P>> = Vec::new();
        let mut next = Some(position.clone());
        loop {
            if let Some(position) = next.take() {
                match self.of.get(&position) {
                    Some(Some(_)) => {}
                    Some(None) => return Err(ValueError::Repeats),
                    None => {
                        self.check(monitor)?;
                        self.of.insert(position.clone(), None);
                        path.push(Open::new(game, position));
                    }
                }
            }
            let Some(open) = path.last_mut() else {
                break;
            };
            next = open.next();
            if next.is_none() {
                let [left, right] = &open.options;
                let forms = |options: &[P]| -> Vec<Form> {
                    options
                        .iter()
                        .filter_map(|option| self.of[option])
                        .collect()
                };
                let (left, right) = (forms(left), forms(right));
                let form = self.forms.form(&left, &right);
                self.of.insert(open.position.clone(), Some(form));
                path.pop();
            }
        }
        Ok(self.of[position].expect("its options are explored"))
    }

    fn check(&self, monitor: &dyn Monitor) -> Result<(), ValueError> {
        if self.of.len() >= self.most
            || self.forms.pairs() > self.most.saturating_mul(PAIRS_PER_POSITION)
        {
            return Err(ValueError::TooMany(self.most));
        }
        if self.of.len().is_multiple_of(POSITIONS_BETWEEN_LOOKS) {
            monitor.check()?;
        }
        Ok(())
    }
}

/// The pairs of values that are compared for each allowed position.
pub const PAIRS_PER_POSITION: usize = 16;

const POSITIONS_BETWEEN_LOOKS: usize = 64;

impl<P: Clone> Open<P> {
    fn new<G: NormalPlay<Position = P>>(game: &G, position: P) -> Open<P> {
        let options = [Side::First, Side::Second].map(|side| {
            let mut after = Vec::new();
            game.options(&position, side, &mut after);
            after
        });
        Open {
            position,
            options,
            known: 0,
        }
    }

    /// Returns the next option to explore.
    fn next(&mut self) -> Option<P> {
        let [left, right] = &self.options;
        let next = left.iter().chain(right).nth(self.known).cloned();
        self.known += 1;
        next
    }
}
