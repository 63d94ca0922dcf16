//! Probes of many positions.

use std::collections::BTreeMap;

use sowlab_solvers::table::{Table, TableError, TableFile, TablePlace, TableShapes};
use sowlab_solvers::{Monitor, Value};

use super::error::ProbeError;
use super::located::{Located, Place};

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
    place: TablePlace,
    shapes: TableShapes,
    layers: BTreeMap<u32, Layer>,
}

/// The table of a layer.
enum Layer {
    Open(Box<Table>),
    /// There is no such table.
    Missing(TableFile),
}

impl<'a> Prober<'a> {
    /// Creates a prober without open tables.
    pub fn new(locator: Locator<'a>, place: TablePlace, shapes: TableShapes) -> Prober<'a> {
        Prober {
            locator,
            place,
            shapes,
            layers: BTreeMap::new(),
        }
    }

    /// Locates a position in any phase.
    ///
    /// # Errors
    /// The text is not a position of the game, or no table can contain the position.
    pub fn locate(&self, position: &str) -> Result<Located, ProbeError> {
        (self.locator)(position)
    }

    /// Probes positions. Each block of a table is read once, however many positions need it.
    ///
    /// # Errors
    /// A table is foreign or damaged, a transfer failed, or the monitor cancelled.
    pub fn probe(
        &mut self,
        positions: Vec<Located>,
        monitor: &dyn Monitor,
    ) -> Result<Vec<Probed>, TableError> {
        let mut wanted: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        let continuations = positions.iter().flat_map(|located| &located.continuations);
        for continuation in continuations {
            if let Place::At { layer, rank, .. } = continuation.to {
                wanted.entry(layer).or_default().push(rank);
            }
        }
        let mut values: BTreeMap<u32, (Vec<u64>, Vec<Value>)> = BTreeMap::new();
        for (layer, mut ranks) in wanted {
            ranks.sort_unstable();
            ranks.dedup();
            if let Layer::Open(table) = self.layer(layer, monitor)? {
                let found = table.values_at(&ranks, monitor)?;
                values.insert(layer, (ranks, found));
            }
        }
        let known = |layer: u32, rank: u64| {
            let (ranks, values) = values.get(&layer)?;
            ranks.binary_search(&rank).ok().map(|at| values[at])
        };
        let probed = positions.into_iter().map(|located| {
            let value = located.value(known);
            Probed {
                position: located.position,
                margin_of: located.margin_of,
                value,
            }
        });
        Ok(probed.collect())
    }

    /// Probes a position as [`probe`](Prober::probe) does, with a missing table as an error.
    ///
    /// # Errors
    /// Those of [`locate`](Prober::locate) and [`probe`](Prober::probe), or a table is missing.
    pub fn probe_present(
        &mut self,
        position: &str,
        monitor: &dyn Monitor,
    ) -> Result<Probed, ProbeError> {
        let located = self.locate(position)?;
        let probed = self.probe(vec![located], monitor)?.remove(0);
        match (probed.value, self.missing()) {
            (None, Some(missing)) => Err(TableError::Missing(missing.clone()).into()),
            _ => Ok(probed),
        }
    }

    /// Returns the first missing table of those that positions have needed.
    pub fn missing(&self) -> Option<&TableFile> {
        self.layers.values().find_map(|layer| match layer {
            Layer::Missing(file) => Some(file),
            Layer::Open(_) => None,
        })
    }

    fn layer(&mut self, layer: u32, monitor: &dyn Monitor) -> Result<&Layer, TableError> {
        if !self.layers.contains_key(&layer) {
            let opened = match self.place.open(&self.shapes, layer, monitor) {
                Ok(table) => Layer::Open(Box::new(table)),
                Err(TableError::Missing(file)) => Layer::Missing(file),
                Err(error) => return Err(error),
            };
            self.layers.insert(layer, opened);
        }
        Ok(&self.layers[&layer])
    }
}
