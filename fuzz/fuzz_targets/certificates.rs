//! A text as a certificate of every game: read and verified, or refused; never an endless sowing that is
//! followed for ever.
#![no_main]

mod common;

use common::one_line;
use libfuzzer_sys::fuzz_target;
use sowlab::analysis::certificates::{Certificate, verify};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match Certificate::parse(&text) {
        Err(error) => one_line(&error),
        Ok(certificate) => {
            assert_eq!(
                Certificate::parse(&certificate.to_json()).expect("as it was written"),
                certificate
            );
            if let Err(refusal) = verify(&certificate) {
                one_line(&refusal);
            }
        }
    }
});
