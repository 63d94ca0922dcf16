//! Checking tables against the rules: the minimax equations of every position.

use std::path::Path;
use std::sync::Mutex;

use rayon::prelude::*;

use super::directory::Directory;
use super::error::TableError;
use super::header::Header;
use super::map::Mapped;
use crate::Value;
use crate::retrograde::{Finished, Layered, Reply, Sink, SolveError};
use crate::{Monitor, Turn};

/// Positions that a thread checks at a time.
const SHARE: u64 = 4096;

/// A layer that was checked.
#[derive(Clone, Debug)]
pub struct Verified {
    /// What the table says of itself.
    pub header: Header,
    /// How many positions were checked against the rules.
    pub checked: u64,
}

/// Checks the tables of layers 0 to `most`: every block against its checksum, what a table says of
/// itself against its values, and the values of
/// every position (or of `sample` positions a layer, spread evenly) against those of the positions
/// that its replies lead to: lower, zero and upper must each be the best option's worst reply.
/// Nothing of the code that finds values is used, only that which packs and unpacks them. The game
/// given had best be one that is written apart from the one that built them, too.
///
/// While this is at work the directory holds, in files without a name, one byte a position of every
/// layer, and three more for each undetermined one.
///
/// The equations do not tell the least or greatest solution from others; that is the matter of
/// the tests that compare with a plain iteration.
///
/// # Errors
/// The first table that is missing, foreign, damaged or of another number of positions than the layer,
/// a position that contradicts its replies, what the operating system reports, or an interruption.
pub fn verify<G: Layered>(
    game: &G,
    path: &Path,
    most: u32,
    sample: Option<u64>,
    monitor: &dyn Monitor,
    verified: &mut dyn FnMut(&Verified),
) -> Result<Vec<Verified>, TableError> {
    let directory = Directory::new(path, &game.name());
    let mut layers: Vec<Finished<Mapped>> = Vec::new();
    let mut all = Vec::new();
    for layer in 0..=most {
        let table = directory.open_of(game, layer)?;
        monitor.begin(&format!("layer {layer}, checksums"), 0);
        table.check()?;
        layers.push(table.unpack_all(path)?);
        let header = table.header().clone();
        let positions = header.positions;
        let checked = sample.map_or(positions, |sample| sample.min(positions));
        monitor.begin(&format!("layer {layer}, equations"), checked);
        // Spread evenly; all of them if all are wanted.
        let rank = |number: u64| {
            (u128::from(number) * u128::from(positions) / u128::from(checked.max(1))) as u64
        };
        let failed = Mutex::new(None);
        (0..checked.div_ceil(SHARE)).into_par_iter().for_each_init(
            || game.scratch(),
            |scratch, share| {
                if monitor.cancelled() {
                    return;
                }
                let numbers = share * SHARE..checked.min((share + 1) * SHARE);
                monitor.advance(numbers.end - numbers.start);
                let ranks: Vec<u64> = numbers.map(rank).collect();
                let mut check = Check::new(game, layer, &layers, &ranks);
                game.expand(scratch, layer, &ranks, &mut check);
                if let Some(contradiction) = check.result() {
                    failed
                        .lock()
                        .unwrap_or_else(std::sync::PoisonError::into_inner)
                        .get_or_insert(contradiction);
                }
            },
        );
        if monitor.cancelled() {
            return Err(SolveError::Interrupted.into());
        }
        let failed = failed
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((rank, stated, found)) = failed {
            return Err(TableError::Contradiction {
                path: table.path().to_owned(),
                rank,
                stated,
                found,
            });
        }
        let checked = Verified { header, checked };
        verified(&checked);
        all.push(checked);
    }
    Ok(all)
}

/// Works out the values of positions from those of their replies, and compares.
struct Check<'a> {
    layer: u32,
    bound: i32,
    layers: &'a [Finished<Mapped>],
    ranks: std::slice::Iter<'a, u64>,
    option: Value,
    position: Value,
    contradiction: Option<(u64, Value, Value)>,
}

/// Better than any margin.
const NO_REPLY: Value = Value::settled(i32::MAX);
/// Worse than any margin.
const NO_OPTION: Value = Value::settled(i32::MIN);

impl<'a> Check<'a> {
    fn new<G: Layered>(
        game: &G,
        layer: u32,
        layers: &'a [Finished<Mapped>],
        ranks: &'a [u64],
    ) -> Check<'a> {
        Check {
            layer,
            bound: game.bound(layer),
            layers,
            ranks: ranks.iter(),
            option: NO_REPLY,
            position: NO_OPTION,
            contradiction: None,
        }
    }

    fn result(mut self) -> Option<(u64, Value, Value)> {
        let unanswered = self.ranks.next().map(|&rank| {
            let stated = self.layers[self.layer as usize].get(rank);
            (rank, stated, NO_OPTION)
        });
        self.contradiction.or(unanswered)
    }
}

impl Sink for Check<'_> {
    fn reply(&mut self, reply: Reply) {
        let of = |layer: u32, rank, gain, turn: Turn| {
            let value = self.layers[layer as usize].get(rank);
            turn.value(gain, value)
        };
        let value = match reply {
            Reply::Same { rank, turn } => of(self.layer, rank, 0, turn),
            Reply::Below {
                layer,
                rank,
                gain,
                turn,
            } => of(layer, rank, gain, turn),
            Reply::Over { margin } => Value::settled(margin),
            Reply::Endless => Value {
                lower: -self.bound,
                zero: 0,
                upper: self.bound,
            },
        };
        self.option = Value {
            lower: self.option.lower.min(value.lower),
            zero: self.option.zero.min(value.zero),
            upper: self.option.upper.min(value.upper),
        };
    }

    fn end_option(&mut self) {
        let option = std::mem::replace(&mut self.option, NO_REPLY);
        self.position = Value {
            lower: self.position.lower.max(option.lower),
            zero: self.position.zero.max(option.zero),
            upper: self.position.upper.max(option.upper),
        };
    }

    fn end_position(&mut self) {
        let found = std::mem::replace(&mut self.position, NO_OPTION);
        let Some(&rank) = self.ranks.next() else {
            return;
        };
        let stated = self.layers[self.layer as usize].get(rank);
        if stated != found {
            self.contradiction.get_or_insert((rank, stated, found));
        }
    }
}
