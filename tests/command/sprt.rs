//! The statistics of tournaments, tried from outside.

use serde_json::Value;

use crate::outside::{json, refused, sowlab};
use crate::tournament::{ENGINES, tournament};

#[test]
fn sprt_follows_the_contract() {
    let tested =
        json("sprt --pairs 127,4883,10712,5150,104 --elo0 -1.75 --elo1 0.25 --model normalized");
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
fn few_pairs_tell_no_errors() {
    for (pairs, told) in [
        ("0,0,0,0,1", false),
        ("0,1,0,0,4", true),
        ("0,0,0,0,50", false),
    ] {
        let tested = json(&["sprt", "--pairs", pairs, "--elo0", "0", "--elo1", "5"]);
        assert!(tested["elo"].is_number() && tested["nelo"].is_number());
        for field in ["elo_error", "nelo_error", "los"] {
            assert_eq!(tested[field].is_number(), told, "{pairs}: {field}");
        }
    }
    let arguments = ["sprt", "--pairs", "0,0,0,0,1", "--elo0", "0", "--elo1", "5"];
    let said = sowlab(&arguments).output().unwrap().stdout;
    assert!(String::from_utf8_lossy(&said).contains("fewer than 5 pairs"));
    let few = tournament("33stones", &ENGINES[..2], "--games 4");
    let played = json(&few);
    assert_eq!(played["standings"][0]["los"], Value::Null);
    assert_eq!(played["crosstable"][0][1]["elo_error"], Value::Null);
    let said = sowlab(&few).output().unwrap().stdout;
    assert!(String::from_utf8_lossy(&said).contains("fewer than 5 pairs"));
}

/// The strength of a test far from even, where the hypothesis cannot be met near even frequencies.
#[test]
fn sprt_is_finite_for_every_hypothesis() {
    for (elo0, elo1) in [("0", "250"), ("-1000", "1000"), ("999", "1000")] {
        let even = "100,100,100,100,100";
        let tested = json(&["sprt", "--pairs", even, "--elo0", elo0, "--elo1", elo1]);
        assert!(tested["llr"].is_number(), "{elo0} {elo1}: {tested}");
    }
}

#[test]
fn sprt_refuses_what_is_no_test() {
    let given = |pairs, elo0, elo1| vec!["sprt", "--pairs", pairs, "--elo0", elo0, "--elo1", elo1];
    refused(&given("1,2,3", "0", "5"), &["'1,2,3'", "five counts"]);
    refused(&given("1,2,3,4,-5", "0", "5"), &["five counts"]);
    refused(
        &given("1,2,3,4,5", "5", "0"),
        &["elo0 must be less than elo1"],
    );
    refused(
        &given("1,2,3,4,5", "0", "nan"),
        &["elo0 must be less than elo1"],
    );
    let mut wrong = given("1,2,3,4,5", "0", "5");
    wrong.extend(["--alpha", "0"]);
    refused(&wrong, &["alpha and beta"]);
}
