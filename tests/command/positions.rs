//! `sowlab positions`.

use std::collections::HashSet;

use crate::outside::{json, refused, sowlab};

const GAMES: [&str; 6] = [
    "stones:holes=6,seeds=2",
    "kalah:pits=3,seeds=2",
    "awari:pits=3,seeds=2",
    "owela:pits=2",
    "random:pits=2,most=3,seed=3",
    "colony:board=toy",
];

#[test]
fn each_position_has_the_values_that_show_has() {
    for game in GAMES {
        let drawn = json(&format!(
            "positions {game} --number 6 --nodes 20000 --quiet"
        ));
        let positions = drawn["positions"].as_array().unwrap();
        assert!(!positions.is_empty(), "{game}");
        let mut seen = HashSet::new();
        for found in positions {
            let position = found["position"].as_str().unwrap();
            assert!(seen.insert(position), "{game}: {position} twice");
            let choices = found["choices"].as_array().unwrap();
            assert!(choices.len() >= 2, "{game}: {position}");
            let shown = json(&[
                "show",
                game,
                "--position",
                position,
                "--choices",
                "--nodes",
                "20000",
                "--quiet",
            ]);
            assert_eq!(found["value"], shown["value"], "{game}: {position}");
            assert_eq!(found["margin_of"], shown["margin_of"]);
            for (choice, expected) in choices.iter().zip(shown["choices"].as_array().unwrap()) {
                assert_eq!(choice["choice"], expected["choice"]);
                assert_eq!(choice["value"], expected["value"], "{game}: {position}");
                for convention in ["lower", "zero", "upper"] {
                    assert!(choice["value"][convention].is_i64(), "{game}: {position}");
                }
            }
            let names: Vec<_> = choices.iter().map(|choice| &choice["choice"]).collect();
            let best = found["best"].as_array().unwrap();
            assert!(!best.is_empty() && best.iter().all(|choice| names.contains(&choice)));
        }
    }
}

#[test]
fn a_seed_gives_the_same_positions_and_another_seed_others() {
    let drawn = |seed: u32| {
        let arguments = format!("positions kalah:pits=3,seeds=2 --number 5 --seed {seed} --quiet");
        sowlab(&*arguments).output().unwrap().stdout
    };
    assert_eq!(drawn(1), drawn(1));
    assert_ne!(drawn(1), drawn(2));
}

#[test]
fn too_few_games_give_fewer_positions_and_say_so() {
    let drawn = json("positions kalah --number 5 --games 3 --nodes 10 --quiet");
    assert_eq!(drawn["games"], 3);
    let found = drawn["positions"].as_array().unwrap().len() as u64;
    assert!(found + drawn["inexact"].as_u64().unwrap() <= 3);
    let printed = sowlab("positions kalah --number 5 --games 3 --nodes 10 --quiet").output();
    let said = String::from_utf8(printed.unwrap().stdout).unwrap();
    assert!(said.contains("positions of 3 random games"), "{said}");
    assert!(
        said.lines().all(|line| line.chars().count() <= 80),
        "{said}"
    );
}

#[test]
fn bad_requests_are_refused() {
    refused("positions 56stones", &["56stones"]);
    refused("positions kalah --number 0", &["--number"]);
    refused("positions kalah --games 0", &["--games"]);
    refused("positions kalah --tables nowhere", &["nowhere"]);
}
