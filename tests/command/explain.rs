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
        if explanation["ends"] == "over" {
            finished += 1;
            assert_eq!(last["finished"], true, "{game}");
            let cup = |side: &str| last["final"][side].as_i64().unwrap();
            let fields: Vec<&str> = position.split(' ').collect();
            let before = |field: usize| fields[field].parse::<i64>().unwrap();
            let east = (cup("east") - before(2)) - (cup("west") - before(3));
            let sentes = if fields[1] == "E" { east } else { -east };
            assert_eq!(Some(sentes), value["zero"].as_i64(), "{solved}");
        }
    }
    assert!(finished >= 4, "{finished}");
}

#[test]
fn only_the_stones_family_is_explained() {
    refused(
        &["solve", "kalah:pits=2,seeds=2", "--explain"],
        &["--explain", "stones family"],
    );
}
