//! A file as the games of a tournament: as it is, and each line with the right checksum.
#![no_main]

mod common;

use common::{file, one_line};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};
use sowlab_engines::records::{read_all, replay, results_csv};

fn sealed(line: &str) -> String {
    let Some(body) = line.strip_suffix('}') else {
        return line.to_owned();
    };
    let digest = Sha256::digest(body.as_bytes());
    let digits: String = digest
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{body},\"check\":\"{digits}\"}}")
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let all: String = text.lines().map(|line| sealed(line) + "\n").collect();
    for bytes in [data, all.as_bytes()] {
        match read_all(&file("games.jsonl", bytes)) {
            Err(error) => one_line(&error),
            Ok((setting, games)) => {
                for game in &games {
                    if let Err(error) = replay(&setting, game) {
                        one_line(&error);
                    }
                }
                results_csv(&games).expect("a table");
            }
        }
    }
});
