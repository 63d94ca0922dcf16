//! The solved positions that ship with the program, made again from the committed results.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use sowlab::analysis::choices::ChoicesRequest;
use sowlab::analysis::solve::SolveRequest;
use sowlab::analysis::{Analyses, SolvedRow};
use sowlab::games::catalog::{CatalogGame, Family};
use sowlab::games::contest::{Contest, Notation, Play, position_after, read_record};
use sowlab::games::for_family;
use sowlab::games::stones::{Rules, StonesGame, StonesPlace, StonesTurns};

/// Smaller openings are solved as fast as they are read.
const LEAST_STONES: u32 = 22;
/// The most bytes of the file: a tenth of that when compressed.
const MOST_BYTES: usize = 150_000;
/// The openings whose first rounds are all solved.
const ROUNDS: [&str; 4] = [
    "results/opening-choices/22stones.json",
    "results/tables-33/33stones-rounds.json",
    "results/tables-33/44stones-rounds.json",
    "results/tables-33/55stones-rounds.json",
];
/// The positions after rounds that these leave open.
const OPEN_ROUNDS: &str = "results/opening-choices/open-rounds.json";
/// The folders of other results about openings.
const FOLDERS: [&str; 10] = [
    "first-moves",
    "full-size-openings",
    "large-tables",
    "opening-values",
    "other-games",
    "owela",
    "rule-sets",
    "small-openings",
    "solved",
    "tables-33",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &str) -> Json {
    let text =
        fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    serde_json::from_str(&text).unwrap()
}

/// The margin by each convention, if all are exact: numbers, or bounds whose ends are equal.
fn exact(values: &Json) -> Option<[i32; 3]> {
    let one = |name: &str| {
        let value = &values[name];
        let number = |json: &Json| json.as_i64().map(|number| number as i32);
        match value.as_array() {
            None => number(value),
            Some(ends) => number(&ends[0]).filter(|_| ends[0] == ends[1]),
        }
    };
    Some([one("lower")?, one("zero")?, one("upper")?])
}

fn texts(list: &Json) -> Vec<String> {
    let all = list.as_array().into_iter().flatten();
    all.filter_map(|text| Some(text.as_str()?.to_owned()))
        .collect()
}

/// The stones or seeds in play in an opening.
fn stones<C: Contest>(game: &C) -> u32 {
    game.bound(&game.state(&game.opening())).unsigned_abs()
}

/// An opening, and what several results say of it.
struct Opening {
    value: [i32; 3],
    pie: Option<[i32; 3]>,
    best: Vec<String>,
    ways: usize,
    file: String,
    has_pie: bool,
}

impl Opening {
    fn row(&self, game: &str, claims: Option<u64>) -> SolvedRow {
        // Without the value under the pie rule an opening with that rule is not whole.
        let whole = !self.has_pie || self.pie.is_some();
        SolvedRow {
            best: if whole {
                self.best.join(" ")
            } else {
                String::new()
            },
            claims,
            ways: self.ways,
            ..row(game, "", self.value, self.pie, &self.file)
        }
    }
}

fn row(
    game: &str,
    moves: &str,
    [lower, zero, upper]: [i32; 3],
    pie: Option<[i32; 3]>,
    file: &str,
) -> SolvedRow {
    SolvedRow {
        game: game.to_owned(),
        moves: moves.to_owned(),
        lower,
        zero,
        upper,
        pie_lower: pie.map(|pie| pie[0]),
        pie_zero: pie.map(|pie| pie[1]),
        pie_upper: pie.map(|pie| pie[2]),
        best: String::new(),
        claims: None,
        ways: 1,
        file: file.to_owned(),
    }
}

/// The results about an opening, in a form of their own each: its value, the value under the pie rule, optimal moves, and
/// in how many independent ways it was solved.
fn opening(found: &Json) -> Option<Opening> {
    let value = ["value", "bounds"]
        .into_iter()
        .find_map(|name| exact(&found[name]));
    let ways = match (
        found["ways"].as_array(),
        found["searched_too"].as_bool(),
        found["sureness"].as_str(),
    ) {
        (Some(ways), _, _) => ways.len(),
        (_, Some(true), _) | (_, _, Some("twice")) => 2,
        _ => 1,
    };
    Some(Opening {
        value: value.or_else(|| exact(found))?,
        pie: exact(&found["pie"]).or_else(|| exact(&found["pie_bounds"])),
        best: texts(&found["best"]),
        ways,
        file: String::new(),
        has_pie: false,
    })
}

/// The claims that a checker confirmed of a complete proof of both margins, by the full name of the game.
fn checked() -> BTreeMap<String, (u64, [Json; 2])> {
    let names = ["22stones", "33stones", "44stones", "55stones"];
    let proofs = names.map(|name| read(&format!("results/proofs/{name}.json")));
    let checked = proofs.iter().map(|proof| {
        let export = &proof["export"];
        let claims = proof["check"]["claims"].as_u64().expect("a checked proof");
        (
            export["game"].as_str().unwrap().to_owned(),
            (claims, [export["opening"].clone(), export["pie"].clone()]),
        )
    });
    checked.collect()
}

fn openings() -> BTreeMap<String, Opening> {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in FOLDERS {
        let entries = fs::read_dir(root().join("results").join(folder)).unwrap();
        files.extend(entries.map(|entry| entry.unwrap().path()));
    }
    files.retain(|file| {
        let name = file.file_name().unwrap().to_str().unwrap();
        name.ends_with(".json") && !name.ends_with(".manifest.json")
    });
    files.sort();
    let mut openings: BTreeMap<String, Opening> = BTreeMap::new();
    for file in files {
        let name = file
            .strip_prefix(root())
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        for found in read(&name).as_array().into_iter().flatten() {
            let Some(game) = found["game"].as_str() else {
                continue;
            };
            let Ok(cataloged) = game.parse::<CatalogGame>() else {
                continue;
            };
            let size = for_family!(&cataloged, family => stones(&family.contest(false).unwrap()));
            let is_opening = match found["position"].as_str() {
                None => true,
                Some(position) => cataloged.show(None).unwrap().position == position,
            };
            if size < LEAST_STONES || !is_opening {
                continue;
            }
            let Some(mut new) = opening(found) else {
                continue;
            };
            new.file.clone_from(&name);
            new.has_pie = cataloged.has_pie();
            new.pie = new.pie.filter(|_| new.has_pie);
            match openings.get_mut(game) {
                None => {
                    openings.insert(game.to_owned(), new);
                }
                Some(one) => {
                    assert_eq!(one.value, new.value, "{game}: {} and {name}", one.file);
                    assert!(
                        one.pie.is_none() || new.pie.is_none() || one.pie == new.pie,
                        "{game}"
                    );
                    one.ways = one.ways.max(new.ways);
                    one.pie = one.pie.or(new.pie);
                    if one.best.is_empty() && !new.best.is_empty() {
                        (one.best, one.file) = (new.best, new.file);
                    }
                }
            }
        }
    }
    openings
}

/// The positions after each first round, a value each; the best first moves.
fn rounds(file: &str) -> (String, Vec<SolvedRow>, [i32; 3]) {
    let matrix = &read(file)[0];
    let game = matrix["game"].as_str().unwrap();
    let Ok(CatalogGame::Stones(rules)) = game.parse() else {
        panic!("{game}")
    };
    let turns = StonesTurns::new(StonesGame::new(&rules), false);
    let mut rows = Vec::new();
    for choice in matrix["choices"].as_array().unwrap() {
        for reply in choice["replies"].as_array().unwrap() {
            let moves = format!(
                "{}{}",
                choice["choice"].as_str().unwrap(),
                reply["choice"].as_str().unwrap()
            );
            let value = exact(&reply["bounds"])
                .unwrap_or_else(|| open_round(&turns, &moves, &reply["bounds"]));
            rows.push(row(game, &moves, value, None, file));
        }
    }
    assert_eq!(rows.len(), 110);
    (game.to_owned(), rows, exact(&matrix["bounds"]).unwrap())
}

/// The value of a round that the first search left open.
fn open_round(game: &StonesTurns, moves: &str, bounds: &Json) -> [i32; 3] {
    let opening = game.opening();
    let place = position_after(game, &opening, &read_record(game, &opening, moves).unwrap());
    let board = place.position.canonical_board();
    let all = read(OPEN_ROUNDS);
    let mut found = all.as_array().unwrap().iter().filter_map(|found| {
        let text = found["position"].as_str()?;
        let rules = Rules::from_name(found["game"].as_str()?).ok()?;
        let other = StonesTurns::new(StonesGame::new(&rules), false);
        let other: StonesPlace = other.read_position(text).ok()?;
        (other.position.canonical_board() == board)
            .then(|| exact(&found["value"]))
            .flatten()
    });
    let [lower, zero, upper] = found.next().unwrap_or_else(|| panic!("{moves} is open"));
    let [east, west] = game.score(&place).map(|stones| stones as i32);
    let gain = east - west;
    // East moved first; the side with sente may be the other one.
    let value = match place.position.sente() == opening.position.sente() {
        true => [lower, zero, upper].map(|margin| gain + margin),
        false => [upper, zero, lower].map(|margin| gain - margin),
    };
    for (name, margin) in ["lower", "zero", "upper"].into_iter().zip(value) {
        let ends: Vec<i64> = bounds[name]
            .as_array()
            .unwrap()
            .iter()
            .map(|end| end.as_i64().unwrap())
            .collect();
        assert!(
            (ends[0]..=ends[1]).contains(&margin.into()),
            "{moves} {name}"
        );
    }
    value
}

/// Every first move of a sequential game.
fn first_moves(file: &str) -> Vec<SolvedRow> {
    let mut rows = Vec::new();
    for found in read(file).as_array().unwrap() {
        let game = found["game"].as_str().unwrap();
        for one in found["moves"].as_array().unwrap() {
            if let Some(value) = exact(&one["bounds"]) {
                rows.push(row(game, one["move"].as_str().unwrap(), value, None, file));
            }
        }
    }
    rows
}

fn all_rows() -> Vec<SolvedRow> {
    let checked = checked();
    let mut rows = Vec::new();
    let mut of_moves = Vec::new();
    for (game, opening) in openings() {
        let claims = checked.get(&game).map(|(claims, [value, pie])| {
            let [_, zero, _] = opening.value;
            assert_eq!(*value, serde_json::json!([zero, zero]), "{game}");
            let [_, zero, _] = opening.pie.unwrap();
            assert_eq!(*pie, serde_json::json!([zero, zero]), "{game}");
            *claims
        });
        // Where infinite play has no part, an optimal move has the value of the opening.
        if opening.value[0] == opening.value[2] && !opening.has_pie {
            let optimal = opening.best.iter();
            of_moves
                .extend(optimal.map(|best| row(&game, best, opening.value, None, &opening.file)));
        }
        rows.push(opening.row(&game, claims));
    }
    for file in [
        "results/first-moves/six-by-four.json",
        "results/first-moves/six-by-three.json",
        "results/first-moves/bestemshe.json",
        "results/first-moves/bestemshe-five-seeds.json",
    ] {
        let listed = first_moves(file);
        of_moves.retain(|row| {
            let same = listed
                .iter()
                .find(|one| one.game == row.game && one.moves == row.moves);
            same.is_none_or(|one| {
                assert_eq!(one.zero, row.zero, "{} {}", row.game, row.moves);
                false
            })
        });
        of_moves.extend(listed);
    }
    for file in ROUNDS {
        let (game, of_rounds, value) = rounds(file);
        let opening = rows
            .iter()
            .find(|row| row.game == game)
            .expect("a solved opening");
        assert_eq!([opening.lower, opening.zero, opening.upper], value);
        of_moves.extend(of_rounds);
    }
    rows.extend(of_moves);
    rows.sort_by(|one, other| (&one.game, &one.moves).cmp(&(&other.game, &other.moves)));
    rows
}

/// `UPDATE_SOLVED=1` writes the file.
#[test]
fn the_committed_file_is_made_of_the_committed_results() {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in all_rows() {
        writer.serialize(row).unwrap();
    }
    let made = String::from_utf8(writer.into_inner().unwrap()).unwrap();
    let path = root().join("crates/analysis/data/solved-positions.csv");
    if std::env::var_os("UPDATE_SOLVED").is_some() {
        fs::write(&path, &made).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap() == made,
        "run it with UPDATE_SOLVED=1"
    );
    assert!(made.len() <= MOST_BYTES);
}

/// Small openings are computed again: the same value, an optimal move among the recorded ones, and each recorded move
/// has the recorded value.
#[test]
fn what_ships_is_what_is_computed() {
    for name in [
        "kalah:pits=4,seeds=3",
        "kalah:pits=3,seeds=4,empty-capture=yes",
        "egyptian:pits=4,seeds=3",
        "basic:pits=4,seeds=3",
        "awari:pits=4,seeds=3",
    ] {
        let game: CatalogGame = name.parse().unwrap();
        let request = |recompute| SolveRequest {
            recompute,
            ..SolveRequest::default()
        };
        let solve = |recompute| game.analyses().solve(&request(recompute), &()).unwrap();
        let (ready, computed) = (solve(false), solve(true));
        assert!(
            ready.evidence.is_some() && computed.evidence.is_none(),
            "{name}"
        );
        assert_eq!(ready.solution.nodes, 0);
        assert!(computed.solution.nodes > 0);
        assert_eq!(ready.solution.bounds, computed.solution.bounds, "{name}");
        if name.starts_with("awari") {
            continue;
        }
        let choices = |recompute| {
            let request = ChoicesRequest::of(&request(recompute), true);
            game.analyses().choices(&request, &()).unwrap()
        };
        let (ready, computed) = (choices(false), choices(true));
        assert_eq!(ready.bounds, computed.bounds, "{name}");
        for (ready, computed) in ready.choices.iter().zip(&computed.choices) {
            assert_eq!(ready.bounds, computed.bounds, "{name} {}", ready.choice);
        }
        assert_eq!(ready.best(), computed.best(), "{name}");
    }
}

/// All first rounds of 33Stones, and all choices within them, come from the file alone.
#[test]
fn first_rounds_need_no_search() {
    for name in ["33stones", "55stones"] {
        let game: CatalogGame = name.parse().unwrap();
        let request = ChoicesRequest {
            replies: true,
            ..ChoicesRequest::default()
        };
        let choices = game.analyses().choices(&request, &()).unwrap();
        assert_eq!(choices.nodes, 0);
        let replies = choices.choices.iter().flat_map(|choice| choice.replies());
        assert_eq!(replies.filter(|reply| reply.bounds.closed()).count(), 110);
        let solved = game
            .analyses()
            .solve(&SolveRequest::default(), &())
            .unwrap();
        assert_eq!(solved.solution.bounds, choices.bounds, "{name}");
        assert_eq!(solved.solution.pie, choices.pie, "{name}");
    }
}

/// In the first round either side is advised what keeps its value, without the pie rule and with it.
#[test]
fn advice_in_the_first_round_keeps_the_value() {
    let game: CatalogGame = "55stones".parse().unwrap();
    let analyses = game.analyses();
    let opening = game.show(None).unwrap().position;
    let choices = analyses.solved_choices(&opening).unwrap().unwrap();
    assert_eq!(
        (choices.advice.as_deref(), choices.pie_advice.as_deref()),
        (Some("E3"), Some("E8"))
    );
    for choice in &choices.choices {
        let chosen = opening.replace("0 0 - 1", &format!("0 0 {} 1", &choice.choice[1..]));
        let replies = analyses.solved_choices(&chosen).unwrap().unwrap();
        assert_eq!((replies.margin_of, replies.chooser), ("East", Some("West")));
        let searched = ChoicesRequest {
            position: Some(chosen),
            ..ChoicesRequest::default()
        };
        let searched = analyses.choices(&searched, &()).unwrap();
        assert_eq!(replies.bounds, choice.bounds, "{}", choice.choice);
        assert_eq!(replies.pie, choice.pie, "{}", choice.choice);
        assert_eq!(searched.bounds, choice.bounds);
        for pie in [false, true] {
            let advised = replies.advised(pie).unwrap();
            assert_eq!(
                advised.margin_under(pie),
                choice.margin_under(pie),
                "{}",
                choice.choice
            );
            assert_eq!(searched.advised(pie), Some(advised));
        }
    }
}
