//! Folders of work: copied, compared, damaged.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::random::Random;

/// The names of all files below a folder, relative to it, in their order.
pub fn all(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(&at).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(entry.path()),
                _ => found.extend(entry.path().strip_prefix(folder).map(Path::to_owned)),
            }
        }
    }
    found.sort();
    found
}

pub fn copy(from: &Path, to: &Path) {
    for name in all(from) {
        let target = to.join(&name);
        fs::create_dir_all(target.parent().expect("below a folder")).expect("a folder");
        // Links to nothing and pipes have no contents.
        if from.join(&name).is_file() {
            fs::copy(from.join(&name), target).expect("room for a copy");
        }
    }
}

/// An empty folder with one for temporary files. It lies below the temporary folder that this process made.
#[allow(clippy::disallowed_methods)]
pub fn fresh(folder: &Path) {
    assert!(
        folder.starts_with(std::env::temp_dir()),
        "{}",
        folder.display()
    );
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder.join("tmp")).expect("room for a folder");
}

/// Returns the stable part of a line: without times and counts of work, which differ between runs. `None` for a line
/// without a stable part.
fn settled(line: &str) -> Option<&str> {
    const TIMES: [&str; 9] = [
        "\"seconds\":",
        "\"nodes\":",
        "\"ended\":",
        "\"finished\":",
        "\"claims_before\":",
        "\"proof_claims\":",
        "\"runs\":",
        "\"rate\":",
        // A remark on a run of a search ends with its seconds.
        "\"Run ",
    ];
    if line.starts_with("{\"game\":") {
        // A record of a tournament: its time, and the checksum that depends on it, are at the end.
        return line.split_once(",\"seconds\":").map(|(game, _)| game);
    }
    let bare = line.trim_start();
    (!TIMES.iter().any(|name| bare.starts_with(name))).then_some(line)
}

/// A text without what differs from run to run.
pub fn settled_text(text: &str) -> String {
    let lines = text.lines().filter_map(settled);
    lines.fold(String::new(), |all, line| all + line + "\n")
}

/// Returns the contents of a file for comparison: packed files such as tables byte by byte, texts without times,
/// records ordered by number.
fn essence(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).unwrap_or_default();
    match path.extension().and_then(|end| end.to_str()) {
        Some("json") => settled_text(&String::from_utf8_lossy(&bytes)).into_bytes(),
        Some("jsonl") => {
            let text = settled_text(&String::from_utf8_lossy(&bytes));
            let mut lines: Vec<&str> = text.lines().collect();
            lines.sort_unstable();
            lines.join("\n").into_bytes()
        }
        _ => bytes,
    }
}

/// The files below a folder that `wanted` says count, with what is compared of them.
pub fn essences(folder: &Path, wanted: impl Fn(&str) -> bool) -> BTreeMap<PathBuf, Vec<u8>> {
    let names = all(folder).into_iter();
    let counted = names.filter(|name| wanted(&name.to_string_lossy()));
    counted
        .map(|name| (name.clone(), essence(&folder.join(&name))))
        .collect()
}

/// Fewer bytes than the header of any table.
const SHORTEST_HEADER: u64 = 100;

/// Returns a file that no run may leave: a partial file or a temporary folder. A killed process may leave a partial
/// file. That of a table is an exception if it has a header: the next build removes it.
pub fn left_over(folder: &Path, killed: bool) -> Option<PathBuf> {
    let of_work = |name: &Path| {
        let text = name.to_string_lossy();
        let is_work = text.ends_with(".runs.partial");
        let of_table = text.contains(".table.") || text.contains(".work.");
        // Cut off within its header, which alone says whose it is.
        let is_cut = fs::metadata(folder.join(name)).is_ok_and(|file| file.len() < SHORTEST_HEADER);
        (text.ends_with(".tmp") && !(killed && (!of_table || is_cut)))
            || (text.ends_with(".partial") && !is_work)
            || text.contains("sowlab-temporary")
    };
    if let Some(name) = all(folder).into_iter().find(|name| of_work(name)) {
        return Some(name);
    }
    // Empty folders are no files.
    let entries = fs::read_dir(folder.join("tmp"))
        .into_iter()
        .flatten()
        .flatten();
    entries.map(|entry| entry.path()).next()
}

/// Damages a file as disks, copies and people do; says how.
pub fn damage(path: &Path, random: &mut Random) -> &'static str {
    let mut bytes = fs::read(path).expect("a file of the work");
    let length = bytes.len() as u64;
    if length == 0 {
        bytes.push(random.next() as u8);
        fs::write(path, bytes).expect("room");
        return "a byte more";
    }
    let at = random.below(length) as usize;
    let how = match random.below(10) {
        0..5 => {
            bytes[at] ^= 1 << random.below(8);
            "a bit"
        }
        5 => {
            for _ in 0..=random.below(8) {
                let at = random.below(length) as usize;
                bytes[at] = random.next() as u8;
            }
            "bytes"
        }
        6 => {
            bytes.truncate(at);
            "cut off"
        }
        7 => {
            let end = (at + 512).min(bytes.len());
            bytes[at..end].fill(0);
            "a sector of zeros"
        }
        8 => {
            let from = random.below(length) as usize;
            let some = (random.below(64) as usize + 1).min(bytes.len() - at.max(from));
            bytes.copy_within(from..from + some, at);
            "a piece from elsewhere"
        }
        _ => {
            for _ in 0..=random.below(32) {
                bytes.push(random.next() as u8);
            }
            "longer"
        }
    };
    fs::write(path, bytes).expect("room");
    how
}
