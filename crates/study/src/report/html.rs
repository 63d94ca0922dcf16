//! The report as one file of HTML that needs no other: the style and the drawings are part of it.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::chart::Chart;
use super::drawing::{CLASSES, Drawing};
use super::page::{
    Answer, Block, Claim, Grid, Head, LABELS, LEAD, Label, Page, RULES, Section, TITLE,
};
use super::source::Source;
use crate::plot::COLOURS;
use crate::text::{Piece, pieces};

const STYLE: &str = include_str!("style.css");

/// Text with its code and links marked as such.
fn text(text: &str) -> Markup {
    html! {
        @for piece in pieces(text) {
            @match piece {
                Piece::Plain(words) => (words),
                Piece::Code(code) => code { (code) },
                Piece::Term(term) => em { (term) },
                Piece::Link { text, to } => a href=(to) { (text) },
            }
        }
    }
}

/// A small mark that leads to the files; it names the command that made them.
fn mark(sources: &[Source]) -> Markup {
    html! {
        sup.mark {
            @for (index, Source { data, command }) in sources.iter().enumerate() {
                @if index > 0 { " " }
                a href=(data) title={ (data) ", by " (command) } {
                    @if index == 0 { "data" } @else { (index + 1) }
                }
            }
        }
    }
}

fn label(label: Label) -> Markup {
    html! { span class={ "label " (label.word()) } { (label.word()) } }
}

fn claims(claims: &[Claim]) -> Markup {
    html! {
        ul.claims {
            @for claim in claims {
                li { (label(claim.label)) " " (text(&claim.text)) "\u{a0}" (mark(&claim.sources)) }
            }
        }
    }
}

/// Whether a cell stands to the right, as numbers do, and what stands for one.
fn numeric(cell: &str) -> bool {
    let number = |c: char| c.is_ascii_digit() || c == '·' || c == '∞';
    cell.contains(number) && cell.chars().all(|c| number(c) || " ,.+−±%to…".contains(c))
}

/// Whether a column is one of numbers.
fn numbers(grid: &Grid, column: usize) -> bool {
    let mut cells = grid.rows.iter().filter_map(|row| row.get(column));
    cells.any(|cell| numeric(cell))
}

fn grid(grid: &Grid) -> Markup {
    let table = html! {
        div.scroll tabindex="0" {
            table {
                thead { tr { @for (column, heading) in grid.headings.iter().enumerate() {
                    @if heading.is_empty() {
                        td {}
                    } @else {
                        th.number[numbers(grid, column)] scope="col" { (text(heading)) }
                    }
                } } }
                tbody {
                    @for row in &grid.rows {
                        tr { @for cell in row { td.number[numeric(cell)] { (text(cell)) } } }
                    }
                }
            }
        }
    };
    let source = mark(&grid.sources);
    html! {
        @if grid.folded {
            details { summary { (text(&grid.caption)) } p { (source) } (table) }
        } @else {
            h3 { (text(&grid.caption)) " " (source) }
            (table)
        }
    }
}

fn chart(chart: &Chart) -> Markup {
    html! {
        figure.chart {
            figcaption { (text(&chart.title)) " " (mark(std::slice::from_ref(&chart.source))) }
            @if !chart.legend.is_empty() {
                ul.legend {
                    @for (index, name) in chart.legend.iter().enumerate() {
                        li { span class={ "line line-" (index % COLOURS.len()) } {} (text(name)) }
                    }
                }
            }
            (PreEscaped(responsive(&chart.svg, &chart.title)))
        }
    }
}

/// A drawing without a size of its own, named for who does not see it.
fn responsive(svg: &str, title: &str) -> String {
    let (head, rest) = svg.split_once("viewBox").unwrap_or(("", svg));
    let name = html! { (title.replace('`', "")) }.into_string();
    match head.starts_with("<svg") {
        true => format!("<svg role=\"img\" aria-label=\"{name}\" viewBox{rest}"),
        false => svg.to_owned(),
    }
}

fn drawing(drawing: &Drawing) -> Markup {
    html! {
        figure.board {
            figcaption { (text(&drawing.title)) " " (mark(std::slice::from_ref(&drawing.source))) }
            @match &drawing.player {
                None => {
                    (PreEscaped(drawing.svg()))
                    p.note { (text(&drawing.note)) }
                }
                Some(page) => {
                    iframe.player title=(drawing.title) srcdoc=(page) {}
                    // On a narrow screen, and without scripts.
                    div.still { (PreEscaped(drawing.svg())) }
                    noscript { style { ".player { display: none } .still { display: block }" } }
                }
            }
        }
    }
}

fn answer(answer: &Answer) -> Markup {
    html! {
        div.answer {
            h2 { (answer.question.text()) }
            p { (text(&answer.text)) }
            p.note { (label(answer.label)) " " (text(&answer.sure)) "\u{a0}" (mark(std::slice::from_ref(&answer.source))) }
        }
    }
}

/// Picture, rules and answers.
fn head(head: &Head) -> Markup {
    html! {
        header {
            div.game {
                h1 { (TITLE) }
                p.lead { (LEAD) }
                @if let Some(one) = &head.drawing { (drawing(one)) }
                p.rules { (text(RULES)) }
            }
            div.answers {
                @for one in &head.answers { (answer(one)) }
                @if let Some(one) = &head.overview { (grid(one)) }
            }
            dl.labels {
                @for (known, meaning) in LABELS { dt { (label(known)) } dd { (meaning) } }
            }
        }
    }
}

fn section(section: &Section) -> Markup {
    html! {
        section id=(section.id) {
            h2 { (section.title) }
            @for block in &section.blocks {
                @match block {
                    Block::Text(words) => p { (text(words)) },
                    Block::Claims(all) => (claims(all)),
                    Block::Grid(one) => (grid(one)),
                    Block::Chart(one) => (chart(one)),
                    Block::Drawing(one) => (drawing(one)),
                    Block::Answer(one) => (answer(one)),
                    Block::Overview(one) => (grid(one)),
                }
            }
        }
    }
}

/// The page.
pub(super) fn written(page: &Page) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                link rel="icon" href="data:,";
                title { (TITLE) ": what was found" }
                style { (PreEscaped(STYLE)) (PreEscaped(CLASSES)) }
            }
            body {
                (head(&page.head))
                main {
                    section id="overview" {
                        nav {
                            @for section in &page.sections { a href={ "#" (section.id) } { (section.title) } " " }
                        }
                    }
                    @for one in &page.sections { (section(one)) }
                }
            }
        }
    };
    markup.into_string() + "\n"
}
