//! Positions of tables.

use crate::tables::Value;

/// A position with its value.
pub(super) struct Exact {
    /// The cells as the side to move sees them.
    pub(super) cells: Vec<u8>,
    /// What the table says.
    pub(super) value: Value,
}
