//! Whatever the text: read or refused in one line, never a panic, and what is read is printed and
//! read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sowlab_games::catalog::CatalogGame;
use sowlab_games::colony::{Board, Colony, ColonyVariant, Entry};
use sowlab_games::stones::{Position, Record, Rules};
use sowlab_study::Study;

fn one_line(error: &impl std::fmt::Display) {
    let line = error.to_string();
    assert!(!line.contains('\n'), "{line:?}");
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match text.parse::<CatalogGame>() {
        Ok(game) => assert_eq!(game.to_string().parse(), Ok(game)),
        Err(error) => one_line(&error),
    }
    for rules in [
        Rules::FIFTY_FIVE,
        Rules::new(2, 1).expect("a rank of two holes"),
        Rules::new(16, 15).expect("240 stones"),
    ] {
        match Position::parse(&rules, &text) {
            Ok(position) => {
                assert_eq!(Position::parse(&rules, &position.to_string()), Ok(position))
            }
            Err(error) => one_line(&error),
        }
    }
    match text.parse::<Record>() {
        Ok(record) => assert_eq!(record.to_string().parse(), Ok(record)),
        Err(error) => one_line(&error),
    }
    match Board::parse("fuzz", &text) {
        Ok(board) => {
            let game = Colony::new("fuzz", board.into(), Entry::Stop);
            let start = game.start_position();
            for choice in game.choices(&start.state()) {
                assert_eq!(start.play(&game, choice).total(), start.total());
            }
        }
        Err(error) => one_line(&error),
    }
    for name in ["colony", "colony:board=toy,entry=stop"] {
        let game = name
            .parse::<ColonyVariant>()
            .expect("a board that comes along")
            .game();
        match game.parse_position(&text) {
            Ok(position) => {
                let written = game.position_text(&position);
                assert_eq!(game.parse_position(&written), Ok(position));
                for choice in game.choices(&position.state()) {
                    assert_eq!(position.play(&game, choice).total(), position.total());
                }
            }
            Err(error) => one_line(&error),
        }
    }
    if let Err(error) = Study::parse(&text) {
        one_line(&error);
    }
});
