//! Certificates that were worked out elsewhere pass; with one field changed they do not, whatever their checksum.

use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sowlab_check::certificate::{ConfirmedCertificate, check};
use sowlab_check::error::CheckError;
use sowlab_check::sowing::MOST_STEPS;

/// An endless round in a game from the opening, with a pie decision and captures.
fn endless() -> Value {
    json!({
        "format": "sowlab-certificate",
        "version": 1,
        "rules": {"holes": 8, "seeds": 2, "capture": "normal", "both-out": "end", "mixed-out": "end"},
        "start": "2,2,2,2,2,2,2,2 E 0 0 - 1",
        "play": ["E6W2", "stay", "E7W1", "E3W5", "E2W6", "E2W6"],
        "position": "4,1,3,2,1,0,3,2 E 0 0 - 6",
        "claim": {"kind": "endless-round", "round": "E3W1", "first_step": 15, "period": 924},
        "disputed": 3,
    })
}

/// The shortest repetition.
fn repetition() -> Value {
    json!({
        "format": "sowlab-certificate",
        "version": 1,
        "rules": {"holes": 11, "seeds": 5, "capture": "normal", "both-out": "relay", "mixed-out": "end"},
        "start": "0,2,1,1,1,1,2,0,1,0,1 E 45 0 - 3",
        "play": [],
        "position": "0,2,1,1,1,1,2,0,1,0,1 E 45 0 - 3",
        "claim": {"kind": "repetition", "rounds": ["E7W2", "E10W5"]},
        "disputed": 8,
    })
}

/// Fields of an object in the order of the format.
fn in_order(object: &Value, names: &[&str]) -> String {
    let known = names
        .iter()
        .filter_map(|name| Some(format!("{:?}:{}", name, object.get(*name)?)));
    format!("{{{}}}", known.collect::<Vec<_>>().join(","))
}

/// The compact text of a certificate, with this checksum.
fn text(certificate: &Value, sum: &str) -> String {
    let rules = in_order(
        &certificate["rules"],
        &["holes", "seeds", "capture", "both-out", "mixed-out"],
    );
    let claim = in_order(
        &certificate["claim"],
        &["kind", "round", "first_step", "period", "rounds"],
    );
    let field = |name: &str| {
        let value = match name {
            "rules" => rules.clone(),
            "claim" => claim.clone(),
            _ => certificate.get(name)?.to_string(),
        };
        Some(format!("{name:?}:{value},"))
    };
    let fields = [
        "format", "version", "game", "rules", "start", "play", "position", "claim", "disputed",
    ];
    format!(
        "{{{}\"sha256\":{sum:?}}}",
        fields
            .iter()
            .filter_map(|name| field(name))
            .collect::<String>()
    )
}

fn signed(certificate: &Value) -> String {
    text(
        certificate,
        &format!("{:x}", Sha256::digest(text(certificate, ""))),
    )
}

fn checked_text(text: &str, steps: u64) -> Result<ConfirmedCertificate, CheckError> {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a.certificate.json");
    std::fs::write(&file, text).unwrap();
    check(&file, steps)
}

fn checked(certificate: &Value) -> Result<ConfirmedCertificate, CheckError> {
    checked_text(&signed(certificate), MOST_STEPS)
}

/// Returns the error of a certificate that is bad input.
fn bad_input(text: &str, steps: u64) -> String {
    match checked_text(text, steps).unwrap_err() {
        CheckError::Input(reason) => reason.to_string(),
        other => panic!("{other:?}"),
    }
}

/// Returns the error of a certificate that is false.
fn refused(certificate: &Value) -> String {
    match checked(certificate) {
        Err(CheckError::Refused(reason)) => reason.to_string(),
        other => panic!("{other:?}: {certificate}"),
    }
}

#[test]
fn true_ones_hold_and_say_what_was_checked() {
    let shown = checked(&endless()).unwrap();
    assert_eq!(
        shown.game,
        "stones:holes=8,capture=normal,both-out=end,mixed-out=end"
    );
    assert_eq!(
        (shown.seeds, shown.start.as_str()),
        (Some(2), "2,2,2,2,2,2,2,2 E 0 0 - 1")
    );
    assert_eq!(shown.shows.to_string(), "E3W1 never ends: period 924 steps");
    assert_eq!(
        shown.to_string(),
        "E3W1 never ends: period 924 steps (stones:holes=8,capture=normal,both-out=end,mixed-out=end, 2 stones per \
         hole, from 2,2,2,2,2,2,2,2 E 0 0 - 1, after E6W2 stay E7W1 E3W5 E2W6 E2W6)"
    );
    // Play and claim both meet disputed cases.
    let relay: Value = serde_json::from_str(include_str!("relay.json")).unwrap();
    let shown = checked(&relay).unwrap();
    assert_eq!(shown.shows.to_string(), "E2W7 never ends: period 14 steps");
    let shown = checked(&repetition()).unwrap();
    assert_eq!(
        shown.shows.to_string(),
        "2 rounds lead back to the same board"
    );
    assert!(
        shown
            .to_string()
            .ends_with("5 stones per hole, from 0,2,1,1,1,1,2,0,1,0,1 E 45 0 - 3)")
    );
    let mut named = endless();
    (named["version"], named["game"]) = (json!(2), json!("stones"));
    assert!(checked(&named).is_ok());
}

/// The words of each option are compared as they are: none brings another option along.
#[test]
fn no_option_is_smuggled_in() {
    let published = include_str!("false.json");
    let reason = bad_input(published, MOST_STEPS);
    assert!(
        reason.contains("unknown variant `end,both-out=end`, expected `end` or `forfeit`"),
        "{reason}"
    );
    for (name, words) in [
        ("capture", ["normal", "reversed"]),
        ("both-out", ["end", "relay"]),
        ("mixed-out", ["end", "forfeit"]),
    ] {
        for word in words {
            for end in [
                ",both-out=end",
                ",mixed-out=end",
                ",capture=normal",
                ",rest=exchanged",
                ",holes=8",
                ",",
                " ",
                "=",
                ":",
            ] {
                let mut smuggled = endless();
                smuggled["rules"][name] = json!(format!("{word}{end}"));
                let reason = bad_input(&signed(&smuggled), MOST_STEPS);
                assert!(reason.contains("unknown variant"), "{reason}");
            }
        }
        for word in [
            json!("End"),
            json!(""),
            json!(1),
            json!(null),
            json!(["end"]),
        ] {
            let mut other = endless();
            other["rules"][name] = word;
            bad_input(&signed(&other), MOST_STEPS);
        }
    }
    // A field twice, one too many, one too few.
    let whole = signed(&endless());
    for (from, to) in [
        (
            r#""both-out":"end""#,
            r#""both-out":"relay","both-out":"end""#,
        ),
        (r#""seeds":2"#, r#""seeds":2,"seeds":2"#),
        (r#""disputed":3"#, r#""disputed":4,"disputed":3"#),
        (r#""period":924"#, r#""period":925,"period":924"#),
        (
            r#""kind":"endless-round""#,
            r#""kind":"repetition","kind":"endless-round""#,
        ),
        (r#""seeds":2"#, r#""seeds":2,"rest":"exchanged""#),
        (r#""version":1"#, r#""version":1,"more":0"#),
        (r#""period":924"#, r#""period":924,"rounds":[]"#),
        (r#""seeds":2,"#, ""),
        (r#""disputed":3,"#, ""),
    ] {
        assert!(whole.contains(from));
        bad_input(&whole.replace(from, to), MOST_STEPS);
    }
}

#[test]
fn sizes_beyond_those_of_a_game_are_bad_input() {
    for (holes, seeds) in [
        (1, 2),
        (0, 2),
        (17, 2),
        (8, 0),
        (16, 16),
        (2, 128),
        (u64::MAX, 2),
        (1 << 32, 2),
    ] {
        let mut other = endless();
        (other["rules"]["holes"], other["rules"]["seeds"]) = (json!(holes), json!(seeds));
        bad_input(&signed(&other), MOST_STEPS);
    }
    for (name, value) in [
        ("format", json!("sowlab")),
        ("version", json!(2)),
        ("version", json!(0)),
        ("game", json!("stones")),
        ("game", json!("owela")),
    ] {
        let mut other = endless();
        other[name] = value;
        let reason = bad_input(&signed(&other), MOST_STEPS);
        assert!(
            reason.contains("not a certificate of stones, omweso, agsinnoninka or bao"),
            "{reason}"
        );
    }
    let mut owela = endless();
    (owela["version"], owela["game"]) = (json!(2), json!("owela"));
    bad_input(&signed(&owela), MOST_STEPS);
}

#[test]
fn any_other_claim_is_refused() {
    let position = ("position", "the play does not lead to");
    for (name, value, reason) in [
        (
            "start",
            json!("2,2,2,2,2,2,2,2 W 0 0 - 1"),
            "cannot be played",
        ),
        (
            "start",
            json!("2,2,2,2,2,2,2,1 E 0 0 - 1"),
            "is not a position",
        ),
        (
            "start",
            json!("2,2,2,2,2,2,2,1 E 1 0 - 1"),
            "'stay' cannot be played",
        ),
        (
            "start",
            json!("2,2,2,2,2,2,2,2 E 0 0 - 2"),
            "'stay' cannot be played",
        ),
        (
            "start",
            json!("2,2,2,2,2,2,2,2 E 0 0 - 0"),
            "is not a position",
        ),
        (
            "start",
            json!("2,2,2,2,2,2,2,2 E 0 0 pie 1"),
            "cannot be played",
        ),
        (
            "start",
            json!("2,2,2,2,2,2,2,2 E 0 0 pie 3"),
            "is not a position",
        ),
        (
            "start",
            json!("2,2,2,2,2,2,2,2 E 0 0 x 1"),
            "is not a position",
        ),
        (
            "start",
            json!("2,2,2,2,2,2,2,2 X 0 0 - 1"),
            "is not a position",
        ),
        (
            "start",
            json!("2,2,2,2,2,2,2,02 E 0 0 - 1"),
            "is not a position",
        ),
        (
            "start",
            json!("2,2,2,2,2,2,2,2,0 E 0 0 - 1"),
            "is not a position",
        ),
        (
            "start",
            json!("2,2,2,2,2,2,4 E 0 0 - 1"),
            "is not a position",
        ),
        (
            "start",
            json!("2,2,2,2,2,2,2,2 E 0 0 -"),
            "is not a position",
        ),
        (
            "start",
            json!("2,2,2,2,2,2,2,2  E 0 0 - 1"),
            "is not a position",
        ),
        (
            "start",
            json!("256,2,2,2,2,2,2,2 E 0 0 - 1"),
            "is not a position",
        ),
        ("position", json!("4,1,3,2,1,0,2,3 E 0 0 - 6"), position.1),
        ("position", json!("4,1,3,2,1,0,3,2 W 0 0 - 6"), position.1),
        ("position", json!("4,1,3,2,1,0,3,2 E 0 0 - 7"), position.1),
        (
            "play",
            json!(["E6W2", "turn", "E7W1", "E3W5", "E2W6", "E2W6"]),
            "'E7W1' cannot be played",
        ),
        (
            "play",
            json!(["E6W2", "E7W1", "E3W5", "E2W6", "E2W6"]),
            "'E7W1' cannot be played",
        ),
        (
            "play",
            json!(["E6W2", "stay", "E7W1", "E3W5", "E2W6"]),
            position.1,
        ),
        (
            "play",
            json!(["E6W2", "stay", "stay"]),
            "'stay' cannot be played",
        ),
        (
            "play",
            json!(["E6W2", "stay", "E7W1", "E3W5", "E2W6", "E2W6", "E3W1"]),
            "never ends",
        ),
        ("play", json!(["E6W6"]), "cannot be played"),
        ("play", json!(["E9W2"]), "cannot be played"),
        ("play", json!(["E0W2"]), "cannot be played"),
        ("play", json!(["E17W2"]), "cannot be played"),
        ("play", json!(["E06W2"]), "cannot be played"),
        ("play", json!(["E6W2 "]), "cannot be played"),
        ("play", json!(["W2E6"]), "cannot be played"),
        ("play", json!(["E6W2", "stay", "E2W7"]), "cannot be played"),
        ("disputed", json!(2), "it meets 3 disputed cases, not 2"),
        ("disputed", json!(4), "it meets 3 disputed cases, not 4"),
    ] {
        let mut other = endless();
        other[name] = value;
        let found = refused(&other);
        assert!(found.contains(reason), "{other}: {found}");
    }
    for (round, first, period, reason) in [
        ("E3W1", 15, 923, "does not recur"),
        ("E3W1", 15, 925, "its period is 924"),
        ("E3W1", 15, 1848, "its period is 924"),
        ("E3W1", 15, 0, "does not recur"),
        ("E3W1", 14, 924, "does not recur"),
        ("E3W1", 16, 924, "not the first"),
        ("E3W1", 0, 924, "does not recur"),
        ("E1W3", 15, 924, "it ends"),
        ("W1E3", 15, 924, "cannot be played"),
        ("E3W6", 15, 924, "cannot be played"),
    ] {
        let mut other = endless();
        other["claim"] =
            json!({"kind": "endless-round", "round": round, "first_step": first, "period": period});
        let found = refused(&other);
        assert!(found.contains(reason), "{round} {first} {period}: {found}");
    }
    let captures = "the board is not back just after the last round";
    for (rounds, reason) in [
        (json!([]), "a repetition needs a round"),
        (json!(["E7W2"]), captures),
        (json!(["E7W2", "E10W5", "E7W2", "E10W5"]), captures),
        (json!(["E10W5", "E7W2"]), "cannot be played"),
        (json!(["E2W7"]), captures),
    ] {
        let mut other = repetition();
        other["claim"]["rounds"] = rounds;
        let found = refused(&other);
        assert!(found.contains(reason), "{other}: {found}");
    }
    // With the pie decision open nothing is played.
    let mut open = endless();
    (open["play"], open["position"]) = (json!([]), json!("2,2,2,2,2,2,2,2 E 0 0 pie 1"));
    open["start"] = open["position"].clone();
    assert!(refused(&open).contains("cannot be played"));
    open["claim"] = json!({"kind": "repetition", "rounds": ["E6W2"]});
    assert!(refused(&open).contains("no open pie decision"));
}

/// Every character of a certificate, changed without a new checksum, and the checksum itself.
#[test]
fn what_was_changed_is_refused() {
    let whole = signed(&endless());
    for at in 0..whole.len() {
        let mut bytes = whole.clone().into_bytes();
        bytes[at] = if bytes[at] == b'3' { b'4' } else { b'3' };
        assert!(
            checked_text(&String::from_utf8(bytes).unwrap(), MOST_STEPS).is_err(),
            "byte {at}"
        );
        assert!(
            checked_text(&whole[..at], MOST_STEPS).is_err(),
            "{at} bytes"
        );
    }
}

/// The pie decision turns board, cups and sente.
#[test]
fn a_board_is_turned_by_the_pie_rule() {
    // By docs/rules.md: after the turn West has sente on the reversed board.
    let claim = json!({"kind": "endless-round", "round": "W3E1", "first_step": 0, "period": 1});
    let turned = |position: &str| {
        let mut other = endless();
        (other["start"], other["play"]) = (json!("1,2,2,2,2,3,2,2 E 0 0 pie 2"), json!(["turn"]));
        (other["position"], other["claim"]) = (json!(position), claim.clone());
        refused(&other)
    };
    assert!(!turned("2,2,3,2,2,2,2,1 W 0 0 - 2").contains("does not lead"));
    for wrong in [
        "1,2,2,2,2,3,2,2 W 0 0 - 2",
        "2,2,3,2,2,2,2,1 E 0 0 - 2",
        "2,2,3,2,2,2,2,1 W 0 0 - 3",
    ] {
        assert!(turned(wrong).contains("does not lead"), "{wrong}");
    }
}

/// Rounds that were worked out by hand (`rounds.rs`): what is captured goes to a cup, and sente passes.
#[test]
fn a_capture_fills_a_cup_and_passes_sente() {
    let fives = ["5"; 11].join(",");
    let east = "0,1,7,7,7,0,1,8,1,9,7";
    let west = "1,8,1,3,8,3,9,9,9,2,0";
    for (sente, round, after) in [
        ("E 0 0 - 1", "E1W2", format!("{east} W 7 0 pie 2")),
        ("W 0 0 - 1", "W2E1", format!("{east} E 7 0 pie 2")),
        ("E 0 0 - 1", "E4W1", format!("{west} W 0 2 pie 2")),
        ("W 0 0 - 1", "W1E4", format!("{west} E 0 2 pie 2")),
        ("E 0 0 - 2", "E1W2", format!("{east} W 7 0 - 3")),
    ] {
        let mut played = repetition();
        (played["start"], played["play"]) = (json!(format!("{fives} {sente}")), json!([round]));
        played["claim"] =
            json!({"kind": "endless-round", "round": "E1W1", "first_step": 0, "period": 1});
        played["position"] = json!(after);
        assert!(
            refused(&played).contains("'E1W1' cannot be played"),
            "{round}"
        );
        for wrong in [
            ("W", "E"),
            ("E", "W"),
            ("7 0", "0 7"),
            ("0 2", "2 0"),
            ("7 0", "0 0"),
            ("0 2", "0 0"),
            ("pie", "-"),
        ] {
            let other = after.replace(wrong.0, wrong.1);
            if other != after {
                played["position"] = json!(other);
                assert!(
                    refused(&played).contains("does not lead"),
                    "{round} {other}"
                );
            }
        }
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_it() {
    assert!(checked_text(&format!("\u{feff}{}", signed(&endless())), MOST_STEPS).is_ok());
    assert!(
        checked_text(
            &format!("\u{feff}\u{feff}{}", signed(&endless())),
            MOST_STEPS
        )
        .is_err()
    );
}

/// A check takes as many steps as its claim says. The limit applies to the play and the claim together.
#[test]
fn steps_have_a_limit() {
    let whole = signed(&endless());
    let enough = (15 + 924..2000)
        .find(|steps| checked_text(&whole, *steps).is_ok())
        .unwrap();
    assert!((15 + 924 + 5..15 + 924 + 200).contains(&enough), "{enough}");
    for steps in [1, 15 + 923, enough - 1] {
        assert!(
            bad_input(&whole, steps).contains(&format!("more than {steps} steps: raise --steps"))
        );
    }
    let long = |play: Value, first: u64, period: u64| {
        json!({
            "format": "sowlab-certificate",
            "version": 1,
            "rules": {"holes": 13, "seeds": 7, "capture": "normal", "both-out": "relay", "mixed-out": "end"},
            "start": "4,11,8,9,6,7,8,5,8,5,4,6,10 E 0 0 - 3",
            "play": play,
            "position": "4,11,8,9,6,7,8,5,8,5,4,6,10 E 0 0 - 3",
            "claim": {"kind": "endless-round", "round": "E12W13", "first_step": first, "period": period},
            "disputed": 0,
        })
    };
    // A round that would be followed for hours.
    assert!(refused(&long(json!([]), 0, 1)).contains("does not recur"));
    assert!(refused(&long(json!([]), 1000, 1000)).contains("does not recur"));
    for (first, period) in [(0, MOST_STEPS + 1), (u64::MAX, u64::MAX), (MOST_STEPS, 1)] {
        assert!(
            bad_input(&signed(&long(json!([]), first, period)), MOST_STEPS)
                .contains("raise --steps")
        );
    }
    assert!(
        bad_input(&signed(&long(json!(["E12W13"]), 0, 1)), 1_000_000).contains("raise --steps")
    );
}

/// A round of number 2³² − 1 is the last that can be counted.
#[test]
fn the_number_of_a_round_does_not_overflow() {
    let mut late = repetition();
    for name in ["start", "position"] {
        late[name] = json!("0,2,1,1,1,1,2,0,1,0,1 E 45 0 - 4294967295");
    }
    assert!(refused(&late).contains("32 bits"));
    for name in ["start", "position"] {
        late[name] = json!("0,2,1,1,1,1,2,0,1,0,1 E 45 0 - 4294967293");
    }
    assert!(checked(&late).is_ok());
}

#[test]
fn only_regular_files_of_some_size_are_read() {
    let directory = tempfile::tempdir().unwrap();
    let reason = |path: &Path| check(path, MOST_STEPS).unwrap_err().to_string();
    assert!(reason(directory.path()).contains("not a regular file"));
    assert!(reason(Path::new("/dev/null")).contains("not a regular file"));
    let file = directory.path().join("a.json");
    let whole = signed(&endless());
    std::fs::write(
        &file,
        format!("{whole}{}", " ".repeat((16 << 20) - whole.len())),
    )
    .unwrap();
    assert!(check(&file, MOST_STEPS).is_ok());
    std::fs::write(
        &file,
        format!("{whole}{}", " ".repeat((16 << 20) + 1 - whole.len())),
    )
    .unwrap();
    assert!(reason(&file).contains("longer than the limit of 16 MiB"));
    std::fs::write(&file, b"\xff").unwrap();
    assert!(check(&file, MOST_STEPS).is_err());
}
