//! A text as a certificate of every game: read and verified, or refused; never an endless sowing that is
//! followed for ever. Only small boards are sown: on large ones an endless sowing may take minutes to recur,
//! by the same code.
#![no_main]

mod common;

use common::one_line;
use libfuzzer_sys::fuzz_target;
use sowlab_analysis::certificates::{Certificate, verify};

/// The most that the numbers in a start may add up to, and those in the rules: some boards with six holes.
const MOST: (u64, u64) = (24, 12);

/// The sum of all numbers in a text.
fn numbers(text: &str) -> u64 {
    text.split(|character: char| !character.is_ascii_digit())
        .filter(|word| !word.is_empty())
        .fold(0, |sum, word| {
            sum.saturating_add(word.parse().unwrap_or(u64::MAX))
        })
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match Certificate::parse(&text) {
        Err(error) => one_line(&error),
        Ok(certificate) => {
            assert_eq!(
                Certificate::parse(&certificate.to_json()).expect("as it was written"),
                certificate
            );
            let (start, rules) = (&certificate.start, certificate.rules.to_string());
            let small = numbers(start) <= MOST.0 && numbers(&rules) <= MOST.1;
            if small && let Err(refusal) = verify(&certificate) {
                one_line(&refusal);
            }
        }
    }
});
