//! The stones family.

use super::{Entry, Family, FinalScore, HoleColumns, NameError, ShownPosition};
use crate::Files;
use crate::dynamic::PositionError;
use crate::stones::{
    BothOut, Capture, MixedOut, NAMES, Phase, Position, Rules, SHORT_NAMES, StonesGame,
    StonesTurns, drawing,
};

/// The choices in a position, in the notation.
fn choices(position: &Position) -> Vec<String> {
    if position.phase() == Phase::Pie {
        return vec!["turn".into(), "stay".into()];
    }
    let choices = position.choices();
    (0..position.holes())
        .filter(|index| choices >> index & 1 == 1)
        .map(|index| format!("{}{}", position.to_choose().letter(), index + 1))
        .collect()
}

impl Family for Rules {
    type Contest = StonesTurns;

    const NAME: &'static str = "stones";
    const PIE: bool = true;
    const SHORT_NAMES: &[&str] = SHORT_NAMES;

    fn entries() -> impl Iterator<Item = Entry> {
        NAMES.iter().map(|game| Entry {
            name: game.name,
            family: Self::NAME,
            about: game.about,
            options: game.options,
        })
    }

    fn read(text: &str, _: Files) -> Result<Rules, NameError> {
        Ok(Rules::from_name(text)?)
    }

    fn contest(&self, pie: bool) -> Result<StonesTurns, NameError> {
        Ok(StonesTurns::new(StonesGame::new(self), pie))
    }

    fn pie_follows(&self, position: &str) -> Result<bool, PositionError> {
        let position = Position::parse(self, position).map_err(PositionError::new)?;
        Ok(position.leads_to_pie() && position.choices() != 0)
    }

    fn rules_text(&self) -> String {
        rules_text(self)
    }

    fn show(&self, text: Option<&str>) -> Result<ShownPosition, PositionError> {
        let position = match text {
            None => Position::opening(self),
            Some(text) => Position::parse(self, text).map_err(PositionError::new)?,
        };
        let settled = position.settled_alone(self);
        let open = settled.is_none() || position.phase() == Phase::Pie;
        Ok(ShownPosition {
            game: self.to_string(),
            board: None,
            position: position.to_string(),
            drawing: drawing::position(&position),
            holes: Some(HoleColumns {
                holes: position.holes(),
                left: drawing::LEFT,
                width: drawing::WIDTH,
            }),
            to_do: open.then(|| drawing::to_do(&position)),
            moves: choices(&position),
            endless: false,
            lead: i32::from(position.cups().east) - i32::from(position.cups().west),
            over: settled.map(|cups| FinalScore {
                won: [("East", cups.east.into()), ("West", cups.west.into())],
                winner: None,
            }),
        })
    }
}

/// The rules, with the rule options that are set.
fn rules_text(rules: &Rules) -> String {
    let captures = match rules.capture {
        Capture::Normal => "say \"Stop!\" and capture what the other still holds",
        Capture::Reversed => "say \"Stop!\"; the other captures what it still holds itself",
    };
    let both = match rules.both_out {
        BothOut::Relay => "both lift and continue",
        BothOut::End => "the round ends",
    };
    let mixed = match rules.mixed_out {
        MixedOut::End => "the round ends",
        MixedOut::Forfeit => "the fuller hole is lifted and captured by the other side",
    };
    let (none, one) = match rules.rest_to_sente(0, true) {
        Some(true) => ("side that had gote", "side with sente"),
        _ => ("side that had sente", "side with gote"),
    };
    let stones = match rules.is_even() {
        true if rules.seeds() == 1 => "1 stone each".to_owned(),
        true => format!("{} stones each", rules.seeds()),
        false => {
            let start = rules.start();
            let counts = start[..rules.holes()].iter().map(u8::to_string);
            format!("with {} stones", counts.collect::<Vec<_>>().join(", "))
        }
    };
    format!(
        "\
{} holes in one row, numbered from West's end, {stones}.
West sows toward hole {}, East toward hole 1.
- The side with sente takes the stones of a hole. The other side (gote) sees
  it and takes another. Both holes must hold two stones or more.
- Both sow at the same time, one stone each a step, and turn at the ends.
- Your hand runs out while the other still holds stones: if the hole you
  dropped into now holds two or more, lift them all and continue. If it
  holds one, {captures}.
- Both run out: in one hole, or both in holes with one stone, the round ends.
  In different holes with two or more: {both}.
  One with one stone and one with more: {mixed}.
- After a capture sente passes to the side that had gote; otherwise it stays.
- Pie rule: after the first round the side that had sente may swap the sides.
- The game ends when fewer than two holes hold two stones or more. If none
  does, the stones left go to the {none}; if one does, to the
  {one}. More stones win.
- A sowing may never end, and a board may recur.",
        rules.holes(),
        rules.holes(),
    )
}
