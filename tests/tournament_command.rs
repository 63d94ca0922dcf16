//! Tournaments and their statistics, tried from outside.

mod outside;

use outside::{json, refused};
use serde_json::Value;

#[test]
fn sprt_follows_the_contract() {
    let tested = json(&[
        "sprt",
        "--pairs",
        "127,4883,10712,5150,104",
        "--elo0",
        "-1.75",
        "--elo1",
        "0.25",
        "--model",
        "normalized",
    ]);
    let near = |field: &str, expected: f64| {
        let found = tested[field].as_f64().unwrap();
        assert!((found - expected).abs() < 0.01, "{field}: {found}");
    };
    near("llr", 3.01);
    near("lower", -2.944);
    near("upper", 2.944);
    assert_eq!(tested["accepted"], "H1");
    for field in ["elo", "nelo", "los", "elo_error", "nelo_error"] {
        assert!(tested[field].is_number(), "{field}");
    }
    let open = json(&["sprt", "--pairs", "0,0,0,0,0", "--elo0", "0", "--elo1", "5"]);
    assert_eq!(open["accepted"], Value::Null);
    assert_eq!(open["llr"], 0.0);
}

#[test]
fn sprt_refuses_what_is_no_test() {
    let given = |pairs, elo0, elo1| vec!["sprt", "--pairs", pairs, "--elo0", elo0, "--elo1", elo1];
    refused(&given("1,2,3", "0", "5"), &["'1,2,3'", "five counts"]);
    refused(&given("1,2,3,4,-5", "0", "5"), &["five counts"]);
    refused(&given("1,2,3,4,5", "5", "0"), &["elo0 is less than elo1"]);
    refused(&given("1,2,3,4,5", "0", "nan"), &["elo0 is less than elo1"]);
    let mut wrong = given("1,2,3,4,5", "0", "5");
    wrong.extend(["--alpha", "0"]);
    refused(&wrong, &["alpha and beta"]);
}
