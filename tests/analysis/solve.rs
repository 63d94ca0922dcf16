//! `solve` against value iteration over all boards, and the contract of the command.

use sowlab::documents::exact;
use std::collections::HashMap;

use crate::follows::unproven;
use crate::outside::{json, refused, sowlab};
use serde_json::Value;
use sowlab::analysis::solve::{DEFAULT_NODE_BUDGET, KeptProof, proof_name, solve_stones};
use sowlab::catalog::CatalogGame;
use sowlab::games::stones::{Board, Cups, Position, ReferenceLayers, Rules, Seat, StonesGame};
use sowlab_solvers::Player;
use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::search::proof::{
    Claim, Lemma, Limits, Proof, ProofSearch, ProofTable, ProvenClaim, Verdict,
};
use sowlab_solvers::{JointGame, Problem, Resolution, Step, Turn};

/// Rounds to every fixed point on the boards below.
const ROUNDS: usize = 200;

fn rules(name: &str) -> Rules {
    match name.parse().unwrap() {
        CatalogGame::Stones(rules) => rules,
        _ => panic!("{name} is of the stones family"),
    }
}

/// Every board of `holes` holes with at most `stones` stones that can be played.
fn boards(game: &StonesGame, holes: usize, stones: u8) -> Vec<Board> {
    let mut all = vec![Vec::new()];
    for _ in 0..holes {
        all = all
            .into_iter()
            .flat_map(|lanes: Vec<u8>| {
                let used: u8 = lanes.iter().sum();
                (0..=stones - used).map(move |more| [&lanes[..], &[more]].concat())
            })
            .collect();
    }
    all.into_iter()
        .map(|lanes| Board::from_holes(&lanes).unwrap())
        .filter(|board| game.terminal(board).is_none())
        .collect()
}

/// The margin of sente on every board where infinite play costs sente (0) or gote (1).
fn fixed_points(game: &StonesGame, holes: usize, stones: u8) -> [HashMap<Board, i32>; 2] {
    let boards = boards(game, holes, stones);
    let lost = |loser: usize, board: &Board| {
        let left = board.stones() as i32;
        if loser == 0 { -left } else { left }
    };
    let mut rounds: HashMap<Board, Vec<Vec<Resolution<Board>>>> = HashMap::new();
    for board in &boards {
        let of_board = rounds.entry(*board).or_default();
        let mut firsts = Vec::new();
        game.leader_choices(board, &mut firsts);
        for first in firsts {
            let mut seconds = Vec::new();
            game.follower_choices(board, first, &mut seconds);
            let resolve = |second| game.resolve(board, first, second);
            of_board.push(seconds.into_iter().map(resolve).collect());
        }
    }
    let mut values = [0, 1].map(|loser| {
        let all = boards.iter().map(|board| (*board, lost(loser, board)));
        all.collect::<HashMap<_, _>>()
    });
    for round in 0.. {
        let next = [0, 1].map(|loser| {
            let margin = |board: &Board, resolution: &Resolution<Board>| match *resolution {
                Resolution::Over { margin } => margin,
                Resolution::Endless => lost(loser, board),
                Resolution::Next(Step {
                    state,
                    gain,
                    turn: Turn::Other,
                }) => gain - values[1 - loser][&state],
                Resolution::Next(Step { state, gain, .. }) => gain + values[loser][&state],
            };
            let value = |board: &Board| {
                let replies = |seconds: &Vec<_>| seconds.iter().map(|r| margin(board, r)).min();
                rounds[board].iter().filter_map(replies).max().unwrap()
            };
            let all = boards.iter().map(|board| (*board, value(board)));
            all.collect::<HashMap<_, _>>()
        });
        if next == values {
            return values;
        }
        values = next;
        assert!(round < ROUNDS, "no fixed point");
    }
    unreachable!()
}

#[test]
fn small_boards_have_the_values_of_the_fixed_points() {
    for (name, sample) in [
        ("stones:holes=4,seeds=2", 1),
        ("stones:holes=4,seeds=2,capture=reversed", 7),
        ("stones:holes=4,seeds=2,mixed-out=forfeit", 7),
        ("stones:holes=3,seeds=3,both-out=end", 1),
        ("stones:holes=5,seeds=2", 97),
    ] {
        let rules = rules(name);
        let game = StonesGame::new(&rules);
        let stones = rules.stones() as u8;
        let [lower, upper] = fixed_points(&game, rules.holes(), stones);
        let mut settled = 0;
        let opening = Position::opening(&rules).board();
        let boards = boards(&game, rules.holes(), stones);
        let full = boards
            .iter()
            .filter(|board| board.stones() == u32::from(stones));
        for board in full.step_by(sample).chain([&opening]) {
            let holes: Vec<String> = board.lanes()[..rules.holes()]
                .iter()
                .map(u8::to_string)
                .collect();
            for sente in ["E", "W"] {
                let turned = board.turned(rules.holes());
                let position = format!("{} {sente} 0 0", holes.join(","));
                let position = Position::parse(&rules, &position).unwrap();
                let seen = if sente == "E" { *board } else { turned };
                let table = ProofTable::new(1 << 20).unwrap();
                let solution = solve_stones(
                    Problem::new(&game),
                    &position,
                    &table,
                    DEFAULT_NODE_BUDGET,
                    &(),
                );
                let bounds = &solution.bounds;
                assert!(bounds.lower.contains(&lower[&seen]), "{name} {position}");
                assert!(bounds.upper.contains(&upper[&seen]), "{name} {position}");
                // More rounds than any fixed point takes were searched.
                assert_eq!(*bounds.lower.start(), lower[&seen], "{name} {position}");
                assert_eq!(*bounds.upper.end(), upper[&seen], "{name} {position}");
                settled += usize::from(exact(&bounds.zero).is_some());
            }
        }
        assert!(settled > 0, "{name}");
    }
}

/// The pie value by its own wording: each first round is played, the board turned or not, and East
/// takes what is better for him by the fixed points, whatever role he then has.
#[test]
fn the_pie_value_is_that_of_turning_or_not() {
    for name in [
        "stones:holes=4,seeds=2",
        "stones:holes=5,seeds=2",
        "stones:holes=3,seeds=3,both-out=end",
        "stones:holes=4,seeds=3,capture=reversed",
        "stones:holes=3,seeds=2,mixed-out=forfeit",
    ] {
        let rules = rules(name);
        let game = StonesGame::new(&rules);
        let stones = rules.stones() as i32;
        let [lower, upper] = fixed_points(&game, rules.holes(), stones as u8);
        let opening = Position::opening(&rules);
        let holes = 1..=rules.holes();
        // East's margin where infinite play costs him (0) or West (1).
        let margin = |east: usize, west: usize, loser: usize| {
            let chosen = opening.joint_move(east, west).unwrap();
            let played = opening.play(game.sower(), chosen);
            let lead = |cups: Cups| i32::from(cups.east) - i32::from(cups.west);
            let Some(after) = played.position else {
                return if loser == 0 { -stones } else { stones };
            };
            let decided = |turn: bool| {
                if let Some(cups) = played.settled {
                    return lead(if turn { cups.turned() } else { cups });
                }
                let position = after.decide_pie(turn).unwrap();
                let board = position.canonical_board();
                let value = match (position.sente(), loser) {
                    (Seat::East, 0) => lower[&board],
                    (Seat::East, _) => upper[&board],
                    (Seat::West, 0) => -upper[&board],
                    (Seat::West, _) => -lower[&board],
                };
                lead(position.cups()) + value
            };
            decided(false).max(decided(true))
        };
        let value = |loser| {
            let worst = |east| {
                let west = holes.clone().filter(|&west| west != east);
                west.map(|west| margin(east, west, loser)).min()
            };
            holes.clone().filter_map(worst).max()
        };
        let solved = quiet_json(&["solve", name]);
        assert_eq!(
            solved["pie"]["lower"],
            serde_json::json!(value(0)),
            "{name}"
        );
        assert_eq!(
            solved["pie"]["upper"],
            serde_json::json!(value(1)),
            "{name}"
        );
        let opening = opening.canonical_board();
        assert_eq!(solved["value"]["lower"], lower[&opening], "{name}");
        assert_eq!(solved["value"]["upper"], upper[&opening], "{name}");
        assert!(solved["value"]["zero"].is_i64());
    }
}

fn quiet_json(arguments: &[&str]) -> Value {
    json(&[arguments, &["--quiet"]].concat())
}

#[test]
fn a_game_that_ends_has_one_value() {
    for threads in ["1", "2"] {
        let game = "kalah:pits=3,seeds=3,empty-capture=yes";
        let solved = quiet_json(&["solve", game, "--threads", threads, "--memory", "1M"]);
        for reading in ["lower", "zero", "upper"] {
            assert_eq!(solved["value"][reading], 2);
            assert_eq!(solved["bounds"][reading], serde_json::json!([2, 2]));
        }
        assert_eq!(solved["best"], serde_json::json!(["L3", "L2"]));
        assert_eq!(solved["best_complete"], true);
        assert!(solved["nodes"].as_u64().unwrap() > 0);
        assert!(solved["seconds"].is_number());
    }
}

#[test]
fn a_finished_game_is_worth_what_is_given_out() {
    let solved = quiet_json(&[
        "solve",
        "stones:holes=3,seeds=2",
        "--position",
        "1,4,1 W 0 0",
    ]);
    assert_eq!(solved["value"]["zero"], 6);
    assert_eq!(solved["best"], serde_json::json!([]));
    let position = "0,0,0/1,2,0 L 3 3";
    let solved = quiet_json(&["solve", "kalah:pits=3,seeds=3", "--position", position]);
    assert_eq!(solved["value"]["zero"], -3);
}

/// When the time is up nothing is claimed that is not proven.
#[test]
fn a_time_limit_gives_intervals() {
    for game in ["kalah", "55stones"] {
        let solved = quiet_json(&[
            "solve",
            game,
            "--recompute",
            "--time-limit",
            "200ms",
            "--memory",
            "1M",
        ]);
        for reading in ["lower", "zero", "upper"] {
            let bounds = &solved["bounds"][reading];
            assert!(bounds[0].as_i64() < bounds[1].as_i64(), "{solved}");
            assert_eq!(solved["value"][reading], Value::Null);
        }
        assert_eq!(solved["best"], serde_json::json!([]));
    }
}

/// There gote can mirror sente for ever, which needs no search.
#[test]
fn sente_wins_no_opening_with_an_even_number_of_holes() {
    let game = "stones:holes=10,seeds=5";
    let solved = quiet_json(&["solve", game, "--time-limit", "200ms", "--memory", "1M"]);
    assert_eq!(solved["value"]["lower"], -50);
    assert_eq!(solved["value"]["upper"], Value::Null);
    assert_eq!(solved["bounds"]["zero"], serde_json::json!([-50, 0]));
    assert_eq!(solved["best"], serde_json::json!([]));
}

#[test]
fn a_small_node_budget_changes_no_value() {
    for game in ["stones:holes=7,seeds=2", "stones:holes=7,seeds=3"] {
        let tables = tempfile::tempdir().unwrap();
        let directory = tables.path().to_str().unwrap();
        let build = ["tables", "build", game, "--stones", "8", "--dir", directory];
        sowlab(&build).arg("--quiet").assert().success();
        let solve = ["solve", game, "--tables", directory, "--memory", "16M"];
        let values = |node_budget: &str| {
            let options = ["--time-limit", "60s", "--node-budget", node_budget];
            let solved = quiet_json(&[&solve[..], &options].concat());
            (solved["value"].clone(), solved["pie"].clone())
        };
        let large = values("18446744073709551615");
        assert!(large.0["zero"].is_i64() && large.1["zero"].is_i64());
        assert_eq!(values("1"), large);
        assert_eq!(values("3000"), large);
    }
}

#[test]
fn wrong_input_is_refused_in_one_line() {
    for (arguments, parts) in [
        (&["kalah", "--memory", "1T"][..], &["--memory", "512M"][..]),
        (&["kalah", "--memory", "3"], &["--memory", "512M"]),
        (&["kalah", "--memory", "99999999G"], &["--memory"]),
        (&["kalah", "--time-limit", "soon"], &["--time-limit"]),
        (&["55stones", "--node-budget", "0"], &["--node-budget"]),
        (
            &["kalah", "--node-budget", "9"],
            &["--node-budget", "stones family"],
        ),
        (
            &["kalah", "--save-proof", "a.proof"],
            &["--save-proof", "stones family"],
        ),
        (&["kalah", "--explain"], &["--explain", "stones family"]),
        (&["55stones", "--position", "5 E"], &["--position"]),
        (&["55stones", "--tables", "no-such-dir"], &["--tables"]),
        (&["kalah", "--tables", "no-such-dir"], &["--tables"]),
        (
            &["stones:holes=3,seeds=2", "--position", "2,2,2 E 0 0 9"],
            &["--position", "phase"],
        ),
    ] {
        refused(&[&["solve"], arguments].concat(), parts);
    }
}

/// From tables alone, from search alone, and from search down to tables.
#[test]
fn tables_and_search_agree() {
    let game = "stones:holes=4,seeds=2";
    let stones = StonesGame::new(&rules(game));
    let [lower, upper] = fixed_points(&stones, 4, 8);
    for most in ["2", "5", "8"] {
        let directory = tempfile::tempdir().unwrap();
        let tables = directory.path().to_str().unwrap();
        let build = ["tables", "build", game, "--stones", most, "--dir", tables];
        sowlab(&build).arg("--quiet").assert().success();
        for position in [
            "2,2,2,2 E 0 0",
            "5,0,1,2 W 0 0",
            "0,3,3,2 E 0 0",
            "2,1,0,5 W 0 0",
        ] {
            let parsed = Position::parse(&rules(game), position).unwrap();
            let board = parsed.canonical_board();
            let solved = quiet_json(&["solve", game, "--position", position, "--tables", tables]);
            assert_eq!(solved["bounds"]["lower"][0], lower[&board], "{position}");
            assert_eq!(solved["bounds"]["upper"][1], upper[&board], "{position}");
            if most == "8" {
                let probe = ["tables", "probe", game, "--dir", tables];
                let probed = quiet_json(&[&probe[..], &["--position", position]].concat());
                assert_eq!(solved["value"], probed["value"], "{position}");
                assert!(!solved["best"].as_array().unwrap().is_empty());
            }
        }
    }
}

/// A search that is broken off and taken up again comes to the same end, and what it proves follows
/// when checked with the one-stone stepper.
#[test]
fn slices_of_a_search_and_the_check_of_its_proof() {
    let rules = rules("stones:holes=6,seeds=2");
    let game = StonesGame::new(&rules);
    let board = Position::opening(&rules).canonical_board();
    let mut slices = 0;
    let mut proofs = 0;
    for claimant in [Player::Leader, Player::Follower] {
        for need in (-12..=12).step_by(2) {
            let claim = Claim {
                state: board,
                claimant,
                need,
            };
            let quiet = 6;
            let table = ProofTable::new(1 << 22).unwrap();
            let whole = ProofSearch::new(Problem::new(&game), &table, &());
            let nodes = u64::MAX;
            let whole = whole.decide(&claim, Limits { quiet, nodes }).unwrap();
            let table = ProofTable::new(1 << 22).unwrap();
            let search = ProofSearch::new(Problem::new(&game), &table, &());
            let mut nodes = 64;
            let found = loop {
                match search.decide(&claim, Limits { quiet, nodes }).unwrap() {
                    Verdict::Open(_) => slices += 1,
                    found => break found,
                }
                nodes += nodes / 2;
            };
            let proven = found == Verdict::Proven;
            assert_eq!(proven, whole == Verdict::Proven, "{claim:?}");
            if proven {
                proofs += 1;
                let layers = ReferenceLayers::new(&rules, 12).unwrap();
                let ranking = Ranking::new(6, 12).unwrap();
                let claims = search.lemmas(&[claim]).unwrap().unwrap();
                let lemmas: Vec<Lemma> = claims
                    .iter()
                    .map(|claim| Lemma {
                        layer: claim.state.stones(),
                        rank: ranking.rank(claim.state.lanes()),
                        claimant: claim.claimant,
                        need: claim.need,
                    })
                    .collect();
                assert_eq!(unproven(&layers, &lemmas), []);
            }
        }
    }
    assert!(slices > 0 && proofs > 4);
}

#[test]
fn the_largest_boards_are_searched_or_refused() {
    // As many holes as there can be.
    let solved = quiet_json(&["solve", "stones:holes=16,seeds=1"]);
    assert_eq!(solved["value"]["zero"].as_i64().map(i64::abs), Some(16));
    // More stones than a claim of a proof can hold.
    for game in ["stones:holes=12,seeds=12", "stones:holes=2,seeds=64"] {
        refused(&["solve", game], &["127"]);
        refused(
            &["loops", "reach", game, "--rounds", "1", "--best"],
            &["127"],
        );
    }
}

/// A file may have more claims than a search adds to.
#[test]
fn a_file_with_more_claims_keeps_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.proof");
    let rules = rules("33stones");
    let many = KeptProof::MOST_CLAIMS + 1000;
    let claims = (0..many as u64).map(|rank| ProvenClaim {
        lemma: Lemma {
            layer: 20,
            rank,
            claimant: Player::Leader,
            need: -20,
        },
        height: 0,
        work: 1,
    });
    Proof::new(proof_name(&rules), claims.collect())
        .write(&path)
        .unwrap();
    let kept = KeptProof::new(&path, &rules, 33).unwrap();
    let table = ProofTable::new(1 << 20).unwrap();
    assert_eq!(kept.save(&table).unwrap(), many);
}
