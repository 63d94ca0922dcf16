//! Probes of many positions.

use std::collections::BTreeMap;
use std::path::PathBuf;

use sowlab_solvers::Value;
use sowlab_solvers::table::{TableError, TableShapes, Tables};

use super::error::ProbeError;
use super::located::Located;

/// A probed position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// The position with all its fields.
    pub position: String,
    /// The side whose margin the value is: with sente, or to move.
    pub margin_of: &'static str,
    /// The value; `None` if the table of a required layer is missing.
    pub value: Option<Value>,
}

/// A function that locates a position in the tables.
pub type Locator<'a> = Box<dyn Fn(&str) -> Result<Located, ProbeError> + 'a>;

/// The tables of a game for many probes. Each table is opened at its first use.
pub struct Prober<'a> {
    locator: Locator<'a>,
    directory: PathBuf,
    shapes: TableShapes,
    layers: BTreeMap<u32, Option<Tables>>,
}

impl<'a> Prober<'a> {
    /// Creates a prober without open tables.
    pub fn new(locator: Locator<'a>, directory: PathBuf, shapes: TableShapes) -> Prober<'a> {
        Prober {
            locator,
            directory,
            shapes,
            layers: BTreeMap::new(),
        }
    }

    /// Probes a position in any phase.
    ///
    /// # Errors
    /// The text is not a position of the game, or no table can contain the position. Or a table is
    /// foreign or damaged.
    pub fn probe(&mut self, position: &str) -> Result<Probed, ProbeError> {
        let located = (self.locator)(position)?;
        let value = located.value(|layer, rank| match self.layer(layer)? {
            None => Ok(None),
            Some(tables) => tables.probe(layer, rank).map(Some),
        })?;
        Ok(Probed {
            position: located.position,
            margin_of: located.margin_of,
            value,
        })
    }

    /// Probes a position as [`probe`](Prober::probe) does, with a missing table as an error.
    ///
    /// # Errors
    /// Those of [`probe`](Prober::probe), or a table is missing.
    pub fn probe_present(&mut self, position: &str) -> Result<Probed, ProbeError> {
        let probed = self.probe(position)?;
        let missing = self.layers.iter().find(|(_, tables)| tables.is_none());
        match missing {
            Some((&layer, None)) if probed.value.is_none() => {
                Tables::open_layer(&self.directory, &self.shapes, layer)?;
                Ok(probed)
            }
            _ => Ok(probed),
        }
    }

    /// Returns the table of a layer; `None` if it is missing.
    fn layer(&mut self, layer: u32) -> Result<Option<&Tables>, TableError> {
        if !self.layers.contains_key(&layer) {
            let opened = match Tables::open_layer(&self.directory, &self.shapes, layer) {
                Ok(tables) => Some(tables),
                Err(TableError::Missing(_)) => None,
                Err(error) => return Err(error),
            };
            self.layers.insert(layer, opened);
        }
        Ok(self.layers.get(&layer).and_then(Option::as_ref))
    }
}
