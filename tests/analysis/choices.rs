//! The value of every choice, in every phase of every family, against the plainest reference, and against
//! `solve`.

use sowlab::documents::{Bounds, Choices, Estimate};
use std::path::Path;

use sowlab::analysis::Analyses;
use sowlab::analysis::choices::ChoicesRequest;
use sowlab::analysis::solve::SolveRequest;
use sowlab::analysis::tables::TabledGame;
use sowlab::catalog::{CatalogGame, Family};
use sowlab::games::contest::{Contest, legal_moves};
use sowlab::games::for_family;
use sowlab::games::stones::Rules;
use sowlab_base::MemorySize;
use sowlab_solvers::{Side, Value};

use crate::values::{Values, values};

fn request(position: &str) -> ChoicesRequest {
    ChoicesRequest {
        position: Some(position.to_owned()),
        memory: MemorySize::new(1 << 24),
        replies: true,
        ..ChoicesRequest::default()
    }
}

/// A small generator: the same walks every time.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % most
    }
}

/// Walks through games and compares the values of all choices and replies in every position met.
struct Compare<'a> {
    game: &'a CatalogGame,
    start: Option<&'a str>,
    positions: usize,
    /// Tables of all its boards.
    tables: Option<&'a Path>,
    /// The stones family: margins are those of the side with sente, and the pie may be open.
    stones: bool,
}

fn exact(bounds: &Bounds) -> Value {
    bounds
        .value()
        .unwrap_or_else(|| panic!("{bounds:?} is open"))
}

fn each(a: Value, b: Value, of: fn(i32, i32) -> i32) -> Value {
    Value {
        lower: of(a.lower, b.lower),
        zero: of(a.zero, b.zero),
        upper: of(a.upper, b.upper),
    }
}

impl Compare<'_> {
    fn check<C: Contest>(
        &self,
        contest: &C,
        position: &C::Position,
        references: &[Values<C::State>; 2],
    ) {
        let text = contest.position_text(position);
        let asked = ChoicesRequest {
            tables: self.tables.map(Path::to_owned),
            ..request(&text)
        };
        let found = self.game.analyses().choices(&asked, &()).unwrap();
        let state = contest.state(position);
        let mover = contest.side_to_move(&state);
        let name = |side| contest.sides()[usize::from(side == Side::Second)];
        let of = match self.stones {
            true if text.contains(" E ") => Side::First,
            true => Side::Second,
            false => mover,
        };
        assert_eq!(found.margin_of, name(of), "{text}");
        let reference = &references[usize::from(of == Side::Second)];
        // The margin of the fixed side after a move, its gain included.
        let after = |state: &C::State, chosen: C::Move| {
            let step = contest.play(state, chosen);
            let own = contest.side_to_move(state) == of;
            let gain = if own { step.gain } else { -step.gain };
            let rest = reference.of(&step.state);
            let value = Value {
                lower: gain + rest.lower,
                zero: gain + rest.zero,
                upper: gain + rest.upper,
            };
            (step.state, gain, value)
        };
        let legal = legal_moves(contest, position);
        assert_eq!(found.choices.len(), legal.len(), "{text}");
        if legal.is_empty() {
            assert_eq!(found.chooser, None);
            return;
        }
        assert_eq!(found.chooser, Some(name(mover)));
        assert_eq!(exact(&found.bounds), reference.of(&state), "{text}");
        let best = if mover == of { i32::max } else { i32::min };
        let folded = found.choices.iter().map(|choice| exact(&choice.bounds));
        assert_eq!(folded.reduce(|a, b| each(a, b, best)), found.bounds.value());
        let opening = self.stones && text.ends_with(" 1") && text.contains(" 0 0 ");
        assert_eq!(found.pie.is_some(), opening, "{text}");
        for (choice, chosen) in found.choices.iter().zip(legal) {
            assert_eq!(choice.choice, contest.move_text(position, chosen));
            let (child, gain, value) = after(&state, chosen);
            assert_eq!(exact(&choice.bounds), value, "{text} {}", choice.choice);
            if choice.replies().is_empty() {
                continue;
            }
            let place = contest.advance(position, chosen);
            let replies = legal_moves(contest, &place);
            assert_eq!(choice.replies().len(), replies.len());
            let mut pie: Option<Value> = None;
            for (reply, answer) in choice.replies().iter().zip(replies) {
                assert_eq!(reply.choice, contest.move_text(&place, answer));
                let (_, _, value) = after(&child, answer);
                let value = Value {
                    lower: gain + value.lower,
                    zero: gain + value.zero,
                    upper: gain + value.upper,
                };
                assert_eq!(
                    exact(&reply.bounds),
                    value,
                    "{text} {} {}",
                    choice.choice,
                    reply.choice
                );
                let with_pie = each(value, value.flipped(), i32::max);
                assert_eq!(reply.pie.as_ref().map(exact), opening.then_some(with_pie));
                pie = Some(pie.map_or(with_pie, |pie| each(pie, with_pie, i32::min)));
            }
            assert_eq!(
                choice.pie.as_ref().map(exact),
                pie.filter(|_| opening),
                "{text}"
            );
            let reply = choice.best_reply.as_ref().expect("all is known");
            let reply = choice.replies().iter().find(|other| other.choice == *reply);
            assert_eq!(
                exact(&reply.unwrap().bounds).zero,
                exact(&choice.bounds).zero
            );
        }
    }
}

impl Compare<'_> {
    /// The number of positions compared.
    fn compare<C: Contest>(&self, contest: C) -> usize {
        let mut random = Random(7);
        let mut seen = Vec::new();
        let start = match self.start {
            None => contest.opening(),
            Some(text) => contest.read_position(text).unwrap(),
        };
        let state = contest.state(&start);
        let references = [Side::First, Side::Second].map(|side| values(&contest, state, side));
        for _ in 0..100 * self.positions {
            let mut position = start;
            // Play may go round for ever.
            for _ in 0..60 {
                let text = contest.position_text(&position);
                if !seen.contains(&text) && !contest.endless(&contest.state(&position)) {
                    // Where a game ended is not in the text of its last position.
                    if !legal_moves(&contest, &position).is_empty() {
                        self.check(&contest, &position, &references);
                    }
                    seen.push(text);
                }
                let legal = legal_moves(&contest, &position);
                if legal.is_empty() || contest.endless(&contest.state(&position)) {
                    break;
                }
                position = contest.advance(&position, legal[random.below(legal.len())]);
            }
            if seen.len() >= self.positions {
                break;
            }
        }
        seen.len()
    }
}

fn compare(name: &str, start: Option<&str>, positions: usize, pie: bool) {
    let game: CatalogGame = name.parse().unwrap();
    let stones = game.family() == "stones";
    let directory = tempfile::tempdir().unwrap();
    if stones {
        let rules = Rules::from_name(name).unwrap();
        let all = rules.stones() as u32;
        rules
            .build_tables(directory.path(), all, &(), &mut |_| ())
            .unwrap();
    }
    let comparing = Compare {
        game: &game,
        start,
        positions,
        tables: stones.then(|| directory.path()),
        stones,
    };
    let compared = for_family!(&game, family => comparing.compare(family.contest(pie).unwrap()));
    assert!(compared > 3, "{name}");
}

/// Without the pie rule the choices of a round, with it the decision itself.
#[test]
fn every_phase_of_the_stones_family() {
    for options in [
        "",
        ",capture=reversed",
        ",both-out=end",
        ",mixed-out=forfeit",
    ] {
        compare(&format!("stones:holes=3,seeds=2{options}"), None, 25, false);
    }
    compare("stones:holes=4,seeds=2", None, 40, false);
}

/// The value of turning includes the exchange of the cups.
#[test]
fn the_pie_decision() {
    let game: CatalogGame = "stones:holes=4,seeds=2".parse().unwrap();
    for position in [
        "0,1,3,1 E 3 0 pie 2",
        "1,3,0,4 W 0 0 pie 2",
        "3,0,2,1 W 2 0 pie 2",
        "0,3,0,0 W 5 0 pie 2",
    ] {
        let found = game.analyses().choices(&request(position), &()).unwrap();
        let comparing = Compare {
            game: &game,
            start: Some(position),
            positions: 1,
            tables: None,
            stones: true,
        };
        let compared =
            for_family!(&game, family => comparing.compare(family.contest(true).unwrap()));
        assert!(compared > 0);
        let choices: Vec<&str> = found.choices.iter().map(|c| c.choice.as_str()).collect();
        assert_eq!(choices, ["turn", "stay"]);
        // To turn is worth what staying is worth to the other side, from cups that are exchanged.
        let fields: Vec<&str> = position.split(' ').collect();
        let cups = [fields[2], fields[3]].map(|cup| cup.parse::<i32>().unwrap());
        let lead = match fields[1] {
            "E" => cups[0] - cups[1],
            _ => cups[1] - cups[0],
        };
        let [turn, stay] = [0, 1].map(|place| exact(&found.choices[place].bounds));
        assert_eq!(lead + turn.zero, -(lead + stay.zero), "{position}");
    }
}

#[test]
fn sequential_games() {
    compare("kalah:pits=2,seeds=2", None, 20, false);
    compare("egyptian:pits=2,seeds=2", None, 20, false);
    compare("ethiopian:pits=2,seeds=2", None, 12, false);
    compare("awari", Some("0,1,0,0,2,0/1,0,0,0,0,1 L 21 22"), 15, false);
    compare("warri", Some("0,1,0,0,0,2/1,0,0,0,0,1 L 21 22"), 15, false);
    compare("random:seed=3,pits=2,most=2", None, 12, false);
    compare("owela:pits=2", None, 4, false);
}

/// `solve` finds the same values by a way of its own, and the best choices keep them.
#[test]
fn solve_agrees() {
    for (name, position) in [
        ("stones:holes=5,seeds=2", None),
        ("stones:holes=5,seeds=2,both-out=end", None),
        ("stones:holes=5,seeds=2", Some("0,3,1,2,2 W 1 1 - 4")),
        ("kalah:pits=3,seeds=2", None),
        ("awari", Some("0,1,0,0,2,0/1,0,1,0,0,1 U 21 21")),
        ("owela:pits=2", None),
        ("random:seed=3,pits=2,most=4", None),
    ] {
        let game: CatalogGame = name.parse().unwrap();
        let solved = game.analyses().solve(
            &SolveRequest {
                position: position.map(str::to_owned),
                memory: MemorySize::new(1 << 24),
                ..SolveRequest::default()
            },
            &(),
        );
        let solved = solved.unwrap();
        let found = game
            .analyses()
            .choices(&request(&solved.position), &())
            .unwrap();
        assert_eq!(found.bounds, solved.solution.bounds, "{name}");
        assert_eq!(found.margin_of, solved.margin_of);
        assert_eq!(found.pie, solved.solution.pie, "{name}");
        let (best, complete) = found.best();
        assert!(complete);
        for one in solved.solution.best {
            let of_lower = |choice: &&_| exact(&choice_bounds(&found, choice)).lower;
            assert_eq!(of_lower(&one.as_str()), exact(&found.bounds).lower);
        }
        assert!(!best.is_empty());
    }
}

/// Stones given out at the end count for the side of the margin.
#[test]
fn a_finished_game_is_worth_what_solve_says() {
    for (name, position, margin) in [
        ("stones:holes=4,seeds=2", "1,1,3,1 W 2 0 - 4", 6),
        ("stones:holes=4,seeds=2", "1,1,3,1 E 0 2 - 4", 6),
        ("stones:holes=4,seeds=2", "3,0,0,0 W 5 0 - 4", 3),
        ("kalah:pits=3,seeds=1", "0,0,0/0,1,0 L 3 2", -1),
    ] {
        let game: CatalogGame = name.parse().unwrap();
        let found = game.analyses().choices(&request(position), &()).unwrap();
        assert!(found.choices.is_empty(), "{position}");
        assert_eq!(found.bounds, Bounds::alike(margin..=margin), "{position}");
    }
}

fn choice_bounds(found: &Choices, text: &str) -> Bounds {
    let mut all = found.choices.iter();
    all.find(|choice| choice.choice == text)
        .unwrap()
        .bounds
        .clone()
}

/// Where tables reach only a few stones, a search proves intervals that hold, and where infinite play has
/// no part the values.
#[test]
fn a_search_above_few_tables_agrees_with_tables() {
    let name = "stones:holes=3,seeds=3";
    let rules = Rules::from_name(name).unwrap();
    let directory = tempfile::tempdir().unwrap();
    rules
        .build_tables(directory.path(), 3, &(), &mut |_| ())
        .unwrap();
    let game: CatalogGame = name.parse().unwrap();
    for position in ["3,3,3 E 0 0", "3,3,3 E 0 0 2", "1,2,4 W 1 1 - 3"] {
        let tabled = game.analyses().choices(&request(position), &()).unwrap();
        let searched = ChoicesRequest {
            tables: Some(directory.path().to_owned()),
            ..request(position)
        };
        let searched = game.analyses().choices(&searched, &()).unwrap();
        assert!(searched.nodes > 0, "{position}");
        for (a, b) in tabled.choices.iter().zip(&searched.choices) {
            let value = exact(&a.bounds);
            assert!(
                b.bounds.lower.contains(&value.lower),
                "{position} {a:?} {b:?}"
            );
            assert!(
                b.bounds.zero.contains(&value.zero),
                "{position} {a:?} {b:?}"
            );
            assert!(
                b.bounds.upper.contains(&value.upper),
                "{position} {a:?} {b:?}"
            );
            if value.lower == value.upper {
                assert_eq!(b.bounds.value(), Some(value), "{position}");
            } else if let Some(Estimate { margin, .. }) = b.estimate {
                assert!(b.bounds.zero.contains(&margin));
            }
        }
        // Only what tables hold, without a search.
        let unsearched = ChoicesRequest {
            tables: Some(directory.path().to_owned()),
            search: false,
            ..request(position)
        };
        let unsearched = game.analyses().choices(&unsearched, &()).unwrap();
        assert_eq!(unsearched.nodes, 0);
        assert!(
            unsearched
                .choices
                .iter()
                .any(|choice| !choice.bounds.closed())
        );
        assert!(unsearched.choices.iter().all(|choice| {
            choice.bounds.zero.start() == choice.bounds.zero.end() || choice.estimate.is_some()
        }));
    }
}
