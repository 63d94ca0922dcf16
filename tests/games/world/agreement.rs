//! Random positions of every game under every option: moves, results and scores against the references.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use sowlab::games::contest::{Notation, Play, legal_moves, outcome};
use sowlab::games::world::{Position as Found, WorldGame, WorldVariant};
use sowlab_solvers::Game;

use super::reference::agsinnoninka::Agsinnoninka;
use super::reference::bao::Bao;
use super::reference::congkak::{Congkak, Opening};
use super::reference::omweso::Omweso;
use super::reference::one_rank::{Kind, OneRank};
use super::reference::togyz::Togyz;
use super::reference::{After, Extra, Position, Stepper, row_is_empty};

pub(super) fn game(stepper: &dyn Stepper) -> WorldGame {
    stepper.name().parse::<WorldVariant>().unwrap().game()
}

/// The library's position for one of the reference.
pub(super) fn found(game: &WorldGame, stepper: &dyn Stepper, position: &Position) -> Found {
    let text = stepper.text(position);
    let found = game
        .read_position(&text)
        .unwrap_or_else(|error| panic!("{} {text}: {error}", game.name()));
    assert_eq!(game.position_text(&found), text, "{}", game.name());
    found
}

/// Compares the moves of a position, their results, and the score of a finished game.
pub(super) fn check(game: &WorldGame, stepper: &dyn Stepper, position: &Position) {
    let here = found(game, stepper, position);
    let context = format!("{} {}", game.name(), stepper.text(position));
    let expected: HashMap<String, After> = stepper.moves(position).into_iter().collect();
    let legal = legal_moves(game, &here);
    let names: BTreeSet<String> = legal
        .iter()
        .map(|&chosen| game.move_text(&here, chosen))
        .collect();
    assert_eq!(
        names.len(),
        legal.len(),
        "{context}: two moves with one name"
    );
    assert_eq!(names, expected.keys().cloned().collect(), "{context}");
    match expected.is_empty() {
        true => assert_eq!(
            outcome(game, &here),
            Some(stepper.score(position)),
            "{context}"
        ),
        false => assert_eq!(outcome(game, &here), None, "{context}"),
    }
    for chosen in legal {
        let name = game.move_text(&here, chosen);
        let after = game.advance(&here, chosen);
        match &expected[&name] {
            After::To(position) => {
                assert_eq!(
                    game.position_text(&after),
                    stepper.text(position),
                    "{context}: {name}"
                );
                if stepper.moves(position).is_empty() {
                    assert_eq!(
                        outcome(game, &after),
                        Some(stepper.score(position)),
                        "{context}: {name}"
                    );
                }
            }
            After::Won(side) => {
                let mut score = [0, 0];
                score[*side] = 1;
                assert_eq!(outcome(game, &after), Some(score), "{context}: {name}");
                assert!(legal_moves(game, &after).is_empty(), "{context}: {name}");
            }
            After::Endless => assert!(game.endless(&game.state(&after)), "{context}: {name}"),
        }
    }
}

/// Checks the positions of random games from a position.
fn check_games(stepper: &dyn Stepper, games: usize, plies: usize, random: &mut SmallRng) {
    let game = game(stepper);
    for _ in 0..games {
        let mut position = stepper.start();
        for _ in 0..plies {
            check(&game, stepper, &position);
            let mut moves = stepper.moves(&position);
            if moves.is_empty() {
                break;
            }
            let (_, after) = moves.swap_remove(random.random_range(0..moves.len()));
            let After::To(after) = after else { break };
            position = after;
        }
    }
}

/// Puts at most this number of seeds into random pits, on some boards into few of them.
pub(super) fn random_pits(pits: usize, most: u32, random: &mut SmallRng) -> Vec<u32> {
    let mut board = vec![0; pits];
    let open = random.random_range(1..=pits);
    let pits: Vec<usize> = (0..open).map(|_| random.random_range(0..pits)).collect();
    for _ in 0..random.random_range(0..=most) {
        board[pits[random.random_range(0..open)]] += 1;
    }
    board
}

/// A random board with stores, within the seeds of the game.
fn random_position(pits: usize, most: u32, random: &mut SmallRng) -> Position {
    let pits = random_pits(pits, most, random);
    let left = most - pits.iter().sum::<u32>();
    let south = random.random_range(0..=left);
    let north = random.random_range(0..=left - south);
    Position {
        pits,
        stores: [south, north],
        turn: random.random_range(0..2),
        extra: Extra::Nothing,
    }
}

#[test]
fn togyz_agrees_with_the_reference() {
    let mut random = SmallRng::seed_from_u64(1);
    for pits in 1..=9 {
        for seeds in [1, 2, 3, 5, 9, 14] {
            let stepper = Togyz { pits, seeds };
            if seeds * 2 * pits as u32 > 255 {
                continue;
            }
            check_games(&stepper, 4, 80, &mut random);
            let game = game(&stepper);
            for _ in 0..80 {
                let mut position = random_position(2 * pits, seeds * 2 * pits as u32, &mut random);
                let mut tuzdik = |side: usize| {
                    let place = random.random_range(0..pits);
                    (random.random() && place + 1 < pits).then_some((1 - side) * pits + place)
                };
                let mut tuzdiks = [tuzdik(0), tuzdik(1)];
                if let [Some(south), Some(north)] = tuzdiks
                    && south % pits == north % pits
                {
                    tuzdiks[1] = None;
                }
                for (side, pit) in tuzdiks.into_iter().enumerate() {
                    if let Some(pit) = pit {
                        position.stores[side] += std::mem::take(&mut position.pits[pit]);
                    }
                }
                position.extra = Extra::Tuzdiks(tuzdiks);
                check(&game, &stepper, &position);
            }
        }
    }
}

#[test]
fn congkak_agrees_with_the_reference() {
    let mut random = SmallRng::seed_from_u64(2);
    for (pits, seeds) in [(1, 3), (2, 2), (3, 4), (4, 3), (7, 7), (9, 14)] {
        for stepper in Congkak::all(pits, seeds) {
            check_games(&stepper, 1, 60, &mut random);
            let game = game(&stepper);
            for _ in 0..25 {
                let mut position = random_position(2 * pits, seeds * 2 * pits as u32, &mut random);
                if stepper.opening != Opening::Sequential && random.random() {
                    let empty = |side| row_is_empty(&position.pits, side);
                    let fixed = stepper.opening == Opening::LockstepFixed;
                    let missing = [pits - 1, 2 * pits - 1]
                        .iter()
                        .any(|&pit| position.pits[pit] == 0);
                    if empty(0) || empty(1) || (fixed && missing) {
                        continue;
                    }
                    position.turn = 0;
                    position.extra = Extra::Opening;
                    check(&game, &stepper, &position);
                    // Every pair of houses.
                    for (_, after) in stepper.moves(&position) {
                        check(&game, &stepper, &after.position());
                    }
                } else {
                    check(&game, &stepper, &position);
                }
            }
        }
    }
}

#[test]
fn agsinnoninka_agrees_with_the_reference() {
    let mut random = SmallRng::seed_from_u64(3);
    for (pits, seeds) in [
        (1, 2),
        (2, 3),
        (3, 3),
        (4, 5),
        (5, 5),
        (6, 4),
        (9, 3),
        (9, 14),
    ] {
        for stepper in Agsinnoninka::all(pits, seeds) {
            check_games(&stepper, 3, 12, &mut random);
            let game = game(&stepper);
            for _ in 0..30 {
                let mut position = random_position(2 * pits, seeds * 2 * pits as u32, &mut random);
                if !stepper.alternate {
                    position.turn = 0;
                }
                check(&game, &stepper, &position);
                if !stepper.alternate {
                    // Every pair of pits.
                    for (_, after) in stepper.moves(&position) {
                        check(&game, &stepper, &after.position());
                    }
                }
            }
        }
    }
}

#[test]
fn one_rank_games_agree_with_the_reference() {
    let mut random = SmallRng::seed_from_u64(4);
    for kind in [Kind::Sowing, Kind::Impartial, Kind::Wari] {
        for pots in [2, 3, 5, 8, 13, 20, 32] {
            for _ in 0..25 {
                let mut start = random_pits(pots, 3 * pots as u32, &mut random);
                start[0] += 1;
                let stepper = OneRank { kind, start };
                check_games(&stepper, 2, 60, &mut random);
                let most = stepper.start.iter().sum();
                let game = game(&stepper);
                for _ in 0..5 {
                    let pits = random_pits(pots, most, &mut random);
                    let position = stepper.position(&pits, random.random_range(0..2));
                    check(&game, &stepper, &position);
                }
            }
        }
    }
    let full = OneRank {
        kind: Kind::Wari,
        start: vec![4; 36],
    };
    check_games(&full, 2, 200, &mut random);
}

#[test]
fn bao_agrees_with_the_reference() {
    let mut random = SmallRng::seed_from_u64(5);
    for pits in 2..=8 {
        for seeds in [1, 2, 3, 5] {
            for big in [true, false] {
                let stepper = Bao { pits, seeds, big };
                let most = 4 * seeds * pits as u32;
                if most > 255 {
                    continue;
                }
                check_games(&stepper, 2, 30, &mut random);
                let game = game(&stepper);
                for _ in 0..300 {
                    let pits = random_pits(4 * pits, most, &mut random);
                    let position = Position {
                        pits,
                        stores: [0, 0],
                        turn: random.random_range(0..2),
                        extra: Extra::Nothing,
                    };
                    if !stepper.inner_rows_hold_seeds(&position) {
                        continue;
                    }
                    check(&game, &stepper, &position);
                }
            }
        }
    }
}

/// The results of all ways to complete a move, as texts; `endless` if one of them never ends. None may lead to a
/// choice without moves.
fn completed(game: &WorldGame, after: &Found) -> BTreeSet<String> {
    let mut results = BTreeSet::new();
    let mut open = HashMap::from([(*after, true)]);
    let mut stack = vec![(*after, legal_moves(game, after))];
    if !game.rules().mid_move(after.state().board()) {
        stack.clear();
        results.insert(match game.endless(after.state()) {
            true => "endless".to_owned(),
            false => game.position_text(after),
        });
    }
    while let Some((here, left)) = stack.last_mut() {
        let here = *here;
        let Some(chosen) = left.pop() else {
            open.insert(here, false);
            stack.pop();
            continue;
        };
        let next = game.advance(&here, chosen);
        if game.endless(next.state()) || open.get(&next) == Some(&true) {
            results.insert("endless".to_owned());
        } else if !game.rules().mid_move(next.state().board()) {
            results.insert(game.position_text(&next));
        } else if let Entry::Vacant(fresh) = open.entry(next) {
            fresh.insert(true);
            let legal = legal_moves(game, &next);
            assert!(
                !legal.is_empty(),
                "{} {}: no choice",
                game.name(),
                game.position_text(&next)
            );
            stack.push((next, legal));
        }
    }
    results
}

/// Compares whole moves of omweso: the results over all signs. Returns the number of moves of which one way never ends.
pub(super) fn check_omweso(game: &WorldGame, stepper: &Omweso, position: &Position) -> usize {
    let here = found(game, stepper, position);
    let context = format!("{} {}", game.name(), stepper.text(position));
    let mut expected = HashMap::new();
    let mut endless = 0;
    for pit in 0..2 * stepper.pits {
        let results = stepper.results(position, pit);
        if !results.is_empty() {
            let texts: BTreeSet<String> = results
                .iter()
                .map(|after| match after {
                    After::To(position) => stepper.text(position),
                    _ => "endless".to_owned(),
                })
                .collect();
            endless += usize::from(results.contains(&After::Endless));
            expected.insert(stepper.pit_name(position, pit), texts);
        }
    }
    let legal = legal_moves(game, &here);
    let mut results = HashMap::new();
    for &chosen in &legal {
        let mut texts = completed(game, &game.advance(&here, chosen));
        if stepper.endless_is_illegal {
            texts.remove("endless");
        }
        results.insert(game.move_text(&here, chosen), texts);
    }
    assert_eq!(results, expected, "{context}");
    match expected.is_empty() {
        true => assert_eq!(
            outcome(game, &here),
            Some(stepper.score(position)),
            "{context}"
        ),
        false => assert_eq!(outcome(game, &here), None, "{context}"),
    }
    endless
}

/// A random board of omweso.
fn random_omweso(stepper: &Omweso, random: &mut SmallRng) -> Position {
    let most = 2 * stepper.seeds * stepper.pits as u32;
    let pits = random_pits(4 * stepper.pits, most, random);
    let turn = random.random_range(0..2);
    let mut quiet = random.random_range(0..3);
    // The first turn is Lower's.
    if stepper.first_capture || (quiet == 2) != (turn == 0) {
        quiet = 0;
    }
    Position {
        pits,
        stores: [0, 0],
        turn,
        extra: Extra::Quiet(quiet),
    }
}

/// Boards on which many moves never end.
#[test]
fn small_boards_of_omweso_agree_with_the_reference() {
    let mut random = SmallRng::seed_from_u64(8);
    for (pits, seeds) in [(2, 2), (2, 4), (3, 2), (3, 3), (4, 2)] {
        for stepper in Omweso::all(pits, seeds) {
            let game = game(&stepper);
            for _ in 0..3000 {
                let position = random_omweso(&stepper, &mut random);
                check_omweso(&game, &stepper, &position);
            }
        }
    }
}

#[test]
fn omweso_agrees_with_the_reference() {
    let mut random = SmallRng::seed_from_u64(6);
    let mut endless = 0;
    for (pits, seeds) in [(2, 2), (2, 5), (3, 3), (4, 2), (5, 3), (8, 4)] {
        for stepper in Omweso::all(pits, seeds) {
            let game = game(&stepper);
            for _ in 0..2 {
                let mut position = stepper.start();
                for _ in 0..20 {
                    endless += check_omweso(&game, &stepper, &position);
                    let mut moves = stepper.moves(&position);
                    if moves.is_empty() {
                        break;
                    }
                    let (_, after) = moves.swap_remove(random.random_range(0..moves.len()));
                    let After::To(after) = after else { break };
                    position = after;
                }
            }
            for _ in 0..60 {
                let position = random_omweso(&stepper, &mut random);
                endless += check_omweso(&game, &stepper, &position);
            }
        }
    }
    assert!(endless > 0, "no move that never ends was met");
}
