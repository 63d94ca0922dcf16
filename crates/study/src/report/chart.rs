//! Charts of the report: narrow, so that they can be read on a telephone, and in the colour of the
//! text around them.

use super::source::Source;
use crate::plot::{Form, Lines, by_parity, merged};

/// A chart, its title and legend in the words of the page.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    pub(crate) title: String,
    /// A name for each line, in the order of the colours.
    pub(crate) legend: Vec<String>,
    /// The drawing, for a page of HTML.
    pub(crate) svg: String,
    /// The plot of the study's own page that shows the same, if there is one.
    pub(crate) file: Option<String>,
    pub(crate) source: Source,
}

/// The chart of some lines, and the file that shows the same. `None` if there is nothing to draw.
pub(crate) fn chart(mut lines: Lines, file: Option<String>, source: Source) -> Option<Chart> {
    let split = merged(&lines.series).into_iter().flat_map(by_parity);
    lines.series = split.collect();
    let legend: Vec<String> = (lines.series.iter())
        .map(|line| line.label.clone())
        .collect();
    Some(Chart {
        svg: lines.svg_in(&Form::PAGE)?,
        title: lines.title,
        legend: if legend.len() > 1 { legend } else { Vec::new() },
        file,
        source,
    })
}
