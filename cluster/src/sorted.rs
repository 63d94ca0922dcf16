//! Probes of finished layers on disk, sorted so that tables are read in order, and each block once.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use sowlab_solvers::table::{BLOCK, Table};

use crate::error::ClusterError;
use crate::part::{OwnedPart, layer_and_place, packed};

/// A request, and the destination of its answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct KeyRequest {
    key: u64,
    /// The index of the key.
    number: u32,
    answer: u16,
}

impl KeyRequest {
    /// Returns the layer and the block within this process's part, as one number.
    fn block(&self) -> u64 {
        self.key / u64::from(BLOCK)
    }
}

/// Writes the bounds of those of these positions that are not in memory. Returns the number of blocks read.
///
/// # Errors
/// A table is damaged, or has no such position.
pub fn look_up_on_disk(
    part: OwnedPart<'_>,
    tables: &[Table],
    keys: &[u64],
    answers: &mut [u16],
) -> Result<u64, ClusterError> {
    let on_disk = keys.par_iter().zip(0..keys.len() as u32);
    let on_disk = on_disk.filter(|&(&key, _)| part.is_on_disk(key));
    let mut asked: Vec<KeyRequest> = on_disk
        .map(|(&key, number)| KeyRequest {
            key,
            number,
            answer: 0,
        })
        .collect();
    asked.par_sort_unstable();
    let read = AtomicU64::new(0);
    asked
        .par_chunk_by_mut(|one, next| one.block() == next.block())
        .try_for_each(|together| {
            let (layer, _) = layer_and_place(together[0].key);
            let table = &tables[layer as usize];
            let mut held = None;
            for asked in together {
                let (_, place) = layer_and_place(asked.key);
                let rank = part.spread.rank(place);
                let (ranks, block) = match held.take() {
                    Some((ranks, block)) if std::ops::Range::contains(&ranks, &rank) => {
                        (ranks, block)
                    }
                    _ => {
                        read.fetch_add(1, Ordering::Relaxed);
                        table.block_of(rank)?
                    }
                };
                let value = block.get((rank - ranks.start) as usize);
                asked.answer = packed(part.lookup.kind.bounds_of(value));
                held = Some((ranks, block));
            }
            Ok::<(), ClusterError>(())
        })?;
    for KeyRequest { number, answer, .. } in asked {
        answers[number as usize] = answer;
    }
    Ok(read.into_inner())
}

#[cfg(test)]
mod tests {
    use sowlab_solvers::Value;
    use sowlab_solvers::retrograde::{Cells, MarginKind, ReplyBounds, fresh_cells};
    use sowlab_solvers::table::{Directory, LayerShape, PackedBlock, TableShapes, TableWriter};

    use super::*;
    use crate::part::{NO_KEY, key};
    use crate::spread::{Spread, block_ranks};

    const NAME: &str = "a game";

    /// Returns a value; some are undetermined.
    fn value(layer: u32, rank: u64) -> Value {
        let margin = (rank * 7 + u64::from(layer)) as i32 % 50 - 25;
        let apart = i32::from(rank.is_multiple_of(9));
        Value {
            lower: margin - apart,
            zero: margin,
            upper: margin + apart,
        }
    }

    fn write(directory: &Directory, layer: u32, positions: u64) -> Table {
        let path = directory.table_path(layer);
        let mut writer = TableWriter::create(&path, NAME, layer, positions).unwrap();
        for block in 0..positions.div_ceil(BLOCK.into()) {
            let values = block_ranks(block, positions).map(|rank| value(layer, rank));
            writer.push(&PackedBlock::pack(values).unwrap()).unwrap();
        }
        writer.commit().unwrap();
        let shape = LayerShape {
            positions,
            bound: 26,
        };
        let shapes = TableShapes::new(NAME.to_owned(), vec![shape; layer as usize + 1]);
        directory.open(&shapes, layer).unwrap()
    }

    #[test]
    fn every_position_has_its_bounds_and_each_block_is_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let directory = Directory::new(folder.path(), NAME);
        let sizes = [3, u64::from(BLOCK) + 5, 4 * u64::from(BLOCK) + 77];
        let tables: Vec<Table> = (0..)
            .zip(sizes)
            .map(|(layer, size)| write(&directory, layer, size))
            .collect();
        for (processes, kind) in [
            (1, MarginKind::Ends),
            (2, MarginKind::Zero),
            (3, MarginKind::Ends),
        ] {
            for process in 0..processes {
                let spread = Spread::new(processes, process);
                let cells = fresh_cells(4);
                let lookup = ReplyBounds {
                    kind,
                    layer: 3,
                    cells: Cells::new(&cells, 9),
                    below: &[],
                };
                let part = OwnedPart {
                    spread,
                    lookup: &lookup,
                    on_disk: Some(&tables),
                };
                // In random order, some twice, among others that are in memory or invalid.
                let mut keys = vec![NO_KEY, key(3, 2)];
                let mut expected = vec![7, 7];
                let mut blocks = 0;
                for (layer, size) in (0..).zip(sizes) {
                    blocks += spread.blocks(size).count() as u64;
                    for place in (0..spread.held(size) as u64).rev().step_by(2) {
                        keys.extend([key(layer, place); 2]);
                        let value = value(layer, spread.rank(place));
                        expected.extend([packed(kind.bounds_of(value)); 2]);
                    }
                }
                let mut answers = vec![7; keys.len()];
                let read = look_up_on_disk(part, &tables, &keys, &mut answers).unwrap();
                assert_eq!(answers, expected);
                assert_eq!(read, blocks);
            }
        }
    }
}
