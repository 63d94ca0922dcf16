//! The rules of a variant in words, on one screen.

use super::rules::{
    Capture, Counts, Directions, End, Feeding, GrandSlam, Laps, Lift, Origin, PlayersNotation,
    Remaining, Rules, StoreLanding, Stores,
};

impl Rules {
    /// Returns the rules in words, a line each: how to sow, what captures, what gives another turn, and how the game
    /// ends.
    pub fn text(&self) -> String {
        let mut lines = vec![
            format!(
                "A mancala game of two rows of {} {}, one row for each player.",
                self.pits,
                if self.pits == 1 { "pit" } else { "pits" }
            ),
            "Pits are numbered from 1, the pit nearest to your store, on your right.".to_owned(),
            self.sowing().to_owned(),
            match self.directions {
                Directions::Right => "Sowing goes counterclockwise: to your right.",
                Directions::RightOrLeft => {
                    "Sowing goes to your right (L5r) or to your left (L5l), as you choose."
                }
            }
            .to_owned(),
        ];
        if self.least_played > 1 {
            lines.push(format!(
                "Only pits with at least {} seeds can be chosen.",
                self.least_played
            ));
        }
        if self.lift == Lift::AllButOne {
            lines.push("One seed stays in the pit, unless it is the only one.".to_owned());
        }
        if self.origin == Origin::Skipped {
            lines.push("A long sowing skips the pit that it came from.".to_owned());
        }
        if self.laps == Laps::Relay {
            lines.push(
                "If the last seed falls into a pit with seeds, you lift them all and sow on from there."
                    .to_owned(),
            );
        }
        lines.extend(self.captures());
        lines.extend(self.grand_slam());
        if self.store_landing == StoreLanding::MovesAgain {
            lines.push("If the last seed falls into your store, you move again.".to_owned());
        }
        lines.extend(self.feeding());
        lines.extend(self.ending());
        lines.extend(self.notation());
        let items = lines[1..].iter().map(|line| format!("- {line}"));
        let all: Vec<String> = std::iter::once(lines[0].clone()).chain(items).collect();
        all.join("\n")
    }

    fn sowing(&self) -> &'static str {
        match self.stores {
            Stores::Sown => {
                "Choose one of your pits: its seeds are sown one by one into the next pits and your own store."
            }
            Stores::Bypassed => {
                "Choose one of your pits: its seeds are sown one by one into the next pits; stores are left out."
            }
        }
    }

    fn captures(&self) -> Vec<String> {
        match self.capture {
            Capture::Nothing => vec!["Nothing is captured.".to_owned()],
            Capture::Facing { even_if_empty } => vec![
                "If the last seed falls into an empty pit of yours, you capture it and all seeds in the pit opposite."
                    .to_owned(),
                match even_if_empty {
                    true => "You capture that one seed even if the pit opposite is empty.",
                    false => "If the pit opposite is empty, nothing is captured.",
                }
                .to_owned(),
            ],
            Capture::Backwards { counts } => vec![
                format!(
                    "If the last seed makes {} in a pit of the opponent, you capture them.",
                    numbers(counts)
                ),
                "The pits before it are captured too, as long as they are the opponent's and hold as many."
                    .to_owned(),
            ],
            Capture::LastPit { counts } => vec![format!(
                "If the last seed makes {} in a pit of the opponent, you capture them.",
                numbers(counts)
            )],
        }
    }

    fn grand_slam(&self) -> Option<String> {
        let text = match self.grand_slam {
            GrandSlam::Captures => return None,
            GrandSlam::CapturesNothing => {
                "A move that would capture all seeds of the opponent captures nothing."
            }
            GrandSlam::Illegal => {
                "A move that would capture all seeds of the opponent is not allowed."
            }
            GrandSlam::OnlyMove => {
                "A move that captures all seeds of the opponent is not allowed while you have another."
            }
        };
        Some(text.to_owned())
    }

    fn notation(&self) -> Option<String> {
        let last = (b'A' + self.pits as u8 - 1) as char;
        match self.notation {
            PlayersNotation::None => None,
            PlayersNotation::Letters => Some(format!(
                "Moves may be written A to {last} (Lower) and a to {} (Upper), in the order of sowing.",
                last.to_ascii_lowercase()
            )),
            PlayersNotation::Numbers => Some(format!(
                "Moves may be written 1 to {}, in the order of sowing; the pit of the last seed may follow.",
                self.pits
            )),
        }
    }

    fn feeding(&self) -> Option<String> {
        let text = match self.feeding {
            Feeding::Free => return None,
            Feeding::MustSow => {
                "If the opponent has no seeds, you must sow at least one seed on that side, if you can."
            }
            Feeding::MustLeave => {
                "If the opponent has no seeds, your move must leave at least one seed on that side."
            }
            Feeding::NoStarving => {
                "A move that leaves the opponent without seeds is not allowed while you have another."
            }
        };
        Some(text.to_owned())
    }

    fn ending(&self) -> [String; 2] {
        let end = match self.end {
            End::NoMove => "The game ends when the player to move has no legal move.",
            End::EmptySide => "The game ends when all pits of one player are empty.",
        };
        let rest = match self.remaining {
            Remaining::Nobody => {
                "The seeds left count for neither player; more seeds in the store win."
            }
            Remaining::Owners => {
                "The seeds left go to the owner of their pits; more seeds in the store win."
            }
            Remaining::StarvedMover => {
                "The seeds left go to the player to move if that player has none, else to their owners; more win."
            }
        };
        [end.to_owned(), rest.to_owned()]
    }
}

/// Returns the numbers of seeds in words.
fn numbers(counts: Counts) -> String {
    let [least, most] = counts.ends();
    match counts {
        Counts::EVEN => "an even number of seeds".to_owned(),
        Counts::ODD => "an odd number of seeds".to_owned(),
        _ if counts.is_range() && least < most => format!("{least} to {most} seeds"),
        _ => {
            let numbers: Vec<String> = counts.list().iter().map(u8::to_string).collect();
            format!("{} seeds", numbers.join(" or "))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::two_rank::DECLARATIONS;
    use crate::two_rank::Variant;

    #[test]
    fn each_game_tells_its_own_rules() {
        let text = |name: &str| name.parse::<Variant>().unwrap().rules().text();
        let kalah = text("kalah");
        assert!(kalah.contains("you move again") && kalah.contains("pit opposite"));
        assert!(!text("awari").contains("move again"));
        assert!(text("awari").contains("2 to 3 seeds in a pit of the opponent"));
        assert!(text("ethiopian").contains("at least 2 seeds can be chosen"));
        assert!(text("basic").contains("Nothing is captured"));
        for game in DECLARATIONS {
            let text = text(game.name);
            assert!(text.lines().count() <= 12, "{text}");
        }
    }
}
