//! The books of winning play that ship with the program.

use std::time::Duration;

use sowlab::analysis::secured::{Book, SecuredMargins, prove_rest};
use sowlab::analysis::tables::{OpenTables, TabledGame};
use sowlab_games::contest::{Notation, Play};
use sowlab_games::stones::{Rules, StonesGame, StonesTurns, TurnState};
use sowlab_solvers::order::{OpenState, PieState};
use sowlab_solvers::{Game, Player, Side};

/// The stones of the tables, and the positions of each book that are proven above them.
const STONES: u32 = 16;
const SAMPLE: usize = 5;

/// A position with this state at the start of a round, whatever was captured before.
fn position_text(rules: &Rules, state: &TurnState) -> String {
    let PieState::Play(OpenState::Leader { state: board, .. }) = state else {
        panic!("a book ends at the start of a round");
    };
    let captured = rules.stones() as u32 - board.stones();
    format!("{} E {captured} 0 - 9", board.text(rules.holes()))
}

/// The margin that a side secures by a proof from a position where the book ends.
fn proven(game: &StonesTurns, state: &TurnState, side: Side, tables: &std::path::Path) -> i32 {
    let text = position_text(game.game().rules(), state);
    let position = game.read_position(&text).unwrap();
    let proof = prove_rest(game, &position, tables, Duration::from_secs(600), &()).unwrap();
    let margins = SecuredMargins::new(OpenTables::open(game, tables).unwrap(), proof);
    let claimant = match game.side_to_move(state) == side {
        true => Player::Leader,
        false => Player::Follower,
    };
    let turned = game.state(&position);
    margins.secured(game, &turned, claimant).unwrap().margin
}

#[test]
fn a_book_wins_against_every_reply() {
    let folder = tempfile::tempdir().unwrap();
    let small = Rules::from_name("55stones").unwrap();
    let built = small.build_tables(folder.path(), STONES, &(), &mut |_| ());
    built.unwrap();
    for (seeds, pie) in [3, 4, 5]
        .into_iter()
        .flat_map(|seeds| [(seeds, false), (seeds, true)])
    {
        let rules = Rules::new(11, seeds).unwrap();
        let game = StonesTurns::new(StonesGame::new(&rules), pie);
        let book = Book::of(&game).unwrap();
        assert_eq!(book.side(), if pie { Side::First } else { Side::Second });
        assert!(book.margin() > 0);
        let opening = game.state(&game.opening());
        assert_eq!(book.secures(&game, &opening), Some(book.margin()));
        let mut ends = Vec::new();
        let mut seen = |state: &TurnState, secures: i32| ends.push((*state, secures));
        book.check_ends(&game, &mut seen).unwrap();
        let apart = ends.len().div_ceil(SAMPLE);
        for (state, secures) in ends.iter().step_by(apart) {
            let margin = proven(&game, state, book.side(), folder.path());
            assert!(margin >= *secures, "{state:?}: {margin}, not {secures}");
        }
    }
}

/// A file that is cut off, has a byte more, or a move that is not legal is no book.
#[test]
fn a_damaged_book_is_refused() {
    let rules = Rules::from_name("33stones").unwrap();
    let game = StonesTurns::new(StonesGame::new(&rules), false);
    let file = include_bytes!("../../crates/analysis/data/books/33stones.book");
    assert!(Book::read(&game, file).is_ok());
    assert!(Book::read(&game, &file[..file.len() - 1]).is_err());
    assert!(Book::read(&game, &[&file[..], &[0]].concat()).is_err());
    assert!(Book::read(&game, &file[..9]).is_err());
    assert!(Book::read(&game, b"").is_err());
    for place in 10..file.len() {
        let mut changed = file.to_vec();
        changed[place] = 11;
        assert!(Book::read(&game, &changed).is_err(), "{place}");
    }
}
