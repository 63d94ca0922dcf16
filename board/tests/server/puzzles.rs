//! The puzzles of the page: of a sample, exactly one choice wins.

use serde_json::Value;

use super::child::Server;
use super::client::{Events, encoded, get};

/// Every 25th puzzle is checked.
const EVERY: usize = 25;

/// Returns the side that chooses: in the stones family a hole in the phase means that the other side answers.
fn chooser(position: &str) -> &str {
    let words: Vec<&str> = position.split(' ').collect();
    let answers = words
        .get(4)
        .is_some_and(|phase| phase.parse::<u8>().is_ok());
    match (words[1], answers) {
        ("E", true) => "W",
        ("W", true) => "E",
        (side, _) => side,
    }
}

/// Returns the choices that win under every infinite-play convention.
fn winning(values: &Value, side: &str) -> Vec<String> {
    let of_first = |side: &str| side == "E" || side == "L";
    let sign = |side: &str| if of_first(side) { 1 } else { -1 };
    let turn = sign(values["margin_of"].as_str().unwrap());
    let lead = values["lead"].as_i64().unwrap();
    let choices = values["choices"].as_array().unwrap().iter();
    let wins = choices.filter(|choice| {
        let ends = ["lower", "zero", "upper"].map(|convention| {
            let margin = choice["value"][convention].as_i64();
            sign(side) * (lead + turn * margin.expect("an exact value"))
        });
        let wins = ends.iter().all(|margin| *margin > 0);
        assert!(wins || ends.iter().all(|margin| *margin <= 0), "{choice}");
        wins
    });
    wins.map(|choice| choice["choice"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn exactly_one_choice_of_a_puzzle_wins() {
    let server = Server::start(&["--memory", "64M"]);
    let file = get(&server, "/puzzles.json").json();
    let puzzles = file["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), 500);
    for puzzle in puzzles.iter().step_by(EVERY) {
        let [game, position, answer] = [0, 1, 2].map(|i| puzzle[i].as_str().unwrap());
        let query = format!(
            "game={}&position={}&time=60",
            encoded(game),
            encoded(position)
        );
        let mut events = Events::open(&server, &query);
        let mut last = Value::Null;
        while let Some((name, data)) = events.next() {
            if name != "choices" {
                break;
            }
            last = data;
        }
        let found = winning(&last, chooser(position));
        assert_eq!(found, [answer], "{game} {position}");
    }
}
