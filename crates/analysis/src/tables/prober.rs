//! Looking up many positions.

use std::collections::BTreeMap;
use std::path::PathBuf;

use sowlab_solvers::Value;
use sowlab_solvers::table::{TableError, TableShapes, Tables};

use super::error::ProbeError;
use super::located::Located;

/// A position that was looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// The position in full.
    pub position: String,
    /// The side whose margin the value is: with sente, or to move.
    pub margin_of: &'static str,
    /// Its value; `None` where there is no table of a layer that it needs.
    pub value: Option<Value>,
}

/// Finds where tables hold a position.
pub type Locator<'a> = Box<dyn Fn(&str) -> Result<Located, ProbeError> + 'a>;

/// Tables of a game for many look-ups: each is opened when it is needed first.
pub struct Prober<'a> {
    locator: Locator<'a>,
    directory: PathBuf,
    shapes: TableShapes,
    layers: BTreeMap<u32, Option<Tables>>,
}

impl<'a> Prober<'a> {
    /// Nothing is opened yet.
    pub fn new(locator: Locator<'a>, directory: PathBuf, shapes: TableShapes) -> Prober<'a> {
        Prober {
            locator,
            directory,
            shapes,
            layers: BTreeMap::new(),
        }
    }

    /// Looks a position up, in any phase.
    ///
    /// # Errors
    /// The text is no position of the game, or none that tables can hold; a table is foreign or
    /// damaged.
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

    /// As [`probe`](Prober::probe), where a missing table is an error.
    ///
    /// # Errors
    /// A table is missing too.
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

    /// The table of a layer; `None` if it is missing.
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
