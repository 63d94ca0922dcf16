//! How the results came about: the last section of the report.

use super::directory::Results;
use super::page::{Block, Grid, Section};
use super::source::Source;
use crate::manifest::Taken;

fn seconds(taken: Taken) -> String {
    match taken.runs {
        1 => format!("{:.1}", taken.seconds),
        several => format!("{:.1} in {several} runs", taken.seconds),
    }
}

pub(super) fn section(results: &Results<'_>) -> Option<Section> {
    let rows: Vec<Vec<String>> = (results.all.iter())
        .map(|stored| {
            let manifest = &stored.manifest;
            vec![
                format!("`{}`", stored.name()),
                format!("`{}`", stored.origin().command),
                seconds(manifest.taken()),
                manifest.threads().to_string(),
                manifest.note().unwrap_or_default().to_owned(),
            ]
        })
        .collect();
    let headings = ["experiment", "command", "seconds", "threads", "note"];
    let source = Source {
        data: "README.md".to_owned(),
        command: "sowlab study --full".to_owned(),
    };
    if rows.is_empty() {
        return None;
    }
    let caption = "All experiments".to_owned();
    let grid = Grid::new(caption, &headings, rows.into_iter(), source);
    let blocks = vec![
            Block::Text(
                "Each result has a manifest beside it: the experiment, the rule sets, command, version, seed, threads, \
                 machine, time, and a checksum of each file. Seconds are those of the run, with whatever else the machine \
                 was doing; tables that were there before are not counted, runs that were broken off are. \
                 `scripts/reproduce` makes all of them anew in another folder and compares, `sowlab study --quick` makes \
                 those that take seconds."
                    .to_owned(),
            ),
            Block::Grid(grid.folded().whole()),
    ];
    Some(Section {
        id: "runs",
        title: "How it came about",
        blocks,
    })
}
