//! The outputs that the README shows.

use std::fs;
use std::process::Command;

use super::root;

/// The command, where cargo builds it.
const SOWLAB: Option<&str> = option_env!("CARGO_BIN_EXE_sowlab");

/// Lines with times differ from run to run, and `…` stands for lines that are left out.
#[test]
fn the_tour_shows_what_the_program_prints() {
    let Some(sowlab) = SOWLAB else {
        return;
    };
    let readme = fs::read_to_string(root().join("README.md")).expect("a README");
    let blocks = readme.split("```console\n$ sowlab ").skip(1);
    let mut commands = 0;
    for block in blocks {
        let block = block.split("\n```").next().expect("a block");
        let (words, shown) = block.split_once('\n').expect("a command and its output");
        let output = Command::new(sowlab)
            .args(words.split(' '))
            .arg("--quiet")
            .current_dir(root())
            // No folder is there, so that tables are built in a temporary one.
            .env("SOWLAB_TABLES", root().join("no-tables"))
            .output()
            .expect("the command can be run");
        assert!(output.status.success(), "{words}: {output:?}");
        let printed = String::from_utf8(output.stdout).expect("text");
        let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
        for line in shown.lines().filter(|line| *line != "…") {
            let timed = line.ends_with(" s") && line.contains("nodes");
            assert!(timed || printed.contains(&line), "{words}: {line}");
        }
        commands += 1;
    }
    assert_eq!(commands, 4);
}
