//! What the report says, before it is written as HTML and as Markdown.
//!
//! Texts are plain but for code, which stands between backticks.

use super::chart::Chart;
use super::drawing::Drawing;
use super::source::Source;

/// How sure a claim is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    /// Other code checked it.
    Proven,
    /// One program computed it.
    Searched,
    /// Counted in samples or games, or timed, as the run says.
    Measured,
    /// It goes beyond what was computed.
    Conjectured,
}

impl Label {
    pub(crate) fn word(self) -> &'static str {
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
pub(crate) struct Claim {
    pub(crate) label: Label,
    pub(crate) text: String,
    pub(crate) sources: Vec<Source>,
}

impl Claim {
    pub(crate) fn new(label: Label, text: String, source: Source) -> Claim {
        Claim {
            label,
            text,
            sources: vec![source],
        }
    }

    /// The same, with one source more.
    pub(crate) fn and(mut self, source: Source) -> Claim {
        self.sources.push(source);
        self
    }
}

/// A question that the head of the report answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Question {
    /// Whether sowing can go on for ever.
    Endless,
    /// Who wins.
    Winner,
    /// Whether the pie rule is fair.
    Pie,
}

impl Question {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Question::Endless => "Can it go on for ever?",
            Question::Winner => "Who wins?",
            Question::Pie => "Is the pie rule fair?",
        }
    }
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) question: Question,
    /// In a sentence.
    pub(crate) text: String,
    pub(crate) label: Label,
    /// What the label rests on.
    pub(crate) sure: String,
    /// The file to look at.
    pub(crate) source: Source,
}

/// A table of text cells.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) caption: String,
    pub(crate) headings: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
    /// Whether it is shown only when asked for.
    pub(crate) folded: bool,
    /// Whether all rows are shown, however many they are: nothing else has them.
    pub(crate) whole: bool,
    pub(crate) sources: Vec<Source>,
}

impl Grid {
    /// A table with these headings.
    pub(crate) fn new(
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
            sources: vec![source],
        }
    }

    /// The same, with those of these sources that it does not have.
    pub(crate) fn and(mut self, sources: impl IntoIterator<Item = Source>) -> Grid {
        for source in sources {
            if self.sources.iter().all(|known| known.data != source.data) {
                self.sources.push(source);
            }
        }
        self
    }

    /// The same with all rows, however many they are.
    pub(crate) fn whole(mut self) -> Grid {
        self.whole = true;
        self
    }

    /// The same, shown only when asked for.
    pub(crate) fn folded(mut self) -> Grid {
        self.folded = true;
        self
    }
}

/// A part of a section.
#[derive(Clone, Debug)]
pub(crate) enum Block {
    Text(String),
    Claims(Vec<Claim>),
    Grid(Grid),
    Chart(Chart),
    Drawing(Drawing),
    /// It stands at the head of the report.
    Answer(Answer),
    /// A table at the head of the report.
    Overview(Grid),
}

/// What a section of the report is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Topic {
    /// Its anchor.
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    /// What stands above everything else.
    pub(crate) lead: Option<&'static str>,
    pub(crate) layout: Layout,
}

/// The order of the parts of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// As the kinds of experiment give them.
    AsGiven,
    /// All claims first. Without a claim there is no section.
    ClaimsFirst,
    /// The same, then drawings and charts, tables last.
    TablesLast,
}

#[derive(Clone, Debug)]
pub(crate) struct Section {
    /// Its anchor.
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) blocks: Vec<Block>,
}

/// What a reader sees first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Head {
    pub(crate) drawing: Option<Drawing>,
    /// In the order of their questions.
    pub(crate) answers: Vec<Answer>,
    pub(crate) overview: Option<Grid>,
}

/// The whole report.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) head: Head,
    pub(crate) sections: Vec<Section>,
}

/// The title of the report.
pub(crate) const TITLE: &str = "55Stones";

/// What stands below the title.
pub(crate) const LEAD: &str =
    "A sowing game by Ralf Gering (2002), and what a computer found out about it.";

/// The rules of the game.
pub(crate) const RULES: &str = "\
    Eleven holes, five stones in each. *East* takes a hole, *West* sees it and takes another. Both sow at once, one stone a \
    step, East toward hole 1, West toward hole 11, turning at the ends. A hand that runs out in an occupied hole lifts its \
    stones and goes on. In an empty hole it stops and captures what the other hand still holds; then the first choice \
    (*sente*) changes sides. After round one East may swap sides: the *pie rule*. Most stones win.";

/// What the labels mean.
pub(crate) const LABELS: [(Label, &str); 4] = [
    (
        Label::Proven,
        "other code checked it: a certificate, a complete proof, or a second solver that shares nothing but the rules with the first",
    ),
    (
        Label::Searched,
        "one program computed it; the number of independent runs is given where there are several",
    ),
    (Label::Measured, "counted in samples or games, or timed"),
    (Label::Conjectured, "goes beyond what was computed"),
];
