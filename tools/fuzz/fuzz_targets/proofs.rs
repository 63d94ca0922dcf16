//! A file as a proof: as it is, and packed with the right checksum.
#![no_main]

mod common;

use common::{file, one_line};
use libfuzzer_sys::fuzz_target;
use sowlab_analysis::solve::read_proof;
use sowlab_solvers::search::proof::Proof;
use xxhash_rust::xxh3::xxh3_64;

fuzz_target!(|data: &[u8]| {
    let packed = || {
        let body = zstd::encode_all(data, 1).expect("it fits");
        let mut bytes = b"SOWPROOF\x01\0\0\0".to_vec();
        bytes.extend(xxh3_64(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    };
    for bytes in [data.to_vec(), packed()] {
        let path = file("a.proof", &bytes);
        match Proof::read(&path) {
            Err(error) => one_line(&error),
            Ok(proof) => {
                proof.write(&path).expect("room");
                assert_eq!(Proof::read(&path).expect("as it was written"), proof);
                if let Err(error) = read_proof(&path, 3) {
                    one_line(&error);
                }
            }
        }
    }
});
