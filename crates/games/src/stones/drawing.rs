//! Drawings of boards and sowings for a terminal, with styles that plain output omits.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::position::{Phase, Position};
use super::round::{Cups, Seat};
use super::sowing::JointMove;
use super::stepper::{Event, Sowing, SowingHand};

/// The number of characters to the left of the first hole in the drawing of a position.
pub const LEFT: usize = 12;
/// The number of characters per hole in that drawing.
pub const WIDTH: usize = 5;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const EAST: Style = AnsiColor::Red.on_default().bold();
const WEST: Style = AnsiColor::Blue.on_default().bold();

fn side_style(side: Seat) -> Style {
    match side {
        Seat::East => EAST,
        Seat::West => WEST,
    }
}

/// Returns the name of a side, in its colour.
pub fn side_name(side: Seat) -> String {
    let style = side_style(side);
    format!("{style}{side:?}{style:#}")
}

/// Draws the board with its cups, the sides with their roles, and the hole that sente has taken. Playable holes are
/// bold.
pub fn position(position: &Position) -> String {
    with_last_round(position, None)
}

/// Draws a position as [`position`] does, with marks on the holes of the last round.
pub fn with_last_round(position: &Position, last: Option<JointMove>) -> String {
    let holes = position.holes();
    let choices = position.choices();
    let cups = position.cups();
    let mut text = String::from("            ");
    for hole in 1..=holes {
        let _ = write!(text, "{DIM}{hole:^5}{DIM:#}");
    }
    text.push('\n');
    let cells = vec!["────"; holes].join("┬");
    let _ = writeln!(text, "           ╭{cells}╮");
    let _ = write!(text, " {} [{:>2}] ", side_name(Seat::West), cups.west);
    for index in 0..holes {
        let stones = position.board().get(index);
        let style = match (choices >> index & 1, stones) {
            (1, _) => BOLD,
            (_, 0) => DIM,
            _ => Style::new(),
        };
        let _ = write!(text, "│{style}{stones:^4}{style:#}");
    }
    let _ = writeln!(text, "│ [{:>2}] {}", cups.east, side_name(Seat::East));
    let role = |side| match position.sente() == side {
        true => "sente",
        false => "gote",
    };
    let cells = vec!["────"; holes].join("┴");
    let (west, east) = (role(Seat::West), role(Seat::East));
    let _ = writeln!(text, " {DIM}{west:10}{DIM:#}╰{cells}╯ {DIM}{east}{DIM:#}");
    text + &marks(position, last)
}

/// Draws the line below the board: the hole that sente has taken, and those of the last round. Empty if there are none.
fn marks(position: &Position, last: Option<JointMove>) -> String {
    let taken = match position.phase() {
        Phase::Gote { taken } => Some(usize::from(taken)),
        Phase::Sente | Phase::Pie => None,
    };
    if taken.is_none() && last.is_none() {
        return String::new();
    }
    let mut text = " ".repeat(LEFT);
    for hole in 0..position.holes() {
        let of_last = last.and_then(|last| match hole as u8 {
            hole if hole == last.east => Some(Seat::East),
            hole if hole == last.west => Some(Seat::West),
            _ => None,
        });
        let (style, mark) = match (taken == Some(hole), of_last) {
            (true, _) => {
                let sente = position.sente();
                (side_style(sente), format!("▲{}", sente.letter()))
            }
            (false, Some(side)) => (DIM, format!("({})", side.letter())),
            (false, None) => (Style::new(), String::new()),
        };
        let _ = write!(text, "{style}{mark:^WIDTH$}{style:#}");
    }
    match (taken, last) {
        (Some(_), _) => text += &format!("{DIM} ▲ taken{DIM:#}"),
        (None, Some(_)) => text += &format!("{DIM} last round{DIM:#}"),
        (None, None) => {}
    }
    text.push('\n');
    text
}

/// Describes the next action in a position, in one line.
pub fn to_do(position: &Position) -> String {
    let side = side_name(position.to_choose());
    match position.phase() {
        Phase::Sente => format!(
            "Round {}: {side} has sente and chooses a hole.",
            position.round()
        ),
        Phase::Gote { taken } => format!(
            "Round {}: {} has taken hole {}; {side} chooses another.",
            position.round(),
            side_name(position.sente()),
            taken + 1
        ),
        Phase::Pie => format!("{side} had sente in the first round and may swap the sides."),
    }
}

/// Describes the stones in the cups, in one line.
pub fn cups(cups: Cups) -> String {
    format!(
        "{} {} : {} {}",
        side_name(Seat::East),
        cups.east,
        cups.west,
        side_name(Seat::West)
    )
}

/// Draws the heading above the lines of a trace.
pub fn trace_heading(holes: usize) -> String {
    let mut text = String::from("  step ");
    for hole in 1..=holes {
        let _ = write!(text, "{DIM}{hole:>4}{DIM:#} ");
    }
    let _ = writeln!(text, "  {EAST}◀ East{EAST:#}  {WEST}West ▶{WEST:#}");
    text
}

/// Draws one line of a trace: the board after a step, the hands with their directions, and the event. Marks `e` and `w`
/// show the holes of the last drops.
pub fn trace_line(holes: usize, step: u64, sowing: &Sowing, event: Option<Event>) -> String {
    let mut text = format!("{step:>6} ");
    for index in 0..holes {
        let stones = sowing.board.get(index);
        let (style, mark) = match (sowing.east.at == index, sowing.west.at == index) {
            (true, true) => (BOLD, '*'),
            (true, false) => (EAST, 'e'),
            (false, true) => (WEST, 'w'),
            (false, false) if stones == 0 => (DIM, ' '),
            (false, false) => (Style::new(), ' '),
        };
        let _ = write!(text, "{style}{stones:>4}{mark}{style:#}");
    }
    let hand = |sower: &SowingHand| {
        let (back, on) = if sower.rising {
            (' ', '▶')
        } else {
            ('◀', ' ')
        };
        format!("{back}{:>3} {on}", sower.hand)
    };
    let _ = write!(text, "   {} {}", hand(&sowing.east), hand(&sowing.west));
    match event {
        None => text += "  both take up their holes",
        Some(Event::Dropped) => {}
        Some(Event::Lifted { east, west }) => {
            text += "  ";
            let lifts = [
                (east, Seat::East, sowing.east),
                (west, Seat::West, sowing.west),
            ];
            let lifts: Vec<String> = lifts
                .into_iter()
                .filter(|&(lifts, ..)| lifts)
                .map(|(_, side, sower)| {
                    format!(
                        "{} lifts {} from {}",
                        side_name(side),
                        sower.hand,
                        sower.at + 1
                    )
                })
                .collect();
            text += &lifts.join(", ");
        }
        Some(Event::Over(captured)) if captured == Cups::default() => {
            text += "  the round ends, nothing is captured";
        }
        Some(Event::Over(captured)) => {
            let side = if captured.east > 0 {
                Seat::East
            } else {
                Seat::West
            };
            let _ = write!(text, "  {} captures {}", side_name(side), captured[side]);
        }
    }
    text.push('\n');
    text
}
