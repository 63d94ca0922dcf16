//! The stones family.

use super::{Entry, Family, FinalScore, HoleColumns, NameError, ShownPosition};
use crate::dynamic::PositionError;
use crate::stones::{
    BothOut, Capture, MixedOut, NAMES, Phase, Position, Rules, SHORT_NAMES, StonesGame,
    StonesTurns, drawing,
};
use crate::{Files, Sentence, Value};

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

    fn procedure(&self) -> String {
        let captured = match self.capture {
            Capture::Normal => "the player who stopped takes the seeds in the other hand",
            Capture::Reversed => "the player with seeds in hand takes them himself",
        };
        let both = match self.both_out {
            BothOut::Relay => "both lift them and go on",
            BothOut::End => "the round ends",
        };
        let mixed = match self.mixed_out {
            MixedOut::End => "the round ends",
            MixedOut::Forfeit => "the fuller hole is lifted and taken by the other player",
        };
        format!(
            "BOARD: holes 1..{holes} in a row, stones in each, a cup for each player (West at hole 1, East at hole {holes}).\n\
             ROUND: the player with sente chooses a hole with >= 2 stones, then the other chooses another one; both lift.\n\
             STEP: each hand moves one hole on and drops a stone. West's goes to the right, East's to the left; at an end \
             it turns back.\n\
             ONE HAND EMPTY over hole h: if h has >= 2: lift all of h and go on. If h has 1: stop; {captured}; the round \
             ends and sente passes to the player who had gote.\n\
             BOTH HANDS EMPTY: over the same hole, or both holes have 1: the round ends. Both have >= 2: {both}. One has 1 \
             and the other >= 2: {mixed}.\n\
             END: fewer than two holes have >= 2 stones; the stones left go to one player by the rule of the rest. More \
             stones win.",
            holes = self.holes()
        )
    }

    fn rules_sentences(&self) -> Vec<Sentence> {
        let mut said = beginning(self);
        said.extend(rounds(self));
        said.extend(ending(self));
        said
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

/// The board, and the choices.
fn beginning(rules: &Rules) -> Vec<Sentence> {
    let holes = rules.holes();
    let start = match rules.is_even() {
        true if rules.seeds() == 1 => {
            Sentence::next("rule.stones.each", "Each has 1 stone at the start.")
                .number("n", rules.seeds())
        }
        true => Sentence::next("rule.stones.each", "Each has {n} stones at the start.")
            .number("n", rules.seeds()),
        false => {
            let start = rules.start();
            let counts = start[..holes].iter().map(u8::to_string);
            let counts = counts.collect::<Vec<_>>().join(", ");
            Sentence::next(
                "rule.stones.start",
                "They have {counts} stones at the start.",
            )
            .with("counts", Value::Text(counts))
        }
    };
    vec![
        Sentence::paragraph(
            "rule.stones.board",
            "{n} holes in one row, numbered from West's end.",
        )
        .number("n", holes),
        start,
        Sentence::next(
            "rule.stones.ways",
            "West sows toward hole {n}, East toward hole 1.",
        )
        .number("n", holes),
        Sentence::item(
            "rule.stones.choose",
            "The side with sente takes the stones of a hole. The other side (gote) sees it and takes another. Both \
             holes must hold two stones or more.",
        ),
    ]
}

/// A round, with the rule options that are set.
fn rounds(rules: &Rules) -> Vec<Sentence> {
    vec![
        Sentence::item(
            "rule.stones.sow",
            "Both sow at the same time, one stone each a step, and turn at the ends.",
        ),
        Sentence::item(
            "rule.stones.relay",
            "Your hand runs out while the other still holds stones: if the hole you dropped into now holds two or \
             more, lift them all and continue.",
        ),
        match rules.capture {
            Capture::Normal => Sentence::next(
                "rule.stones.stop",
                "If it holds one, say \"Stop!\" and capture what the other still holds.",
            ),
            Capture::Reversed => Sentence::next(
                "rule.stones.stop-reversed",
                "If it holds one, say \"Stop!\"; the other captures what it still holds itself.",
            ),
        },
        Sentence::item(
            "rule.stones.both-out",
            "Both run out: in one hole, or both in holes with one stone, the round ends.",
        ),
        match rules.both_out {
            BothOut::Relay => Sentence::next(
                "rule.stones.both-relay",
                "In different holes with two or more: both lift and continue.",
            ),
            BothOut::End => Sentence::next(
                "rule.stones.both-end",
                "In different holes with two or more: the round ends.",
            ),
        },
        match rules.mixed_out {
            MixedOut::End => Sentence::next(
                "rule.stones.mixed-end",
                "One with one stone and one with more: the round ends.",
            ),
            MixedOut::Forfeit => Sentence::next(
                "rule.stones.mixed-forfeit",
                "One with one stone and one with more: the fuller hole is lifted and captured by the other side.",
            ),
        },
        Sentence::item(
            "rule.stones.sente",
            "After a capture sente passes to the side that had gote; otherwise it stays.",
        ),
    ]
}

/// The pie rule, and the end of the game.
fn ending(rules: &Rules) -> Vec<Sentence> {
    vec![
        Sentence::item(
            "rule.stones.pie",
            "Pie rule: after the first round the side that had sente may swap the sides.",
        ),
        Sentence::item(
            "rule.stones.end",
            "The game ends when fewer than two holes hold two stones or more.",
        ),
        match rules.rest_to_sente(0, true) {
            Some(true) => Sentence::next(
                "rule.stones.rest-gote",
                "If none does, the stones left go to the side that had gote; if one does, to the side with sente.",
            ),
            _ => Sentence::next(
                "rule.stones.rest-sente",
                "If none does, the stones left go to the side that had sente; if one does, to the side with gote.",
            ),
        },
        Sentence::next("rule.stones.wins", "More stones win."),
        Sentence::item(
            "rule.stones.endless",
            "A sowing may never end, and a board may recur.",
        ),
    ]
}
