//! The results of `solve` for the two-rank games. Tables, search and a graph of all reachable states must agree.

use crate::outside::{json, refused};
use proptest::prelude::*;
use serde_json::Value as Json;
use sowlab::analysis::solve::{TwoRankTables, solve_choice, solve_two_rank};
use sowlab::analysis::tables::TabledGame;
use sowlab::documents::Solution;
use sowlab::games::two_rank::{Choice, Position, RandomMancala, Seat, State, TwoRank, parse};
use sowlab_base::MemorySize;
use sowlab_solvers::Keyed;
use sowlab_solvers::{Deadline, Game, Monitor, Reachable, Step, Value};

const GAMES: [&str; 14] = [
    "basic",
    "egyptian",
    "ethiopian",
    "trysse",
    "warri",
    "warri:origin=skip,feed=leave",
    "awari",
    "kalah",
    "kalah:empty-capture=yes",
    "oware",
    "oware:grand-slam=illegal",
    "oware:grand-slam=illegal-unless-only",
    "oware:grand-slam=capture",
    "bestemshe",
];

fn sized(name: &str, pits: usize) -> TwoRank {
    let comma = if name.contains(':') { "," } else { ":" };
    parse(&format!("{name}{comma}pits={pits},seeds=2")).unwrap()
}

fn position(pits: &[u8]) -> Position {
    let state = State::from_pits(Seat::Lower, pits).unwrap();
    Position::new(state, pits.len() / 2, [0; 2]).unwrap()
}

fn reached(game: &TwoRank, state: State) -> Value {
    Reachable::solve(game, state, 2_000_000, &())
        .unwrap()
        .value(game.key(&state))
        .unwrap()
}

fn search(game: &TwoRank, position: &Position, tables: Option<&TwoRankTables>) -> Solution {
    solve_two_rank(game, position, tables, MemorySize::new(1 << 20), &()).unwrap()
}

/// Returns the value of a move for the side that makes it.
fn worth(game: &TwoRank, state: State, text: &str) -> Value {
    let chosen = game.parse_move(state, text).unwrap();
    let Step {
        state: after, gain, ..
    } = game.play(&state, chosen);
    let reply = reached(game, after);
    let reply = match after.mover() == state.mover() {
        true => reply,
        false => reply.flipped(),
    };
    Value {
        lower: gain + reply.lower,
        zero: gain + reply.zero,
        upper: gain + reply.upper,
    }
}

/// A monitor that stops a search after the given number of looks.
struct CancelAfter(std::sync::atomic::AtomicU32);

impl Monitor for CancelAfter {
    fn cancelled(&self) -> bool {
        use std::sync::atomic::Ordering;
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            })
            .is_err()
    }
}

prop_compose! {
    fn board()(pits in 1..=3usize)(
        pits in proptest::collection::vec(0..=(6 / pits) as u8, 2 * pits),
    ) -> Vec<u8> {
        pits
    }
}

/// A search that is over before it begins asks for no table, which here nobody could clear.
#[test]
fn time_that_is_up_is_not_spent_on_memory() {
    let game = parse("awari").unwrap();
    let petabyte = MemorySize::new(1 << 50);
    let solution = solve_two_rank(
        &game,
        &game.start_position(),
        None,
        petabyte,
        &CancelAfter(0.into()),
    );
    assert!(!solution.unwrap().bounds.closed());
}

/// The only choice is no best one before its worth is proven.
#[test]
fn of_a_search_that_is_cut_short_the_only_choice_is_no_complete_answer() {
    let game = sized("awari", 2);
    let position = position(&[2, 0, 1, 3]);
    assert_eq!(game.legal_count(position.state()), 1);
    let memory = MemorySize::new(1 << 20);
    let cut = solve_two_rank(&game, &position, None, memory, &CancelAfter(0.into())).unwrap();
    assert_eq!((cut.best, cut.best_complete), (Vec::new(), false));
    let tables = TwoRankTables::make(&game, 6, &()).unwrap();
    let whole = solve_two_rank(&game, &position, Some(&tables), memory, &()).unwrap();
    assert_eq!((whole.best.len(), whole.best_complete), (1, true));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn tables_on_the_spot_give_the_value_and_all_best_moves(
        name in proptest::sample::select(GAMES.to_vec()),
        pits in board(),
    ) {
        let game = sized(name, pits.len() / 2);
        let position = position(&pits);
        let state = position.state();
        let expected = reached(&game, state);
        let tables = TwoRankTables::make(&game, state.seeds(), &()).unwrap();
        let solution = search(&game, &position, Some(&tables));
        prop_assert_eq!(solution.bounds.value(), Some(expected));
        prop_assert!(solution.best_complete);
        let texts: Vec<String> =
            game.legal(state).map(|chosen| game.move_text(Seat::Lower, chosen)).collect();
        prop_assert_eq!(solution.best.is_empty(), texts.is_empty());
        for text in texts {
            let worth = worth(&game, state, &text);
            let listed = solution.best.contains(&text);
            if listed {
                prop_assert_eq!(worth.lower, expected.lower, "{}", text);
            }
            // A move that keeps everything is always among the best; where infinite play has no
            // part these are all of them.
            if worth == expected {
                prop_assert!(listed, "{}", text);
            } else if !expected.undetermined() {
                prop_assert!(!listed, "{}", text);
            }
        }
    }

    #[test]
    fn search_alone_proves_nothing_else(
        name in proptest::sample::select(GAMES.to_vec()),
        pits in board(),
        helping_seeds in 0..8u32,
        polls in 0..400u32,
    ) {
        let game = sized(name, pits.len() / 2);
        let position = position(&pits);
        let state = position.state();
        let expected = reached(&game, state);
        let tables = TwoRankTables::make(&game, helping_seeds.min(state.seeds()), &()).unwrap();
        let memory = MemorySize::new(1 << 18);
        let monitor = CancelAfter(polls.into());
        let solution = solve_two_rank(&game, &position, Some(&tables), memory, &monitor).unwrap();
        let bounds = &solution.bounds;
        prop_assert!(bounds.lower.contains(&expected.lower), "{bounds:?} {expected:?}");
        prop_assert!(bounds.zero.contains(&expected.zero), "{bounds:?} {expected:?}");
        prop_assert!(bounds.upper.contains(&expected.upper), "{bounds:?} {expected:?}");
        for text in &solution.best {
            prop_assert_eq!(worth(&game, state, text).lower, expected.lower);
        }
    }

    /// Two searches, for what each side can be sure of; where infinite play has no part, that is the value.
    #[test]
    fn play_that_may_repeat_itself_is_proven_beyond_the_tables(
        name in proptest::sample::select(vec!["ethiopian", "trysse", "warri", "awari", "oware", "bestemshe"]),
        pits in board(),
        helping_seeds in 0..3u32,
    ) {
        let game = sized(name, pits.len() / 2);
        let position = position(&pits);
        let state = position.state();
        let tables = TwoRankTables::make(&game, helping_seeds.min(state.seeds()), &()).unwrap();
        let solution = search(&game, &position, Some(&tables));
        let expected = reached(&game, state);
        prop_assert_eq!(*solution.bounds.lower.start(), expected.lower);
        prop_assert_eq!(*solution.bounds.upper.end(), expected.upper);
        prop_assert!(solution.bounds.closed() || expected.undetermined());
        for text in &solution.best {
            prop_assert_eq!(worth(&game, state, text).lower, expected.lower);
        }
    }

    /// So that a proof search may ask for every other margin only.
    #[test]
    fn margins_are_odd_where_the_seeds_are_unless_nobody_has_the_rest(
        name in proptest::sample::select(GAMES.to_vec()),
        pits in board(),
    ) {
        let game = sized(name, pits.len() / 2);
        let state = position(&pits).state();
        prop_assert_eq!(game.margins_have_parity_of_bound(), name != "basic");
        let Value { lower, upper, .. } = reached(&game, state);
        let odd = game.bound(&state) % 2 != 0;
        let all = [lower, upper].iter().all(|margin| (margin % 2 != 0) == odd);
        prop_assert!(all || name == "basic");
    }

    #[test]
    fn games_that_end_are_searched_to_the_value_and_all_best_moves(
        name in proptest::sample::select(vec!["basic", "egyptian", "kalah"]),
        pits in board(),
        helping_seeds in proptest::option::of(0..8u32),
    ) {
        let game = sized(name, pits.len() / 2);
        let position = position(&pits);
        let state = position.state();
        let tables = helping_seeds
            .map(|seeds| TwoRankTables::make(&game, seeds.min(state.seeds()), &()).unwrap());
        let solution = search(&game, &position, tables.as_ref());
        let expected = reached(&game, state);
        prop_assert_eq!(solution.bounds.value(), Some(expected));
        prop_assert!(solution.best_complete);
        let best: Vec<String> = game
            .legal(state)
            .map(|chosen| game.move_text(Seat::Lower, chosen))
            .filter(|text| worth(&game, state, text) == expected)
            .collect();
        prop_assert_eq!(solution.best, best);
    }

    #[test]
    fn a_choice_is_worth_what_the_chooser_has_of_the_position_after_it(
        base in proptest::sample::select(vec!["egyptian", "ethiopian", "awari", "basic"]),
        pits in board(),
    ) {
        let base = sized(base, pits.len() / 2);
        let setup = position(&pits);
        let game = RandomMancala::new("given", base, setup).unwrap();
        let tables = TwoRankTables::make(game.base(), setup.state().seeds(), &()).unwrap();
        let memory = MemorySize::new(1 << 16);
        let (solution, choices) =
            solve_choice(&game, &setup, Some(&tables), memory, &()).unwrap();
        let mut expected: Option<Value> = None;
        for (choice, found) in Choice::ALL.into_iter().zip(choices) {
            prop_assert_eq!(found.choice, choice);
            // The chooser is Lower from here on.
            let state = choice.apply(setup.state());
            let value = reached(game.base(), state);
            let value = match state.mover() {
                Seat::Lower => value,
                Seat::Upper => value.flipped(),
            };
            prop_assert_eq!(found.bounds.value(), Some(value));
            let best = expected.unwrap_or(value);
            expected = Some(Value {
                lower: best.lower.max(value.lower),
                zero: best.zero.max(value.zero),
                upper: best.upper.max(value.upper),
            });
        }
        prop_assert_eq!(solution.bounds.value(), expected);
        prop_assert!(expected.unwrap().zero >= 0, "the chooser can always take the better side");
        prop_assert!(!solution.best.is_empty());
    }
}

/// Boards below some number of seeds come from tables on disk, the others are searched or solved: with any
/// number of tables the value is that of the graph.
#[test]
fn tables_on_disk_change_no_value() {
    let boards: [&[u8]; 5] = [
        &[2, 2, 2, 2, 2, 2],
        &[3, 0, 2, 1, 4, 0],
        &[0, 1, 5, 2, 0, 3],
        &[4, 4, 3, 3],
        &[6, 0, 1, 5],
    ];
    let names = [
        "basic",
        "basic:origin=skip",
        "egyptian",
        "kalah",
        "kalah:empty-capture=yes",
        "ethiopian",
        "warri",
    ];
    for name in names {
        for board in boards {
            let game = sized(name, board.len() / 2);
            let position = position(board);
            let expected = reached(&game, position.state());
            for most in [0, 5, 9] {
                let folder = tempfile::tempdir().unwrap();
                game.build_tables(folder.path(), most.min(game.total()), &(), &mut |_| ())
                    .unwrap();
                let tables = TwoRankTables::open(&game, folder.path()).unwrap();
                // In the smallest table there is no room for boards with few seeds.
                for bytes in [1 << 10, 1 << 20] {
                    let memory = MemorySize::new(bytes);
                    let solution =
                        solve_two_rank(&game, &position, Some(&tables), memory, &()).unwrap();
                    let bounds = &solution.bounds;
                    if game.always_ends() || bytes > 1 << 10 {
                        assert_eq!(bounds.value(), Some(expected), "{name} {board:?}");
                        assert!(solution.best_complete);
                    } else {
                        assert!(
                            bounds.hold(expected),
                            "{name} {board:?} {most} {bounds} {expected}"
                        );
                    }
                }
                tables.close().unwrap();
            }
        }
    }
}

/// Where infinite play matters, search above tables that do not know the position proves the value in which it counts for
/// nobody, too.
#[test]
fn search_proves_all_three_values_where_infinite_play_matters() {
    let mut known = 0;
    for name in ["awari", "trysse", "trysse:feed=leave", "ethiopian", "oware"] {
        for (pits, seeds, most) in [(2, 3, 6), (3, 2, 8), (3, 3, 14)] {
            let comma = if name.contains(':') { "," } else { ":" };
            let game = parse(&format!("{name}{comma}pits={pits},seeds={seeds}")).unwrap();
            let expected = reached(&game, game.start());
            let folder = tempfile::tempdir().unwrap();
            game.build_tables(folder.path(), most, &(), &mut |_| ())
                .unwrap();
            let tables = TwoRankTables::open(&game, folder.path()).unwrap();
            // There is no room for the boards of the position.
            let memory = MemorySize::new(1 << 16);
            let budget = Deadline::of_nodes(&(), 200_000);
            let start = game.start_position();
            let solution = solve_two_rank(&game, &start, Some(&tables), memory, &budget).unwrap();
            assert!(solution.bounds.hold(expected), "{name} {pits}x{seeds}");
            let closed = solution.bounds.value() == Some(expected);
            known += u32::from(closed && expected.lower < expected.upper);
            tables.close().unwrap();
        }
    }
    assert!(known > 5, "{known}");
}

/// A search that is broken off tells more than that nobody gains more than there is.
#[test]
fn a_search_that_is_broken_off_has_bounds_on_both_sides() {
    for (name, value) in [("kalah", 8), ("kalah:empty-capture=yes", 10)] {
        let game = parse(name).unwrap();
        let budget = Deadline::of_nodes(&(), 1_600_000);
        let memory = MemorySize::new(1 << 26);
        let solution = solve_two_rank(&game, &game.start_position(), None, memory, &budget);
        let bounds = solution.unwrap().bounds.zero;
        assert!(bounds.contains(&value), "{bounds:?}");
        assert!(*bounds.start() > -48 && *bounds.end() < 48, "{bounds:?}");
    }
}

/// A search that may be broken off, and is not.
struct MayBreakOff;

impl Monitor for MayBreakOff {
    fn limited(&self) -> bool {
        true
    }
}

/// Easier questions, so that a search that is broken off has bounds, cost few nodes more: they do not spoil the order of
/// moves. Where they shared a table with the others it took 47 million nodes; without them it takes 12.
#[test]
fn easier_questions_do_not_delay_the_value() {
    let game = parse("basic:pits=6,seeds=3").unwrap();
    let memory = MemorySize::new(1 << 30);
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let solution = one_thread
        .unwrap()
        .install(|| solve_two_rank(&game, &game.start_position(), None, memory, &MayBreakOff))
        .unwrap();
    assert_eq!(solution.bounds.one_value(), Some(0));
    assert!(solution.nodes < 20_000_000, "{}", solution.nodes);
}

fn three(value: &Json) -> [Option<i64>; 3] {
    ["lower", "zero", "upper"].map(|name| value[name].as_i64())
}

#[test]
fn solve_follows_the_contract_for_every_two_rank_game() {
    for name in GAMES {
        let game = sized(name, 3);
        let expected = reached(&game, game.start());
        let printed = json(&["solve", game.name(), "--quiet", "--memory", "1M"]);
        let value = [expected.lower, expected.zero, expected.upper].map(|v| Some(i64::from(v)));
        assert_eq!(three(&printed["value"]), value, "{name}");
        assert_eq!(printed["position"], game.start_position().to_string());
        assert_eq!(printed["best_complete"], true);
        assert!(!printed["best"].as_array().unwrap().is_empty());
        assert!(printed["nodes"].is_u64() && printed["seconds"].is_f64());
    }
}

#[test]
fn solve_of_random_mancala_gives_the_four_choices() {
    let printed = json(&[
        "solve",
        "random:pits=2",
        "--position",
        "1,5/0,3 ?",
        "--quiet",
        "--memory",
        "1M",
    ]);
    let choices = printed["choices"].as_array().unwrap();
    let names: Vec<&str> = choices
        .iter()
        .map(|c| c["choice"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["stay+L", "stay+U", "turn+L", "turn+U"]);
    let zero = |choice: &Json| choice["value"]["zero"].as_i64().unwrap();
    assert_eq!(zero(&choices[0]), -zero(&choices[3]));
    assert_eq!(zero(&choices[1]), -zero(&choices[2]));
    let best = choices.iter().map(zero).max();
    assert_eq!(printed["value"]["zero"].as_i64(), best);
    for choice in choices {
        let listed = printed["best"]
            .as_array()
            .unwrap()
            .contains(&choice["choice"]);
        assert_eq!(listed, Some(zero(choice)) == best);
    }
    // Once the choice is made it is the base game.
    let arguments = [
        "solve",
        "random:pits=2",
        "--position",
        "1,5/0,3 L",
        "--quiet",
    ];
    let playing = json(&arguments);
    assert_eq!(playing["value"]["zero"].as_i64(), Some(zero(&choices[0])));
    assert!(playing.get("choices").is_none());
}

#[test]
fn solve_uses_tables_from_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    for (name, seeds) in [("warri:pits=2", 6), ("kalah:pits=2", 5)] {
        json(&[
            "tables", "build", name, "--stones", "6", "--dir", folder, "--quiet",
        ]);
        let game = parse(name).unwrap();
        let start = format!("1,2/0,{} L", seeds - 3);
        let expected = reached(&game, game.parse_position(&start).unwrap().state());
        let printed = json(&[
            "solve",
            name,
            "--position",
            &start,
            "--tables",
            folder,
            "--quiet",
        ]);
        assert_eq!(three(&printed["value"])[1], Some(i64::from(expected.zero)));
        // More seeds than the tables have: they help the search.
        let start = "3,1/2,2 L";
        let expected = reached(&game, game.parse_position(start).unwrap().state());
        let limit = ["--time-limit", "5s"];
        let mut arguments = vec![
            "solve",
            name,
            "--position",
            start,
            "--tables",
            folder,
            "--quiet",
        ];
        arguments.extend(limit);
        let printed = json(&arguments);
        for (name, expected) in [("lower", expected.lower), ("upper", expected.upper)] {
            let bounds = &printed["bounds"][name];
            assert!(bounds[0].as_i64() <= Some(i64::from(expected)));
            assert!(bounds[1].as_i64() >= Some(i64::from(expected)));
        }
    }
    refused(
        &["solve", "awari", "--tables", folder],
        &["--tables", "awari"],
    );
}

#[test]
fn solve_is_anytime_where_play_may_repeat() {
    let printed = json("solve awari --time-limit 300ms --quiet --memory 16M");
    assert_eq!(three(&printed["value"]), [None; 3]);
    assert!(printed["bounds"]["lower"][0].as_i64().unwrap() >= -48);
}
