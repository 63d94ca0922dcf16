//! Games as arrays of numbers.

use super::Play;

/// The shape of an observation: rows of cells, and numbers that follow them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Rows of cells.
    pub rows: usize,
    /// Cells of a row.
    pub columns: usize,
    /// The names of the numbers after the cells.
    pub scalars: &'static [&'static str],
}

impl Shape {
    /// The number of cells.
    pub const fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The length of an observation: all cells, row by row, then the scalars.
    pub const fn counts(&self) -> usize {
        self.cells() + self.scalars.len()
    }
}

/// The result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stepped<Position> {
    /// The position after it.
    pub position: Position,
    /// The gain of the first side over the other, in stones or seeds; it includes the stones given out at the end of
    /// the game.
    pub gain: i32,
    /// True if the game is over.
    pub over: bool,
    /// True if the move never ends.
    pub endless: bool,
    /// The legal actions after it, as of [`legal_actions`](Encode::legal_actions).
    pub legal: Option<u64>,
}

/// Moves as numbers and positions as counts, for programs that learn. Both are as the side to choose
/// sees them: positions that differ only by the names of the sides have equal observations, and equal
/// numbers for the moves that correspond.
pub trait Encode: Play {
    /// REQUIRED. How many actions there are, legal or not: the length of a mask of legal actions.
    fn actions(&self) -> usize;

    /// REQUIRED. The action of a move that is legal in a position, from 0.
    fn action(&self, position: &Self::Position, chosen: Self::Move) -> usize;

    /// REQUIRED. The move of an action, legal or not: the inverse of [`action`](Encode::action). `None`
    /// past the last.
    fn chosen(&self, position: &Self::Position, action: usize) -> Option<Self::Move>;

    /// REQUIRED. The shape of an observation.
    fn shape(&self) -> Shape;

    /// REQUIRED. Writes the observation of a position: exactly [`Shape::counts`] numbers, each at most 255.
    fn observe(&self, position: &Self::Position, counts: &mut [u8]);

    /// OPTIONAL. Plays a legal move. Default: through the other methods. A family replaces it where one pass over the
    /// rules yields all results faster.
    fn step(&self, position: &Self::Position, chosen: Self::Move) -> Stepped<Self::Position> {
        let after = self.advance(position, chosen);
        let state = self.state(&after);
        let endless = self.endless(&state);
        let won = |position| {
            let [first, second] = self.score(position);
            first as i32 - second as i32
        };
        Stepped {
            gain: won(&after) - won(position),
            over: !endless && self.terminal(&state).is_some(),
            endless,
            legal: self.legal_actions(&after),
            position: after,
        }
    }

    /// OPTIONAL. The legal actions, a bit each; `None` where there are more than 64 actions, or they have to be
    /// listed. Default: `None`.
    fn legal_actions(&self, position: &Self::Position) -> Option<u64> {
        let _ = position;
        None
    }

    /// OPTIONAL. Returns the number of [cells](Encode::cells) for evaluations. Default: 0, so that no evaluation of cells
    /// applies to the game.
    fn cell_count(&self) -> usize {
        0
    }

    /// OPTIONAL, with [`cell_count`](Encode::cell_count). Writes the cells of a state as the side to choose sees them, row
    /// by row, if they alone determine the rest of the game. Returns whether they do. Default: `false`.
    #[inline]
    fn cells(&self, state: &Self::State, cells: &mut [u8]) -> bool {
        let _ = (state, cells);
        false
    }

    /// OPTIONAL. The position with these cells at the start of a turn of the first side, with no stones won yet, if the
    /// cells alone determine the rest of the game. Default: `None`, also the result for cells that are not a board of
    /// the game.
    fn board(&self, cells: &[u8]) -> Option<Self::Position> {
        let _ = cells;
        None
    }
}
