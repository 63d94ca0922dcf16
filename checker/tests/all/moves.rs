//! Moves of the two-rank games by their sources, and the names of variants.

use sowlab_check::rules::Holes;
use sowlab_check::two_rank::{TwoRank, bits};

/// A board as text, in the view of the side to move: its pits, and those of the other side.
fn holes(text: &str) -> Holes {
    let mut holes = [0; 16];
    let pits = text.split([',', '/']);
    for (hole, seeds) in holes.iter_mut().zip(pits) {
        *hole = seeds.parse().unwrap();
    }
    holes
}

/// The place of a move in the list of pits: that of the pit, and 8 more to the left.
fn place(rules: &TwoRank, text: &str) -> usize {
    let left = text.ends_with('l');
    let pit: usize = text.trim_end_matches('l').parse().unwrap();
    rules.pits - pit + if left { 8 } else { 0 }
}

/// Checks a move, its gain, and that the turn passes; the board after it is in the view of the other side.
#[track_caller]
fn passes(game: &str, before: &str, pit: &str, after: &str, gain: u8) {
    let rules = TwoRank::read(game).unwrap();
    let played = rules.play(&holes(before), place(&rules, pit));
    assert_eq!(played, (holes(after), gain, true));
}

/// Checks a move after which the side moves again.
#[track_caller]
fn moves_again(game: &str, before: &str, pit: &str, after: &str, gain: u8) {
    let rules = TwoRank::read(game).unwrap();
    let played = rules.play(&holes(before), place(&rules, pit));
    assert_eq!(played, (holes(after), gain, false));
}

/// Checks which moves are legal.
#[track_caller]
fn legal(game: &str, board: &str, pits: &[&str]) {
    let rules = TwoRank::read(game).unwrap();
    let found: Vec<usize> = bits(rules.legal(&holes(board))).collect();
    let expected: Vec<usize> = pits.iter().map(|pit| place(&rules, pit)).collect();
    assert_eq!(found, expected);
}

/// Checks that the game is over, with this margin of the side to move.
#[track_caller]
fn over(game: &str, board: &str, margin: i32) {
    legal(game, board, &[]);
    assert_eq!(TwoRank::read(game).unwrap().rest(&holes(board)), margin);
}

const FOURS: &str = "4,4,4,4,4,4/4,4,4,4,4,4";

#[test]
fn bestemshe() {
    let start = "5,5,5,5,5/5,5,5,5,5";
    passes("bestemshe", start, "4", "0,5,5,5,5/5,1,6,6,6", 6);
    passes("bestemshe", start, "5", "5,5,5,5,5/1,6,6,6,6", 0);
    passes(
        "bestemshe",
        "0,0,0,0,1/1,0,0,0,0",
        "1",
        "0,0,0,0,0/0,0,0,0,0",
        2,
    );
    passes(
        "bestemshe",
        "0,0,0,0,1/2,0,0,0,0",
        "1",
        "3,0,0,0,0/0,0,0,0,0",
        0,
    );
    passes(
        "bestemshe",
        "0,1,1,0,0/2,0,0,0,0",
        "4",
        "2,0,0,0,0/0,0,2,0,0",
        0,
    );
    passes(
        "bestemshe",
        "11,0,0,0,0/1,0,0,0,0",
        "5",
        "2,1,1,1,1/2,1,1,1,1",
        0,
    );
    legal("bestemshe", "1,0,0,0,2/0,0,0,0,0", &["5", "1"]);
    over("bestemshe", "0,0,0,0,0/1,3,0,2,0", -6);
}

/// A cycle that the solver of A. Zeinulla published: 36 moves, named by the number in the order of sowing.
#[test]
fn a_published_cycle_of_bestemshe_returns() {
    let moves = "23 23 35 45 45 34 34 45 45 45 45 53 12 12 23 34 34 23 23 34 45 23 34 45 45 34 34 45 53 12 23 23 12 45 \
                 45 35";
    let rules = TwoRank::read("bestemshe").unwrap();
    let start = holes("0,1,2,1,2/0,1,1,2,6");
    let mut board = start;
    for text in moves.split(' ') {
        let first = usize::from(text.as_bytes()[0] - b'1');
        assert!(rules.legal(&board) >> first & 1 == 1, "{text}");
        let (after, gain, passed) = rules.play(&board, first);
        assert!(gain == 0 && passed);
        board = after;
    }
    assert_eq!(board, start);
}

#[test]
fn oware() {
    passes(
        "oware",
        "0,0,8,0,0,1/1,1,1,1,2,3",
        "4",
        "0,0,0,0,0,3/0,0,0,1,1,2",
        11,
    );
    passes(
        "oware",
        "0,0,0,0,0,6/1,1,5,1,2,1",
        "1",
        "2,2,6,0,0,0/0,0,0,0,0,0",
        7,
    );
    passes(
        "oware",
        "12,0,0,0,0,0/0,0,0,0,0,1",
        "6",
        "1,1,1,1,1,2/0,2,1,1,1,1",
        0,
    );
    passes(
        "oware",
        "0,0,8,0,0,1/1,1,1,1,1,0",
        "4",
        "2,2,2,2,2,0/0,0,0,1,1,2",
        0,
    );
    let slam = "1,0,0,0,2,3/2,1,2,0,0,0";
    passes("oware", slam, "1", "3,2,3,0,0,0/1,0,0,0,2,0", 0);
    passes(
        "oware:grand-slam=capture",
        slam,
        "1",
        "0,0,0,0,0,0/1,0,0,0,2,0",
        8,
    );
    for (value, pits) in [
        ("no-capture", &["6", "2", "1"][..]),
        ("capture", &["6", "2", "1"]),
        ("illegal", &["6", "2"]),
        ("illegal-unless-only", &["6", "2"]),
    ] {
        legal(&format!("oware:grand-slam={value}"), slam, pits);
    }
    let only = "0,0,0,0,0,1/1,0,0,0,0,0";
    legal("oware:grand-slam=illegal-unless-only", only, &["1"]);
    over("oware:grand-slam=illegal", only, 0);
    legal("oware", "1,0,0,2,0,1/0,0,0,0,0,0", &["1"]);
    over("oware", "3,2,0,0,0,0/0,0,0,0,0,0", 5);
}

#[test]
fn awari() {
    passes(
        "awari",
        "0,0,0,0,0,12/4,4,4,4,4,4",
        "1",
        "6,5,5,5,5,5/1,1,1,1,1,0",
        0,
    );
    passes(
        "awari",
        "0,0,0,0,0,3/1,2,1,4,0,0",
        "1",
        "0,0,0,4,0,0/0,0,0,0,0,0",
        7,
    );
    legal("awari", "1,0,0,0,0,1/1,0,0,0,0,0", &["6"]);
    legal("awari", "1,0,0,0,0,1/0,0,0,0,0,0", &["1"]);
    legal("awari", "1,0,1,0,0,0/0,0,0,0,0,0", &["6", "4"]);
    over("awari", "0,0,0,0,0,0/3,0,0,1,0,0", -4);
}

#[test]
fn kalah() {
    passes(
        "kalah",
        "0,2,0,0,0,9/1,0,0,0,0,0",
        "1",
        "2,1,1,1,1,1/1,3,0,0,0,0",
        1,
    );
    passes(
        "kalah",
        "13,0,0,0,0,0/0,0,0,0,0,1",
        "6",
        "1,1,1,1,1,0/0,1,1,1,1,1",
        4,
    );
    moves_again(
        "kalah",
        "0,0,3,0,0,1/1,0,0,0,0,0",
        "1",
        "0,0,3,0,0,0/1,0,0,0,0,0",
        1,
    );
    let alone = "1,0,0,0,0,0/0,0,0,3,0,0";
    passes("kalah", alone, "6", "0,0,0,3,0,0/0,1,0,0,0,0", 0);
    passes(
        "kalah:empty-capture=yes",
        alone,
        "6",
        "0,0,0,3,0,0/0,0,0,0,0,0",
        1,
    );
    for game in ["kalah", "kalah:empty-capture=yes"] {
        passes(
            game,
            "1,0,0,0,0,0/0,0,0,0,3,1",
            "6",
            "0,0,0,0,0,1/0,0,0,0,0,0",
            4,
        );
    }
    over("kalah", "0,0,0,0,0,0/1,0,2,0,0,0", -3);
    over("kalah", "0,4,0,0,0,0/0,0,0,0,0,0", 4);
}

#[test]
fn basic_egyptian_and_ethiopian() {
    passes("basic", FOURS, "2", "5,5,4,4,4,4/4,4,4,4,0,5", 1);
    passes(
        "basic",
        "13,0,0,0,0,0/0,0,0,0,0,0",
        "6",
        "1,1,1,1,1,1/1,1,1,1,1,1",
        1,
    );
    passes(
        "basic:origin=skip",
        "13,0,0,0,0,0/0,0,0,0,0,0",
        "6",
        "1,1,1,1,1,1/0,2,1,1,1,1",
        1,
    );
    passes(
        "basic",
        "0,0,0,0,0,1/1,0,0,0,0,0",
        "1",
        "1,0,0,0,0,0/0,0,0,0,0,0",
        1,
    );
    passes(
        "basic",
        "1,0,0,0,0,0/0,0,0,0,3,0",
        "6",
        "0,0,0,0,3,0/0,1,0,0,0,0",
        0,
    );
    over("basic", "0,0,0,0,0,0/1,0,2,0,0,0", 0);
    moves_again("egyptian", FOURS, "4", "4,4,0,5,5,5/4,4,4,4,4,4", 1);
    passes(
        "egyptian",
        "5,5,0,5,5,0/5,5,5,5,0,5",
        "6",
        "0,5,5,5,0,5/0,6,1,6,6,0",
        6,
    );
    moves_again(
        "egyptian",
        "0,0,0,0,0,13/0,0,0,0,0,0",
        "1",
        "1,1,1,1,1,0/1,1,1,1,1,1",
        2,
    );
    // To the left: past the own pit 6, the other side's pits from 1, the own store, and the own pit 1.
    passes(
        "ethiopian",
        "3,0,0,0,0,0/0,0,0,0,0,1",
        "6l",
        "0,0,0,1,1,2/0,0,0,0,0,0",
        0,
    );
    moves_again(
        "ethiopian",
        "7,0,0,0,0,0/0,0,0,0,0,0",
        "6l",
        "0,0,0,0,0,0/1,1,1,1,1,1",
        1,
    );
    passes(
        "ethiopian",
        "8,0,0,0,0,0/0,0,0,0,0,0",
        "6l",
        "0,1,1,1,1,1/0,0,0,0,0,0",
        3,
    );
    legal("ethiopian", "1,2,0,0,0,0/0,0,0,0,0,0", &["5", "5l"]);
    over("ethiopian", "1,1,0,0,0,0/3,0,0,0,0,0", -1);
}

#[test]
fn trysse_and_warri() {
    passes(
        "trysse",
        "0,0,0,0,0,2/2,1,4,0,0,0",
        "1",
        "0,0,4,0,0,0/0,0,0,0,0,0",
        5,
    );
    passes(
        "trysse",
        "0,0,0,0,0,3/1,3,1,0,0,0",
        "1",
        "2,4,0,0,0,0/0,0,0,0,0,0",
        2,
    );
    passes(
        "trysse",
        "0,0,0,0,3,1/1,1,4,0,0,0",
        "2",
        "0,0,4,0,0,0/0,0,0,0,0,2",
        4,
    );
    legal("trysse", "0,0,1,0,0,2/0,0,0,0,0,0", &["1"]);
    legal("trysse", "0,0,1,0,0,2/0,0,0,0,1,0", &["4", "1"]);
    over("trysse", "0,0,1,0,1,0/0,0,0,0,0,0", 2);
    over("trysse", "0,0,0,0,0,0/1,2,0,0,0,0", -3);
    // What is sown and captured in one move feeds, unless a seed has to be left.
    passes(
        "warri",
        "0,0,0,0,0,1/0,0,0,0,0,0",
        "1",
        "0,0,0,0,0,0/0,0,0,0,0,0",
        1,
    );
    legal("warri", "5,0,0,0,0,1/0,0,0,0,0,0", &["1"]);
    over("warri:feed=leave", "5,0,0,0,0,1/0,0,0,0,0,0", 6);
    over("warri", "0,0,0,0,0,0/1,2,0,0,0,0", 3);
}

#[test]
fn names_have_every_option_but_the_seeds() {
    for (text, name) in [
        ("bestemshe", "bestemshe:pits=5"),
        ("bestemshe:seeds=3,pits=4", "bestemshe:pits=4"),
        ("awari:pits=6", "awari:pits=6"),
        ("egyptian", "egyptian:pits=6"),
        ("ethiopian", "ethiopian:pits=6"),
        ("basic:origin=skip", "basic:pits=6,origin=skip"),
        ("trysse", "trysse:pits=6,origin=sow,feed=sow"),
        (
            "warri:feed=leave,origin=skip",
            "warri:pits=6,origin=skip,feed=leave",
        ),
        ("kalah", "kalah:pits=6,empty-capture=no"),
        ("kalah:empty-capture=yes", "kalah:pits=6,empty-capture=yes"),
        ("oware", "oware:pits=6,grand-slam=no-capture"),
        (
            "oware:grand-slam=illegal-unless-only",
            "oware:pits=6,grand-slam=illegal-unless-only",
        ),
    ] {
        let rules = TwoRank::read(text).unwrap();
        assert_eq!(rules.to_string(), name);
        assert_eq!(TwoRank::read(name).unwrap().to_string(), name);
    }
    for text in [
        "",
        "bestem",
        "bestemshe:pits",
        "bestemshe:pits=0",
        "bestemshe:pits=9",
        "bestemshe:seeds=0",
        "bestemshe:seeds=13",
        "bestemshe:pits=5,pits=5",
        "bestemshe:origin=sow",
        "awari:feed=sow",
        "kalah:empty-capture=maybe",
        "oware:grand-slam=",
        "trysse:feed=swallow",
        "basic:feed=leave",
        "file:a.toml",
    ] {
        assert_eq!(TwoRank::read(text), None, "{text}");
    }
}
