//! The report in Markdown, for reading where the results are kept.

use std::fmt::Write as _;

use super::drawing::Drawing;
use super::page::{Answer, Block, Claim, Grid, LABELS, LEAD, Page, RULES, TITLE};
use super::source::{Source, by_command};

/// Longer tables are in the data.
const ROWS: usize = 30;

/// Sources, those of one command together.
fn all(sources: &[Source]) -> String {
    let by_command = by_command(sources).into_iter().map(|(command, files)| {
        let links = files.iter().map(|file| format!("[{file}]({file})"));
        format!("{} by `{command}`", links.collect::<Vec<_>>().join(", "))
    });
    by_command.collect::<Vec<_>>().join("; ")
}

/// A claim as an item of a list.
fn claim(claim: &Claim) -> String {
    format!(
        "- **{}** {} ({})\n",
        claim.label.word(),
        claim.text,
        all(&claim.sources)
    )
}

fn answer(answer: &Answer) -> String {
    let Answer {
        question,
        text,
        label,
        sure,
        source,
    } = answer;
    format!(
        "- **{}** {text} *{}*: {sure} ([data]({})).\n",
        question.text(),
        label.word(),
        source.data
    )
}

/// The answers and the table at the head of the report, in Markdown.
pub(super) fn findings(page: &Page) -> String {
    let answers: String = page.head.answers.iter().map(answer).collect();
    let overview = page.head.overview.as_ref().map(table);
    format!("{answers}{}", overview.unwrap_or_default())
}

fn row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// The rows, as far as they are shown.
fn table(grid: &Grid) -> String {
    let mut text = format!("\n{}", row(&grid.headings));
    let _ = writeln!(text, "|{}", "---|".repeat(grid.headings.len()));
    let shown = if grid.whole { grid.rows.len() } else { ROWS };
    text.extend(grid.rows.iter().take(shown).map(|cells| row(cells)));
    if grid.rows.len() > shown {
        let more = grid.rows.len() - shown;
        let _ = write!(text, "\n{more} more rows are in the data.\n");
    }
    text
}

fn grid(grid: &Grid) -> String {
    let mut text = match grid.folded {
        true => format!(
            "\n<details><summary>{}</summary>\n\n",
            grid.caption.replace('`', "")
        ),
        false => format!("\n### {}\n\n", grid.caption),
    };
    text += table(grid).trim_start();
    let _ = write!(text, "\n{}\n", all(&grid.sources));
    if grid.folded {
        text += "\n</details>\n";
    }
    text
}

fn block(block: &Block) -> String {
    match block {
        Block::Text(text) => format!("\n{text}\n"),
        Block::Claims(claims) => format!("\n{}", claims.iter().map(claim).collect::<String>()),
        Block::Grid(one) => grid(one),
        Block::Chart(chart) => match &chart.file {
            Some(file) => format!("\n![{}]({file})\n", chart.title),
            None => String::new(),
        },
        Block::Drawing(one) => drawing(one),
        Block::Answer(one) => answer(one),
        Block::Overview(one) => table(one),
    }
}

fn drawing(drawing: &Drawing) -> String {
    format!(
        "\n### {0}\n\n{1}\n\n![{0}]({2})\n\n{3}\n",
        drawing.title,
        drawing.note,
        drawing.file,
        all(std::slice::from_ref(&drawing.source))
    )
}

/// The page.
pub(super) fn written(page: &Page) -> String {
    let mut text = format!(
        "# {TITLE}: what was found\n\n{LEAD} With plots, and readable on a telephone: [report.html](report.html). \
         `sowlab study --report` makes both from the files beside them.\n"
    );
    text.extend(page.head.drawing.as_ref().map(drawing));
    let _ = write!(
        text,
        "\n{RULES}\n\n<!-- findings -->\n{}<!-- end of findings -->\n\n",
        findings(page)
    );
    for (label, meaning) in LABELS {
        let _ = writeln!(text, "- **{}**: {meaning}", label.word());
    }
    for section in &page.sections {
        let _ = write!(text, "\n## {}\n", section.title);
        text.extend(section.blocks.iter().map(block));
    }
    text
}
