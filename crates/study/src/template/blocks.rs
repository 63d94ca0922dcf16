//! Texts with blocks: Markdown with a mark for each table and each drawing.

use std::fmt::Write as _;

use crate::draw::bars::Bars;
use crate::draw::boards::{Drawing, escaped};
use crate::draw::heat_map::HeatMap;
use crate::draw::plot::{Lines, colours};
use crate::html;
use crate::table::Table;

/// A drawing of a result in a separate file.
#[derive(Clone, Debug)]
pub(crate) enum Picture {
    Lines(Lines),
    HeatMap(HeatMap),
}

/// A part of a text that Markdown and HTML show differently.
#[derive(Clone, Debug)]
pub(crate) enum Block {
    Table {
        table: Table,
        caption: Option<String>,
    },
    /// The start of a part of the report that is folded until the reader opens it.
    Fold {
        title: String,
        /// The anchor within the part: a link to it opens the part.
        anchor: String,
        /// A sentence below the title.
        note: String,
    },
    EndOfFold,
    Picture {
        /// The name of its file, and the link to it.
        file: String,
        link: String,
        title: String,
        picture: Picture,
    },
    Bars(Bars),
    Drawing(Drawing),
}

/// The text before and after the number of a block.
const MARK: [&str; 2] = ["<!-- block ", " -->"];

/// A text and the blocks of its marks.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    text: String,
    blocks: Vec<Block>,
}

/// A part of a text.
enum Fragment<'a> {
    Markdown(&'a str),
    Block(&'a Block),
}

impl Picture {
    /// Draws the picture as a file; `None` if there is nothing to draw.
    fn file(&self) -> Option<String> {
        match self {
            Picture::Lines(lines) => lines.svg(),
            Picture::HeatMap(map) => map.file(),
        }
    }

    /// Draws the picture for an HTML page, with the names of its lines.
    fn on_page(&self) -> Option<(String, Vec<String>)> {
        match self {
            Picture::Lines(lines) => lines.on_page(),
            Picture::HeatMap(map) => Some((map.part()?, Vec::new())),
        }
    }
}

impl Text {
    pub(super) fn new(text: String, blocks: Vec<Block>) -> Text {
        Text { text, blocks }
    }

    /// Returns the mark of a block in a text.
    pub(super) fn mark(number: usize) -> String {
        let [before, after] = MARK;
        format!("\n{before}{number}{after}\n")
    }

    fn parts(&self) -> impl Iterator<Item = Fragment<'_>> {
        let [before, after] = MARK;
        self.text
            .split(before)
            .enumerate()
            .flat_map(move |(at, piece)| {
                let marked = piece.split_once(after).filter(|_| at > 0);
                let block =
                    marked.and_then(|(number, _)| self.blocks.get(number.parse::<usize>().ok()?));
                let text = marked.map_or(piece, |(_, text)| text);
                block
                    .map(Fragment::Block)
                    .into_iter()
                    .chain([Fragment::Markdown(text)])
            })
    }

    /// Returns the files of its pictures, in order.
    pub(crate) fn files(&self) -> impl Iterator<Item = (String, String)> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Picture { file, picture, .. } => Some((file.clone(), picture.file()?)),
            _ => None,
        })
    }

    /// Returns the files of its board drawings.
    pub(crate) fn drawings(&self) -> impl Iterator<Item = (String, String)> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Drawing(drawing) => Some((drawing.file.clone(), drawing.file_contents())),
            _ => None,
        })
    }

    /// Returns its first claim: the degree of certainty, and the first sentence without links.
    pub(crate) fn claim(&self) -> Option<(&str, String)> {
        let items = self
            .text
            .lines()
            .filter_map(|line| line.strip_prefix("- **"));
        let (label, words) = items.filter_map(|item| item.split_once("** ")).next()?;
        let end = words.find(". ").map_or(words.len(), |end| end + 1);
        Some((label, without_links(&words[..end])))
    }

    /// Returns its sentences: the items of its lists.
    pub(crate) fn sentences(&self) -> Vec<String> {
        let items = self.text.lines().filter_map(|line| line.strip_prefix("- "));
        let sentence =
            |item: &str| match item.strip_prefix("**").and_then(|it| it.split_once("** ")) {
                Some((sureness, words)) => format!("{sureness}: {words}"),
                None => item.to_owned(),
            };
        items.map(sentence).collect()
    }

    /// Renders the text as Markdown.
    pub(crate) fn markdown(&self) -> String {
        let mut text = String::new();
        for part in self.parts() {
            match part {
                Fragment::Markdown(words) => text += words,
                Fragment::Block(block) => text += &block.markdown(),
            }
        }
        without_empty_lines(&text)
    }

    /// Renders the text as the inside of an HTML page.
    pub(crate) fn html(&self) -> String {
        let mut text = String::new();
        for part in self.parts() {
            match part {
                Fragment::Markdown(words) => text += &html::of_markdown(words),
                Fragment::Block(block) => text += &block.html(),
            }
        }
        text
    }

    /// Renders the text for a terminal: paragraphs without marks, in lines of at most `width` characters, and tables.
    pub(crate) fn plain(&self, width: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for part in self.parts() {
            match part {
                Fragment::Markdown(words) => {
                    for line in words.lines().filter(|line| !line.is_empty()) {
                        let line = crate::text::plain(line.trim_start_matches("- "));
                        lines.extend(crate::text::wrapped(&line, width));
                    }
                }
                Fragment::Block(Block::Table { table, .. }) => {
                    lines.extend(table.text().lines().map(str::to_owned));
                }
                Fragment::Block(_) => {}
            }
        }
        lines
    }
}

/// Removes the links in brackets, such as ` ([certificate](a.json))`.
fn without_links(text: &str) -> String {
    let mut words = text.to_owned();
    while let Some(start) = words.find(" ([")
        && let Some(end) = words[start..].find("))")
    {
        words.replace_range(start..start + end + 2, "");
    }
    words
}

/// Reduces consecutive empty lines to one, and removes those at the start and the end.
fn without_empty_lines(text: &str) -> String {
    let mut found = String::new();
    let mut empty = 0;
    for line in text.trim().lines() {
        empty = if line.is_empty() { empty + 1 } else { 0 };
        if empty < 2 {
            found += line.trim_end();
            found.push('\n');
        }
    }
    found
}

impl Block {
    fn markdown(&self) -> String {
        match self {
            Block::Table { table, caption } => {
                let rows = table.markdown();
                match caption {
                    Some(caption) => format!("\n{caption}:\n\n{rows}"),
                    None => format!("\n{rows}"),
                }
            }
            Block::Picture {
                link,
                title,
                picture,
                ..
            } if picture.file().is_some() => format!("\n![{title}]({link})\n"),
            Block::Picture { .. } | Block::Bars(_) | Block::Fold { .. } | Block::EndOfFold => {
                String::new()
            }
            Block::Drawing(Drawing {
                title, note, file, ..
            }) => format!("\n![{title}]({file})\n\n{note}\n"),
        }
    }

    fn html(&self) -> String {
        match self {
            Block::Table { .. } => html::of_markdown(&self.markdown()),
            Block::Fold {
                title,
                anchor,
                note,
            } => format!(
                "<details><summary>{} <span class=\"note\">{}</span></summary>\n<a id=\"{}\"></a>\n",
                html::words(title),
                html::words(note),
                html::anchor(anchor)
            ),
            Block::EndOfFold => "</details>\n".to_owned(),
            Block::Picture { title, picture, .. } => match picture.on_page() {
                Some((svg, legend)) => figure(title, &legend, &svg),
                None => String::new(),
            },
            Block::Bars(bars) => match bars.svg() {
                Some(svg) => figure(&bars.title, &[], &svg),
                None => String::new(),
            },
            Block::Drawing(drawing) => board(drawing),
        }
    }
}

/// Returns a chart with the names of its lines, and a label for screen readers.
fn figure(title: &str, legend: &[String], svg: &str) -> String {
    let mut names = String::new();
    for (index, name) in legend.iter().enumerate() {
        let _ = write!(
            names,
            "<li><span class=\"line line-{}\"></span>{}</li>",
            index % colours(),
            html::words(name)
        );
    }
    if !names.is_empty() {
        names = format!("<ul class=\"legend\">{names}</ul>");
    }
    let caption = html::words(title);
    let name = escaped(&title.replace('`', "")).replace('"', "&quot;");
    // Removes the fixed size.
    let svg = match svg.split_once("viewBox") {
        Some((head, rest)) if head.starts_with("<svg") => {
            format!("<svg role=\"img\" aria-label=\"{name}\" viewBox{rest}")
        }
        _ => svg.to_owned(),
    };
    format!("<figure class=\"chart\"><figcaption>{caption}</figcaption>{names}{svg}</figure>")
}

/// Returns the sequence of boards, or the player that replaces it.
fn board(drawing: &Drawing) -> String {
    let (caption, svg) = (html::words(&drawing.title), drawing.svg());
    let shown = match &drawing.player {
        None => format!("{svg}<p class=\"note\">{}</p>", html::words(&drawing.note)),
        // The drawing is for narrow screens, and for pages without scripts.
        Some(page) => format!(
            "<iframe class=\"player\" title=\"{}\" srcdoc=\"{}\"></iframe><div class=\"still\">{svg}</div>\
             <noscript><style>.player {{ display: none }} .still {{ display: block }}</style></noscript>",
            escaped(&drawing.title),
            escaped(page).replace('"', "&quot;")
        ),
    };
    format!("<figure class=\"board\"><figcaption>{caption}</figcaption>{shown}</figure>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> Text {
        let rows = (1..=40).map(|number| vec![number.to_string()]);
        let table = Table::of_text(&[("number".to_owned(), true)], rows.collect());
        let block = Block::Table {
            table,
            caption: Some("Numbers".to_owned()),
        };
        let fold = Block::Fold {
            title: "A < b".to_owned(),
            anchor: "a".to_owned(),
            note: "*c*".to_owned(),
        };
        let [table, start, end] = [0, 1, 2].map(Text::mark);
        let words =
            format!("- **solved** All `of` them ([x](y)). More.\n{table}\n\n\n{start}End.{end}");
        Text::new(words, vec![block, fold, Block::EndOfFold])
    }

    #[test]
    fn a_page_has_every_row() {
        let page = text().markdown();
        let head = "- **solved** All `of` them ([x](y)). More.\n\nNumbers:\n\n| number |\n|---:|\n";
        assert!(page.starts_with(head), "{page}");
        assert!(page.ends_with("| 40 |\n\nEnd.\n"), "{page}");
    }

    #[test]
    fn html_has_folds_and_marks_how_sure_a_claim_is() {
        let html = text().html();
        assert!(
            html.contains("<span class=\"label solved\">solved</span> All <code>of</code> them")
        );
        let fold = "<details><summary>A &lt; b <span class=\"note\"><em>c</em></span></summary>\n\
                    <a id=\"a\"></a>\n<p>End.</p>";
        assert!(html.contains(fold), "{html}");
        assert!(html.contains("</details>") && html.contains("text-align: right"));
        assert!(
            html.contains("</table>") && !html.contains("<!--"),
            "{html}"
        );
    }

    #[test]
    fn the_first_claim_is_one_sentence() {
        let claim = text()
            .claim()
            .map(|(label, words)| (label.to_owned(), words));
        assert_eq!(
            claim,
            Some(("solved".to_owned(), "All `of` them.".to_owned()))
        );
    }

    #[test]
    fn a_terminal_shows_words_and_rows() {
        let lines = text().plain(20);
        assert_eq!(lines[..3], ["solved All of them", "(x). More.", "number"]);
        assert_eq!(
            text().sentences(),
            ["solved: All `of` them ([x](y)). More."]
        );
    }
}
