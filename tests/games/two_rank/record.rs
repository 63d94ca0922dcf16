//! Playing records and comparing positions, all as text.

use sowlab::games::two_rank::{self, Position, TwoRank};

/// Builds a game by its name.
pub(crate) fn parse(name: &str) -> TwoRank {
    two_rank::parse(name).unwrap()
}

fn read(game: &str, position: &str) -> (TwoRank, Position) {
    let game = parse(game);
    let position = game.parse_position(position).unwrap();
    (game, position)
}

/// Plays a record after which the turn has passed.
#[track_caller]
pub(crate) fn check(game: &str, from: &str, record: &str, after: &str) {
    let (game, from) = read(game, from);
    let played = game.play_record(from, record).unwrap();
    assert_eq!(played.to_string(), after);
}

/// Plays one move after which the same side is to move.
#[track_caller]
pub(crate) fn check_again(game: &str, from: &str, text: &str, after: &str) {
    check(game, from, text, after);
    let (_, from) = read(game, from);
    let (_, after) = read(game, after);
    assert_eq!(from.state().mover(), after.state().mover());
}

/// The legal moves.
pub(crate) fn legal(game: &str, position: &str) -> String {
    let (game, position) = read(game, position);
    game.legal_text(position.state())
}

/// Returns the final scores of Lower and Upper, if the game is over.
pub(crate) fn outcome(game: &str, position: &str) -> Option<[u32; 2]> {
    let (game, position) = read(game, position);
    position.outcome(&game)
}
