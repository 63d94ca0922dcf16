//! Counts and values that the rules state as facts.

use std::collections::{BTreeSet, HashSet};

use sowlab::games::contest::{Notation, Play, legal_moves, outcome};
use sowlab::games::world::{Position as Found, WorldGame, WorldVariant};

use super::agreement::{found, game};
use super::reference::agsinnoninka::{Agsinnoninka, Sown};
use super::reference::bao::Bao;
use super::reference::congkak::Congkak;
use super::reference::omweso::{Omweso, Reverse};
use super::reference::one_rank::{Kind, OneRank};
use super::reference::togyz::Togyz;
use super::reference::{After, Extra, Position, Stepper};

/// The number of move sequences of each length up to `plies`, by the reference. A choice in the middle of a round
/// counts as a ply.
fn perft(stepper: &dyn Stepper, plies: usize) -> Vec<usize> {
    let mut layer = vec![stepper.start()];
    let mut counts = Vec::new();
    for _ in 0..plies {
        let moves: Vec<(String, After)> = layer
            .iter()
            .flat_map(|position| stepper.moves(position))
            .collect();
        counts.push(moves.len());
        let positions = moves.into_iter().filter_map(|(_, after)| match after {
            After::To(position) => Some(position),
            _ => None,
        });
        layer = positions.collect();
    }
    counts
}

/// The same count by the library.
fn library_perft(game: &WorldGame, plies: usize) -> Vec<usize> {
    let mut layer = vec![game.opening()];
    let mut counts = Vec::new();
    for _ in 0..plies {
        let after = |here: &Found| {
            let moves = legal_moves(game, here);
            let here = *here;
            moves
                .into_iter()
                .map(move |chosen| game.advance(&here, chosen))
        };
        layer = layer.iter().flat_map(after).collect();
        counts.push(layer.len());
    }
    counts
}

fn check_perft(stepper: &dyn Stepper, expected: &[usize]) {
    assert_eq!(
        perft(stepper, expected.len()),
        expected,
        "{}",
        stepper.name()
    );
    let counts = library_perft(&game(stepper), expected.len());
    assert_eq!(counts, expected, "{}", stepper.name());
}

#[test]
fn perft_figures() {
    check_perft(&Togyz { pits: 9, seeds: 9 }, &[9, 73, 613, 5199]);
    check_perft(&Congkak::new(7, 7), &[7, 36, 230]);
    let alternate = Agsinnoninka {
        alternate: true,
        ..Agsinnoninka::new(5, 5)
    };
    check_perft(&alternate, &[5, 19, 79]);
    let simultaneous = perft(&Agsinnoninka::new(5, 5), 4);
    assert_eq!([simultaneous[1], simultaneous[3]], [25, 356]);
    let one_rank = |kind, start: &[u32]| OneRank {
        kind,
        start: start.to_vec(),
    };
    let sowing = [1, 2, 2, 1, 1, 2, 2, 1];
    check_perft(&one_rank(Kind::Sowing, &sowing), &[6, 25, 70]);
    check_perft(&one_rank(Kind::Impartial, &sowing), &[12, 98]);
    check_perft(&one_rank(Kind::Wari, &[4; 36]), &[33, 1056]);
}

/// The ways to complete a move of omweso, with a sign for each lap that has a choice.
fn ways(game: &WorldGame, after: &Found) -> Vec<Found> {
    if !game.rules().mid_move(after.state().board()) {
        return vec![*after];
    }
    let moves = legal_moves(game, after);
    moves
        .into_iter()
        .flat_map(|chosen| ways(game, &game.advance(after, chosen)))
        .collect()
}

#[test]
fn omweso_perft() {
    for (reverse, third) in [
        (Reverse::AnyLap, 420),
        (Reverse::FirstLap, 419),
        (Reverse::None, 416),
    ] {
        let stepper = Omweso {
            reverse,
            ..Omweso::new(8, 4)
        };
        let game = game(&stepper);
        let mut layer = vec![game.opening()];
        for expected in [8, 64, third] {
            let after = |here: &Found| {
                let moves = legal_moves(&game, here).into_iter();
                let after: Vec<Found> = moves
                    .flat_map(|chosen| ways(&game, &game.advance(here, chosen)))
                    .collect();
                after
            };
            layer = layer.iter().flat_map(after).collect();
            assert_eq!(layer.len(), expected, "{reverse:?}");
        }
    }
}

#[test]
fn togyz_positions_by_ply() {
    let game = game(&Togyz { pits: 9, seeds: 9 });
    let mut layer = HashSet::from([game.opening()]);
    for expected in [9, 73, 613, 5199, 42841] {
        let after = |here: &Found| {
            let moves = legal_moves(&game, here).into_iter();
            moves
                .map(|chosen| game.advance(here, chosen))
                .collect::<Vec<_>>()
        };
        layer = layer.iter().flat_map(after).collect();
        assert_eq!(layer.len(), expected);
    }
}

/// New positions, moves and finished games by ply.
#[test]
fn bao_positions_by_ply() {
    let stepper = Bao::new(8, 2);
    let mut layer = vec![stepper.start()];
    let mut found = HashSet::from([stepper.start()]);
    let game = game(&stepper);
    let mut library = vec![game.opening()];
    let mut library_found = HashSet::from([game.opening()]);
    let mut finished = 0;
    for (positions, expected) in [
        (1, Some([16, 0])),
        (16, Some([108, 0])),
        (108, Some([468, 32])),
        (484, Some([1578, 324])),
        (1877, None),
    ] {
        assert_eq!([layer.len(), library.len()], [positions; 2]);
        let mut moves = [0, 0];
        let mut next = Vec::new();
        for position in &layer {
            let (mtaji, legal) = stepper.legal(position);
            moves[usize::from(!mtaji)] += legal.len();
            for (_, after) in legal {
                if let After::To(after) = after
                    && found.insert(after.clone())
                {
                    next.push(after);
                }
            }
        }
        layer = next;
        let mut library_moves = 0;
        let mut next = Vec::new();
        for here in &library {
            let legal = legal_moves(&game, here);
            library_moves += legal.len();
            for chosen in legal {
                let after = game.advance(here, chosen);
                if library_found.insert(after) {
                    next.push(after);
                }
            }
        }
        let new = next.len();
        next.retain(|here| outcome(&game, here).is_none());
        finished += new - next.len();
        library = next;
        assert_eq!(library_moves, moves[0] + moves[1]);
        if let Some(expected) = expected {
            assert_eq!(moves, expected);
        }
    }
    assert_eq!([layer.len(), library.len(), finished], [6288, 6288, 292]);
}

#[test]
fn agsinnoninka_pairs_that_never_end() {
    let sower = Agsinnoninka {
        most_laps: usize::MAX,
        ..Agsinnoninka::new(5, 5)
    };
    let round = |position: &Position| {
        let own = |side: usize| {
            (5 * side..5 * side + 5)
                .filter(|&pit| position.pits[pit] > 0)
                .collect::<Vec<_>>()
        };
        let over = own(0).is_empty() || own(1).is_empty();
        let mut sown = Vec::new();
        for south in own(0) {
            for north in own(1) {
                if !over {
                    sown.push(sower.sow(position, [Some(south), Some(north)]));
                }
            }
        }
        sown
    };
    let ends = |sown: Vec<Sown>| {
        sown.into_iter().filter_map(|sown| match sown {
            Sown::Ends(position) => Some(position),
            Sown::Endless { .. } => None,
        })
    };
    let first: BTreeSet<Position> = ends(round(&sower.start())).collect();
    let second: BTreeSet<Position> = first
        .iter()
        .flat_map(|position| ends(round(position)))
        .collect();
    let all: BTreeSet<&Position> = first.union(&second).collect();
    let sown: Vec<Sown> = all.iter().flat_map(|position| round(position)).collect();
    let endless = sown
        .iter()
        .filter(|sown| matches!(sown, Sown::Endless { .. }))
        .count();
    assert_eq!([sown.len(), endless], [5515, 34]);

    // The library leaves the pairs out that never end.
    let stepper = Agsinnoninka::new(5, 5);
    let library = game(&stepper);
    let mut legal = 0;
    for position in &all {
        let here = found(&library, &stepper, position);
        for chosen in legal_moves(&library, &here) {
            legal += legal_moves(&library, &library.advance(&here, chosen)).len();
        }
    }
    assert_eq!(legal, 5515 - 34);

    let position = Position {
        pits: vec![7, 0, 13, 5, 0, 7, 0, 13, 5, 0],
        stores: [0, 0],
        turn: 0,
        extra: Extra::Nothing,
    };
    let sown = sower.sow(&position, [Some(3), Some(8)]);
    assert_eq!(sown, Sown::Endless { period: 2470 });
}

/// The greatest store of Lower in his first turn, by all ways to play it.
#[test]
fn congkak_best_first_turns() {
    for (size, expected) in [(2, 8), (3, 12), (4, 30), (5, 46)] {
        let game = game(&Congkak::new(size, size as u32));
        let mut most = 0;
        let mut open = vec![game.opening()];
        let mut seen = HashSet::from([game.opening()]);
        while let Some(here) = open.pop() {
            for chosen in legal_moves(&game, &here) {
                let after = game.advance(&here, chosen);
                most = most.max(after.stores()[0]);
                if after.state().mover() == here.state().mover() && seen.insert(after) {
                    open.push(after);
                }
            }
        }
        assert_eq!(most, expected, "{size}");
    }
}

/// The committed turns, replayed by the plain rules.
#[test]
fn congkak_first_turns_replay() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/results/world/first-turns.json"
    );
    let rows: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 6);
    for (row, size) in rows.iter().zip(2..) {
        let stepper = Congkak::new(size, size as u32);
        let mut position = stepper.start();
        for name in row["record"].as_str().unwrap().split(' ') {
            assert_eq!(position.turn, 0, "one turn");
            let moves = stepper.moves(&position).into_iter();
            let (_, after) = moves.into_iter().find(|(text, _)| text == name).unwrap();
            position = after.position();
        }
        assert_eq!(row["gain"][0], position.stores[0], "{size}");
        assert_eq!(row["seeds"], 2 * size * size);
    }
    assert_eq!(rows[3]["gain"], serde_json::json!([46, 46]));
    assert_eq!(rows[5]["gain"][0], 96);
}

/// A game of one rank as a tree.
#[derive(Clone, Debug)]
struct Tree {
    left: Vec<Tree>,
    right: Vec<Tree>,
}

impl Tree {
    fn of(left: &[&Tree], right: &[&Tree]) -> Tree {
        let all = |options: &[&Tree]| options.iter().map(|&option| option.clone()).collect();
        Tree {
            left: all(left),
            right: all(right),
        }
    }

    /// Returns whether this game is at most another.
    fn at_most(&self, other: &Tree) -> bool {
        !self.left.iter().any(|left| other.at_most(left))
            && !other.right.iter().any(|right| right.at_most(self))
    }

    fn equals(&self, other: &Tree) -> bool {
        self.at_most(other) && other.at_most(self)
    }
}

/// The pots after each move of a side, by the library.
fn options(game: &WorldGame, pots: &str, letter: char) -> Vec<String> {
    let here = game.read_position(&format!("{pots} {letter}")).unwrap();
    let moves = legal_moves(game, &here).into_iter();
    let after = moves.map(|chosen| game.position_text(&game.advance(&here, chosen)));
    after
        .map(|text| text.split(' ').next().unwrap().to_owned())
        .collect()
}

fn tree(game: &WorldGame, pots: &str) -> Tree {
    let side = |letter| {
        options(game, pots, letter)
            .iter()
            .map(|pots| tree(game, pots))
            .collect()
    };
    Tree {
        left: side('L'),
        right: side('R'),
    }
}

fn grundy(game: &WorldGame, pots: &str) -> usize {
    let values: Vec<usize> = options(game, pots, 'L')
        .iter()
        .map(|pots| grundy(game, pots))
        .collect();
    (0..).find(|value| !values.contains(value)).unwrap()
}

fn sowing(pots: &str, form: &str) -> (WorldGame, String) {
    let start = |between| {
        pots.split("")
            .filter(|pot| !pot.is_empty())
            .collect::<Vec<_>>()
            .join(between)
    };
    let name = format!("sowing:start={},form={form}", start("+"));
    (name.parse::<WorldVariant>().unwrap().game(), start(","))
}

#[test]
fn sowing_values() {
    let zero = Tree::of(&[], &[]);
    let one = Tree::of(&[&zero], &[]);
    let two = Tree::of(&[&one], &[]);
    let minus_two = Tree::of(&[], &[&Tree::of(&[], &[&zero])]);
    let half = Tree::of(&[&zero], &[&one]);
    let star = Tree::of(&[&zero], &[&zero]);
    let down = Tree::of(&[&zero], &[&minus_two]);
    let up = Tree::of(&[&two], &[&zero]);
    for (pots, value) in [
        ("1223", &down),
        ("201", &two),
        ("111", &zero),
        ("1101", &up),
        ("2111", &half),
        ("211", &star),
    ] {
        let (game, pots) = sowing(pots, "partisan");
        assert!(tree(&game, &pots).equals(value), "{pots}");
    }
    for (pots, value) in [("1223", 2), ("201", 0), ("111", 2), ("1101", 1)] {
        let (game, pots) = sowing(pots, "impartial");
        assert_eq!(grundy(&game, &pots), value, "{pots}");
    }
}

#[test]
fn one_rank_winners_with_left_to_move() {
    for (kind, pots, wins) in [
        (Kind::Sowing, &[1, 2, 2, 1, 1, 2, 2, 1][..], true),
        (Kind::Sowing, &[1; 8], true),
        (Kind::Sowing, &[1; 10], false),
        (Kind::Wari, &[3; 6], false),
        (Kind::Wari, &[4; 6], false),
        (Kind::Wari, &[2; 9], true),
    ] {
        let stepper = OneRank {
            kind,
            start: pots.to_vec(),
        };
        assert_eq!(stepper.wins(pots, 0), wins, "{kind:?} {pots:?}");
    }
}
