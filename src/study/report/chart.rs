//! Charts of the report: narrow, so that they can be read on a telephone, and in the colour of the
//! text around them.

use super::page::Source;
use super::stored::Stored;
use crate::study::plot::{Form, Lines, Series, merged};

/// A chart, its title and legend in the words of the page.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    pub(super) title: String,
    /// A name for each line, in the order of the colours.
    pub(super) legend: Vec<String>,
    /// The drawing, for a page of HTML.
    pub(super) svg: String,
    /// The plot of the study's own page that shows the same, if there is one.
    pub(super) file: Option<String>,
    pub(super) source: Source,
}

/// What a chart shows.
pub(super) struct Axes<'a> {
    pub(super) title: &'a str,
    pub(super) x: &'a str,
    pub(super) y: &'a str,
    pub(super) logarithmic: bool,
}

/// A line of a chart, and what it shows.
pub(super) type NamedLine = (String, Vec<(f64, f64)>);

/// The chart of some lines of a result, and the file that shows the same. `None` if there is nothing
/// to draw.
pub(super) fn chart(
    axes: &Axes<'_>,
    lines: Vec<NamedLine>,
    stored: &Stored,
    file: Option<String>,
) -> Option<Chart> {
    let lines = lines.into_iter();
    let series = lines.map(|(label, points)| Series { label, points });
    let drawn = Lines {
        title: axes.title,
        x: axes.x,
        y: axes.y,
        logarithmic: axes.logarithmic,
        series: series.collect(),
    };
    chart_of(drawn, stored, file)
}

/// The same of lines with their axes.
pub(super) fn chart_of(
    mut lines: Lines<'_>,
    stored: &Stored,
    file: Option<String>,
) -> Option<Chart> {
    lines.series = merged(&lines.series);
    let legend: Vec<String> = (lines.series.iter())
        .map(|line| line.label.clone())
        .collect();
    Some(Chart {
        title: lines.title.to_owned(),
        svg: lines.svg_in(&Form::PAGE)?,
        legend: if legend.len() > 1 { legend } else { Vec::new() },
        file: (file.filter(|file| stored.manifest.has(file))).map(|file| stored.link(&file)),
        source: stored.source(),
    })
}
