//! Repetitions against the plainest search, and from outside.

use std::collections::BTreeMap;

use crate::outside::{json, refused, sowlab};
use proptest::prelude::*;
use sowlab::analysis::certificates::{Certificate, verify};
use sowlab::analysis::endless::{CyclicGame, ReachedRepetitions, certificate_of_repetition};
use sowlab::games::stones::sowing::JointMove;
use sowlab::games::stones::{Board, Capture, Ending, Position, Rules, StonesGame, stepper};
use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::{JointGame, Resolution, Step};

/// Boards of a layer with what quiet rounds lead to, one stone at a time.
fn quiet_rounds(rules: &Rules, stones: usize) -> BTreeMap<Board, Vec<Board>> {
    let ranking = Ranking::new(rules.holes(), stones).unwrap();
    (0..ranking.boards(stones).unwrap())
        .map(|rank| {
            let board = Board::from_lanes(ranking.unrank(stones, rank).unwrap());
            let mut next = Vec::new();
            JointMove::for_each(board.playable(), |chosen| {
                let round = stepper::sow(rules, board, chosen.east.into(), chosen.west.into());
                if round.ending == Ending::Quiet {
                    next.push(round.board);
                }
            });
            (board, next)
        })
        .collect()
}

/// After how many rounds the board can be back, by sets of boards round after round.
fn rounds_back(graph: &BTreeMap<Board, Vec<Board>>, start: Board) -> Option<usize> {
    let mut reached = std::collections::BTreeSet::new();
    let mut open = vec![start];
    for rounds in 1.. {
        let next: Vec<Board> = open.iter().flat_map(|board| graph[board].clone()).collect();
        if next.contains(&start) {
            return Some(rounds);
        }
        open = next
            .into_iter()
            .filter(|&board| reached.insert(board))
            .collect();
        if open.is_empty() {
            break;
        }
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn layers_are_as_the_plainest_search_says(
        (holes, stones) in (2..=5usize).prop_flat_map(|holes| (Just(holes), 2..=16 - 2 * holes as u32)),
        reading in 0..4usize,
        reversed in any::<bool>(),
    ) {
        let mut rules = Rules::new(holes, 1).unwrap().option_variants()[reading];
        if reversed {
            rules.capture = Capture::Reversed;
        }
        let layer = rules.cycles(stones, None, &()).unwrap();
        let graph = quiet_rounds(&rules, stones as usize);
        let back: Vec<usize> = graph.keys().filter_map(|&b| rounds_back(&graph, b)).collect();
        prop_assert_eq!(layer.boards, graph.len() as u64);
        prop_assert_eq!(layer.boards_on_cycles, back.len() as u64);
        prop_assert_eq!(layer.shortest, back.iter().min().copied());
        if let Some(line) = &layer.line {
            let certificate = rules.certify_cycle(line).unwrap().unwrap();
            prop_assert!(verify(&certificate).is_ok());
        }
    }
}

#[test]
fn repetitions_near_the_opening_are_as_the_plainest_search_says() {
    let mut with_some = 0;
    for (holes, seeds, rounds) in [(4, 2, 5), (4, 3, 4), (5, 2, 4), (5, 3, 4), (3, 5, 6)] {
        for rules in Rules::new(holes, seeds).unwrap().option_variants() {
            let game = StonesGame::new(&rules);
            let start = Position::opening(&rules);
            let found = ReachedRepetitions::search(&game, start, rounds, &()).unwrap();
            // Boards that start one of these rounds, and the rounds among them.
            let next = |board: &Board| -> Vec<Board> {
                let mut next = Vec::new();
                JointMove::for_each(board.playable(), |JointMove { east, west }| {
                    if let Resolution::Next(Step { state, .. }) = game.resolve(board, east, west) {
                        next.push(state);
                    }
                });
                next
            };
            let mut boards = std::collections::BTreeSet::from([start.canonical_board()]);
            for _ in 1..rounds {
                let more: Vec<Board> = boards.iter().flat_map(next).collect();
                boards.extend(more);
            }
            let within = |board: &Board| {
                let next = next(board).into_iter();
                (
                    *board,
                    next.filter(|board| boards.contains(board)).collect(),
                )
            };
            let graph = boards.iter().map(within).collect();
            let back: Vec<usize> = boards
                .iter()
                .filter_map(|&b| rounds_back(&graph, b))
                .collect();
            assert_eq!(found.boards.iter().sum::<u64>(), boards.len() as u64);
            assert_eq!(found.boards_on_cycles, back.len() as u64);
            let shortest = found
                .shortest
                .as_ref()
                .map(|shortest| shortest.cycle.0.len());
            assert_eq!(shortest, back.into_iter().min());
            if let Some(shortest) = found.shortest {
                let (before, cycle) = (&shortest.before, &shortest.cycle);
                let made = certificate_of_repetition(game.sower(), start, before, cycle).unwrap();
                verify(&made).unwrap();
                with_some += 1;
            }
        }
    }
    assert!(with_some > 3);
}

#[test]
fn a_repetition_can_be_certified_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let found = json(&[
        "loops",
        "cycles",
        "55stones",
        "--stones",
        "8",
        "--certificates",
        path,
    ]);
    let eight = &found["layers"][6];
    assert_eq!(eight["stones"], 8);
    assert_eq!(eight["boards"], 43758);
    assert_eq!(eight["boards_on_cycles"], 326);
    assert_eq!(eight["shortest"], 6);
    let file = found["certificates"][0].as_str().unwrap();
    let checked = json(&["loops", "verify", file]);
    assert_eq!(checked["claim"], "repetition");
    assert_eq!(checked["rounds"], 6);

    let certificate = Certificate::read(file.as_ref()).unwrap();
    let changed = |from: &str, to: &str| {
        let text = certificate.to_json();
        assert!(text.contains(from), "{text}");
        let other = folder.path().join("changed.certificate.json");
        std::fs::write(&other, text.replacen(from, to, 1)).unwrap();
        let verify = ["loops", "verify", other.to_str().unwrap()];
        let output = sowlab(&verify).output().unwrap();
        let line = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(
            line.contains("changed.certificate.json: does not hold"),
            "{line}"
        );
    };
    changed("\"E10W2\",", "");
    changed("E10W2", "E11W2");
    changed("E 47 0", "W 47 0");
    changed("\"disputed\": ", "\"disputed\": 1");

    let mut position = eight["line"]["position"].as_str().unwrap().to_owned();
    let start = position.split(' ').next().unwrap().to_owned();
    for round in eight["line"]["moves"].as_array().unwrap() {
        let (east, west) = round.as_str().unwrap()[1..].split_once('W').unwrap();
        let arguments = [
            "sow",
            "55stones",
            "--position",
            &position,
            "--east",
            east,
            "--west",
            west,
        ];
        let sown = json(&arguments);
        assert_eq!(sown["outcome"], "quiet");
        position = sown["position"].as_str().unwrap().to_owned();
    }
    assert_eq!(position.split(' ').next().unwrap(), start);
}

/// In the first layers with positions on which infinite play matters.
#[test]
fn best_play_never_ends_where_tables_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let build = [
        "tables",
        "build",
        "stones:holes=7",
        "--stones",
        "9",
        "--dir",
        path,
    ];
    let built = json(&build);
    let found = json(&[
        "loops",
        "cycles",
        "stones:holes=7",
        "--stones",
        "9",
        "--tables",
        path,
    ]);
    let (mut forced, mut odd_draws) = (0, 0);
    for layer in found["layers"].as_array().unwrap() {
        let stones = layer["stones"].as_u64().unwrap();
        let table = &built["layers"][stones as usize];
        let best = &layer["best_play"];
        assert_eq!(best["undetermined"], table["undetermined"]);
        let level = best["forced"].as_u64().unwrap();
        forced += level;
        if stones % 2 == 1 {
            // A game that ends gives out an odd number of stones, so a draw never ends.
            assert_eq!(table["draws"], level);
            odd_draws += level;
        }
    }
    assert!(forced > odd_draws && odd_draws > 0);
    let missing = [
        "loops",
        "cycles",
        "stones:holes=7",
        "--stones",
        "10",
        "--tables",
        path,
    ];
    refused(&missing, &["--tables", "stones"]);
}

#[test]
fn two_rank_games_repeat_where_they_can() {
    use sowlab::catalog::CatalogGame;
    let found = json(&["loops", "cycles", "awari", "--stones", "5"]);
    let layer = &found["layers"][3];
    assert_eq!(layer["shortest"], 12);
    let CatalogGame::TwoRank(variant) = "awari".parse().unwrap() else {
        panic!("awari has two ranks");
    };
    let game = variant.game();
    let start = layer["line"]["position"].as_str().unwrap();
    let start = game.parse_position(start).unwrap();
    let moves = layer["line"]["moves"].as_array().unwrap();
    let record: Vec<&str> = moves.iter().map(|text| text.as_str().unwrap()).collect();
    assert_eq!(game.play_record(start, &record.join(" ")).unwrap(), start);

    refused(
        &["loops", "cycles", "kalah", "--stones", "5"],
        &["game", "no position comes back"],
    );
    refused(
        &["loops", "cycles", "random:seed=3", "--stones", "5"],
        &["game", "base"],
    );
    refused(
        &["loops", "cycles", "awari", "--stones", "49"],
        &["--stones", "48"],
    );
    let folder = tempfile::tempdir().unwrap();
    let certificates = folder.path().join("certificates");
    let certificates = certificates.to_str().unwrap();
    refused(
        &[
            "loops",
            "cycles",
            "awari",
            "--stones",
            "3",
            "--certificates",
            certificates,
        ],
        &["--certificates", "stones family"],
    );
    refused(&["loops", "cycles", "55stones"], &["--stones"]);
    sowlab(&["loops", "cycles", "--help"]).assert().success();
}

/// With more stones on the board than the game begins with the line is of a larger one, and says so.
#[test]
fn a_line_names_the_game_that_it_can_be_replayed_in() {
    let found = json("loops cycles stones:holes=3,seeds=1 --stones 10");
    let layers = found["layers"].as_array().unwrap();
    let line = layers
        .iter()
        .map(|layer| &layer["line"])
        .find(|line| line.is_object());
    let text = |field: &str| line.unwrap()[field].as_str().unwrap().to_owned();
    let mut position = text("position");
    let first = position.clone();
    for round in line.unwrap()["moves"].as_array().unwrap() {
        let round = round.as_str().unwrap();
        let (east, west) = round[1..].split_once('W').unwrap();
        let game = text("game");
        let sow = [
            "sow",
            &game,
            "--position",
            &position,
            "--east",
            east,
            "--west",
            west,
        ];
        position = json(&sow)["position"].as_str().unwrap().to_owned();
    }
    let board = |position: &str| position.split(' ').next().unwrap().to_owned();
    assert_eq!(board(&position), board(&first));
}
