//! Evaluations by any model.

use std::path::Path;
use std::sync::Arc;

use sowlab_base::files::read_limited;

use super::error::LearnedError;
use super::file::{Description, LONGEST, parse};
use super::network::Network;
use super::pair_tables::PairTables;
use sowlab_base::one_line;
use sowlab_games::contest::Contest;

/// An estimate of the margin of the side to move from the cells of a board.
#[derive(Debug)]
pub struct Evaluation {
    description: Description,
    model: Model,
}

#[derive(Debug)]
enum Model {
    PairTables(PairTables),
    Network(Network),
}

impl Evaluation {
    /// Reads a file of weights. `game` is the name of the game's tables, and `cells` the number of cells of its board.
    ///
    /// # Errors
    /// The file cannot be read, is not a file of weights, or is damaged. Or the weights are for another game.
    pub fn open(path: &Path, game: &str, cells: usize) -> Result<Arc<Evaluation>, LearnedError> {
        let bytes = read_limited(path, LONGEST).map_err(|error| LearnedError::Unreadable {
            path: path.to_owned(),
            error,
        })?;
        Evaluation::read(path, &bytes, game, cells)
    }

    /// Returns the weights that ship with the program for the game whose tables have this name, if there are any.
    ///
    /// # Errors
    /// None. A test reads all of these weights.
    pub fn built_in(game: &str, cells: usize) -> Result<Option<Arc<Evaluation>>, LearnedError> {
        let found = BUILT_IN.iter().find(|(name, _)| *name == game);
        let read =
            |(_, bytes): &(_, &[u8])| Evaluation::read(Path::new("built-in"), bytes, game, cells);
        found.map(read).transpose()
    }

    /// Returns the weights that ship with the program for a game, if there are any.
    pub fn built_in_for<C: Contest>(game: &C) -> Option<Arc<Evaluation>> {
        let name = name_of_weights(game);
        let built_in = Evaluation::built_in(&name, game.cell_count());
        built_in.ok().flatten()
    }

    /// Reads a file of weights for a game.
    ///
    /// # Errors
    /// Those of [`open`](Evaluation::open), or the game has no cells to evaluate.
    pub fn open_for<C: Contest>(game: &C, path: &Path) -> Result<Arc<Evaluation>, LearnedError> {
        match game.cell_count() {
            0 => Err(LearnedError::NoCells(game.full_name())),
            cells => Evaluation::open(path, &name_of_weights(game), cells),
        }
    }

    /// Reads the weights in the contents of a file. The path is for messages only.
    ///
    /// # Errors
    /// Those of [`open`](Evaluation::open).
    pub fn read(
        path: &Path,
        bytes: &[u8],
        game: &str,
        cells: usize,
    ) -> Result<Arc<Evaluation>, LearnedError> {
        let (description, weights) = parse(path, bytes)?;
        if description.game != game {
            return Err(LearnedError::Game {
                path: path.to_owned(),
                found: one_line(&description.game),
                game: game.to_owned(),
            });
        }
        let damaged = |what| LearnedError::Damaged {
            path: path.to_owned(),
            what,
        };
        if description.cells != cells {
            let what = format!(
                "weights of {} cells, the board has {cells}",
                description.cells
            );
            return Err(damaged(what));
        }
        let model = match description.hidden {
            None => Model::PairTables(PairTables::new(&description, weights)),
            Some(hidden) => {
                let network = Network::new(&description, hidden, &weights);
                let what = || "weights whose sums are out of range".to_owned();
                Model::Network(network.ok_or_else(|| damaged(what()))?)
            }
        };
        Ok(Arc::new(Evaluation { description, model }))
    }

    /// Returns the description of the weights.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// Returns the margin of the side to move, in [parts](Description::parts) of a stone.
    ///
    /// # Panics
    /// The number of cells is not the described one.
    #[inline]
    fn parts(&self, cells: &[u8]) -> i32 {
        match &self.model {
            Model::PairTables(tables) => tables.parts(cells),
            Model::Network(network) => network.parts(cells),
        }
    }

    /// Returns the margin of the side to move, in stones.
    ///
    /// # Panics
    /// The number of cells is not the described one.
    #[inline]
    pub fn stones(&self, cells: &[u8]) -> f64 {
        f64::from(self.parts(cells)) / f64::from(self.description.parts)
    }

    /// Returns the margin of the side to move in whole stones, between `-bound` and `bound`.
    ///
    /// # Panics
    /// The number of cells is not the described one.
    #[inline]
    pub fn margin(&self, cells: &[u8], bound: i32) -> i32 {
        let parts = i32::from(self.description.parts);
        let half = parts / 2;
        (self.parts(cells) + half)
            .div_euclid(parts)
            .clamp(-bound, bound)
    }
}

/// Returns the name of a game in files of weights: that of its tables, or the full name of a game without tables.
fn name_of_weights<C: Contest>(game: &C) -> String {
    match game.index() {
        Ok(Some(index)) => index.shapes.name().to_owned(),
        Ok(None) | Err(_) => game.full_name(),
    }
}

/// The weights that ship with the program, by the name of their game.
const BUILT_IN: [(&str, &[u8]); 5] = [
    (
        "stones:holes=11,capture=normal,both-out=relay,mixed-out=end",
        include_bytes!("weights/55stones.eval"),
    ),
    (
        "kalah:pits=6,empty-capture=no",
        include_bytes!("weights/kalah-6.eval"),
    ),
    ("awari:pits=6", include_bytes!("weights/awari.eval")),
    (
        "oware:pits=6,grand-slam=no-capture",
        include_bytes!("weights/oware.eval"),
    ),
    ("togyz:pits=9,seeds=9", include_bytes!("weights/togyz.eval")),
];

#[cfg(test)]
mod tests {
    use super::super::file::{small, written};
    use super::*;

    #[test]
    fn margins_are_rounded_and_bounded() {
        let (description, weights) = small();
        let bytes = written(&description, &weights);
        let tables = Evaluation::read(Path::new("x"), &bytes, "a game", 3).unwrap();
        assert_eq!(tables.stones(&[1, 0, 0]), 2.9);
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
            assert!(Evaluation::read(Path::new("x"), &changed, "a game", 3).is_err());
            assert!(Evaluation::read(Path::new("x"), &bytes[..place], "a game", 3).is_err());
        }
    }

    #[test]
    fn weights_that_are_not_as_described_are_refused() {
        let (description, mut weights) = small();
        weights.push(0);
        let bytes = written(&description, &weights);
        let error = Evaluation::read(Path::new("x"), &bytes, "a game", 3).unwrap_err();
        assert!(
            error.to_string().contains("32 bytes of weights, 30"),
            "{error}"
        );
        weights.pop();
        let bytes = written(&description, &weights);
        let error = Evaluation::read(Path::new("x"), &bytes, "a game", 4).unwrap_err();
        assert!(error.to_string().contains("the board has 4"), "{error}");
        let error = Evaluation::read(Path::new("x"), &bytes, "another", 3).unwrap_err();
        assert!(error.to_string().contains("not for another"), "{error}");
        let two_lines = Description {
            game: "two\nlines".into(),
            ..description.clone()
        };
        let error = Evaluation::read(Path::new("x"), &written(&two_lines, &weights), "a game", 3);
        assert!(
            error
                .unwrap_err()
                .to_string()
                .contains("for two lines, not")
        );
        let many = Description {
            cells: 25,
            ..description
        };
        let error = Evaluation::read(Path::new("x"), &written(&many, &weights), "a game", 3);
        assert!(error.unwrap_err().to_string().contains("out of range"));
    }

    #[test]
    fn no_more_is_read_than_a_file_may_have() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long.eval");
        std::fs::write(&path, vec![0; (4 << 20) + 1]).unwrap();
        let error = Evaluation::open(&path, "a game", 3).unwrap_err();
        assert!(
            error.to_string().contains("longer than the limit of 4 MiB"),
            "{error}"
        );
    }

    #[test]
    fn the_weights_of_the_program_are_whole() {
        for (game, bytes) in BUILT_IN {
            let (description, _) = parse(Path::new(game), bytes).unwrap();
            let found = Evaluation::built_in(game, description.cells).unwrap();
            assert_eq!(found.unwrap().description(), &description);
        }
        assert!(Evaluation::built_in("basic", 12).unwrap().is_none());
    }
}
