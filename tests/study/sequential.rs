//! Experiments on the sequential games: openings in two ways, setups of Random Mancala.

use std::path::Path;

use serde_json::Value;

use crate::outside::{json, refused};

/// Runs one experiment and reads the JSON it wrote.
fn study(folder: &Path, experiment: &str) -> Value {
    let file = folder.join("study.toml");
    let head = "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\n";
    std::fs::write(&file, format!("{head}{experiment}")).unwrap();
    let (file, out) = (file.to_str().unwrap(), folder.join("out"));
    let report = json(&["study", file, "--out", out.to_str().unwrap(), "--quiet"]);
    assert_eq!(report["complete"], true);
    serde_json::from_slice(&std::fs::read(out.join("x/a.json")).unwrap()).unwrap()
}

#[test]
fn openings_are_proven_in_two_ways() {
    let folder = tempfile::tempdir().unwrap();
    let found = study(
        folder.path(),
        "kind = 'openings'\ngames = ['kalah:empty-capture=yes', 'awari', 'colony:board=toy']\n\
         pits = 3\nseeds = 2\npositions = 3000",
    );
    let openings = found.as_array().unwrap();
    let of = |name: &str| {
        let opening = openings.iter().find(|opening| opening["game"] == name);
        opening.unwrap_or_else(|| panic!("{name}")).clone()
    };
    // Irving, Donkers and Uiterwijk.
    let kalah = of("kalah:pits=2,seeds=2,empty-capture=yes");
    assert_eq!(kalah["zero"], -2);
    assert_eq!(kalah["ways"], serde_json::json!(["tables", "alpha-beta"]));
    for opening in openings {
        let name = opening["game"].as_str().unwrap();
        let solved = json(&["solve", name, "--quiet", "--memory", "1M"]);
        for reading in ["lower", "zero", "upper"] {
            assert_eq!(solved["value"][reading], opening[reading], "{name}");
        }
        assert_eq!(solved["best"], opening["best"]);
    }
    // Three pits with two seeds would have 18,564 positions.
    assert_eq!(openings.len(), 5 + 5 + 1);
}

/// Boards with more seeds than the tables hold are searched twice, and worth the same.
#[test]
fn larger_openings_are_proven_by_two_searches() {
    let folder = tempfile::tempdir().unwrap();
    let games = "kind = 'openings'\ngames = ['basic', 'egyptian', 'kalah', 'awari']\npits = 3\nseeds = 3\n\
                 positions = 60000\n";
    let known = study(folder.path(), games);
    let folder = tempfile::tempdir().unwrap();
    let searched = study(folder.path(), &format!("{games}tabled = 6"));
    let (known, searched) = (known.as_array().unwrap(), searched.as_array().unwrap());
    assert_eq!(known.len(), searched.len());
    let mut larger = 0;
    for (known, searched) in known.iter().zip(searched) {
        for part in ["game", "lower", "zero", "upper", "best"] {
            assert_eq!(known[part], searched[part], "{searched}");
        }
        if searched["ways"] == serde_json::json!(["alpha-beta with tables", "alpha-beta"]) {
            larger += 1;
        } else {
            assert_eq!(known["ways"], searched["ways"]);
        }
    }
    // Two pits with two and three seeds, three pits with two, of each of the three games that end.
    assert_eq!(larger, 9);
}

#[test]
fn openings_of_given_sizes_have_the_values_that_tables_give() {
    let folder = tempfile::tempdir().unwrap();
    let known = study(
        folder.path(),
        "kind = 'openings'\ngames = ['kalah', 'awari']\npits = 3\nseeds = 2\npositions = 1_000_000",
    );
    let sized = study(
        folder.path(),
        "kind = 'sized-openings'\ngames = ['kalah', 'awari']\npits = [1, 3]\nseeds = [2]\nnodes = 1_000_000\n\
         move_nodes = 1_000_000\nmemory = '4M'\nboards = 1_000",
    );
    let sized = sized.as_array().unwrap();
    assert_eq!(sized.len(), 4);
    for opening in sized {
        let same = |known: &&Value| known["game"] == opening["game"];
        let known = known.as_array().unwrap().iter().find(same).unwrap();
        for reading in ["lower", "zero", "upper"] {
            let [from, to] = [0, 1].map(|end| opening["bounds"][reading][end].as_i64().unwrap());
            assert!(
                (from..=to).contains(&known[reading].as_i64().unwrap()),
                "{opening}"
            );
        }
        let ends = opening["game"].as_str().unwrap().starts_with("kalah");
        assert!(!ends || opening["sureness"] == "twice", "{opening}");
        if ends {
            assert_eq!(opening["best"], known["best"], "{opening}");
            assert_eq!(opening["pie"][0], opening["pie"][1], "{opening}");
        }
    }
}

#[test]
fn first_moves_have_the_values_that_the_command_prints() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    let games = ["kalah:pits=3,seeds=3", "trysse:pits=2,seeds=2"];
    let found = study(
        folder.path(),
        &format!(
            "kind = 'first-moves'\ngames = {games:?}\nmemory = '4M'\ntables = {{ stones = 6, directory = '{}' }}\nagain = 3",
            tables.display()
        ),
    );
    for (row, game) in found.as_array().unwrap().iter().zip(games) {
        let printed = json(&["solve", game, "--choices"]);
        let choices = printed["choices"].as_array().unwrap();
        let moves = row["moves"].as_array().unwrap();
        assert_eq!(moves.len(), choices.len());
        for (one, choice) in moves.iter().zip(choices) {
            assert_eq!(
                (&one["move"], &one["bounds"]),
                (&choice["choice"], &choice["bounds"])
            );
        }
        let zero = |one: &Value| one["bounds"]["zero"][0].as_i64().unwrap();
        let least = moves.iter().map(|one| zero(one).abs()).min().unwrap();
        assert_eq!(row["pie"], serde_json::json!([least, least]), "{row}");
        assert_eq!(row["searches"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn sized_openings_take_tables_that_are_built_first() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    let sized = |tables: &str| {
        study(
            folder.path(),
            &format!(
                "kind = 'sized-openings'\ngames = ['ethiopian']\npits = [3]\nseeds = [3]\nnodes = 100_000_000\n\
                 move_nodes = 100_000_000\nmemory = '4M'\nboards = 1_000\n{tables}"
            ),
        )
    };
    let with = |stones: u32| {
        let tables = tables.display();
        sized(&format!(
            "tables = {{ stones = {stones}, directory = '{tables}' }}"
        ))
    };
    let without = sized("");
    let few = with(6);
    let more = with(9);
    assert_eq!(
        std::fs::read_dir(&tables).unwrap().filter(is_table).count(),
        10
    );
    for found in [&few, &more] {
        assert_eq!(found[0]["sureness"], "twice", "{found}");
        assert_eq!(found[0]["bounds"], without[0]["bounds"]);
        assert_eq!(found[0]["best"], without[0]["best"]);
    }
}

fn is_table(entry: &std::io::Result<std::fs::DirEntry>) -> bool {
    let path = entry.as_ref().unwrap().path();
    path.extension()
        .is_some_and(|extension| extension == "table")
}

#[test]
fn perfect_play_holds_every_value_and_random_play_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    let directory = tables.display().to_string();
    json(&[
        "tables", "build", "55stones", "--stones", "11", "--dir", &directory, "--quiet",
    ]);
    let found = study(
        folder.path(),
        &format!(
            "kind = 'held-values'\ngames = ['55stones']\nengines = ['perfect:tables={directory}', 'random']\n\
             stones = [9, 11]\ngames_each = 30\nseed = 1\ndirectory = '{directory}'"
        ),
    );
    let rows = found.as_array().unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        let perfect = row["engine"] != "random";
        assert_eq!(row["games"], 30);
        assert_eq!(row["held"] == 30, perfect, "{row}");
        assert_eq!(row["lost"] == 0, perfect, "{row}");
        assert_eq!(row["wrong"] == 0, perfect, "{row}");
    }
}

#[test]
fn solved_holds_what_solve_says_of_an_opening() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("tables").display().to_string();
    let game = "stones:holes=5,seeds=4";
    json(&[
        "tables", "build", game, "--stones", "20", "--dir", &directory, "--quiet",
    ]);
    let found = study(
        folder.path(),
        &format!(
            "kind = 'secured-play'\ngames = ['{game}']\nengine = 'solved:tables={directory},depth=3,hash=64K'\n\
             opponents = ['random', 'greedy']\ngames_each = 20\npie = [false, true]\nseed = 1"
        ),
    );
    for (engine, opponents) in [("greedy", "'random'"), ("solved", "")] {
        let file = folder.path().join("refused.toml");
        let text = format!(
            "name = 'x'\ntitle = 'X'\n[[experiment]]\nid = 'a'\ntitle = 'A'\nkind = 'secured-play'\ngames = ['{game}']\n\
             engine = '{engine}'\nopponents = [{opponents}]\ngames_each = 1\npie = [false]\nseed = 1"
        );
        std::fs::write(&file, text).unwrap();
        refused(&["study", file.to_str().unwrap()], &["'a'", "`solved`"]);
    }
    let solved = json(&["solve", game, "--quiet"]);
    let rows = found.as_array().unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        let value = match row["pie"].as_bool().unwrap() {
            true => &solved["pie"],
            false => &solved["value"],
        };
        assert_eq!(row["secured"][0], value["lower"], "{row}");
        let upper = value["upper"].as_i64().unwrap();
        assert_eq!(row["secured"][1], -upper, "{row}");
        assert_eq!((&row["games"], &row["held"]), (&20.into(), &20.into()));
        assert!(row["least_gain"].as_i64().unwrap() >= 0, "{row}");
    }
}

#[test]
fn all_setups_and_drawn_ones_are_worth_what_solve_says() {
    let folder = tempfile::tempdir().unwrap();
    let all = study(
        folder.path(),
        "kind = 'all-setups'\ngames = ['awari:pits=2']\nseeds = 5",
    );
    let drawn = study(
        folder.path(),
        "kind = 'drawn-setups'\ngames = ['random:base=egyptian,pits=3,most=2']\nsamples = 4",
    );
    for (groups, counts) in [(&all, [4, 10, 20, 35, 56].as_slice()), (&drawn, &[4])] {
        let groups = groups.as_array().unwrap();
        assert_eq!(groups.len(), counts.len());
        for (group, &count) in groups.iter().zip(counts) {
            assert_eq!(group["setups"], count);
            let worth = group["worth"].as_object().unwrap();
            let all: u64 = worth.values().map(|count| count.as_u64().unwrap()).sum();
            assert_eq!(all, count as u64);
            for list in ["fairest", "most_lopsided", "most_lopsided_of_equal_sides"] {
                for setup in group[list].as_array().unwrap().iter().take(1) {
                    let text = |key: &str| setup[key].as_str().unwrap();
                    let (name, position) = (text("name"), text("position"));
                    let solved = json(&[
                        "solve",
                        name,
                        "--position",
                        position,
                        "--quiet",
                        "--memory",
                        "1M",
                    ]);
                    assert_eq!(solved["value"]["zero"], setup["worth"], "{name} {position}");
                    assert_eq!(solved["best"], setup["best"], "{name} {position}");
                }
            }
        }
    }
}

#[test]
fn kinds_refuse_games_that_they_are_not_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.toml");
    for (kind, game, part) in [
        (
            "kind = 'openings'\npits = 1\nseeds = 1\npositions = 1",
            "55stones",
            "family",
        ),
        ("kind = 'all-setups'\nseeds = 1", "random", "family"),
        ("kind = 'drawn-setups'\nsamples = 1", "awari", "seed"),
        (
            "kind = 'drawn-setups'\nsamples = 1",
            "random:seed=4",
            "twice",
        ),
    ] {
        let head = "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\n";
        std::fs::write(&file, format!("{head}games = ['{game}']\n{kind}")).unwrap();
        refused(&["study", file.to_str().unwrap()], &["'a'", part]);
    }
}

/// The results of few nodes, and of enough nodes to solve a small board.
#[test]
fn openings_are_searched_within_nodes() {
    let games = "games = ['colony:board=toy', 'colony:board=toy,entry=stop']\n";
    let folder = tempfile::tempdir().unwrap();
    let options = "kind = 'searched-openings'\nnodes = [10, 1000000]\nmemory = '4M'";
    let found = study(folder.path(), &format!("{games}{options}"));
    let [few, many, _, other] = found.as_array().unwrap().as_slice() else {
        panic!("{found}");
    };
    assert_eq!(few["bounds"]["zero"], serde_json::json!([-12, 12]));
    // results/small-openings has the values.
    for (found, value) in [(many, 2), (other, 4)] {
        let end = |place: usize| found["bounds"]["zero"][place].as_i64().unwrap();
        assert!((-12 < end(0) || end(1) < 12) && (end(0)..=end(1)).contains(&value));
    }
}
