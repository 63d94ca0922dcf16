//! A file as weights of an evaluation: as it is, and with the checksum of its contents.
#![no_main]

mod common;

use std::path::Path;

use common::one_line;
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};
use sowlab_analysis::learned::Evaluation;

fuzz_target!(|data: &[u8]| {
    let summed = [data, Sha256::digest(data).as_slice()].concat();
    for bytes in [data, &summed] {
        match Evaluation::read(Path::new("w"), bytes, "g", 3) {
            Err(error) => one_line(&error),
            Ok(weights) => {
                for board in [[0, 0, 0], [1, 2, 3], [255, 0, 255]] {
                    assert!(weights.margin(&board, 9).abs() <= 9);
                }
            }
        }
    }
});
