//! What a game offers for play: positions and moves as text, and whole games from them.

use std::str::SplitWhitespace;

use sowlab_solvers::Side;
use sowlab_solvers::mcts::Simulate;
use sowlab_solvers::search::Searchable;
use sowlab_solvers::table::TableError;

/// Where a state is in endgame tables: its layer and its rank there.
pub type Locate<State> = Box<dyn Fn(&State) -> Option<(u32, u64)> + Send + Sync>;

/// How a game finds its states in endgame tables.
pub struct Tabled<State> {
    /// The name under which the tables are kept.
    pub name: String,
    /// Where a state is; `None` for states that tables do not hold, whatever their layer.
    pub locate: Locate<State>,
}

/// A sequential game that can be played: by engines on its states, by people and other programs on
/// its positions, which have a text form and keep what each side has won.
pub trait Contest: Searchable + Simulate {
    /// A whole position.
    type Position: Copy + Send + Sync;

    /// REQUIRED. The name with all options.
    fn full_name(&self) -> String;

    /// REQUIRED. The two sides as people call them, the one that begins in the opening first.
    fn sides(&self) -> [&'static str; 2];

    /// REQUIRED. The opening.
    fn opening(&self) -> Self::Position;

    /// REQUIRED. Reads a position, the inverse of printing; what is wrong is said in words.
    ///
    /// # Errors
    /// Names the field at fault and what is allowed there.
    fn read_position(&self, text: &str) -> Result<Self::Position, String>;

    /// REQUIRED. A position in the notation.
    fn position_text(&self, position: &Self::Position) -> String;

    /// REQUIRED. What engines see of a position.
    fn state(&self, position: &Self::Position) -> Self::State;

    /// REQUIRED. What [`Side::First`] has won so far, less what the other side has.
    fn lead(&self, position: &Self::Position) -> i32;

    /// REQUIRED. What each side has in the end, [`Side::First`] before, if the game is over; `None`
    /// also where play never ends.
    fn outcome(&self, position: &Self::Position) -> Option<[u32; 2]>;

    /// REQUIRED. The position after a legal move.
    fn advance(&self, position: &Self::Position, chosen: Self::Move) -> Self::Position;

    /// REQUIRED. A legal move as it is written.
    fn move_text(&self, position: &Self::Position, chosen: Self::Move) -> String;

    /// REQUIRED. The board, drawn in lines of text.
    fn drawing(&self, position: &Self::Position) -> String;

    /// OPTIONAL. A record of moves as it is written. Without it: the moves, by spaces.
    fn record_text(&self, start: &Self::Position, moves: &[Self::Move]) -> String {
        self.move_texts(start, moves).join(" ")
    }

    /// OPTIONAL. Who wins where both sides have as much in a game that ended in this state; `None`:
    /// it is a draw. Without it every such game is a draw.
    fn level_winner(&self, state: &Self::State) -> Option<Side> {
        let _ = state;
        None
    }

    /// OPTIONAL. Whether the next move decides what the last one led to, as where both sides choose
    /// before anything happens. Without it every move stands for itself.
    fn pending(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// OPTIONAL. Whether play without a gain can go on for ever. Without it a game is watched for
    /// repetitions.
    fn can_repeat(&self) -> bool {
        true
    }

    /// OPTIONAL. Whether play broke off because something never ends within one move. Without it
    /// nothing does.
    fn endless(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// OPTIONAL. How states are found in endgame tables; without it there are none.
    ///
    /// # Errors
    /// The board is too large for tables.
    fn tabled(&self) -> Result<Option<Tabled<Self::State>>, TableError> {
        Ok(None)
    }

    /// The legal moves of a position.
    fn legal(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&self.state(position), &mut moves);
        moves
    }

    /// Reads a legal move.
    ///
    /// # Errors
    /// Names the moves that are legal.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, String> {
        let legal = self.legal(position);
        let found = legal
            .iter()
            .find(|&&chosen| self.move_text(position, chosen) == text);
        found.copied().ok_or_else(|| {
            let texts: Vec<String> = legal
                .iter()
                .map(|&chosen| self.move_text(position, chosen))
                .collect();
            let text = super::shortened(text);
            match texts.is_empty() {
                true => format!("move '{text}': the game is over"),
                false => format!("move '{text}': legal are {}", texts.join(" ")),
            }
        })
    }

    /// Reads moves from a position on.
    ///
    /// # Errors
    /// The first that is not legal.
    fn read_moves(
        &self,
        start: &Self::Position,
        texts: SplitWhitespace<'_>,
    ) -> Result<Vec<Self::Move>, String> {
        let mut position = *start;
        let mut moves = Vec::new();
        for text in texts {
            let chosen = self.read_move(&position, text)?;
            position = self.advance(&position, chosen);
            moves.push(chosen);
        }
        Ok(moves)
    }

    /// Each move as it is written where it was played.
    fn move_texts(&self, start: &Self::Position, moves: &[Self::Move]) -> Vec<String> {
        let mut position = *start;
        let mut texts = Vec::with_capacity(moves.len());
        for &chosen in moves {
            texts.push(self.move_text(&position, chosen));
            position = self.advance(&position, chosen);
        }
        texts
    }
}

/// What is done with a game of the catalog, whichever it is.
pub trait Visit {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<C: Contest + Send + 'static>(self, contest: C) -> Self::Output;
}
