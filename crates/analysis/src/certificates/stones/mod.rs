//! The stones family: rounds in which both sides sow at once.

mod position;
mod sowing;

use super::fault::Fault;
use super::following::{Budget, Recurrence, recurs};
use super::game::{Game, Played};
use super::options::Options;
use position::{Position, Size};
use sowing::{Sowing, SowingOptions};

/// A game of the family.
pub(super) struct Stones {
    size: Size,
    options: SowingOptions,
}

impl Game for Stones {
    type Position = Position;

    const NAME: &'static str = "the stones family";

    fn has_rounds(&self) -> bool {
        true
    }

    fn option_names(_: &Options) -> &'static [&'static str] {
        &["holes", "seeds", "capture", "both-out", "mixed-out"]
    }

    fn new(options: &Options) -> Result<Stones, Fault> {
        let holes = options.number("holes", 2, 16)? as u32;
        let seeds = options.number("seeds", 1, 127)? as u32;
        if holes * seeds > 255 {
            return Err("a game has 1 to 255 stones".into());
        }
        Ok(Stones {
            size: Size { holes, seeds },
            options: SowingOptions::new(options)?,
        })
    }

    fn read(&self, text: &str) -> Result<Position, Fault> {
        Position::read(self.size, text)
    }

    fn board(position: &Position) -> String {
        let stones: Vec<String> = position.holes.iter().map(u32::to_string).collect();
        stones.join(",")
    }

    fn play(
        &self,
        position: &mut Position,
        item: &str,
        budget: &mut Budget,
    ) -> Result<Played, Fault> {
        match item {
            "turn" | "stay" => {
                position.decide(item == "turn")?;
                Ok(Played::default())
            }
            round => position.play(self.options, round, budget),
        }
    }

    fn can_recur(position: &Position) -> Result<(), &'static str> {
        match position.pie_is_open {
            true => Err("the pie decision is open, which it is only once"),
            false => Ok(()),
        }
    }

    /// Compares the boards. Without captures the cups and sente are unchanged.
    fn recurs(before: &Position, now: &Position) -> bool {
        now.holes == before.holes
    }

    fn endless(
        &self,
        position: &Position,
        round: &str,
        claimed: (u64, u64),
        budget: &mut Budget,
    ) -> Result<Recurrence, Fault> {
        let step = |sowing: &mut Sowing, _: &mut Budget| Ok(sowing.step(self.options));
        recurs(position.take(round)?, step, claimed, budget)
    }
}
