//! Boards of random games.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use sowlab_solvers::{JointGame, Resolution, Step};

use sowlab_games::stones::{Board, Position, StonesGame};

/// Returns the first board of a random game with at most `stones` stones. It has no stones if the game ends before.
/// `None` if the game cannot begin.
pub(crate) fn random_board(game: &StonesGame, stones: u32, random: &mut SmallRng) -> Option<Board> {
    let mut board = Position::opening(game.rules()).canonical_board();
    while board.stones() > stones {
        let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
        game.leader_choices(&board, &mut firsts);
        let &first = firsts.choose(random)?;
        game.follower_choices(&board, first, &mut seconds);
        let &second = seconds.choose(random)?;
        board = match game.resolve(&board, first, second) {
            Resolution::Next(Step { state, .. }) => state,
            Resolution::Over { .. } | Resolution::Endless => Board::EMPTY,
        }
    }
    Some(board)
}
