//! What the books of a game of the stones family say of a board.

use std::sync::Arc;

use sowlab_findings::{Bounds, both};
use sowlab_games::stones::{Board, Rules, StonesGame, StonesTurns};
use sowlab_solvers::order::{OpenState, PieState};

use super::book::{BOOK_ENDS, Book};

/// The books of a game, without the pie rule and with it.
#[derive(Clone, Default)]
pub struct Books(Arc<Vec<(StonesTurns, Arc<Book>)>>);

impl Books {
    /// Returns the books of a game that ship with the program and may hold boards with this number of stones; there may be
    /// none.
    pub fn of(rules: &Rules, stones: u32) -> Books {
        if stones as i32 <= BOOK_ENDS {
            return Books::default();
        }
        let book = |pie| {
            let game = StonesTurns::new(StonesGame::new(rules), pie);
            let book = Book::of(&game)?;
            Some((game, book))
        };
        Books(Arc::new(
            [false, true].into_iter().filter_map(book).collect(),
        ))
    }

    /// Returns bounds on the margin of the side with sente at the start of a round with this board.
    pub fn bounds(&self, board: &Board) -> Bounds {
        let most = board.stones() as i32;
        let mut bounds = Bounds::alike(-most..=most);
        for (game, book) in self.0.iter() {
            let secured = |leader| {
                let state = *board;
                let opened = OpenState::Leader { state, leader };
                book.secures(game, &PieState::Play(opened))
            };
            let own = secured(book.side()).unwrap_or(-most);
            let other = secured(!book.side()).map_or(most, |secures| -secures);
            bounds = both(&bounds, &Bounds::alike(own..=other));
        }
        bounds
    }
}
