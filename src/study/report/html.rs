//! The report as one file of HTML that needs no other: the style and the drawings are part of it.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::chart::Chart;
use super::drawing::{CLASSES, Drawing};
use super::page::{Block, Claim, Grid, LABELS, LEAD, Page, Section, TITLE};
use super::source::Source;
use crate::study::text::{Piece, pieces};

const STYLE: &str = include_str!("style.css");

/// Text with its code and links marked as such.
fn text(text: &str) -> Markup {
    html! {
        @for piece in pieces(text) {
            @match piece {
                Piece::Plain(words) => (words),
                Piece::Code(code) => code { (code) },
                Piece::Link { text, to } => a href=(to) { (text) },
            }
        }
    }
}

fn source(source: &Source) -> Markup {
    html! {
        span.source { a href=(source.data) { (source.data) } " by " code { (source.command) } }
    }
}

fn claims(claims: &[Claim]) -> Markup {
    html! {
        ul.claims {
            @for claim in claims {
                li {
                    span class={ "label " (claim.label.word()) } { (claim.label.word()) } " "
                    (text(&claim.text))
                    @for (command, files) in claim.by_command() {
                        " "
                        span.source {
                            @for file in files { a href=(file) { (file) } " " }
                            "by " code { (command) }
                        }
                    }
                }
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
                    th.number[numbers(grid, column)] scope="col" { (text(heading)) }
                } } }
                tbody {
                    @for row in &grid.rows {
                        tr { @for cell in row { td.number[numeric(cell)] { (text(cell)) } } }
                    }
                }
            }
        }
        p.from { (source(&grid.source)) }
    };
    html! {
        @if grid.folded {
            details { summary { (text(&grid.caption)) } (table) }
        } @else {
            h3 { (text(&grid.caption)) }
            (table)
        }
    }
}

fn chart(chart: &Chart) -> Markup {
    html! {
        figure.chart {
            figcaption { (text(&chart.title)) }
            @if !chart.legend.is_empty() {
                ul.legend {
                    @for (index, name) in chart.legend.iter().enumerate() {
                        li { span class={ "line line-" (index % 5) } {} (text(name)) }
                    }
                }
            }
            (PreEscaped(responsive(&chart.svg)))
            p.from { (source(&chart.source)) }
        }
    }
}

/// A drawing without a size of its own.
fn responsive(svg: &str) -> String {
    let (head, rest) = svg.split_once("viewBox").unwrap_or(("", svg));
    match head.starts_with("<svg") {
        true => format!("<svg role=\"img\" viewBox{rest}"),
        false => svg.to_owned(),
    }
}

fn drawing(drawing: &Drawing) -> Markup {
    html! {
        h3 { (text(&drawing.title)) }
        p { (text(&drawing.note)) }
        div.boards { @for frame in &drawing.frames { (PreEscaped(frame.svg())) } }
        p.from { (source(&drawing.source)) }
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
                }
            }
        }
    }
}

/// The page.
pub(super) fn written(page: &Page) -> String {
    let headlines: Vec<Claim> = (page.sections.iter().flat_map(Section::headlines))
        .cloned()
        .collect();
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                link rel="icon" href="data:,";
                title { (TITLE) }
                style { (PreEscaped(STYLE)) (PreEscaped(CLASSES)) }
            }
            body {
                header {
                    h1 { (TITLE) }
                    p { (text(LEAD)) }
                    nav {
                        @for section in &page.sections { a href={ "#" (section.id) } { (section.title) } " " }
                    }
                }
                main {
                    section id="findings" {
                        h2 { "Findings" }
                        (claims(&headlines))
                        dl.labels {
                            @for (label, meaning) in LABELS {
                                dt { span class={ "label " (label.word()) } { (label.word()) } }
                                dd { (meaning) }
                            }
                        }
                    }
                    @for one in &page.sections { (section(one)) }
                }
            }
        }
    };
    markup.into_string() + "\n"
}
