//! Omweso, agsinnoninka and bao: play that was worked out by hand or is published, and certificates with one thing changed.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sowlab_check::certificate::{ConfirmedCertificate, check_text};
use sowlab_check::error::CheckError;
use sowlab_check::reason::Reason;
use sowlab_check::sowing::MOST_STEPS;

/// The options of all these games, in an order that fits each.
const OPTIONS: [&str; 9] = [
    "pits",
    "seeds",
    "reverse",
    "first-capture",
    "endless",
    "mode",
    "capture",
    "tie",
    "big",
];

/// Fields of an object in the order of the format.
fn in_order(object: &Value, names: &[&str]) -> String {
    let known = names
        .iter()
        .filter_map(|name| Some(format!("{name:?}:{}", object.get(*name)?)));
    format!("{{{}}}", known.collect::<Vec<_>>().join(","))
}

/// The text of a certificate with the checksum that fits.
fn signed(certificate: &Value) -> String {
    let claim = [
        "kind",
        "round",
        "first_step",
        "rounds",
        "move",
        "first_lap",
        "period",
    ];
    let text = |sum: &str| {
        let field = |name: &&str| {
            let value = match *name {
                "rules" => in_order(&certificate["rules"], &OPTIONS),
                "claim" => in_order(&certificate["claim"], &claim),
                _ => certificate[*name].to_string(),
            };
            format!("{name:?}:{value},")
        };
        let fields = [
            "format", "version", "game", "rules", "start", "play", "position", "claim", "disputed",
        ];
        let fields: String = fields.iter().map(field).collect();
        format!("{{{fields}\"sha256\":{sum:?}}}")
    };
    text(&format!("{:x}", Sha256::digest(text(""))))
}

fn checked(certificate: &Value) -> Result<ConfirmedCertificate, CheckError> {
    check_text(&signed(certificate), MOST_STEPS)
}

/// The game into a move that never ends which is shortest with six pits a row.
fn omweso() -> Value {
    json!({
        "format": "sowlab-certificate",
        "version": 2,
        "game": "omweso",
        "rules": {"pits": 6, "seeds": 4, "reverse": "any-lap", "first-capture": "yes", "endless": "annul"},
        "start": "4,4,4,4,4,4/0,0,0,0,0,0/4,4,4,4,4,4/0,0,0,0,0,0 L",
        "play": ["L2", "U3", "L4", "U2"],
        "position": "0,1,6,1,7,0/3,0,1,3,1,1/4,0,1,6,6,0/2,1,1,1,1,1 L",
        "claim": {"kind": "endless-move", "move": "L3", "first_lap": 10, "period": 1012},
        "disputed": 0,
    })
}

/// A round from the documentation.
fn round() -> Value {
    json!({
        "format": "sowlab-certificate",
        "version": 2,
        "game": "agsinnoninka",
        "rules": {"pits": 5, "seeds": 5, "mode": "simultaneous", "capture": "at-stop", "tie": "lower"},
        "start": "5,5,5,5,5/5,5,5,5,5 L",
        "play": ["L5", "U5"],
        "position": "7,0,13,5,0/7,0,13,5,0 L",
        "claim": {"kind": "endless-round", "round": "L2U2", "first_step": FIRST, "period": 2470},
        "disputed": 0,
    })
}

/// The steps before the first state of that round that recurs.
const FIRST: u64 = 0;

/// The game into a move that never ends, where the players sow in turn.
fn alternate() -> Value {
    let mut alternate = round();
    alternate["rules"]["mode"] = json!("alternate");
    alternate["play"] = json!(["L4", "U4"]);
    alternate["position"] = json!("2,4,10,3,0/10,0,1,9,1 L 0 10");
    alternate["claim"] =
        json!({"kind": "endless-move", "move": "L3", "first_lap": 0, "period": 152585});
    alternate
}

/// The shortest game into a move that never ends with three pits a row.
fn bao() -> Value {
    json!({
        "format": "sowlab-certificate",
        "version": 2,
        "game": "bao",
        "rules": {"pits": 3, "seeds": 2, "big": "on"},
        "start": "2,2,2/2,2,2/2,2,2/2,2,2 L",
        "play": ["L1-", "U6-", "L4+", "U5+", "L2-"],
        "position": "1,0,2/1,5,5/1,6,0/2,1,0 U",
        "claim": {"kind": "endless-move", "move": "U4-", "first_lap": 0, "period": 42},
        "disputed": 0,
    })
}

#[test]
fn true_ones_hold() {
    let shown = checked(&omweso()).unwrap();
    assert_eq!(shown.shows.to_string(), "L3 never ends: period 1012 laps");
    assert_eq!(
        shown.to_string(),
        "L3 never ends: period 1012 laps (omweso:pits=6,seeds=4,reverse=any-lap,first-capture=yes,endless=annul, from \
         4,4,4,4,4,4/0,0,0,0,0,0/4,4,4,4,4,4/0,0,0,0,0,0 L, after L2 U3 L4 U2)"
    );
    let shown = checked(&round()).unwrap();
    assert_eq!(
        shown.shows.to_string(),
        "L2U2 never ends: period 2470 steps"
    );
    let shown = checked(&alternate()).unwrap();
    assert_eq!(shown.shows.to_string(), "L3 never ends: period 152585 laps");
    assert_eq!(
        shown.game,
        "agsinnoninka:pits=5,seeds=5,mode=alternate,capture=at-stop,tie=lower"
    );
}

#[test]
fn changed_ones_are_refused() {
    for right in [omweso(), round(), alternate(), bao()] {
        let claim = right["claim"].as_object().unwrap();
        let first = claim.keys().find(|name| name.starts_with("first")).unwrap();
        let number = |name: &str| claim[name].as_u64().unwrap();
        for (name, value) in [
            ("period", number("period") + 1),
            ("period", number("period") - 1),
            ("period", 2 * number("period")),
            ("period", 0),
            (first.as_str(), number(first) + 1),
            (first.as_str(), number(first).wrapping_sub(1)),
        ] {
            let mut other = right.clone();
            other["claim"][name] = json!(value);
            checked(&other).unwrap_err();
        }
        let play = right["play"].as_array().unwrap();
        for play in [
            &play[1..],
            &play[..play.len() - 1],
            &[&play[..], &play[..1]].concat(),
        ] {
            let mut other = right.clone();
            other["play"] = json!(play);
            checked(&other).unwrap_err();
        }
        for (name, value) in [
            ("version", json!(1)),
            ("version", json!(3)),
            ("game", json!("stones")),
            ("game", json!("owela")),
            ("format", json!("sowlab")),
            ("disputed", json!(1)),
            ("position", right["start"].clone()),
            ("start", right["position"].clone()),
        ] {
            let mut other = right.clone();
            other[name] = value;
            checked(&other).unwrap_err();
        }
        for name in right["rules"].as_object().unwrap().keys() {
            // More seeds would make a game in which the start is a position, but not the opening.
            for value in [json!(0), json!(15), json!("no"), json!(null)] {
                let mut other = right.clone();
                other["rules"][name] = value;
                if other != right && other["rules"]["first-capture"] != "no" {
                    checked(&other).unwrap_err();
                }
            }
        }
        let repetition = json!({"kind": "repetition", "rounds": play});
        for claim in [repetition, json!({"kind": "none"})] {
            let mut other = right.clone();
            other["claim"] = claim;
            checked(&other).unwrap_err();
        }
        let text = signed(&right);
        for length in 0..text.len() {
            check_text(&text[..length], MOST_STEPS).unwrap_err();
        }
        check_text(&text, 40).unwrap_err();
    }
    // A claim about one side's move is not one about a round, and the other way round.
    let mut other = round();
    other["claim"] =
        json!({"kind": "endless-move", "move": "L2U2", "first_lap": FIRST, "period": 2470});
    assert_eq!(checked(&other).unwrap_err().reason(), &Reason::OtherClaim);
    let mut other = omweso();
    other["claim"] =
        json!({"kind": "endless-round", "round": "L3", "first_step": 10, "period": 1012});
    assert_eq!(checked(&other).unwrap_err().reason(), &Reason::OtherClaim);
}

/// Checks that moves lead to a position: the claim after them is refused, and nothing before it.
fn leads(game: &Value, start: &str, play: &[&str], position: &str) {
    let mut certificate = game.clone();
    certificate["start"] = json!(start);
    certificate["play"] = json!(play);
    certificate["position"] = json!(position);
    let claim = certificate["claim"].as_object_mut().unwrap();
    let name = ["move", "round"]
        .into_iter()
        .find(|name| claim.contains_key(*name));
    claim.insert(name.unwrap().to_owned(), json!("none"));
    let round = "none".to_owned();
    let error = checked(&certificate).unwrap_err();
    assert_eq!(
        error.reason(),
        &Reason::NotPlayable { round },
        "{start} {play:?}"
    );
}

/// Two examples of B. Wernham, and the first moves of the opening.
#[test]
fn omweso_is_played_as_published() {
    let mut game = omweso();
    game["rules"]["pits"] = json!(8);
    leads(
        &game,
        "0,0,0,0,4,0,0,0/1,0,1,0,0,0,0,0/3,0,3,0,0,0,0,0/0,0,0,0,0,3,0,3 L",
        &["L5"],
        "0,0,0,0,0,3,3,3/4,2,0,1,1,1,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0 U",
    );
    let reverse = "3,0,0,0,0,0,0,0/0,0,0,0,0,1,0,0/0,0,0,0,0,1,0,0/0,0,1,0,0,0,0,0 L";
    let choice = "0,0,0,0,0,0,0,0/0,0,0,0,0,1,0,0/0,0,0,0,0,1,0,0/0,0,1,0,0,0,0,0 L 1:3";
    leads(&game, reverse, &["L1"], choice);
    leads(
        &game,
        reverse,
        &["L1", "-"],
        "0,1,1,0,0,0,0,0/0,0,0,0,0,2,1,1/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0 U",
    );
    leads(
        &game,
        choice,
        &["+"],
        "0,1,1,1,0,0,0,0/0,0,0,0,0,1,0,0/0,0,0,0,0,1,0,0/0,0,1,0,0,0,0,0 U",
    );
    let start = "4,4,4,4,4,4,4,4/0,0,0,0,0,0,0,0/4,4,4,4,4,4,4,4/0,0,0,0,0,0,0,0";
    let rest = "4,4,4,4,4,4,4,4/0,0,0,0,0,0,0,0 U";
    let from = format!("{start} L");
    leads(
        &game,
        &from,
        &["L1"],
        &format!("0,5,5,5,0,5,5,5/1,1,0,0,0,0,0,0/{rest}"),
    );
    leads(
        &game,
        &from,
        &["L8"],
        &format!("4,4,4,4,4,4,4,0/1,1,1,1,0,0,0,0/{rest}"),
    );
    // Turns without captures are counted.
    game["rules"]["first-capture"] = json!("no");
    let quiet = |text: &str, turns: u32| format!("{text} quiet:{turns}");
    leads(
        &game,
        &quiet(&from, 2),
        &["L8"],
        &quiet(&format!("4,4,4,4,4,4,4,0/1,1,1,1,0,0,0,0/{rest}"), 1),
    );
}

/// Worked out by hand.
#[test]
fn agsinnoninka_is_played_by_its_rules() {
    let alternate = alternate();
    leads(
        &alternate,
        "2,0,0,1,0/0,3,4,0,0 L",
        &["L5"],
        "0,1,1,0,1/0,3,4,0,0 U",
    );
    leads(
        &alternate,
        "0,1,0,0,0/0,0,6,4,0 L",
        &["L4"],
        "0,0,1,0,0/0,0,0,4,0 U 6 0",
    );
    leads(
        &alternate,
        "5,5,5,5,5/5,5,5,5,5 L",
        &["L5"],
        "3,9,2,9,9/9,0,8,0,1 U",
    );
    let round = round();
    let start = "5,5,5,5,5/5,5,5,5,5 L";
    leads(&round, start, &["L5", "U5"], "7,0,13,5,0/7,0,13,5,0 L");
    leads(&round, start, &["L5", "U4"], "3,9,2,9,0/9,0,8,0,1 L 0 9");
    leads(&round, start, &["L1", "U3"], "2,0,1,1,5/11,11,2,11,0 L 3 3");
    leads(&round, start, &["L1"], "5,5,5,5,5/5,5,5,5,5 U 0 0 L1");
}

/// Four examples of the published rules of solve_bao_v2.
#[test]
fn bao_is_played_as_published() {
    let mut game = bao();
    game["rules"]["pits"] = json!(8);
    let none = "0,0,0,0,0,0,0,0";
    let two = "2,2,2,2,2,2,2,2";
    leads(
        &game,
        &format!("{two}/{two}/{two}/{two} L"),
        &["L16-"],
        &format!("3,3,0,3,3,0,3,3/5,1,4,4,4,0,1,3/{two}/2,0,0,2,2,2,0,0 U"),
    );
    leads(
        &game,
        &format!("2,0,0,0,0,0,0,0/0,0,0,0,0,2,0,0/{none}/0,0,0,0,0,0,0,1 L"),
        &["L14-"],
        &format!("2,0,0,0,0,0,0,0/0,0,0,1,1,0,0,0/{none}/0,0,0,0,0,0,0,1 U"),
    );
    leads(
        &game,
        &format!("{none}/0,1,0,2,0,0,0,0/{none}/0,0,0,0,0,0,3,1 L"),
        &["L12-"],
        &format!("{none}/1,3,0,1,1,0,0,0/{none}/0,0,0,0,0,0,0,1 U"),
    );
    leads(
        &game,
        &format!("{none}/0,0,0,1,0,2,0,0/{none}/0,0,0,0,3,0,0,1 L"),
        &["L14-"],
        &format!("{none}/0,0,0,2,1,1,1,1/{none}/0,0,0,0,0,0,0,1 U"),
    );
    // Capturing comes first, then the inner row.
    for (start, illegal) in [
        (format!("{two}/{two}/{two}/{two} L"), "L16+"),
        (
            format!("2,0,0,0,0,0,0,0/0,0,0,0,0,2,0,0/{none}/0,0,0,0,0,0,0,1 L"),
            "L1+",
        ),
        (
            format!("{none}/2,0,0,0,0,0,0,0/{none}/0,0,0,0,0,0,0,1 L"),
            "L9-",
        ),
    ] {
        game["start"] = json!(start);
        game["play"] = json!([illegal]);
        let round = illegal.to_owned();
        let error = checked(&game).unwrap_err();
        assert_eq!(error.reason(), &Reason::NotPlayable { round }, "{start}");
    }
}
