//! The sizes that the tables of a game must have.

use crate::ranking::boards_to;
use crate::retrograde::{Layered, MOST_MARGIN};

/// The size of a layer and the range of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerShape {
    /// The number of positions of the layer.
    pub positions: u64,
    /// The maximum absolute value of a margin.
    pub bound: i32,
}

/// The name of a game's tables, and the shape of each layer. The headers of files are compared with it.
#[derive(Clone, Debug)]
pub struct TableShapes {
    name: String,
    layers: Vec<LayerShape>,
}

impl TableShapes {
    /// Creates the shapes of tables with this name and these layers, from layer 0 on.
    pub fn new(name: String, layers: Vec<LayerShape>) -> TableShapes {
        TableShapes { name, layers }
    }

    /// Returns the shapes of a game in which layer n has every board of n stones on `cells` cells, and no margin
    /// exceeds n.
    pub fn of_boards(name: String, cells: usize) -> TableShapes {
        let layers = 0..=MOST_MARGIN as usize;
        let layers = layers.map_while(|stones| {
            let fewer = stones
                .checked_sub(1)
                .map_or(0, |less| boards_to(cells, less));
            let to = boards_to(cells, stones);
            // The boards of further layers cannot be numbered.
            (to < u64::MAX).then_some(LayerShape {
                positions: to - fewer,
                bound: stones as i32,
            })
        });
        TableShapes::new(name, layers.collect())
    }

    /// Returns the shapes of layers 0 to `most` of a game, as far as they exist.
    pub fn of_layers(game: &impl Layered, most: u32) -> TableShapes {
        let layers = (0..=most).map_while(|layer| {
            Some(LayerShape {
                positions: game.positions(layer)?,
                bound: game.bound(layer),
            })
        });
        TableShapes::new(game.name(), layers.collect())
    }

    /// Returns the name of the tables.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the shape of a layer; `None` if there is no such layer.
    pub fn layer(&self, layer: u32) -> Option<LayerShape> {
        self.layers.get(layer as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranking::Ranking;

    #[test]
    fn layers_have_as_many_boards_as_are_numbered() {
        for (cells, most) in [(1, 127), (2, 50), (11, 40), (12, 30), (16, 20)] {
            let shapes = TableShapes::of_boards("a game".into(), cells);
            let ranking = Ranking::new(cells, most).unwrap();
            for stones in 0..=most {
                let shape = shapes.layer(stones as u32).unwrap();
                assert_eq!(shape.positions, ranking.boards(stones).unwrap());
                assert_eq!(shape.bound, stones as i32);
            }
            assert_eq!(shapes.layer(128), None);
        }
    }
}
