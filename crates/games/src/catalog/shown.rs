//! A position prepared for display.

use std::fmt;

use crate::contest::{Contest, lead, legal_moves, outcome};

/// The message for a move that never ends.
pub const NEVER_ENDS: &str = "This never ends: the sowing repeats itself.";

/// A position prepared for display, with its drawing and notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPosition {
    /// The full name of the game.
    pub game: String,
    /// The name of its board, in a family with boards of several shapes.
    pub board: Option<String>,
    /// The position in the notation, in full.
    pub position: String,
    /// The board in lines of text, perhaps with styles for a terminal.
    pub drawing: String,
    /// The columns of the holes in the drawing, if choices are holes of one rank.
    pub holes: Option<HoleColumns>,
    /// The decision to be made, in one line, where the drawing does not show it.
    pub to_do: Option<String>,
    /// The legal moves, in the notation.
    pub moves: Vec<String>,
    /// True if the last move never ends, so that no move can follow.
    pub endless: bool,
    /// The stones that the first side has won so far, less those of the other side.
    pub lead: i32,
    /// The result, if the game is over.
    pub over: Option<FinalScore>,
}

/// The columns of the holes in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoleColumns {
    /// The number of holes.
    pub holes: usize,
    /// The number of characters to the left of the first hole.
    pub left: usize,
    /// The number of characters in each column.
    pub width: usize,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalScore {
    /// The name and the final count of each side.
    pub won: [(&'static str, u32); 2],
    /// The winner, in a game in which the side with more need not win.
    pub winner: Option<&'static str>,
}

impl fmt::Display for FinalScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(one, first), (other, second)] = self.won;
        write!(f, "{one} {first} : {second} {other}")?;
        match self.winner {
            None => Ok(()),
            Some(winner) => write!(f, ", {winner} wins"),
        }
    }
}

/// Prepares a position of any game for display.
pub(super) fn shown<C: Contest>(contest: &C, position: &C::Position) -> ShownPosition {
    let endless = contest.endless(&contest.state(position));
    let moves = match endless {
        true => Vec::new(),
        false => legal_moves(contest, position),
    };
    let over = outcome(contest, position).map(|[first, second]| {
        let [one, other] = contest.sides();
        FinalScore {
            won: [(one, first), (other, second)],
            winner: None,
        }
    });
    ShownPosition {
        game: contest.full_name(),
        board: None,
        position: contest.position_text(position),
        drawing: contest.drawing(position),
        holes: None,
        to_do: endless.then(|| NEVER_ENDS.to_owned()),
        endless,
        moves: moves
            .into_iter()
            .map(|chosen| contest.move_text(position, chosen))
            .collect(),
        lead: lead(contest, position),
        over,
    }
}
