//! `solve --explain`: the line can be replayed round by round and ends as the value says.

use crate::outside::{json, refused};

#[test]
fn a_line_is_played_to_the_end_that_was_proven() {
    let mut finished = 0;
    let game = "stones:holes=7,seeds=3";
    for position in [
        "3,3,3,3,3,3,3 E 0 0 - 1",
        "2,0,3,1,2,1,2 E 4 6 - 5",
        "0,4,1,0,3,1,1 W 5 6 - 6",
        "2,2,0,2,2,0,3 W 10 0 - 3",
        "1,3,1,1,0,2,4 E 2 7 - 9",
        "5,0,0,2,1,0,2 W 6 5 - 7",
        "1,1,2,1,1,2,1 E 6 6 - 4",
        "0,0,4,4,1,1,3 E 3 5 - 4",
        "2,2,2,2,2,2,1 W 4 4 - 4",
    ] {
        let solved = json(&[
            "solve",
            game,
            "--position",
            position,
            "--explain",
            "--threads",
            "1",
            "--quiet",
        ]);
        let value = &solved["value"];
        if value["lower"] != value["upper"] || value["lower"].is_null() {
            assert!(solved["explanation"].is_null(), "{solved}");
            continue;
        }
        let explanation = &solved["explanation"];
        let rounds = explanation["rounds"].as_array().unwrap();
        assert_eq!(rounds[0]["position"], solved["position"]);
        assert_eq!(rounds[0]["value"], value["zero"]);
        let mut last = None;
        for (index, round) in rounds.iter().enumerate() {
            let number = |name: &str| round[name].as_u64().unwrap().to_string();
            let (east, west) = (number("east"), number("west"));
            let at = round["position"].as_str().unwrap();
            let sown = json(&[
                "sow",
                game,
                "--position",
                at,
                "--east",
                &east,
                "--west",
                &west,
            ]);
            if let Some(next) = rounds.get(index + 1) {
                let after = sown["position"].as_str().unwrap();
                // The pie decision is open after the first round; the line does not turn the board.
                let after = after.replace(" pie ", " - ");
                assert_eq!(next["position"].as_str().unwrap(), after);
            }
            last = Some(sown);
        }
        let last = last.unwrap();
        // A line of a settled value that comes back to a board proves nothing.
        assert_eq!(explanation["ends"], "over", "{solved}");
        finished += 1;
        assert_eq!(last["finished"], true, "{game}");
        let cup = |side: &str| last["final"][side].as_i64().unwrap();
        let fields: Vec<&str> = position.split(' ').collect();
        let before = |field: usize| fields[field].parse::<i64>().unwrap();
        let east = (cup("east") - before(2)) - (cup("west") - before(3));
        let sentes = if fields[1] == "E" { east } else { -east };
        assert_eq!(Some(sentes), value["zero"].as_i64(), "{solved}");
    }
    assert_eq!(finished, 8);
}

/// Where infinite play matters: what each line leads to is what the value says by its reading.
#[test]
fn there_is_a_line_for_each_reading() {
    let four = "stones:holes=4,seeds=2";
    let six = "stones:holes=6,seeds=2,capture=reversed,both-out=end";
    let (mut over, mut endless) = (0, 0);
    for (game, position) in [
        (four, "2,2,2,2 E 0 0 - 1"),
        (four, "3,0,3,1 W 1 0 - 3"),
        (four, "1,2,2,2 E 0 1 - 3"),
        (four, "0,3,2,2 W 1 0 - 3"),
        (four, "2,0,3,2 E 1 0 - 3"),
        (four, "3,1,2,2 E 0 0 - 3"),
        (four, "2,1,2,3 W 0 0 - 3"),
        (six, "2,2,2,2,2,2 E 0 0 - 1"),
        (six, "1,2,3,2,2,1 W 1 0 - 3"),
        (six, "0,2,2,3,3,1 E 0 1 - 3"),
        (six, "2,1,0,3,3,1 W 2 0 - 4"),
        (six, "3,1,2,1,2,3 E 0 0 - 3"),
    ] {
        let solved = json(&[
            "solve",
            game,
            "--position",
            position,
            "--explain",
            "--quiet",
        ]);
        let value = &solved["value"];
        let holes = position.split(' ').next().unwrap().split(',').count();
        if value["lower"] == value["upper"] {
            assert!(solved.get("explanations").is_none());
            continue;
        }
        assert!(solved["explanation"].is_null());
        for (reading, of_the_rest) in [("lower", -1), ("zero", 0), ("upper", 1)] {
            let line = &solved["explanations"][reading];
            let rounds = line["rounds"].as_array().unwrap();
            assert_eq!(rounds[0]["value"], value[reading], "{solved}");
            let margin = |east: i64, west: i64| {
                let of_east = east - west;
                if position.contains(" E ") {
                    of_east
                } else {
                    -of_east
                }
            };
            let cups = |at: &str| -> [i64; 2] {
                let fields: Vec<&str> = at.split(' ').collect();
                [2, 3].map(|field| fields[field].parse().unwrap())
            };
            let before = cups(position);
            let mut after = None;
            for round in rounds {
                let at = round["position"].as_str().unwrap();
                if let Some(reached) = after.take() {
                    assert_eq!(at, reached, "{solved}");
                }
                let of = |side: &str| round[side].to_string();
                let sown = ["--east", &of("east"), "--west", &of("west")];
                let sown = json(&[&["sow", game, "--position", at][..], &sown].concat());
                if let Some(reached) = sown["position"].as_str() {
                    after = Some(reached.replace(" pie ", " - "));
                }
                if sown["finished"] == true {
                    let won = |side: &str| sown["final"][side].as_i64().unwrap();
                    let won = [won("east") - before[0], won("west") - before[1]];
                    assert_eq!(line["ends"], "over");
                    assert_eq!(
                        value[reading],
                        margin(won[0], won[1]),
                        "{reading}: {solved}"
                    );
                    over += 1;
                }
            }
            if line["ends"] != "over" {
                let last = rounds.last().unwrap()["position"].as_str().unwrap();
                let now = cups(last);
                let stones: i64 = last
                    .split([',', ' '])
                    .take(holes)
                    .map(|n| n.parse::<i64>().unwrap())
                    .sum();
                let won = margin(now[0] - before[0], now[1] - before[1]);
                assert_eq!(
                    value[reading],
                    won + of_the_rest * stones,
                    "{reading}: {solved}"
                );
                endless += 1;
            }
        }
    }
    assert!(over > 0 && endless > 0, "{over} {endless}");
}

#[test]
fn only_the_stones_family_is_explained() {
    refused(
        "solve kalah:pits=2,seeds=2 --explain",
        &["--explain", "stones family"],
    );
}
