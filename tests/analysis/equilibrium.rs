//! `equilibrium` against the plainest sowing and certificates, and the contract of the command.

use std::collections::HashMap;

use crate::outside::{Arguments, json, refused};
use crate::reference::{self, Outcome};
use proptest::prelude::*;
use serde_json::Value;
use sowlab::analysis::equilibrium::{
    Committed, Equilibrium, EquilibriumRoot, EstimateRequest, Leaves, deepen, estimate_equilibrium,
};
use sowlab::analysis::learned::Evaluation;
use sowlab::analysis::tables::TabledGame;
use sowlab::games::stones::{Board, Capture, Cups, Phase, Position, Rest, Rules, Seat, StonesGame};
use sowlab_solvers::Problem;
use sowlab_solvers::order::CommitOrder;
use sowlab_solvers::search::TranspositionTable;

/// Values by definition: payoffs from the plainest sowing and from the values one round on. What the
/// solver says of a sealed round is taken only if its two strategies prove it on these payoffs.
struct Certified {
    rules: Rules,
    order: CommitOrder,
    game: StonesGame,
    table: TranspositionTable,
    values: HashMap<(Vec<u8>, u8), f64>,
}

fn playable(holes: &[u8]) -> Vec<usize> {
    (0..holes.len()).filter(|&hole| holes[hole] >= 2).collect()
}

/// Turned by 180°.
fn turned(holes: &[u8]) -> Vec<u8> {
    holes.iter().rev().copied().collect()
}

fn solve(
    game: &StonesGame,
    position: Position,
    order: CommitOrder,
    rounds: Option<u8>,
    table: &TranspositionTable,
) -> Equilibrium {
    let root = EquilibriumRoot::new(game, position, rounds, &()).unwrap();
    root.solve(Problem::new(game), order, table, &()).unwrap()
}

/// A board as a position with this side having sente; the missing stones are in East's cup.
fn position(rules: &Rules, holes: &[u8], sente: Seat) -> Position {
    let board = Board::from_holes(holes).unwrap();
    let cups = Cups {
        east: (rules.stones() as u32 - board.stones()) as u8,
        west: 0,
    };
    Position::new(rules, board, cups, sente, Phase::Sente, 1).unwrap()
}

/// The holes (from 0) of `W3/W5`, or of `W3`.
fn holes_of(choice: &str) -> Vec<usize> {
    (choice.split('/'))
        .map(|hole| hole[1..].parse::<usize>().unwrap() - 1)
        .collect()
}

impl Certified {
    fn new(rules: Rules, order: CommitOrder) -> Certified {
        Certified {
            rules,
            order,
            game: StonesGame::new(&rules),
            table: TranspositionTable::new(1 << 20).unwrap(),
            values: HashMap::new(),
        }
    }

    /// Returns the margin of sente, sitting East, if the game is over.
    fn rest(&self, holes: &[u8], after_a_capture: bool) -> Option<f64> {
        let to_sente = match playable(holes).len() {
            0 => after_a_capture,
            1 => true,
            _ => return None,
        };
        let stones = f64::from(holes.iter().map(|&hole| u32::from(hole)).sum::<u32>());
        let to_sente = to_sente == (self.rules.capture == Capture::Normal);
        let to_sente = to_sente == (self.rules.rest == Rest::Usual);
        Some(if to_sente { stones } else { -stones })
    }

    /// Returns the margin of sente, sitting East, from a joint move on.
    fn payoff(&mut self, holes: &[u8], rounds: u8, east: usize, west: usize) -> f64 {
        match reference::sow(&self.rules, holes, east, west) {
            Outcome::Endless { .. } => 0.0,
            Outcome::Ends(after, 0, 0, _) => match self.rest(&after, false) {
                Some(rest) => rest,
                None => self.value(&after, rounds - 1),
            },
            Outcome::Ends(after, east, west, _) => {
                let gain = f64::from(east) - f64::from(west);
                let after = turned(&after);
                match self.rest(&after, true) {
                    Some(rest) => gain - rest,
                    None => gain - self.value(&after, rounds - 1),
                }
            }
        }
    }

    fn value(&mut self, holes: &[u8], rounds: u8) -> f64 {
        if let Some(rest) = self.rest(holes, false) {
            return rest;
        }
        if rounds == 0 {
            return 0.0;
        }
        if let Some(&value) = self.values.get(&(holes.to_vec(), rounds)) {
            return value;
        }
        let all = playable(holes);
        let mut payoffs = HashMap::new();
        for &east in &all {
            for &west in &all {
                if east != west {
                    let payoff = self.payoff(holes, rounds, east, west);
                    payoffs.insert((east, west), payoff);
                }
            }
        }
        let of = |east: usize, west: usize| payoffs.get(&(east, west)).copied();
        let greatest = |values: &mut dyn Iterator<Item = f64>| values.fold(-1e9, f64::max);
        let least = |values: &mut dyn Iterator<Item = f64>| values.fold(1e9, f64::min);
        let value = match self.order {
            CommitOrder::Open => greatest(
                &mut all
                    .iter()
                    .map(|&east| least(&mut all.iter().filter_map(|&west| of(east, west)))),
            ),
            CommitOrder::Reverse => least(
                &mut all
                    .iter()
                    .map(|&west| greatest(&mut all.iter().filter_map(|&east| of(east, west)))),
            ),
            CommitOrder::Sealed => {
                let found = solve(
                    &self.game,
                    position(&self.rules, holes, Seat::East),
                    self.order,
                    Some(rounds),
                    &self.table,
                );
                let taken = |east: usize, pair: &[usize]| match pair[0] == east {
                    true => pair[1],
                    false => pair[0],
                };
                let mean = |strategy: &[Committed], payoff: &dyn Fn(&[usize]) -> f64| {
                    let total: f64 = strategy.iter().map(|one| one.probability).sum();
                    assert!((total - 1.0).abs() < 1e-9);
                    (strategy.iter())
                        .map(|one| one.probability * payoff(&holes_of(&one.choice)))
                        .sum::<f64>()
                };
                for &wish in &all {
                    for &otherwise in all.iter().filter(|&&other| other != wish) {
                        let secured = mean(&found.sente, &|east| {
                            of(east[0], taken(east[0], &[wish, otherwise])).unwrap()
                        });
                        assert!(secured >= found.value - 1e-7, "{holes:?} {rounds}");
                    }
                }
                for &east in &all {
                    let conceded = mean(&found.gote, &|pair| of(east, taken(east, pair)).unwrap());
                    assert!(conceded <= found.value + 1e-7, "{holes:?} {rounds}");
                }
                found.value
            }
        };
        self.values.insert((holes.to_vec(), rounds), value);
        value
    }
}

/// Every reading of small games, both captures.
fn rules() -> impl Strategy<Value = Rules> {
    let any_of_four = (any::<bool>(), any::<bool>());
    (3..6usize, 0..4usize, any_of_four).prop_map(|(holes, reading, (reversed, exchanged))| {
        let mut rules = Rules::new(holes, 6).unwrap().option_variants()[reading];
        if reversed {
            rules.capture = Capture::Reversed;
        }
        if exchanged {
            rules.rest = Rest::Exchanged;
        }
        rules
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn values_are_those_of_the_definition(
        (rules, holes) in rules().prop_flat_map(|rules| {
            let hole = 0..=16 / rules.holes() as u8;
            (Just(rules), prop::collection::vec(hole, rules.holes()))
        }),
        rounds in 0..4u8,
    ) {
        let game = StonesGame::new(&rules);
        let table = TranspositionTable::new(1 << 18).unwrap();
        let at = position(&rules, &holes, Seat::East);
        for order in CommitOrder::ALL {
            let expected = Certified::new(rules, order).value(&holes, rounds);
            let found = solve(&game, at, order, Some(rounds), &table);
            prop_assert!((found.value - expected).abs() < 1e-6, "{order} {at}: {found:?} {expected}");
            prop_assert!(found.exploitability.total() < 1e-6, "{order} {at}: {found:?}");
            // The other side's name, the board turned: the same, hole by hole.
            let west = position(&rules, &turned(&holes), Seat::West);
            let mirrored = solve(&game, west, order, Some(rounds), &table);
            prop_assert_eq!(mirrored.value, found.value);
            let names = |strategy: &[Committed], turn: bool| {
                let mut all: Vec<String> = (strategy.iter())
                    .map(|one| {
                        let text = format!("{:?} {} {}", one.after, one.choice, one.probability);
                        if turn { turn_names(&text, rules.holes()) } else { text }
                    })
                    .collect();
                all.sort();
                all
            };
            prop_assert_eq!(names(&mirrored.sente, true), names(&found.sente, false));
            prop_assert_eq!(names(&mirrored.gote, true), names(&found.gote, false));
        }
    }
}

/// Exchanges the names of the sides in choices, with the board turned.
fn turn_names(text: &str, holes: usize) -> String {
    let mut turned = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let side = match character {
            'E' => 'W',
            'W' => 'E',
            other => {
                turned.push(other);
                continue;
            }
        };
        let mut hole = String::new();
        while let Some(digit) = characters.peek().filter(|next| next.is_ascii_digit()) {
            hole.push(*digit);
            characters.next();
        }
        turned += &format!("{side}{}", holes + 1 - hole.parse::<usize>().unwrap());
    }
    turned
}

proptest! {
    /// A round is resolved alike whoever committed first. So the reverse order is the open one with the roles exchanged: on
    /// the turned board, with what is left at the end for the other role.
    #[test]
    fn the_reverse_order_is_the_open_one_turned_round(
        (rules, holes) in rules().prop_flat_map(|rules| {
            let hole = 0..=16 / rules.holes() as u8;
            (Just(rules), prop::collection::vec(hole, rules.holes()))
        }),
        rounds in 0..5u8,
    ) {
        let mut other = rules;
        other.rest = match rules.rest {
            Rest::Usual => Rest::Exchanged,
            Rest::Exchanged => Rest::Usual,
        };
        let value = |rules: Rules, holes: &[u8], order| {
            let table = TranspositionTable::new(1 << 18).unwrap();
            let at = position(&rules, holes, Seat::East);
            solve(&StonesGame::new(&rules), at, order, Some(rounds), &table).value
        };
        prop_assert_eq!(
            value(rules, &holes, CommitOrder::Reverse),
            -value(other, &turned(&holes), CommitOrder::Open)
        );
    }
}

/// The opening is its own mirror image, and no game of 33Stones ends within three rounds.
#[test]
fn the_reverse_order_mirrors_the_open_one_at_the_opening() {
    let memory = "1M".parse().unwrap();
    for mut rules in Rules::new(11, 3).unwrap().option_variants() {
        for capture in [Capture::Normal, Capture::Reversed] {
            rules.capture = capture;
            let values = |order| {
                let found = deepen(&rules, order, 3, memory, &()).unwrap();
                found
                    .into_iter()
                    .map(|found| found.value)
                    .collect::<Vec<_>>()
            };
            let turned: Vec<f64> = values(CommitOrder::Open)
                .iter()
                .map(|value| -value)
                .collect();
            assert_eq!(values(CommitOrder::Reverse), turned, "{rules}");
        }
    }
}

/// For one round: open ≤ sealed ≤ max(open, reverse), on every board of four holes.
#[test]
fn orderings_of_a_single_round() {
    let rules = Rules::new(4, 4).unwrap();
    let game = StonesGame::new(&rules);
    let table = TranspositionTable::new(1 << 20).unwrap();
    let mut contested = 0;
    for number in 0..6u32.pow(4) {
        let holes: Vec<u8> = (0..4)
            .map(|hole| (number / 6u32.pow(hole) % 6) as u8)
            .collect();
        if holes.iter().map(|&hole| u32::from(hole)).sum::<u32>() > 16 {
            continue;
        }
        let at = position(&rules, &holes, Seat::East);
        let [open, reverse, sealed] =
            CommitOrder::ALL.map(|order| solve(&game, at, order, Some(1), &table).value);
        assert!(
            open <= sealed + 1e-9 && sealed <= open.max(reverse) + 1e-9,
            "{at}"
        );
        if open > reverse {
            assert_eq!(open, sealed);
            contested += usize::from(playable(&holes).len() == 4);
        }
    }
    assert!(
        contested > 0,
        "open can be better than reverse with all holes playable"
    );
}

fn equilibrium(arguments: &[&str]) -> Value {
    json(&[&["equilibrium"], arguments, &["--quiet"]].concat())
}

#[test]
fn the_command_says_what_both_do() {
    let game = "stones:holes=5,seeds=3";
    let at = ["--position", "3,2,4,3,2 W 1 0", "--horizon", "2"];
    let ask = |order| equilibrium(&[&[game], &at[..], &["--order", order]].concat());
    let [open, reverse, sealed] = ["open", "reverse", "sealed"].map(ask);
    for (found, order) in [(&open, "open"), (&reverse, "reverse"), (&sealed, "sealed")] {
        assert_eq!(found["order"], order);
        assert_eq!(found["horizon"], 2);
        assert_eq!(found["position"], "3,2,4,3,2 W 1 0 - 1");
        assert!(found["exploitability"].as_f64().unwrap() < 1e-9);
        assert!(found["nodes"].is_u64() && found["seconds"].is_f64());
    }
    // The side that sees has a reply to each choice.
    assert_eq!(open["sente"].as_array().unwrap().len(), 1);
    let replies = open["gote"].as_array().unwrap();
    let after: Vec<&str> = replies
        .iter()
        .map(|reply| reply["after"].as_str().unwrap())
        .collect();
    assert_eq!(after, ["W1", "W2", "W3", "W4", "W5"]);
    assert!(
        replies
            .iter()
            .all(|reply| reply["choice"].as_str().unwrap().starts_with('E'))
    );
    assert_eq!(reverse["gote"].as_array().unwrap().len(), 1);
    assert_eq!(reverse["sente"].as_array().unwrap().len(), 5);
    for pair in sealed["gote"].as_array().unwrap() {
        let holes = holes_of(pair["choice"].as_str().unwrap());
        assert!(holes.len() == 2 && holes[0] != holes[1]);
        assert!(pair.get("after").is_none());
    }
    let compared = equilibrium(&[&[game], &at[..], &["--compare", "--order", "sealed"]].concat());
    let compare = &compared["compare"];
    assert_eq!(compared["value"], sealed["value"]);
    for (found, order) in [(&open, "open"), (&reverse, "reverse"), (&sealed, "sealed")] {
        assert_eq!(compare[order]["value"], found["value"]);
        assert_eq!(compare[order]["gote"], found["gote"]);
    }
    let value = |found: &Value| found["value"].as_f64().unwrap();
    assert_eq!(compare["price_of_sente"], value(&reverse) - value(&open));
    assert_eq!(compare["worth_of_seeing"], value(&sealed) - value(&open));
}

#[test]
fn ends_and_horizons() {
    let game = "stones:holes=5,seeds=3";
    let at = |position, horizon| equilibrium(&[game, "--position", position, "--horizon", horizon]);
    // Over: worth its margin also at the horizon; nobody has a choice.
    for horizon in ["0", "3", "none"] {
        let over = at("1,0,5,1,0 E 8 0", horizon);
        assert_eq!(over["value"], 7.0);
        assert_eq!(over["sente"].as_array().unwrap().len(), 0);
        assert_eq!(over["exploitability"], 0.0);
    }
    assert_eq!(at("3,3,3,3,3 E 0 0", "0")["value"], 0.0);
    // Where play always ends no horizon is needed.
    let none = at("2,0,2,2,1 E 8 0", "none");
    assert!(none["horizon"].is_null());
    assert_eq!(none["value"], at("2,0,2,2,1 E 8 0", "60")["value"]);
}

/// Where play can repeat itself, tables settle the reverse order, too: those of the open one turned round.
#[test]
fn tables_settle_the_reverse_order() {
    for (game, other) in [("", ",rest=exchanged"), (",rest=exchanged", "")] {
        let game = format!("stones:holes=6,seeds=2{game}");
        let position = "2,1,3,2,1,3 E 0 0 - 3";
        let found = equilibrium(&[&game, "--order", "reverse", "--position", position]);
        let other = format!("stones:holes=6,seeds=2{other}");
        let turned = json(&[
            "solve",
            &other,
            "--position",
            "3,1,2,3,1,2 E 0 0 - 3",
            "--quiet",
        ]);
        let zero = turned["value"]["zero"].as_f64().unwrap();
        assert_eq!(found["value"].as_f64(), Some(-zero));
        // Gote chooses first, and sente replies to each choice.
        assert_eq!(found["gote"].as_array().unwrap().len(), 1);
        assert!(
            found["sente"]
                .as_array()
                .unwrap()
                .iter()
                .all(|one| one["after"].is_string())
        );
    }
}

/// Where play can repeat itself, tables settle the open order, and not the sealed one.
#[test]
fn tables_settle_the_open_order() {
    let game = "stones:holes=6,seeds=2";
    let opening = equilibrium(&[game]);
    let solved = json(&["solve", game, "--quiet"]);
    assert_eq!(opening["value"].as_f64(), solved["value"]["zero"].as_f64());
    assert_eq!(opening["exploitability"], 0.0);
    assert_eq!(opening["gote"].as_array().unwrap().len(), 6);
    refused(
        &["equilibrium", game, "--order", "sealed"],
        &["--horizon", "repeat"],
    );
    refused(
        &["equilibrium", game, "--compare"],
        &["--horizon", "repeat"],
    );
    let nowhere = ["equilibrium", game, "--tables", "/nowhere"];
    refused(&nowhere, &["--tables", "no such table"]);
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().to_str().unwrap();
    let build = |stones| {
        json(&[
            "tables", "build", game, "--stones", stones, "--dir", path, "--quiet",
        ])
    };
    build("11");
    refused(
        &["equilibrium", game, "--tables", path],
        &["--tables", "12 stones"],
    );
    build("12");
    assert_eq!(
        equilibrium(&[game, "--tables", path])["value"],
        opening["value"]
    );
}

#[test]
fn the_same_for_any_number_of_threads() {
    let with = |threads| {
        let mut found = equilibrium(&[
            "33stones",
            "--order",
            "sealed",
            "--horizon",
            "3",
            "--threads",
            threads,
        ]);
        for racing in ["nodes", "seconds"] {
            found.as_object_mut().unwrap().remove(racing);
        }
        found
    };
    assert_eq!(with("1"), with("3"));
}

#[test]
fn wrong_input_is_named_in_one_line() {
    let ask = |arguments: &[&str], parts: &[&str]| {
        refused(&[&["equilibrium"], arguments].concat(), parts);
    };
    ask(
        &["awari", "--horizon", "2"],
        &["game", "both sides sow at once"],
    );
    ask(
        &["kalah:pits=3", "--order", "sealed"],
        &["game", "55stones"],
    );
    ask(&["56stones"], &["56stones"]);
    ask(
        &["33stones", "--horizon", "255"],
        &["--horizon", "255", "254"],
    );
    ask(&["33stones", "--horizon", "-1"], &["-1"]);
    ask(&["33stones", "--horizon", "few"], &["few", "none"]);
    ask(&["33stones", "--order", "closed"], &["closed", "sealed"]);
    ask(
        &["33stones", "--horizon", "1", "--memory", "1"],
        &["--memory"],
    );
    ask(
        &["33stones", "--horizon", "1", "--position", "1,2 E 0 0"],
        &["--position"],
    );
    let opening = "3,3,3,3,3,3,3,3,3,3,3 E 0 0";
    for phase in ["4", "pie"] {
        let position = format!("{opening} {phase}");
        ask(
            &["33stones", "--horizon", "1", "--position", &position],
            &["--position", "'-'"],
        );
    }
    // Play of 33Stones can repeat itself.
    ask(&["33stones"], &["--horizon", "repeat"]);
}

/// Returns the evaluation of a board, rounded to parts of a stone.
fn parts(evaluation: &Evaluation, holes: &[u8]) -> f64 {
    let stones = holes.iter().map(|&hole| f64::from(hole)).sum::<f64>();
    (evaluation.stones(holes) * 64.0)
        .round()
        .clamp(-64.0 * stones, 64.0 * stones)
        / 64.0
}

/// The open order by definition, what lies beyond the horizon as weights have it.
fn estimated_open(rules: &Rules, evaluation: &Evaluation, holes: &[u8], rounds: u8) -> f64 {
    let certified = Certified::new(*rules, CommitOrder::Open);
    let rest = |holes: &[u8], captured| match certified.rest(holes, captured) {
        Some(rest) => rest,
        None if rounds == 1 => parts(evaluation, holes),
        None => estimated_open(rules, evaluation, holes, rounds - 1),
    };
    let payoff = |east, west| match reference::sow(rules, holes, east, west) {
        Outcome::Endless { .. } => 0.0,
        Outcome::Ends(after, 0, 0, _) => rest(&after, false),
        Outcome::Ends(after, east, west, _) => {
            f64::from(east) - f64::from(west) - rest(&turned(&after), true)
        }
    };
    let all = playable(holes);
    let worst = |east: usize| {
        let replies = all.iter().filter(|&&west| west != east);
        replies.map(|&west| payoff(east, west)).fold(1e9, f64::min)
    };
    all.iter().map(|&east| worst(east)).fold(-1e9, f64::max)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    /// The weights that come with the program, two rounds ahead, under every order: the open order by definition; in
    /// the sealed one neither side gains by answering, up to the horizon.
    #[test]
    fn weights_stand_for_what_lies_beyond_the_horizon(
        holes in prop::collection::vec(0..4u8, 11)
            .prop_filter("both sides choose", |holes| playable(holes).len() > 1),
        rounds in 1..3u8,
    ) {
        let rules = Rules::from_name("55stones").unwrap();
        let name = rules.table_name().unwrap();
        let weights = Evaluation::built_in(&name, 11).unwrap().unwrap();
        let estimate = |order, leaves| {
            let request = EstimateRequest { order, rounds, leaves, memory: "1M".parse().unwrap() };
            let at = position(&rules, &holes, Seat::East);
            estimate_equilibrium(&rules, &at, &request, &()).unwrap()
        };
        let open = estimate(CommitOrder::Open, Leaves::Learned(&weights));
        let expected = estimated_open(&rules, &weights, &holes, rounds);
        prop_assert!((open.estimate() - expected).abs() < 1e-9, "{open:?} {expected}");
        let sealed = estimate(CommitOrder::Sealed, Leaves::Learned(&weights));
        let answers = sealed.equilibrium().exploitability;
        prop_assert!(answers.total() < 1e-6);
        prop_assert!((answers.leader_answers - sealed.estimate()).abs() < 1e-6);
        // Without an evaluation as the horizon has it.
        let plain = estimate(CommitOrder::Sealed, Leaves::Nothing);
        let game = StonesGame::new(&rules);
        let table = TranspositionTable::new(1 << 18).unwrap();
        let at = position(&rules, &holes, Seat::East);
        let found = solve(&game, at, CommitOrder::Sealed, Some(rounds), &table);
        prop_assert!((plain.estimate() - found.value).abs() < 1e-6);
    }
}

#[test]
fn the_command_estimates_beside_the_value() {
    let game = ["55stones", "--order", "sealed", "--horizon", "1"];
    let plain = equilibrium(&game);
    let found = equilibrium(&[&game[..], &["--eval", "built-in"]].concat());
    for same in ["value", "sente", "gote"] {
        assert_eq!(found[same], plain[same], "{same} is what it is without");
    }
    assert!(plain.get("estimated").is_none());
    let estimated = &found["estimated"];
    assert_eq!(estimated["evaluation"], "built-in");
    assert!(estimated["estimate"].is_f64());
    assert!(estimated["exploitability"].as_f64().unwrap() < 1e-6);
    let sum = |side: &str| -> f64 {
        let all = estimated[side].as_array().unwrap().iter();
        all.map(|one| one["probability"].as_f64().unwrap()).sum()
    };
    assert!((sum("sente") - 1.0).abs() < 1e-9 && (sum("gote") - 1.0).abs() < 1e-9);
    let none = ["equilibrium", "55stones", "--eval", "built-in"];
    refused(&none, &["--horizon"]);
    let other = "equilibrium stones:holes=5,seeds=3 --horizon 1 --eval built-in".words();
    refused(&other, &["--eval", "no weights"]);
    let missing = [&["equilibrium"], &game[..], &["--eval", "/nowhere"]].concat();
    refused(&missing, &["--eval", "/nowhere"]);
}
