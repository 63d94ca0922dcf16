//! The rules of a variant as a list of steps and conditions.

use super::rules::{
    Capture, Counts, Directions, End, Feeding, GrandSlam, Laps, Lift, Origin, Remaining, Rules,
    StoreLanding, Stores,
};

impl Rules {
    /// Returns the rules as a list of steps and conditions, for programs that read text.
    pub fn procedure(&self) -> String {
        let Rules { pits, seeds, .. } = *self;
        let ring = match self.stores {
            Stores::Sown => {
                format!("{pits} own pits, the own store, {pits} pits of the other side")
            }
            Stores::Bypassed => format!("{pits} own pits, {pits} pits of the other side"),
        };
        let directions = match self.directions {
            Directions::Right => "",
            Directions::RightOrLeft => " and a direction",
        };
        let lifted = match self.lift {
            Lift::All => "hand := its seeds, pit := 0",
            Lift::AllButOne => {
                "hand := its seeds - 1, pit := 1 (a single seed: hand := 1, pit := 0)"
            }
        };
        let skipped = match self.origin {
            Origin::Sown => "",
            Origin::Skipped => " The lifted pit is skipped.",
        };
        let mut lines = vec![
            format!(
                "BOARD: a ring of {ring}; {seeds} seeds in each pit at the start. Own pits are {pits}..1 in the order of \
                 sowing; pit k faces pit {} - k of the other side.",
                pits + 1
            ),
            format!(
                "MOVE: choose an own pit with >= {} seeds{directions}; {lifted}.",
                self.least_played
            ),
            format!("SOW: while hand > 0: next place of the ring += 1; hand -= 1.{skipped}"),
        ];
        if self.laps == Laps::Relay {
            lines.push(
                "RELAY: the last pit had seeds: lift it all and SOW on from there.".to_owned(),
            );
        }
        lines.push(format!("CAPTURE: {}.", self.captured()));
        lines.extend(
            match self.grand_slam {
                GrandSlam::Captures => None,
                GrandSlam::CapturesNothing => Some("takes nothing"),
                GrandSlam::Illegal => Some("is illegal"),
                GrandSlam::OnlyMove => Some("is illegal unless there is no other move"),
            }
            .map(|effect| format!("A CAPTURE of all seeds of the other side {effect}.")),
        );
        if self.store_landing == StoreLanding::MovesAgain {
            lines.push("LAST SEED in the own store: the same player moves again.".to_owned());
        }
        lines.extend(
            match self.feeding {
                Feeding::Free => None,
                Feeding::MustSow => {
                    Some("the other side has no seeds: the move must sow one there")
                }
                Feeding::MustLeave => {
                    Some("the other side has no seeds: it must have some after the move")
                }
                Feeding::NoStarving => {
                    Some("the other side must have seeds after the move, if such a move exists")
                }
            }
            .map(|condition| format!("LEGAL ONLY IF: {condition}.")),
        );
        if self.end == End::AllEmpty {
            lines.push("A PLAYER without seeds in his pits must pass.".to_owned());
        }
        let end = match self.end {
            End::AllEmpty => "all pits are 0",
            End::NoMove => "the player to move has no legal move",
            End::EmptySide => "a side has no seeds in its pits",
        };
        let rest = match self.remaining {
            Remaining::Nobody => "the seeds left count for nobody",
            Remaining::Owners => "each player adds the seeds in his own pits",
            Remaining::StarvedMover => {
                "a player to move without seeds gets all that are left; otherwise each adds his own"
            }
        };
        lines.push(format!("END: {end}; {rest}. More seeds win."));
        lines.join("\n")
    }

    fn captured(&self) -> String {
        let numbers = |counts: Counts| match counts {
            _ if counts == Counts::EVEN => "an even number".to_owned(),
            _ if counts == Counts::ODD => "an odd number".to_owned(),
            _ => {
                let list: Vec<String> = counts.list().iter().map(u8::to_string).collect();
                list.join(" or ")
            }
        };
        match self.capture {
            Capture::Nothing => "never".to_owned(),
            Capture::Facing { even_if_empty } => {
                let condition = match even_if_empty {
                    true => "",
                    false => " AND the facing pit has seeds",
                };
                format!(
                    "the last seed falls into an own pit that was 0{condition}: own store += that seed + the facing pit"
                )
            }
            Capture::LastPit { counts } => format!(
                "the last pit is on the other side and now has {}: own store += its seeds",
                numbers(counts)
            ),
            Capture::Backwards { counts } => format!(
                "the last pit is on the other side and now has {}: own store += its seeds; then the same for the pits \
                 before it, one by one, as long as they are on that side and have such a number",
                numbers(counts)
            ),
        }
    }
}
