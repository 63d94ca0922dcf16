//! How the results came about.

use super::with;
use crate::study::manifest::Taken;
use crate::study::report::page::{Block, Grid, Section, Source};
use crate::study::report::stored::Results;

fn seconds(taken: Taken) -> String {
    match taken.sittings {
        1 => format!("{:.1}", taken.seconds),
        several => format!("{:.1} in {several} sittings", taken.seconds),
    }
}

pub(super) fn section(results: &Results<'_>) -> Option<Section> {
    let rows: Vec<Vec<String>> = (results.all.iter())
        .map(|stored| {
            let manifest = &stored.manifest;
            vec![
                format!("`{}/{}`", stored.study, stored.experiment().id),
                format!("`{}`", stored.source().command),
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
    let any = !rows.is_empty();
    let grid = Grid::new(
        "All experiments".to_owned(),
        &headings,
        rows.into_iter(),
        source,
    );
    let blocks = any.then(|| {
        vec![
            Block::Text(
                "Each result has a manifest beside it: the experiment, the rule sets, command, version, seed, threads, \
                 machine, time, and a checksum of each file. Seconds are those of the run, with whatever else the machine \
                 was doing; tables that were there before are not counted, sittings that were broken off are. \
                 `scripts/reproduce` makes all of them anew in another folder and compares, `sowlab study --quick` makes \
                 those that take seconds."
                    .to_owned(),
            ),
            Block::Grid(grid.folded().whole()),
        ]
    });
    with("runs", "How it came about", blocks.unwrap_or_default())
}
