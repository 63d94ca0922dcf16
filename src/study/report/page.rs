//! What the report says, before it is written as HTML and as Markdown.
//!
//! Texts are plain but for code, which stands between backticks.

use super::chart::Chart;
use super::drawing::Drawing;
use super::source::Source;

/// How sure a claim is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::study) enum Label {
    /// It follows from the rules: computed exhaustively, or with a certificate that can be checked.
    Proven,
    /// One program searched it, and no other has checked its proof.
    Searched,
    /// Counted in samples or games, or timed, as the run says.
    Measured,
    /// It goes beyond what was computed.
    Conjectured,
}

impl Label {
    pub(in crate::study) fn word(self) -> &'static str {
        match self {
            Label::Proven => "proven",
            Label::Searched => "searched",
            Label::Measured => "measured",
            Label::Conjectured => "conjectured",
        }
    }
}

/// Something the results say.
#[derive(Clone, Debug)]
pub(in crate::study) struct Claim {
    pub(in crate::study) label: Label,
    pub(in crate::study) text: String,
    pub(in crate::study) sources: Vec<Source>,
    /// Whether it stands at the head of the report, too.
    pub(in crate::study) headline: bool,
}

impl Claim {
    pub(in crate::study) fn new(label: Label, text: String, source: Source) -> Claim {
        Claim {
            label,
            text,
            sources: vec![source],
            headline: false,
        }
    }

    /// The files it comes from, by the command that made them.
    pub(in crate::study) fn by_command(&self) -> Vec<(&str, Vec<&str>)> {
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
    pub(in crate::study) fn and(mut self, source: Source) -> Claim {
        self.sources.push(source);
        self
    }

    /// The same, at the head of the report.
    pub(in crate::study) fn headline(self) -> Claim {
        self.headline_if(true)
    }

    /// The same, at the head of the report on a condition.
    pub(in crate::study) fn headline_if(mut self, headline: bool) -> Claim {
        self.headline = headline;
        self
    }
}

/// A table of text cells.
#[derive(Clone, Debug)]
pub(in crate::study) struct Grid {
    pub(in crate::study) caption: String,
    pub(in crate::study) headings: Vec<String>,
    pub(in crate::study) rows: Vec<Vec<String>>,
    /// Whether it is shown only when asked for.
    pub(in crate::study) folded: bool,
    /// Whether all rows are shown, however many they are: nothing else has them.
    pub(in crate::study) whole: bool,
    pub(in crate::study) source: Source,
}

impl Grid {
    /// A table with these headings.
    pub(in crate::study) fn new(
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
    pub(in crate::study) fn whole(mut self) -> Grid {
        self.whole = true;
        self
    }

    /// The same, shown only when asked for.
    pub(in crate::study) fn folded(mut self) -> Grid {
        self.folded = true;
        self
    }
}

/// A part of a section.
#[derive(Clone, Debug)]
pub(in crate::study) enum Block {
    Text(String),
    Claims(Vec<Claim>),
    Grid(Grid),
    Chart(Chart),
    Drawing(Drawing),
}

/// What a section of the report is about.
#[derive(Clone, Copy, Debug)]
pub(in crate::study) struct Topic {
    /// Its anchor.
    pub(in crate::study) id: &'static str,
    pub(in crate::study) title: &'static str,
    /// What stands above everything else.
    pub(in crate::study) lead: Option<&'static str>,
    pub(in crate::study) layout: Layout,
}

/// The order of the parts of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::study) enum Layout {
    /// As the kinds of experiment give them.
    AsGiven,
    /// All claims first. Without a claim there is no section.
    ClaimsFirst,
    /// The same, then drawings and charts, tables last.
    TablesLast,
}

#[derive(Clone, Debug)]
pub(in crate::study) struct Section {
    /// Its anchor.
    pub(in crate::study) id: &'static str,
    pub(in crate::study) title: &'static str,
    pub(in crate::study) blocks: Vec<Block>,
}

impl Section {
    pub(in crate::study) fn headlines(&self) -> impl Iterator<Item = &Claim> {
        let claims = self.blocks.iter().filter_map(|block| match block {
            Block::Claims(claims) => Some(claims),
            _ => None,
        });
        claims.flatten().filter(|claim| claim.headline)
    }
}

/// The whole report.
#[derive(Clone, Debug)]
pub(in crate::study) struct Page {
    pub(in crate::study) sections: Vec<Section>,
}

/// The title of the report.
pub(in crate::study) const TITLE: &str = "sowlab: what was found";

/// What stands below the title.
pub(in crate::study) const LEAD: &str = "Exact results on sowing (mancala) games, around 55Stones (Ralf Gering, 2002): one rank of \
    eleven holes, five stones in each; both players sow at the same time, and their choices are made in turn. This page \
    is made from the files beside it by `sowlab study --report`.";

/// What the labels mean.
pub(in crate::study) const LABELS: [(Label, &str); 4] = [
    (
        Label::Proven,
        "follows from the rules: everything was computed, or a certificate can be checked with other code",
    ),
    (
        Label::Searched,
        "found by a search or by tables of one program whose values no other program has checked whole; the \
         sentence says how many searches agree",
    ),
    (
        Label::Measured,
        "counted in samples or games, or timed, under the conditions that the manifest states",
    ),
    (Label::Conjectured, "goes beyond what was computed"),
];
