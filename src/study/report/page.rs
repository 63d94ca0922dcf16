//! What the report says, before it is written as HTML and as Markdown.
//!
//! Texts are plain but for code, which stands between backticks.

use super::chart::Chart;
use super::drawing::Drawing;

/// How sure a claim is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// It follows from the rules: computed exhaustively, or with a certificate that can be checked.
    Proven,
    /// Counted in samples or games, or timed, as the run says.
    Measured,
    /// It goes beyond what was computed.
    Conjectured,
}

impl Label {
    pub(super) fn word(self) -> &'static str {
        match self {
            Label::Proven => "proven",
            Label::Measured => "measured",
            Label::Conjectured => "conjectured",
        }
    }
}

/// Where a claim comes from.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// The file, from the folder of the report.
    pub(super) data: String,
    /// The command that made it.
    pub(super) command: String,
}

/// Something the results say.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) label: Label,
    pub(super) text: String,
    pub(super) sources: Vec<Source>,
    /// Whether it stands at the head of the report, too.
    pub(super) headline: bool,
}

impl Claim {
    pub(super) fn new(label: Label, text: String, source: Source) -> Claim {
        Claim {
            label,
            text,
            sources: vec![source],
            headline: false,
        }
    }

    /// The files it comes from, by the command that made them.
    pub(super) fn by_command(&self) -> Vec<(&str, Vec<&str>)> {
        let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
        for Source { data, command } in &self.sources {
            match all.iter_mut().find(|(known, _)| known == command) {
                Some((_, files)) => files.push(data),
                None => all.push((command, vec![data])),
            }
        }
        all
    }

    /// The same, with one source more.
    pub(super) fn and(mut self, source: Source) -> Claim {
        self.sources.push(source);
        self
    }

    /// The same, at the head of the report.
    pub(super) fn headline(mut self) -> Claim {
        self.headline = true;
        self
    }
}

/// A table of text cells.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) caption: String,
    pub(super) headings: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
    /// Whether it is shown only when asked for.
    pub(super) folded: bool,
    /// Whether all rows are shown, however many they are: nothing else has them.
    pub(super) whole: bool,
    pub(super) source: Source,
}

impl Grid {
    /// A table with these headings.
    pub(super) fn new(
        caption: String,
        headings: &[impl AsRef<str>],
        rows: impl Iterator<Item = Vec<String>>,
        source: Source,
    ) -> Grid {
        Grid {
            caption,
            headings: headings
                .iter()
                .map(|heading| heading.as_ref().to_owned())
                .collect(),
            rows: rows.collect(),
            folded: false,
            whole: false,
            source,
        }
    }

    /// The same with all rows, however many they are.
    pub(super) fn whole(mut self) -> Grid {
        self.whole = true;
        self
    }

    /// The same, shown only when asked for.
    pub(super) fn folded(mut self) -> Grid {
        self.folded = true;
        self
    }
}

/// A part of a section.
#[derive(Clone, Debug)]
pub(super) enum Block {
    Text(String),
    Claims(Vec<Claim>),
    Grid(Grid),
    Chart(Chart),
    Drawing(Drawing),
}

#[derive(Clone, Debug)]
pub(super) struct Section {
    /// Its anchor.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) blocks: Vec<Block>,
}

impl Section {
    pub(super) fn headlines(&self) -> impl Iterator<Item = &Claim> {
        let claims = self.blocks.iter().filter_map(|block| match block {
            Block::Claims(claims) => Some(claims),
            _ => None,
        });
        claims.flatten().filter(|claim| claim.headline)
    }
}

/// The whole report.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) sections: Vec<Section>,
}

/// The title of the report.
pub(super) const TITLE: &str = "sowlab: what was found";

/// What stands below the title.
pub(super) const LEAD: &str = "Exact results on sowing (mancala) games, around 55Stones (Ralf Gering, 2002): one rank of \
    eleven holes, five stones in each; both players sow at the same time, and their choices are made in turn. This page \
    is made from the files beside it by `sowlab study --report`.";

/// What the labels mean.
pub(super) const LABELS: [(Label, &str); 3] = [
    (
        Label::Proven,
        "follows from the rules: everything was computed, or a certificate can be checked with other code",
    ),
    (
        Label::Measured,
        "counted in samples or games, or timed, under the conditions that the manifest states",
    ),
    (Label::Conjectured, "goes beyond what was computed"),
];
