//! What one result shows on the page of its study, and the files that it has.

use super::heat_map::HeatMap;
use super::plot::{Lines, Plot, Series};
use super::table::Table;
use sowlab_analysis::certificates::Certificate;

/// What one result shows.
pub(super) struct Sheet {
    /// The figures.
    pub(super) table: Table,
    /// The figures drawn in characters, where that says more than the table.
    pub(super) drawing: Option<String>,
    /// The figures as plots.
    pub(super) pictures: Vec<Picture>,
    /// Figures by two choices as plots.
    pub(super) heat_maps: Vec<HeatMap>,
    /// What there is to say of them, a sentence each.
    pub(super) remarks: Vec<String>,
}

impl Sheet {
    /// A table and what is said of it.
    pub(super) fn new(table: Table, remarks: Vec<String>) -> Sheet {
        Sheet {
            table,
            drawing: None,
            pictures: Vec::new(),
            heat_maps: Vec::new(),
            remarks,
        }
    }

    /// The same with plots.
    pub(super) fn with_pictures(self, pictures: Vec<Picture>) -> Sheet {
        Sheet { pictures, ..self }
    }

    /// The same with squares of values.
    pub(super) fn with_heat_maps(self, heat_maps: Vec<HeatMap>) -> Sheet {
        Sheet { heat_maps, ..self }
    }

    /// The same with a drawing.
    pub(super) fn with_drawing(self, drawing: String) -> Sheet {
        let drawing = Some(drawing);
        Sheet { drawing, ..self }
    }
}

/// A plot of a result.
pub(super) struct Picture {
    /// What tells its file from the other plots of the result; nothing if it is the only one.
    name: String,
    /// What it is called on the page, if not by the title of its lines.
    title: Option<String>,
    pub(super) lines: Lines,
}

impl Picture {
    pub(super) fn new(name: impl Into<String>, lines: Lines) -> Picture {
        Picture {
            name: name.into(),
            title: None,
            lines,
        }
    }

    /// The same under another title on the page.
    pub(super) fn titled(self, title: String) -> Picture {
        let title = Some(title);
        Picture { title, ..self }
    }

    /// The same with those lines alone that are to be kept.
    pub(super) fn with_lines(mut self, keep: impl Fn(&Series) -> bool) -> Picture {
        self.lines.series.retain(keep);
        self
    }

    /// The name of its file.
    pub(super) fn file(&self, id: &str) -> String {
        match self.name.as_str() {
            "" => format!("{id}.svg"),
            name => format!("{id}-{name}.svg"),
        }
    }

    /// As a file; `None` if there is nothing to draw.
    pub(super) fn plot(&self, id: &str) -> Option<Plot> {
        let svg = self.lines.svg()?;
        let title = self.title.as_ref().unwrap_or(&self.lines.title).clone();
        let file = self.file(id);
        Some(Plot { file, title, svg })
    }
}

/// A file that belongs to the results, a certificate say.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its name.
    pub file: String,
    /// What is in it.
    pub contents: Vec<u8>,
}

impl Written {
    /// A certificate in a file of this name.
    pub(super) fn certificate(file: String, certificate: &Certificate) -> Written {
        let contents = certificate.to_json().into_bytes();
        Written { file, contents }
    }
}
