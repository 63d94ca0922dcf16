//! The worked examples of the rules, numbered as there: each through the references and the library.

use sowlab::games::contest::{
    Notation, Play, legal_moves, outcome, position_after, read_move, read_moves,
};

use super::agreement::{check, check_omweso, found, game};
use super::reference::agsinnoninka::Agsinnoninka;
use super::reference::bao::Bao;
use super::reference::congkak::{Congkak, Opening};
use super::reference::omweso::{Omweso, Reverse};
use super::reference::one_rank::{Kind, OneRank};
use super::reference::togyz::Togyz;
use super::reference::{After, Extra, Position, Stepper};

/// A board of two rows with stores.
fn two_rows(rows: [&[u32]; 2], stores: [u32; 2], turn: usize, extra: Extra) -> Position {
    Position {
        pits: rows.concat(),
        stores,
        turn,
        extra,
    }
}

/// A row that begins with these counts, with zeros up to its end.
fn filled<const N: usize>(counts: &[u32]) -> [u32; N] {
    let mut row = [0; N];
    row[..counts.len()].copy_from_slice(counts);
    row
}

/// The result of a move, after the library's moves of the position have been compared with the reference's.
fn result(stepper: &dyn Stepper, position: &Position, name: &str) -> After {
    let game = game(stepper);
    check(&game, stepper, position);
    let moves = stepper.moves(position);
    let found = moves.into_iter().find(|(other, _)| other == name);
    found.unwrap_or_else(|| panic!("{position:?}: {name}")).1
}

fn after(stepper: &dyn Stepper, position: &Position, name: &str) -> Position {
    let after = result(stepper, position, name).position();
    check(&game(stepper), stepper, &after);
    after
}

fn names(stepper: &dyn Stepper, position: &Position) -> Vec<String> {
    check(&game(stepper), stepper, position);
    stepper
        .moves(position)
        .into_iter()
        .map(|(name, _)| name)
        .collect()
}

const TOGYZ: Togyz = Togyz { pits: 9, seeds: 9 };

#[test]
fn togyz_1_first_move() {
    let after = after(&TOGYZ, &TOGYZ.start(), "L1");
    let expected = [
        [9, 9, 9, 9, 9, 9, 9, 9, 1],
        [10, 10, 10, 10, 10, 10, 10, 0, 9],
    ];
    assert_eq!((after.pits, after.stores), (expected.concat(), [10, 0]));
}

/// Also the moves in the notation of the players.
#[test]
fn togyz_2_shortest_game() {
    let game = game(&TOGYZ);
    let mut position = TOGYZ.start();
    let stores = [
        [10, 0],
        [10, 10],
        [22, 10],
        [22, 10],
        [36, 10],
        [36, 10],
        [52, 10],
        [52, 10],
        [70, 10],
        [70, 10],
        [88, 10],
    ];
    let moves = "98 22 87 12 76 25 65 13 93 25 54";
    for (text, stores) in moves.split(' ').zip(stores) {
        let cell: usize = text[..1].parse().unwrap();
        let pit = position.turn * 9 + cell - 1;
        let here = found(&game, &TOGYZ, &position);
        let chosen = read_move(&game, &here, text).unwrap();
        position = TOGYZ.after(&position, pit);
        assert_eq!(position.stores, stores);
        let after = game.advance(&here, chosen);
        assert_eq!(game.position_text(&after), TOGYZ.text(&position), "{text}");
    }
}

#[test]
fn togyz_3_tuzdik_of_north() {
    let mut position = TOGYZ.start();
    for name in ["L4", "U4", "L1", "U2", "L8", "U6"] {
        position = after(&TOGYZ, &position, name);
    }
    assert_eq!(position.stores, [22, 15]);
    assert_eq!(position.extra, Extra::Tuzdiks([None, Some(4)]));
}

#[test]
fn togyz_5_and_6_conditions_of_a_tuzdik() {
    let rows = [
        &filled::<9>(&[0, 0, 0, 0, 0, 0, 0, 0, 2])[..],
        &filled::<9>(&[2, 5]),
    ];
    let free = two_rows(rows, [75, 78], 0, Extra::Tuzdiks([None, None]));
    let after_free = after(&TOGYZ, &free, "L1");
    assert_eq!(after_free.extra, Extra::Tuzdiks([Some(9), None]));
    assert_eq!(after_free.stores, [78, 78]);
    assert_eq!(after_free.pits[8..11], [1, 0, 5]);

    let same = two_rows(rows, [75, 78], 0, Extra::Tuzdiks([None, Some(0)]));
    let after_same = after(&TOGYZ, &same, "L1");
    assert_eq!(after_same.extra, Extra::Tuzdiks([None, Some(0)]));
    assert_eq!(after_same.pits[8..11], [1, 3, 5]);

    let mut last = [filled::<9>(&[]), filled::<9>(&[])];
    last[0][8] = 10;
    last[1][8] = 2;
    let last = two_rows(
        [&last[0], &last[1]],
        [70, 70],
        0,
        Extra::Tuzdiks([None, None]),
    );
    let after_last = after(&TOGYZ, &last, "L1");
    assert_eq!(after_last.extra, Extra::Tuzdiks([None, None]));
    assert_eq!((after_last.pits[17], after_last.stores), (3, [70, 70]));
}

#[test]
fn togyz_7_draw() {
    let rows = [&filled::<9>(&[1])[..], &filled::<9>(&[])];
    let position = two_rows(rows, [80, 81], 0, Extra::Tuzdiks([None, None]));
    let after = after(&TOGYZ, &position, "L9");
    assert!(TOGYZ.moves(&after).is_empty());
    assert_eq!(TOGYZ.score(&after), [81, 81]);
}

fn congkak(south: [u32; 7], north: [u32; 7], stores: [u32; 2], turn: usize) -> Position {
    two_rows([&south, &north], stores, turn, Extra::Nothing)
}

#[test]
fn congkak_1_and_2_first_moves() {
    let game = Congkak::new(7, 7);
    let start = congkak([7; 7], [7; 7], [0, 0], 1);
    let first = after(&game, &start, "U1");
    let expected = congkak([0, 8, 8, 8, 8, 0, 8], [8, 8, 8, 8, 8, 8, 0], [0, 10], 0);
    assert_eq!(first, expected);
    let second = after(&game, &first, "L3");
    let expected = congkak(
        [3, 1, 11, 11, 3, 4, 2],
        [11, 11, 11, 0, 2, 11, 3],
        [4, 10],
        0,
    );
    assert_eq!(second, expected);
}

#[test]
fn congkak_3_to_6_last_seeds() {
    let game = Congkak::new(7, 7);
    let capture = congkak(filled(&[3]), filled(&[0, 0, 0, 5]), [0, 0], 0);
    assert_eq!(after(&game, &capture, "L7").stores, [6, 0]);

    let lone = congkak(filled(&[1, 0, 0, 0, 0, 0, 1]), filled(&[2]), [0, 0], 0);
    let after_lone = after(&game, &lone, "L1");
    assert_eq!((after_lone.stores, after_lone.turn), ([1, 0], 0));

    let foreign = congkak(filled(&[0, 0, 0, 0, 0, 0, 8]), [0; 7], [0, 0], 0);
    let stays = after(&game, &foreign, "L1");
    assert_eq!(stays, congkak([0; 7], [1; 7], [1, 0], 1));
    let forfeit = Congkak {
        foreign_forfeits: true,
        ..game
    };
    let given = after(&forfeit, &foreign, "L1");
    assert_eq!(given, congkak([0; 7], [1, 1, 1, 1, 1, 1, 0], [1, 1], 1));

    let empty = congkak(filled(&[3]), filled(&[0, 0, 0, 0, 0, 0, 5]), [40, 50], 0);
    let stays = after(&game, &empty, "L7");
    assert_eq!(
        (&stays.pits[..4], stays.stores),
        (&[0, 1, 1, 1][..], [40, 50])
    );
    let store = Congkak {
        lone_to_store: true,
        ..game
    };
    let kept = after(&store, &empty, "L7");
    assert_eq!(
        (&kept.pits[..4], kept.stores),
        (&[0, 1, 1, 0][..], [41, 50])
    );
}

#[test]
fn congkak_7_common_opening() {
    for other_moves_next in [false, true] {
        let game = Congkak {
            opening: Opening::Lockstep,
            other_moves_next,
            ..Congkak::new(7, 7)
        };
        let chosen = after(&game, &game.start(), "L4");
        let both = after(&game, &chosen, "U5");
        let next = usize::from(other_moves_next);
        let expected = congkak(
            [3, 5, 13, 1, 14, 0, 0],
            [14, 0, 4, 2, 4, 13, 13],
            [1, 11],
            next,
        );
        assert_eq!(both, expected);
    }
}

#[test]
fn congkak_8_pass() {
    let game = Congkak::new(7, 7);
    let position = congkak([0, 0, 1, 0, 1, 0, 0], [0; 7], [48, 48], 1);
    assert_eq!(names(&game, &position), ["pass"]);
}

#[test]
fn agsinnoninka_1_to_3_in_turn() {
    let game = Agsinnoninka {
        alternate: true,
        ..Agsinnoninka::new(5, 5)
    };
    for (rows, name, expected, stores) in [
        (
            [[2, 0, 0, 1, 0], [0, 3, 4, 0, 0]],
            "L5",
            [[0, 1, 1, 0, 1], [0, 3, 4, 0, 0]],
            [0, 0],
        ),
        (
            [[0, 1, 0, 0, 0], [0, 0, 6, 4, 0]],
            "L4",
            [[0, 0, 1, 0, 0], [0, 0, 0, 4, 0]],
            [6, 0],
        ),
        (
            [[5; 5], [5; 5]],
            "L5",
            [[3, 9, 2, 9, 9], [9, 0, 8, 0, 1]],
            [0, 0],
        ),
    ] {
        let position = two_rows([&rows[0], &rows[1]], [0, 0], 0, Extra::Nothing);
        let after = after(&game, &position, name);
        assert_eq!(
            (after.pits, after.stores),
            (expected.concat(), stores),
            "{rows:?}"
        );
    }
}

#[test]
fn agsinnoninka_4_and_5_at_the_same_time() {
    let game = Agsinnoninka::new(5, 5);
    for (pair, expected, stores) in [
        (["L5", "U5"], [[7, 0, 13, 5, 0], [7, 0, 13, 5, 0]], [0, 0]),
        (["L5", "U4"], [[3, 9, 2, 9, 0], [9, 0, 8, 0, 1]], [0, 9]),
        (["L1", "U3"], [[2, 0, 1, 1, 5], [11, 11, 2, 11, 0]], [3, 3]),
    ] {
        let chosen = after(&game, &game.start(), pair[0]);
        let after = after(&game, &chosen, pair[1]);
        assert_eq!(
            (after.pits, after.stores),
            (expected.concat(), stores),
            "{pair:?}"
        );
    }
}

/// A board of omweso from counts of single pits, Lower to move.
fn omweso(south: &[(usize, u32)], north: &[(usize, u32)]) -> Position {
    let mut pits = vec![0; 32];
    south.iter().for_each(|&(pit, seeds)| pits[pit] = seeds);
    north
        .iter()
        .for_each(|&(pit, seeds)| pits[16 + pit] = seeds);
    Position {
        pits,
        stores: [0, 0],
        turn: 0,
        extra: Extra::Quiet(0),
    }
}

/// The position after moves and signs of the library.
fn omweso_after(stepper: &Omweso, position: &Position, moves: &str) -> String {
    let game = game(stepper);
    check_omweso(&game, stepper, position);
    let here = found(&game, stepper, position);
    let moves = read_moves(&game, &here, moves.split(' ')).unwrap();
    game.position_text(&position_after(&game, &here, &moves))
}

#[test]
fn omweso_1_and_2_captures() {
    let game = Omweso::new(8, 4);
    let once = omweso(
        &[(4, 4), (8, 1), (10, 1)],
        &[(0, 3), (15, 3), (2, 3), (13, 3)],
    );
    let sown = [
        (5, 3),
        (6, 3),
        (7, 3),
        (8, 4),
        (9, 2),
        (11, 1),
        (12, 1),
        (13, 1),
    ];
    let mut expected = omweso(&sown, &[]);
    expected.turn = 1;
    assert_eq!(omweso_after(&game, &once, "L5"), game.text(&expected));

    let reverse = omweso(&[(0, 3), (13, 1)], &[(5, 1), (10, 1)]);
    let mut back = omweso(&[(1, 1), (2, 1), (13, 2), (14, 1), (15, 1)], &[]);
    back.turn = 1;
    assert_eq!(omweso_after(&game, &reverse, "L1 -"), game.text(&back));
    let mut forward = omweso(&[(1, 1), (2, 1), (3, 1), (13, 1)], &[(5, 1), (10, 1)]);
    forward.turn = 1;
    assert_eq!(omweso_after(&game, &reverse, "L1 +"), game.text(&forward));
}

/// The repetition comes after millions of laps.
#[test]
#[ignore = "seconds: scripts/soak"]
fn soak_of_omweso_4_endless_move() {
    let game = Omweso {
        reverse: Reverse::None,
        ..Omweso::new(8, 4)
    };
    let south = [1, 2, 7, 0, 3, 0, 1, 0, 10, 0, 3, 0, 10, 0, 5, 13];
    let north = [0, 1, 0, 1, 2, 0, 1, 0, 0, 0, 0, 2, 1, 0, 0, 1];
    let position = Position {
        pits: [south, north].concat(),
        ..omweso(&[], &[])
    };
    let library = super::agreement::game(&game);
    let here = found(&library, &game, &position);
    let chosen = read_move(&library, &here, "L16").unwrap();
    let after = library.advance(&here, chosen);
    assert_eq!(
        library.position_text(&after),
        format!("{} 16", game.text(&position))
    );
}

#[test]
fn omweso_5_and_6_first_moves() {
    let game = Omweso::new(8, 4);
    for (name, south) in [
        ("L1", [0, 5, 5, 5, 0, 5, 5, 5, 1, 1, 0, 0, 0, 0, 0, 0]),
        ("L8", [4, 4, 4, 4, 4, 4, 4, 0, 1, 1, 1, 1, 0, 0, 0, 0]),
    ] {
        let start = game.start();
        let expected = Position {
            pits: [&south[..], &start.pits[16..]].concat(),
            turn: 1,
            ..start.clone()
        };
        assert_eq!(omweso_after(&game, &start, name), game.text(&expected));
    }
}

const ZEROS: [u32; 8] = [0; 8];

#[test]
fn bao_1_first_move() {
    let game = Bao::new(8, 2);
    let start = game.start();
    let expected = game.position(
        [
            &[3, 1, 0, 4, 4, 4, 1, 5],
            &[3, 3, 0, 3, 3, 0, 3, 3],
            &[2, 0, 0, 2, 2, 2, 0, 0],
            &[2; 8],
        ],
        1,
    );
    assert_eq!(after(&game, &start, &game.move_name((0, 1))), expected);
    assert!(!names(&game, &start).contains(&game.move_name((0, -1))));
}

#[test]
fn bao_2_to_5_legal_moves() {
    let game = Bao::new(8, 2);
    let large = [
        &filled::<8>(&[17, 1])[..],
        &ZEROS,
        &filled::<8>(&[0, 1]),
        &ZEROS,
    ];
    let large = game.position(large, 0);
    names(&game, &large);
    assert!(!game.legal(&large).0);
    let any_size = Bao { big: false, ..game };
    assert_eq!(names(&any_size, &large), [game.move_name((0, 1))]);

    let last = filled::<8>(&[0, 0, 0, 0, 0, 0, 0, 1]);
    let inner_first = game.position(
        [&filled::<8>(&[0, 0, 2]), &filled::<8>(&[2]), &last, &ZEROS],
        0,
    );
    assert_eq!(
        names(&game, &inner_first),
        [(2, 1), (2, -1)].map(|chosen| game.move_name(chosen))
    );
    let sown = after(&game, &inner_first, &game.move_name((2, 1)));
    assert_eq!(sown.pits[..8], [0, 0, 0, 1, 1, 0, 0, 0]);

    let alone = game.position([&filled::<8>(&[2]), &ZEROS, &last, &ZEROS], 0);
    assert_eq!(names(&game, &alone), [game.move_name((0, 1))]);

    let ones = game.position([&[1; 8], &[1; 8], &[2; 8], &[2; 8]], 0);
    assert!(names(&game, &ones).is_empty());
    assert_eq!(game.score(&ones), [0, 1]);
}

#[test]
fn bao_6_and_7_kimbi_and_sustained_direction() {
    let game = Bao::new(8, 2);
    let kimbi = game.position(
        [
            &[0, 0, 0, 0, 2, 0, 1, 0],
            &ZEROS,
            &[0, 0, 0, 0, 0, 0, 3, 1],
            &ZEROS,
        ],
        0,
    );
    let sown = after(&game, &kimbi, &game.move_name((4, 1)));
    assert_eq!(sown.pits[..8], [0, 0, 0, 1, 1, 0, 3, 1]);

    let south = [0, 0, 2, 0, 1, 0, 0, 0];
    let sustained = game.position([&south, &ZEROS, &[0, 0, 0, 0, 3, 0, 0, 1], &ZEROS], 0);
    let sown = after(&game, &sustained, &game.move_name((2, 1)));
    assert_eq!(sown.pits[..8], [1, 1, 1, 1, 2, 0, 0, 0]);

    let won = game.position([&south, &ZEROS, &[0, 0, 0, 0, 3, 0, 0, 0], &ZEROS], 0);
    let name = game.move_name((2, 1));
    assert_eq!(result(&game, &won, &name), After::Won(0));
}

fn one_rank(kind: Kind, pots: &[u32]) -> OneRank {
    OneRank {
        kind,
        start: pots.to_vec(),
    }
}

/// The pots after each move of a side.
fn pots_after(kind: Kind, pots: &[u32], turn: usize) -> Vec<Vec<u32>> {
    let stepper = one_rank(kind, pots);
    let position = stepper.position(pots, turn);
    check(&game(&stepper), &stepper, &position);
    let moves = stepper.moves(&position).into_iter();
    moves.map(|(_, after)| after.position().pits).collect()
}

#[test]
fn sowing_1_and_2_moves() {
    let pots = [1, 2, 2, 3];
    assert_eq!(
        pots_after(Kind::Sowing, &pots, 0),
        [[0, 3, 2, 3], [1, 0, 3, 4]]
    );
    assert_eq!(
        pots_after(Kind::Sowing, &pots, 1),
        [[2, 3, 0, 3], [2, 3, 3, 0]]
    );
    let lines: [&[&[u32]]; 2] = [
        &[&[1, 1, 1], &[2, 0, 1], &[0, 1, 2], &[0, 0, 3]],
        &[
            &[1, 1, 1, 1, 1],
            &[0, 2, 1, 1, 1],
            &[0, 2, 1, 0, 2],
            &[0, 3, 0, 0, 2],
            &[0, 0, 1, 1, 3],
            &[0, 0, 2, 0, 3],
            &[0, 0, 0, 1, 4],
            &[0, 0, 0, 0, 5],
        ],
    ];
    for line in lines {
        for (ply, pair) in line.windows(2).enumerate() {
            let after = pots_after(Kind::Impartial, pair[0], ply % 2);
            assert!(after.contains(&pair[1].to_vec()), "{pair:?}");
        }
    }
}

#[test]
fn wari_3_to_5_moves() {
    let left: [(&[u32], usize, &[u32]); 5] = [
        (&[2, 1, 0, 3], 0, &[1, 0, 0, 3]),
        (&[0, 3, 1, 2, 0], 1, &[0, 1, 0, 0, 0]),
        (&[0, 3, 1, 2, 0], 3, &[0, 3, 1, 1, 1]),
        (&[3, 1, 2, 0], 2, &[3, 1, 1, 1]),
        (&[3, 1, 2, 0], 0, &[1, 0, 0, 0]),
    ];
    let right: [(&[u32], usize, &[u32]); 2] = [
        (&[2, 1, 0, 3], 3, &[2, 0, 1, 1]),
        (&[0, 3, 1, 2, 0], 3, &[0, 3, 0, 1, 0]),
    ];
    for (turn, moves) in [(0, &left[..]), (1, &right)] {
        for &(pots, pot, expected) in moves {
            let stepper = one_rank(Kind::Wari, pots);
            let name = format!("{}{}", stepper.letters()[turn], pot + 1);
            let after = after(&stepper, &stepper.position(pots, turn), &name);
            assert_eq!(after.pits, expected, "{pots:?} {name}");
        }
    }
}

/// The side that cannot move has lost.
#[test]
fn one_rank_games_end_without_moves() {
    let stepper = one_rank(Kind::Sowing, &[1, 0, 0]);
    let game = game(&stepper);
    let position = game.opening();
    assert!(legal_moves(&game, &position).is_empty());
    assert_eq!(outcome(&game, &position), Some([0, 1]));
}
