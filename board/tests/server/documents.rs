//! The answers are the documents of the command.

use serde_json::{Value, json};
use sowlab_analysis::Analyses;
use sowlab_analysis::choices::ChoicesRequest;
use sowlab_engines::shown::ShownDocument;
use sowlab_games::catalog::CatalogGame;

use super::child::Server;
use super::client::{Events, document, encoded};

const POSITION: &str = "0,10,1,3,4,1,11,11,2,0,7 W 5 0";

#[test]
fn games_and_engines_are_listed() {
    let server = Server::start(&[]);
    let games = document(&server, "games");
    let names: Vec<&Value> = games["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| &game["name"])
        .collect();
    assert!(names.contains(&&json!("55stones")) && names.contains(&&json!("owela")));
    let levels = |game: &str| {
        let engines = document(&server, &format!("engines?game={game}"));
        let levels = engines["levels"].as_array().unwrap().clone();
        levels
            .into_iter()
            .map(|level| level["name"].clone())
            .collect::<Vec<_>>()
    };
    // The rest of 55Stones is proven in play, small tables hold a small board, and nothing plays Kalah whole.
    assert!(levels("55stones").contains(&json!("solved")));
    assert!(levels("stones:holes=5,seeds=3").contains(&json!("solved")));
    assert!(!levels("kalah").contains(&json!("solved")));
    let engines = document(&server, "engines?game=55stones");
    assert_eq!(engines["levels"][0]["name"], "novice");
    assert!(
        !engines["engines"]
            .as_array()
            .unwrap()
            .contains(&json!("perfect"))
    );
}

#[test]
fn each_game_tells_its_rules() {
    let server = Server::start(&[]);
    for name in [
        "55stones:capture=reversed",
        "kalah",
        "owela",
        "random",
        "colony",
    ] {
        let told = document(&server, &format!("rules?game={name}"));
        let game: CatalogGame = name.parse().unwrap();
        assert_eq!(
            told,
            json!({
                "game": game.to_string(),
                "rules": game.rules_text(),
                "sentences": game.rules_sentences(),
            })
        );
    }
}

#[test]
fn positions_are_shown_with_the_moves_that_lead_there() {
    let server = Server::start(&[]);
    let shown = document(
        &server,
        &format!("show?game=55stones&position={}", encoded(POSITION)),
    );
    assert_eq!(shown["position"], format!("{POSITION} - 1"));
    assert_eq!(shown["finished"], false);
    let played = document(&server, "show?game=55stones&record=E4W1+stay+W6E8");
    assert_eq!(played["played"], json!(["E4", "W1", "stay", "W6", "E8"]));
    assert_eq!(played["positions"].as_array().unwrap().len(), 5);
    assert_eq!(played["position"], played["positions"][4]);
    // From a position on, and in a game of one side at a time.
    let position = encoded(played["positions"][2].as_str().unwrap());
    let rest = document(
        &server,
        &format!("show?game=55stones&position={position}&record=W6E8"),
    );
    assert_eq!(rest["position"], played["position"]);
    let kalah = document(&server, "show?game=kalah&record=L3");
    assert_eq!(kalah["played"], json!(["L3"]));
    // The last reply of a game, as the page asks for it: who had gote in the round gets the rest.
    let position = encoded("1,1,1,1,0,1,0,0,2,5,0 W 12 20 9 24");
    let last = document(
        &server,
        &format!("show?game=stones:holes=11,seeds=4&position={position}&record=E10"),
    );
    assert_eq!(last["final"], json!({"east": 21, "west": 23}));
}

#[test]
fn rounds_are_sown_step_by_step_and_for_ever() {
    let server = Server::start(&[]);
    let sown = document(&server, "sow?game=55stones&east=10&west=1");
    assert_eq!(sown["captured"], json!({"east": 5, "west": 0}));
    let steps = sown["trace"].as_array().unwrap().len();
    assert_eq!(sown["steps"], steps - 1);
    let part = document(&server, "sow?game=55stones&east=10&west=1&from=2&limit=3");
    assert_eq!(
        part["trace"],
        json!(sown["trace"].as_array().unwrap()[2..5])
    );

    // Whatever the step, an endless round is where it was a period before.
    let played = document(&server, "show?game=55stones&record=E4W1+stay+W6E8");
    let place = format!(
        "game=55stones&position={}&east=2&west=1",
        encoded(played["position"].as_str().unwrap())
    );
    let from = |from: u64| document(&server, &format!("sow?{place}&from={from}&limit=4"));
    let first = from(3);
    assert_eq!(first["outcome"], "endless");
    let period = first["period"].as_u64().unwrap();
    assert_eq!(period, 545_100);
    let later = from(3 + 7 * period);
    for at in 0..4 {
        assert_eq!(later["trace"][at]["step"], 3 + 7 * period + at as u64);
        for field in ["holes", "east", "west", "event"] {
            assert_eq!(first["trace"][at][field], later["trace"][at][field]);
        }
    }
    assert_eq!(later["trace_complete"], false);
    // And the chunks meet.
    let whole = document(&server, &format!("sow?{place}&from=0&limit=10"));
    let chunk = document(&server, &format!("sow?{place}&from=5&limit=5"));
    assert_eq!(
        chunk["trace"],
        json!(whole["trace"].as_array().unwrap()[5..10])
    );
}

#[test]
fn moves_are_sown_seed_by_seed_and_for_ever() {
    let server = Server::start(&[]);
    let sown = document(&server, "sow?game=awari&move=L3");
    assert_eq!(sown["trace"].as_array().unwrap().len(), 5);
    assert_eq!(sown["trace_complete"], true);
    let part = document(&server, "sow?game=awari&move=L3&from=2&limit=2");
    assert_eq!(
        part["trace"],
        json!(sown["trace"].as_array().unwrap()[2..4])
    );
    let place = format!(
        "sow?game=owela:pits=2&move=L3&position={}",
        encoded("2,1/2,3/0,1/1,2 L")
    );
    let first = document(&server, &format!("{place}&from=1000&limit=3"));
    let period = first["period"].as_u64().unwrap();
    let from = 1000 + 7 * period;
    let later = document(&server, &format!("{place}&from={from}&limit=3"));
    for at in 0..3 {
        assert_eq!(later["trace"][at]["step"], from + at as u64);
        for field in ["pits", "stores", "at", "hand", "event", "taken"] {
            assert_eq!(first["trace"][at][field], later["trace"][at][field]);
        }
    }
}

#[test]
fn engines_play_in_every_phase() {
    let server = Server::start(&[]);
    for (game, record) in [
        ("33stones", ""),
        ("33stones", "E4"),
        ("33stones", "E4W1"),
        ("33stones", "E4W1 stay"),
        ("kalah", ""),
        ("owela:pits=2", ""),
        ("colony", ""),
    ] {
        let place = format!("game={game}&record={}", encoded(record));
        let shown = document(&server, &format!("show?{place}"));
        for engine in ["easy", "medium", "mcts:playouts=10"] {
            let played = document(&server, &format!("play?{place}&engine={engine}"));
            let moves = shown["moves"].as_array().unwrap();
            assert!(
                moves.contains(&played["move"]),
                "{game} {record}: {played} of {moves:?}"
            );
            assert_eq!(played["position"], shown["position"]);
            let then = format!("{record} {}", played["move"].as_str().unwrap());
            let after = document(
                &server,
                &format!("show?game={game}&record={}", encoded(&then)),
            );
            assert_eq!(played["after"], after["position"]);
        }
    }
}

#[test]
fn values_are_those_of_the_command() {
    let server = Server::start(&[]);
    for (game, position, replies) in [
        ("stones:holes=5,seeds=2", None, true),
        ("stones:holes=6,seeds=2", Some("0,1,2,0,3,1 W 4 1"), false),
        ("kalah:pits=3,seeds=2", None, true),
        ("owela:pits=2", None, false),
    ] {
        let cataloged: CatalogGame = game.parse().unwrap();
        let request = ChoicesRequest {
            position: position.map(str::to_owned),
            memory: "64M".parse().unwrap(),
            replies,
            ..ChoicesRequest::default()
        };
        let choices = cataloged.analyses().choices(&request, &()).unwrap();
        let shown = cataloged.show(position).unwrap();
        let expected = ShownDocument::new(&shown, Some(choices), None);
        let expected = serde_json::to_value(expected).unwrap();
        let position =
            position.map_or(String::new(), |text| format!("&position={}", encoded(text)));
        let replies = u8::from(replies);
        let mut events = Events::open(&server, &format!("game={game}&replies={replies}{position}"));
        let mut last = Value::Null;
        let end = loop {
            match events.next().unwrap() {
                (name, data) if name == "choices" => last = data,
                end => break end,
            }
        };
        assert_eq!(
            end,
            ("done".to_owned(), json!({"reason": "proven"})),
            "{game}"
        );
        assert_eq!(last["proven"], true);
        for field in ["game", "position", "moves", "margin_of", "value", "bounds"] {
            assert_eq!(last[field], expected[field], "{game}: {field}");
        }
        let both = [&last, &expected].map(|one| one["choices"].as_array().unwrap());
        assert_eq!(both[0].len(), both[1].len());
        for (one, other) in both[0].iter().zip(both[1]) {
            for field in ["choice", "value", "bounds", "pie"] {
                assert_eq!(one[field], other[field], "{game}: {}", other["choice"]);
            }
        }
    }
}

#[test]
fn equilibria_and_reviews_are_documents_too() {
    let server = Server::start(&[]);
    let found = document(
        &server,
        "equilibrium?game=stones:holes=4,seeds=2&order=sealed&horizon=2&compare=1",
    );
    assert_eq!(found["order"], "sealed");
    assert_eq!(found["horizon"], 2);
    let sealed = &found["compare"]["sealed"]["value"];
    assert_eq!(&found["value"], sealed);
    let reviewed = document(
        &server,
        "review?game=stones:holes=4,seeds=2&record=E2W1&time=5",
    );
    let review = reviewed["review"].as_array().unwrap();
    assert_eq!(review.len(), 2);
    assert!(review.iter().all(|one| one["loss"].is_i64()), "{reviewed}");
}
