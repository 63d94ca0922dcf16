//! Boards are checked when they are read.

use sowlab::games::Files;
use sowlab::games::colony::{Board, ColonyError, ColonyVariant};

use super::property::BOARDS;

const TOY: &str = BOARDS[2];

#[test]
fn the_boards_of_the_game_have_the_rows_and_counts_that_follow_from_the_text() {
    for (name, text) in ["ring", "rows"].into_iter().zip(BOARDS) {
        let board = Board::parse(name, text).unwrap();
        assert_eq!(board.logs(), 19, "57 eggs, three a log");
        assert_eq!(usize::from(board.eggs_per_log()) * board.logs(), 57);
        assert_eq!(board.ants(), 6);
        let rows: Vec<usize> = board.rows().map(|row| row.len()).collect();
        assert_eq!(rows, [6, 7, 6], "rows of six or seven");
        assert!(board.about().contains("reconstruction"));
        // Some logs permit more than one direction, and the centre does.
        let several = (0..19).filter(|&log| board.exits(log).len() > 1).count();
        assert!(several > 1);
        let centre = board.log("M4").unwrap();
        assert!(board.exits(centre).len() > 1);
        for from in 0..19 {
            if board.exits(from).contains(&centre) {
                assert_eq!(board.onward(centre, from).len(), 1, "no choice in passing");
            }
            for &to in board.exits(from) {
                assert!(
                    board.neighbours(from) >> to & 1 == 1,
                    "arrows lead to the next log"
                );
            }
        }
    }
    let arrows = |text| {
        let board = Board::parse("", text).unwrap();
        (0..19)
            .map(|log| board.exits(log).to_vec())
            .collect::<Vec<_>>()
    };
    assert_ne!(arrows(BOARDS[0]), arrows(BOARDS[1]), "two reconstructions");
}

#[test]
fn a_wrong_board_is_refused_with_what_is_wrong() {
    for (from, to, message) in [
        (
            "T1 = [\"M2\"]",
            "T1 = [\"M9\"]",
            "exits.T1: there is no log 'M9'",
        ),
        (
            "T1 = [\"M1\", \"M2\"]",
            "T1 = [\"X1\", \"M2\"]",
            "neighbours.T1: there is no log 'X1'",
        ),
        (
            "[exits]",
            "[exits]\nM5 = [\"T1\"]",
            "exits: there is no log 'M5'",
        ),
        ("B1 = [\"M1\"]", "", "log B1 has no exits"),
        (
            "M2 = [\"B1\"]",
            "M2 = [\"T1\"]",
            "exits: eggs from T1 never reach log M1",
        ),
        ("logs = 4", "logs = 5", "logs: 5, but the rows have 4"),
        (
            "eggs = 12",
            "eggs = 13",
            "eggs: 13, but 4 logs with 3 each are 12",
        ),
        (
            "ants = 1",
            "ants = 3",
            "ants: 3, but both players' ants must find room on 4 logs",
        ),
        (
            "eggs = 12\neggs_per_log = 3",
            "eggs = 60\neggs_per_log = 15",
            "eggs: 60, but there are 1 to 57",
        ),
        (
            "[\"M1\", \"M2\"], [\"B1\"]",
            "[\"M1\", \"M2\"], [\"M1\"]",
            "rows: log 'M1' is named twice",
        ),
        (
            "[\"T1\"], ",
            "[\"t\"], ",
            "rows: log 't': names are a capital letter and digits, as T1",
        ),
        (
            "rows = [[\"T1\"], ",
            "rows = [[\"T1\"], [], ",
            "rows: 2, but no row is empty",
        ),
        (
            "T1 = [\"M1\", \"M2\"]",
            "T1 = [\"M1\"]",
            "neighbours: M2 names T1, but T1 does not name M2",
        ),
        (
            "T1 = [\"M2\"]",
            "T1 = [\"T1\"]",
            "exits.T1: 'T1' is the log itself, or is named twice",
        ),
        (
            "M1 = \"T1\"",
            "M1 = \"B1\"",
            "through.M1: exits.M1: there is no log 'B1'",
        ),
        (
            "M1 = \"T1\"",
            "M1 = { M2 = \"T1\" }",
            "through.M1: eggs from B1 have no exit",
        ),
        (
            "ants = 1",
            "ants = 1\ncolour = 3",
            "line 8: unknown field `colour`",
        ),
        ("ants = 1", "ants = \"one\"", "line 7: invalid type"),
    ] {
        let text = TOY.replacen(from, to, 1);
        assert_ne!(text, TOY, "{from}");
        let error = Board::parse("toy", &text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
        assert!(!error.contains('\n'));
    }
}

#[test]
fn a_board_may_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    std::fs::write(&path, TOY).unwrap();
    let name = format!("colony:board={},entry=stop", path.display());
    let variant = ColonyVariant::read(&name, Files::Allowed).unwrap();
    assert_eq!(variant.to_string(), name);
    assert_eq!(variant.game().start_position().total(), 12);
    assert_eq!(ColonyVariant::read(&name, Files::Allowed), Ok(variant));
    // A text from a network opens none.
    let error = name.parse::<ColonyVariant>().unwrap_err();
    assert!(matches!(error, ColonyError::FilesRefused(_)), "{error}");
    std::fs::write(folder.path().join("bad.toml"), "logs = 3").unwrap();
    let bad = format!("colony:board={}", folder.path().join("bad.toml").display());
    for name in [
        bad.as_str(),
        "colony:board=no/such.toml",
        "colony:board=hexagon",
    ] {
        let error = ColonyVariant::read(name, Files::Allowed)
            .unwrap_err()
            .to_string();
        assert!(error.contains("board="), "{error}");
    }
}
