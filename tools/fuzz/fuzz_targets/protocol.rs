//! Positions, moves and limits of every game as the protocol has them: obeyed or refused, and a game that was
//! drawn is read back.
#![no_main]

mod common;

use common::one_line;
use libfuzzer_sys::fuzz_target;
use sowlab_engines::limits::read_go;
use sowlab_engines::openings::Openings;
use sowlab_engines::protocol::Session;
use sowlab_engines::spec::EngineSpec;
use sowlab_games::catalog::CatalogGame;

const GAMES: [&str; 12] = [
    "55stones",
    "stones:holes=2,seeds=1",
    "colony",
    "trysse",
    "warri",
    "egyptian:seeds=2,pits=3",
    "ethiopian",
    "owela:pits=2",
    "kalah:pits=3,seeds=2",
    "awari",
    "oware:grand-slam=illegal-unless-only",
    "bestemshe",
];

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.lines();
    let name = lines.next().unwrap_or_default();
    let number = name.bytes().next().unwrap_or_default();
    let game: CatalogGame = GAMES[usize::from(number) % GAMES.len()]
        .parse()
        .expect("a game");
    let mut session =
        Session::open(&game, number & 1 == 0, &EngineSpec::Random, 1).expect("an engine");
    for line in lines {
        let (start, moves) = line.split_once(" moves ").unwrap_or((line, ""));
        match session.set(Some(start), moves) {
            Err(error) => one_line(&error),
            Ok(()) => {
                let drawing = session.drawing();
                let position = drawing.rsplit("position ").next().expect("a last line");
                session
                    .set(Some(position.trim_end()), "")
                    .expect("what was drawn is read");
                assert_eq!(session.drawing(), drawing);
            }
        }
        if let Err(error) = game.show(Some(start)) {
            one_line(&error);
        }
        match read_go(line.split_whitespace()) {
            Err(error) => one_line(&error),
            Ok(_) => {}
        }
        if let Err(error) = line.parse::<EngineSpec>() {
            one_line(&error);
        }
    }
    if let Err(error) = Openings::from_lines(&text) {
        one_line(&error);
    }
});
