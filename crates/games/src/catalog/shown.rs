//! A position as it is shown.

use std::fmt;

use crate::contest::{Contest, legal_moves, outcome};

/// What is said of a move that never ends.
pub const NEVER_ENDS: &str = "This never ends: the sowing repeats itself for ever.";

/// A position, drawn and written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The full name of the game.
    pub game: String,
    /// What its board is, in a family with boards of several shapes.
    pub board: Option<String>,
    /// The position in the notation, in full.
    pub position: String,
    /// The board in lines of text, perhaps with styles for a terminal.
    pub drawing: String,
    /// Where the columns of holes stand in the drawing, if choices are holes of one rank.
    pub holes: Option<HoleColumns>,
    /// What is to be done, in one line, where the drawing does not say.
    pub to_do: Option<String>,
    /// The moves that may be chosen, as they are written.
    pub moves: Vec<String>,
    /// Whether the last move never ends, so that none can follow.
    pub endless: bool,
    /// How the game ended, if it is over.
    pub over: Option<Over>,
}

/// Where the columns of the holes stand in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoleColumns {
    /// How many holes there are.
    pub holes: usize,
    /// How many characters stand to the left of the first.
    pub left: usize,
    /// How many characters each takes.
    pub width: usize,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Over {
    /// The sides and what each has.
    pub won: [(&'static str, u32); 2],
    /// Who wins, in a game in which the side with more need not win.
    pub winner: Option<&'static str>,
}

impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(one, first), (other, second)] = self.won;
        write!(f, "{one} {first} : {second} {other}")?;
        match self.winner {
            None => Ok(()),
            Some(winner) => write!(f, ", {winner} wins"),
        }
    }
}

/// A position of any game for play.
pub(super) fn shown<C: Contest>(contest: &C, position: &C::Position) -> Shown {
    let endless = contest.endless(&contest.state(position));
    let moves = match endless {
        true => Vec::new(),
        false => legal_moves(contest, position),
    };
    let over = outcome(contest, position).map(|[first, second]| {
        let [one, other] = contest.sides();
        Over {
            won: [(one, first), (other, second)],
            winner: None,
        }
    });
    Shown {
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
        over,
    }
}
