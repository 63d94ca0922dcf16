//! The verification of tables against the rules: the minimax equations, and forced play.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::check::{EquationCheck, ForcedMarks};
use super::directory::Directory;
use super::error::{TableError, TableFile};
use super::header::Header;
use super::map::MappedBytes;
#[cfg(not(target_family = "wasm"))]
use super::reader::Table;
#[cfg(not(target_family = "wasm"))]
use super::scratch::scratch_cells;
use super::scratch::writable;
use super::shapes::TableShapes;
use crate::Monitor;
#[cfg(not(target_family = "wasm"))]
use crate::retrograde::{DistanceWork, MarginKind};
use crate::retrograde::{FinishedLayer, Layered};

/// The number of positions that a thread checks at a time.
const SHARD: u64 = 4096;

/// A verified layer.
#[derive(Clone, Debug)]
pub struct VerifiedTable {
    /// The header of the table.
    pub header: Header,
    /// The number of positions checked against the equations.
    pub checked: u64,
    /// Whether every value is forced, and is thus the least solution of the equations (`lower`) or the greatest
    /// (`upper`). A sample cannot show that.
    pub forced: bool,
    /// Whether there are distances, which were compared with those of the replies of the same positions.
    pub distances: bool,
}

/// The scope of a verification.
#[derive(Clone, Copy)]
pub struct VerifyScope<'a> {
    /// The number of positions checked per layer, spread evenly; `None` for all.
    pub sample: Option<u64>,
    /// The layers to verify. Of the others only the blocks are compared with their checksums.
    pub layers: &'a dyn Fn(u32) -> bool,
}

/// Verifies the tables of layers 0 to `most`. Every block is compared with its checksum, and the header with the
/// values. The value of every position is compared with those of its replies: lower, zero and upper must each be the
/// best option's worst reply. `sample` limits this to evenly spread positions of each layer.
///
/// The code that computes values is not used, only the code that packs and unpacks them. The game should also be
/// implemented separately from the one that built the tables.
///
/// The equations have many solutions where positions can repeat, because values may support each other in a cycle.
/// Unless a sample is checked, each value must therefore be *forced* as well: by choices that lead out of the layer in
/// finitely many moves. These positions are the attractors of all margins at once, and a fixed point finds them. It
/// starts with replies that leave the layer. It then marks positions from which the side concerned can reach marked
/// ones. Then `lower` is the least solution, `upper` is the greatest, and `zero` is the one nearest to 0 between them.
///
/// During the verification, files without a name in the directory hold one to three bytes per position of every layer.
/// They are in the temporary directory if the directory cannot be written. The memory holds four bits per position of
/// the current layer.
///
/// # Errors
///
/// - The first table that is missing, foreign, damaged or of another number of positions than the layer;
/// - a position that contradicts its replies or is not forced;
/// - an error of the operating system;
/// - a cancellation.
pub fn verify<G: Layered>(
    game: &G,
    path: &Path,
    most: u32,
    sample: Option<u64>,
    monitor: &dyn Monitor,
    verified: &mut dyn FnMut(&VerifiedTable),
) -> Result<Vec<VerifiedTable>, TableError> {
    let layers = &|_| true;
    verify_some(
        game,
        path,
        most,
        VerifyScope { sample, layers },
        monitor,
        verified,
    )
}

/// Verifies some layers. Each is compared with the values in the tables below it, so that the layers may be verified in
/// any order.
///
/// # Errors
/// The errors of [`verify`].
pub fn verify_some<G: Layered>(
    game: &G,
    path: &Path,
    most: u32,
    extent: VerifyScope<'_>,
    monitor: &dyn Monitor,
    verified: &mut dyn FnMut(&VerifiedTable),
) -> Result<Vec<VerifiedTable>, TableError> {
    let VerifyScope {
        sample,
        layers: wanted,
    } = extent;
    let directory = Directory::new(path, &game.name());
    let shapes = TableShapes::of_layers(game, most);
    let mut layers: Vec<FinishedLayer<MappedBytes>> = Vec::new();
    let mut all = Vec::new();
    let scratch = writable(path)?;
    for layer in 0..=most {
        let table = directory.open(&shapes, layer)?;
        monitor.begin(&format!("layer {layer}, checksums"), 0);
        table.check(monitor)?;
        layers.push(table.unpack_all(&scratch)?);
        if !wanted(layer) {
            continue;
        }
        let header = table.header().clone();
        let positions = header.positions;
        let checked = sample.map_or(positions, |sample| sample.min(positions));
        let forced = (checked == positions).then(|| ForcedMarks::new(positions));
        let check = LayerCheck {
            game,
            layer,
            layers: &layers,
            forced: forced.as_ref(),
            file: table.file(),
            monitor,
        };
        monitor.begin(&format!("layer {layer}, equations"), checked);
        // The ranks are spread evenly; without a sample they are all ranks.
        let rank = |number: u64| {
            (u128::from(number) * u128::from(positions) / u128::from(checked.max(1))) as u64
        };
        check.run_pass(checked, rank)?;
        if let Some(forced) = &forced {
            check.mark_forced(forced, positions)?;
        }
        #[cfg(not(target_family = "wasm"))]
        let distances = {
            // The ranks of the sample above.
            let number = |rank: u64| {
                (u128::from(rank) * u128::from(checked)).div_ceil(u128::from(positions)) as u64
            };
            let sampled =
                |at: u64| forced.is_some() || number(at) < checked && rank(number(at)) == at;
            verify_distances(game, &directory, &shapes, &layers, &table, sampled, monitor)?
        };
        #[cfg(target_family = "wasm")]
        let distances = false;
        let checked = VerifiedTable {
            header,
            checked,
            forced: forced.is_some(),
            distances,
        };
        verified(&checked);
        all.push(checked);
    }
    Ok(all)
}

/// Verifies the distances of the last of these layers at the wanted ranks, if there are any.
#[cfg(not(target_family = "wasm"))]
fn verify_distances<G: Layered>(
    game: &G,
    directory: &Directory,
    shapes: &TableShapes,
    layers: &[FinishedLayer<MappedBytes>],
    table: &Table,
    wanted: impl Fn(u64) -> bool + Sync,
    monitor: &dyn Monitor,
) -> Result<bool, TableError> {
    let distances = match super::distances::open(directory, shapes, table) {
        Err(TableError::Missing(_)) => return Ok(false),
        opened => opened?,
    };
    let positions = table.header().positions;
    for kind in [MarginKind::Ends, MarginKind::Zero] {
        let memory = scratch_cells(&writable(directory.path())?, positions)?;
        distances.fill_distances(kind, &layers[layers.len() - 1], memory.cells())?;
        let work = DistanceWork::new(game, kind, layers);
        if let Some(rank) = work.first_wrong(memory.cells(), &wanted, monitor)? {
            return Err(TableError::Distances {
                file: distances.file().clone(),
                rank,
            });
        }
    }
    Ok(true)
}

/// The verification of one layer.
struct LayerCheck<'a, G> {
    game: &'a G,
    layer: u32,
    layers: &'a [FinishedLayer<MappedBytes>],
    forced: Option<&'a ForcedMarks>,
    file: &'a TableFile,
    monitor: &'a dyn Monitor,
}

impl<G: Layered> LayerCheck<'_, G> {
    /// Marks forced positions until all are marked, or a pass changes nothing.
    fn mark_forced(&self, forced: &ForcedMarks, positions: u64) -> Result<(), TableError> {
        for pass in 2.. {
            let Some(open) = forced.first_open() else {
                return Ok(());
            };
            let before = forced.marks();
            let what = format!("layer {}, forced values, pass {pass}", self.layer);
            self.monitor.begin(&what, positions);
            self.run_pass(positions, |rank| rank)?;
            if forced.marks() == before {
                return Err(TableError::Unforced {
                    file: self.file.clone(),
                    rank: open,
                    stated: self.layers[self.layer as usize].get(open),
                });
            }
        }
        unreachable!("passes are not counted to their end")
    }

    /// Checks the positions with these ranks, by number, whose values are not all forced yet.
    fn run_pass(&self, count: u64, rank: impl Fn(u64) -> u64 + Sync) -> Result<(), TableError> {
        let failed = Mutex::new(None);
        let monitor = self.monitor;
        (0..count.div_ceil(SHARD)).into_par_iter().for_each_init(
            || self.game.scratch(),
            |scratch, shard| {
                if monitor.cancelled() {
                    return;
                }
                let numbers = shard * SHARD..count.min((shard + 1) * SHARD);
                monitor.advance(numbers.end - numbers.start);
                let open = |rank: &u64| self.forced.is_none_or(|forced| !forced.is_done(*rank));
                let ranks: Vec<u64> = numbers.map(&rank).filter(open).collect();
                if ranks.is_empty() {
                    return;
                }
                let bound = self.game.bound(self.layer);
                let mut check =
                    EquationCheck::new(bound, self.layer, self.layers, &ranks, self.forced);
                self.game.expand(scratch, self.layer, &ranks, &mut check);
                if let Some(contradiction) = check.result() {
                    let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                    failed.get_or_insert(contradiction);
                }
            },
        );
        monitor.check()?;
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(()),
            Some((rank, stated, found)) => Err(TableError::Contradiction {
                file: self.file.clone(),
                rank,
                stated,
                found,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

    use super::super::writer;
    use super::*;
    use crate::retrograde::{Reply, Sink};
    use crate::table::build;
    use crate::{Turn, Value};

    const LAYERS: u32 = 3;
    const POSITIONS: u64 = 14;

    /// The options of each position, and the replies of each option.
    type Options = Vec<Vec<Vec<Reply>>>;

    /// A random game, in much of which play can repeat.
    struct Drawn(Vec<Options>);

    impl Drawn {
        fn new(seed: u64) -> Drawn {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut reply = |layer: u32| {
                let rank = random.random_range(0..POSITIONS);
                let turn = match random.random_bool(0.5) {
                    true => Turn::Same,
                    false => Turn::Other,
                };
                match random.random_range(0..12) {
                    0 => Reply::Endless,
                    1 => Reply::Over {
                        margin: random
                            .random_range(-2..=2i32)
                            .clamp(-bound(layer), bound(layer)),
                    },
                    2..5 if layer > 0 => Reply::Below {
                        layer: layer - 1,
                        rank,
                        gain: random.random_range(-2..=2),
                        turn,
                    },
                    _ => Reply::Same { rank, turn },
                }
            };
            let layers = (0..LAYERS).map(|layer| {
                let mut replies = |count: u64| (0..count).map(|_| reply(layer)).collect::<Vec<_>>();
                let sizes = |rank: u64| [1 + rank % 3, 1 + rank / 3 % 2];
                let options = (0..POSITIONS).map(|rank| {
                    let [options, of_each] = sizes(rank);
                    (0..options).map(|_| replies(of_each)).collect()
                });
                options.collect()
            });
            Drawn(layers.collect())
        }

        /// Returns the solution that iteration reaches from these values of a layer.
        fn iterate(&self, layer: u32, below: &[Vec<Value>], mut values: Vec<Value>) -> Vec<Value> {
            let all = bound(layer);
            for _ in 0..1000 {
                let before = values.clone();
                for (rank, options) in self.0[layer as usize].iter().enumerate() {
                    let worth = |reply: &Reply| {
                        let of = |value: Value, gain: i32, turn| {
                            let value = if turn == Turn::Other {
                                value.flipped()
                            } else {
                                value
                            };
                            [value.lower, value.zero, value.upper].map(|margin| gain + margin)
                        };
                        match *reply {
                            Reply::Same { rank, turn } => of(values[rank as usize], 0, turn),
                            Reply::Below {
                                layer,
                                rank,
                                gain,
                                turn,
                            } => of(below[layer as usize][rank as usize], gain, turn),
                            Reply::Over { margin } => [margin; 3],
                            Reply::Endless => [-all, 0, all],
                        }
                    };
                    let best = [0, 1, 2].map(|reading| {
                        let option = |replies: &Vec<Reply>| {
                            replies.iter().map(|reply| worth(reply)[reading]).min()
                        };
                        options.iter().filter_map(option).max().unwrap()
                    });
                    let [lower, zero, upper] = best;
                    values[rank] = Value { lower, zero, upper };
                }
                if values == before {
                    break;
                }
            }
            values
        }
    }

    fn bound(layer: u32) -> i32 {
        2 * layer as i32 + 2
    }

    impl Layered for Drawn {
        type Scratch = ();

        fn name(&self) -> String {
            "drawn".into()
        }

        fn positions(&self, layer: u32) -> Option<u64> {
            (layer < LAYERS).then_some(POSITIONS)
        }

        fn bound(&self, layer: u32) -> i32 {
            bound(layer)
        }

        fn scratch(&self) {}

        fn expand(&self, (): &mut (), layer: u32, ranks: &[u64], sink: &mut impl Sink) {
            for &rank in ranks {
                for option in &self.0[layer as usize][rank as usize] {
                    option.iter().for_each(|&reply| sink.reply(reply));
                    sink.end_option();
                }
                sink.end_position();
            }
        }
    }

    #[test]
    fn right_values_are_forced_and_other_solutions_are_not() {
        let mut refused = 0;
        for seed in 0..150 {
            let game = Drawn::new(seed);
            let directory = tempfile::tempdir().unwrap();
            build(&game, directory.path(), LAYERS - 1, &(), &mut |_| ()).unwrap();
            let check = || verify(&game, directory.path(), LAYERS - 1, None, &(), &mut |_| ());
            let verified = check().unwrap();
            assert!(
                verified
                    .iter()
                    .all(|layer| layer.forced && layer.checked == POSITIONS)
            );
            let files = Directory::new(directory.path(), "drawn");
            let shapes = TableShapes::of_layers(&game, LAYERS - 1);
            let mut right: Vec<Vec<Value>> = Vec::new();
            for layer in 0..LAYERS {
                let path = files.table_path(layer);
                let table = files.open(&shapes, layer).unwrap();
                let values: Vec<Value> = table.unpack(0).unwrap().values().collect();
                let all = bound(layer);
                // This solution is reached from the other end: each position starts with the best value.
                let best = Value {
                    lower: all,
                    zero: 0,
                    upper: -all,
                };
                let other = game.iterate(layer, &right, vec![best; POSITIONS as usize]);
                let parts: [fn(Value, Value) -> Value; 4] = [
                    |value, other| Value {
                        lower: other.lower,
                        ..value
                    },
                    |value, other| Value {
                        upper: other.upper,
                        ..value
                    },
                    |value, other| Value {
                        zero: other.lower,
                        ..value
                    },
                    |value, other| Value {
                        zero: value.zero,
                        ..other
                    },
                ];
                for part in parts {
                    let forged: Vec<Value> = values
                        .iter()
                        .zip(&other)
                        .map(|(&value, &other)| part(value, other))
                        .collect();
                    let proper =
                        |value: &Value| value.lower <= value.zero && value.zero <= value.upper;
                    if forged == values || !forged.iter().all(proper) {
                        continue;
                    }
                    let value = |rank: u64| forged[rank as usize];
                    writer::write(&path, "drawn", layer, POSITIONS, &value, &()).unwrap();
                    match check() {
                        Err(TableError::Unforced { .. }) => refused += 1,
                        Err(TableError::Contradiction { .. }) => {}
                        other => panic!("seed {seed}, layer {layer}: {other:?}"),
                    }
                }
                let value = |rank: u64| values[rank as usize];
                writer::write(&path, "drawn", layer, POSITIONS, &value, &()).unwrap();
                right.push(values);
            }
        }
        assert!(refused >= 30, "only {refused} other solutions were forged");
    }
}
