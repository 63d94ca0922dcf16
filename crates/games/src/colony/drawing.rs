//! The board as a picture of text.

use std::fmt::Write;

use super::play::Colony;
use super::position::Position;
use super::state::{Colour, Phase};

/// Characters a log takes.
const WIDTH: usize = 6;

impl Colony {
    /// Draws the rows of logs and the counts of the players. The eggs are written below the name of each log, with `r`
    /// or `b` for an ant; `*` marks the side to move.
    ///
    /// ```
    /// use sowlab_games::colony::ColonyVariant;
    /// let game = "colony:board=toy".parse::<ColonyVariant>().unwrap().game();
    /// let position = game.parse_position("3/0r,2/1b R 4 2 must log").unwrap();
    /// assert_eq!(
    ///     game.drawing(&position),
    ///     "      T1\n\
    ///      \x20     3\n\
    ///      \x20  M1    M2\n\
    ///      \x20  0r    2\n\
    ///      \x20     B1\n\
    ///      \x20     1b\n\n\
    ///      \x20 Red *   4 captured, 0 under ants, 0 ants in hand\n\
    ///      \x20 Black   2 captured, 1 under ants, 0 ants in hand\n\
    ///      \x20 The second phase is mandatory for a player with ants on the board.\n"
    /// );
    /// ```
    pub fn drawing(&self, position: &Position) -> String {
        let state = position.state();
        let longest = self.board().rows.iter().copied().max().unwrap_or(0);
        let mut text = String::new();
        for logs in self.board().rows() {
            let indent = 3 + (longest - logs.len()) * WIDTH / 2;
            let (mut names, mut eggs) = (" ".repeat(indent), " ".repeat(indent));
            for log in logs {
                let ant = state.ant(log).map_or("", Colour::mark);
                // Writing to a string cannot fail.
                let _ = write!(names, "{:WIDTH$}", self.board().log_name(log));
                let _ = write!(eggs, "{:WIDTH$}", format!("{}{ant}", state.eggs(log)));
            }
            let _ = writeln!(text, "{}\n{}", names.trim_end(), eggs.trim_end());
        }
        text.push('\n');
        for colour in Colour::BOTH {
            let mark = if colour == state.mover() { " *" } else { "" };
            let _ = writeln!(
                text,
                "  {:7} {} captured, {} under ants, {} ants in hand",
                format!("{colour:?}{mark}"),
                position.captured(colour),
                state.guarded(colour),
                self.in_hand(&state, colour)
            );
        }
        if state.mandatory() {
            text.push_str("  The second phase is mandatory for a player with ants on the board.\n");
        }
        let name = |log| self.board().log_name(log);
        let to_do = match state.phase() {
            Phase::Log => return text,
            Phase::Exit { at, hand } => {
                format!("{hand} eggs in hand at {}: choose the exit.", name(at))
            }
            Phase::Entry { at } => format!("An ant may enter on {}.", name(at)),
            Phase::Ant => "The second phase: an ant.".to_owned(),
            Phase::Endless { at, .. } => {
                format!("The sowing from {} never ends.", name(at))
            }
        };
        let _ = writeln!(text, "  {to_do}");
        text
    }
}
