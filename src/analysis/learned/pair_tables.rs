//! Pair tables: a weight for the counts of each two cells.

use std::path::Path;
use std::sync::Arc;

use sowlab_solvers::files::read_limited;

use super::error::LearnedError;
use super::file::{Description, LONGEST, parse};
use crate::message::one_line;

/// The most cells of a board.
pub const MOST_CELLS: usize = 16;

/// The margin of the side to move as a sum of weights: one for the stones on the board, and one for each pair of
/// cells by the counts in both (systematic 2-tuples: M. Szubert and W. Jaśkowski, *Temporal difference learning of
/// n-tuple networks for the game 2048*, 2014, use longer ones).
#[derive(Clone, Debug)]
pub struct PairTables {
    description: Description,
    /// By stones on the board.
    of_stones: Box<[i16]>,
    /// By pair, the first cell of which varies slowest; by count of the first, then of the second.
    of_pairs: Box<[i16]>,
}

impl PairTables {
    /// Reads a file of weights for the game whose tables have this name and whose board this number of cells.
    ///
    /// # Errors
    /// The file cannot be read, is none of weights or damaged, or the weights are for another game.
    pub fn open(path: &Path, game: &str, cells: usize) -> Result<Arc<PairTables>, LearnedError> {
        let bytes = read_limited(path, LONGEST).map_err(|error| LearnedError::Unreadable {
            path: path.to_owned(),
            error,
        })?;
        PairTables::read(path, &bytes, game, cells)
    }

    /// The weights that come with the program for the game whose tables have this name, if any do.
    ///
    /// # Errors
    /// None: a test reads them all.
    pub fn built_in(game: &str, cells: usize) -> Result<Option<Arc<PairTables>>, LearnedError> {
        const FILES: [(&str, &[u8]); 1] = [(
            "stones:holes=11,capture=normal,both-out=relay,mixed-out=end",
            include_bytes!("weights/55stones.eval"),
        )];
        let found = FILES.iter().find(|(name, _)| *name == game);
        let read =
            |(_, bytes): &(_, &[u8])| PairTables::read(Path::new("built-in"), bytes, game, cells);
        found.map(read).transpose()
    }

    /// The weights in the contents of a file; the path is for messages.
    ///
    /// # Errors
    /// As of [`open`](PairTables::open).
    pub fn read(
        path: &Path,
        bytes: &[u8],
        game: &str,
        cells: usize,
    ) -> Result<Arc<PairTables>, LearnedError> {
        let (description, mut weights) = parse(path, bytes)?;
        if description.game != game {
            return Err(LearnedError::Game {
                path: path.to_owned(),
                found: one_line(&description.game),
                game: game.to_owned(),
            });
        }
        if description.cells != cells {
            return Err(LearnedError::Damaged {
                path: path.to_owned(),
                what: format!(
                    "weights of {} cells, the board has {cells}",
                    description.cells
                ),
            });
        }
        let of_pairs = weights.split_off(description.stones + 1);
        Ok(Arc::new(PairTables {
            description,
            of_stones: weights.into(),
            of_pairs: of_pairs.into(),
        }))
    }

    /// What the weights are.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The margin of the side to move, in [parts](Description::parts) of a stone.
    ///
    /// # Panics
    /// If there are not as many cells as described.
    #[inline]
    pub fn parts(&self, cells: &[u8]) -> i32 {
        let Description {
            cells: count,
            levels,
            stones,
            ..
        } = self.description;
        assert_eq!(cells.len(), count);
        let mut capped = [0; MOST_CELLS];
        let mut all = 0;
        for (capped, &cell) in capped.iter_mut().zip(cells) {
            *capped = usize::from(cell).min(levels - 1);
            all += usize::from(cell);
        }
        let capped = &capped[..count];
        let mut sum = i32::from(self.of_stones[all.min(stones)]);
        let mut tables = self.of_pairs.chunks_exact(levels * levels);
        for (place, &first) in capped.iter().enumerate() {
            for (&second, table) in capped[place + 1..].iter().zip(&mut tables) {
                sum += i32::from(table[first * levels + second]);
            }
        }
        sum
    }

    /// The margin of the side to move in whole stones, no more than `bound` either way.
    #[inline]
    pub fn margin(&self, cells: &[u8], bound: i32) -> i32 {
        let parts = i32::from(self.description.parts);
        let half = parts / 2;
        (self.parts(cells) + half)
            .div_euclid(parts)
            .clamp(-bound, bound)
    }
}

#[cfg(test)]
mod tests {
    use super::super::file::{Provenance, written};
    use super::*;

    fn small() -> (Description, Vec<i16>) {
        let description = Description {
            game: "a game".into(),
            cells: 3,
            levels: 2,
            stones: 2,
            parts: 10,
            provenance: Provenance {
                command: "by hand".into(),
                seed: 0,
                data: Vec::new(),
            },
        };
        // Stones 0, 1, 2 and more; then the pairs of cells 1 2, 1 3 and 2 3.
        let weights = vec![5, 7, -20, 0, 1, 2, 3, 0, 10, 20, 30, 0, 100, 200, 300];
        (description, weights)
    }

    #[test]
    fn weights_are_added_and_rounded() {
        let (description, weights) = small();
        let bytes = written(&description, &weights);
        let tables = PairTables::read(Path::new("x"), &bytes, "a game", 3).unwrap();
        assert_eq!(tables.parts(&[0, 0, 0]), 5);
        // 1 0, 1 0, 0 0.
        assert_eq!(tables.parts(&[1, 0, 0]), 7 + 2 + 20);
        // Counts past the last are taken for it: 1 0, 1 1, 0 1.
        assert_eq!(tables.parts(&[9, 0, 4]), -20 + 2 + 30 + 100);
        assert_eq!(tables.margin(&[1, 0, 0], 100), 3);
        assert_eq!(tables.margin(&[9, 0, 4], 100), 11);
        assert_eq!(tables.margin(&[9, 0, 4], 5), 5);
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let (description, weights) = small();
        let bytes = written(&description, &weights);
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert!(PairTables::read(Path::new("x"), &changed, "a game", 3).is_err());
            assert!(PairTables::read(Path::new("x"), &bytes[..place], "a game", 3).is_err());
        }
    }

    #[test]
    fn weights_that_are_not_as_described_are_refused() {
        let (description, mut weights) = small();
        weights.push(0);
        let bytes = written(&description, &weights);
        let error = PairTables::read(Path::new("x"), &bytes, "a game", 3).unwrap_err();
        assert!(
            error.to_string().contains("32 bytes of weights, 30"),
            "{error}"
        );
        weights.pop();
        let bytes = written(&description, &weights);
        let error = PairTables::read(Path::new("x"), &bytes, "a game", 4).unwrap_err();
        assert!(error.to_string().contains("the board has 4"), "{error}");
        let error = PairTables::read(Path::new("x"), &bytes, "another", 3).unwrap_err();
        assert!(error.to_string().contains("not for another"), "{error}");
        let two_lines = Description {
            game: "two\nlines".into(),
            ..description.clone()
        };
        let error = PairTables::read(Path::new("x"), &written(&two_lines, &weights), "a game", 3);
        assert!(
            error
                .unwrap_err()
                .to_string()
                .contains("for two lines, not")
        );
        let many = Description {
            cells: 17,
            ..description
        };
        let error = PairTables::read(Path::new("x"), &written(&many, &weights), "a game", 3);
        assert!(error.unwrap_err().to_string().contains("out of range"));
    }

    #[test]
    fn no_more_is_read_than_a_file_may_have() {
        let error = PairTables::open(Path::new("/dev/zero"), "a game", 3).unwrap_err();
        assert!(error.to_string().contains("longer than 4 MiB"), "{error}");
    }

    #[test]
    fn the_weights_of_the_program_are_whole() {
        let game = "stones:holes=11,capture=normal,both-out=relay,mixed-out=end";
        let tables = PairTables::built_in(game, 11).unwrap().unwrap();
        assert_eq!(tables.description().cells, 11);
        assert!(PairTables::built_in("awari", 12).unwrap().is_none());
    }
}
