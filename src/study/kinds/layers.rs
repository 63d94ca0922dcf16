//! Plots over the layers of boards.

use crate::study::Plot;
use crate::study::layered::{Named, file_of};

/// The plots of an experiment: those in which there is something to draw, each in the file of its
/// name.
pub(super) fn plots(id: &str, drawn: impl IntoIterator<Item = Named>) -> Vec<Plot> {
    let plot = |Named { name, lines }: Named| {
        Some(Plot {
            file: file_of(id, name),
            title: lines.title.to_owned(),
            svg: lines.svg()?,
        })
    };
    drawn.into_iter().filter_map(plot).collect()
}
