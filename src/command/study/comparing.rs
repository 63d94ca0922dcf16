//! The comparison of new results with earlier ones.

use std::path::Path;

use super::super::draw::{BOLD, DIM};
use super::super::failure::Failure;
use super::super::output::Document;
use sowlab_study::{Agreement, Comparison};

pub(super) fn compare(directory: &Path, earlier: &Path) -> Result<Document, Failure> {
    for folder in [directory, earlier] {
        if !folder.is_dir() {
            return Err(Failure::input(
                &folder.display().to_string(),
                "no such directory",
            ));
        }
    }
    let comparison = Comparison::of(directory, earlier).map_err(Failure::other)?;
    let mut text = String::new();
    for one in &comparison.compared {
        let name = &one.experiment;
        text += &match &one.agreement {
            Agreement::Same => format!("  the same    {name}\n"),
            Agreement::Compatible => format!("  compatible  {name}\n"),
            Agreement::Differs(why) => format!("  {BOLD}differs{BOLD:#}     {name}: {why}\n"),
        };
    }
    for name in &comparison.missing {
        text += &format!("  {DIM}missing     {name}{DIM:#}\n");
    }
    let different = comparison.different().count();
    let all = comparison.compared.len();
    text += &format!(
        "Results compared: {} of {}; {} of them agree.\n",
        all,
        all + comparison.missing.len(),
        all - different
    );
    let reason = match comparison.different().next() {
        Some(first) => Some(format!(
            "differing results: {different} of {all}, the first {}",
            first.experiment
        )),
        None if all == 0 => Some(format!(
            "{} and {} have no experiment in common",
            directory.display(),
            earlier.display()
        )),
        None => None,
    };
    Ok(Document::new(text, &comparison).failed_if(reason))
}
