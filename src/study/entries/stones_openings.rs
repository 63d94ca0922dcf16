//! Openings of the stones family on boards of many sizes.

use serde::{Deserialize, Serialize};

use crate::study::readings::Readings;

/// What is proven of an opening.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::study) struct Opening {
    pub(in crate::study) game: String,
    pub(in crate::study) holes: usize,
    /// Stones a hole.
    pub(in crate::study) seeds: usize,
    /// For East, who has sente; no pie rule.
    pub(in crate::study) value: Readings,
    /// For East, who may turn the board after the first round; none where no first round exists.
    pub(in crate::study) pie: Option<Readings>,
    /// The nodes searched, tables made on the way not counted.
    pub(in crate::study) nodes: u64,
    /// Whether a search without tables found the same.
    pub(in crate::study) searched_too: bool,
}

impl Opening {
    /// Whether nothing is left to prove.
    pub(in crate::study) fn closed(&self) -> bool {
        self.value.closed() && self.pie.as_ref().is_none_or(Readings::closed)
    }
}
