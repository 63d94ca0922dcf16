//! The stones family: rounds in which both sides sow at once.

mod position;
mod sowing;

use super::fault::Fault;
use super::game::{Endless, Game, Played};
use super::options::Options;
use position::{Position, Size};
use sowing::{Followed, Reading, follow};

/// A game of the family.
pub(super) struct Stones {
    size: Size,
    reading: Reading,
}

impl Game for Stones {
    type Position = Position;

    const UNIT: &'static str = "steps";

    fn new(options: &Options) -> Result<Stones, Fault> {
        options.expect(&["holes", "seeds", "capture", "both-out", "mixed-out"])?;
        let holes = options.number("holes", 2, 16)? as u32;
        let seeds = options.number("seeds", 1, 127)? as u32;
        if holes * seeds > 255 {
            return Err("a game has 1 to 255 stones".into());
        }
        Ok(Stones {
            size: Size { holes, seeds },
            reading: Reading::new(options)?,
        })
    }

    fn read(&self, text: &str) -> Result<Position, Fault> {
        Position::read(self.size, text)
    }

    fn board(position: &Position) -> String {
        let stones: Vec<String> = position.holes.iter().map(u32::to_string).collect();
        stones.join(",")
    }

    fn play(&self, position: &mut Position, item: &str) -> Result<Played, Fault> {
        match item {
            "turn" | "stay" => {
                position.decide(item == "turn")?;
                Ok(Played::default())
            }
            round => position.play(self.reading, round),
        }
    }

    fn can_recur(position: &Position) -> Result<(), &'static str> {
        match position.pie_is_open {
            true => Err("the pie decision is open, which it is only once"),
            false => Ok(()),
        }
    }

    /// Nothing was captured, so the cups and sente are what they were.
    fn recurs(before: &Position, now: &Position) -> bool {
        now.holes == before.holes
    }

    fn endless(
        &self,
        position: &Position,
        round: &str,
        first_step: u64,
        period: u64,
    ) -> Result<Option<Endless>, Fault> {
        let sowing = position.take(round)?;
        Ok(match follow(sowing, self.reading, first_step, period) {
            Followed::Over { .. } => None,
            Followed::Endless(endless) => Some(endless),
        })
    }
}
