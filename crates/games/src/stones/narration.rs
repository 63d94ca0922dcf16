//! Descriptions of rounds in sentences.

use super::drawing::side_name;
use super::position::{Played, Position};
use super::round::{Ending, Seat};
use super::rules::{Capture, Rules};

fn stones(number: u32) -> String {
    match number {
        1 => "1 stone".to_owned(),
        _ => format!("{number} stones"),
    }
}

/// Describes a round that was played from a position, in one sentence.
pub fn round(rules: &Rules, played: &Played) -> String {
    let sown = &played.round;
    let steps = match sown.steps {
        1 => "after 1 step".to_owned(),
        steps => format!("after {steps} steps"),
    };
    let what = match sown.ending {
        Ending::Endless { .. } => {
            return "This never ends: the sowing repeats itself.".to_owned();
        }
        Ending::Quiet => format!("Nothing is captured {steps}"),
        Ending::Capture => {
            let side = match sown.captured.east {
                0 => Seat::West,
                _ => Seat::East,
            };
            let from = match rules.capture {
                Capture::Normal => format!("from {}'s hand", side_name(!side)),
                Capture::Reversed => "his own hand".to_owned(),
            };
            let captured = stones(sown.captured[side].into());
            format!("{} captures {captured} {from} {steps}", side_name(side))
        }
    };
    match (played.position, played.settled) {
        (Some(after), None) => {
            let verb = match sown.ending {
                Ending::Quiet => "keeps",
                _ => "has",
            };
            format!("{what}; {} {verb} sente.", side_name(after.sente()))
        }
        _ => format!("{what}."),
    }
}

/// Describes the reason for the end of the game and the award of the rest, if a round ended the game.
pub fn end(before: &Position, played: &Played) -> Option<String> {
    let (after, settled) = (played.position?, played.settled?);
    let rest = after.board().stones();
    let heir = match settled.east > after.cups().east {
        true => Seat::East,
        false => Seat::West,
    };
    let role = match (heir == after.sente(), heir == before.sente()) {
        (_, false) if after.board().playable() == 0 => "who had gote",
        (true, _) => "who has sente",
        (false, _) => "under the rules of the variant",
    };
    let left = match after.board().playable().count_ones() {
        0 => "No hole holds two or more",
        _ => "Only one hole holds two or more",
    };
    Some(match rest {
        0 => format!("{left}, and the board is empty."),
        _ => format!(
            "{left}: the {} left go to {}, {role}.",
            stones(rest),
            side_name(heir)
        ),
    })
}
