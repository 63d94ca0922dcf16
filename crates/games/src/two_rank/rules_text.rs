//! The rules of a variant in words, on one screen.

use super::rules::{
    Capture, Counts, Directions, End, Feeding, GrandSlam, Laps, Lift, Origin, PlayersNotation,
    Remaining, Rules, StoreLanding, Stores,
};
use crate::sentence::{Sentence, Value, text_of};

impl Rules {
    /// Returns the rules in words, a line each: how to sow, what captures, what gives another turn, and how the game
    /// ends.
    pub fn text(&self) -> String {
        text_of(&self.sentences())
    }

    /// Returns the sentences of [`text`](Rules::text).
    pub fn sentences(&self) -> Vec<Sentence> {
        let board = match self.pits {
            1 => "A mancala game of two rows of 1 pit, one row for each player.",
            _ => "A mancala game of two rows of {n} pits, one row for each player.",
        };
        let mut said = vec![
            Sentence::paragraph("rule.rows", board).number("n", self.pits),
            Sentence::item(
                "rule.numbers",
                "Pits are numbered from 1, the pit nearest to your store, on your right.",
            ),
            self.sowing(),
            match self.directions {
                Directions::Right => {
                    Sentence::item("rule.right", "Sowing goes counterclockwise: to your right.")
                }
                Directions::RightOrLeft => Sentence::item(
                    "rule.right-or-left",
                    "Sowing goes to your right (L5r) or to your left (L5l), as you choose.",
                ),
            },
        ];
        if self.least_played > 1 {
            let least = Sentence::item(
                "rule.least",
                "Only pits with at least {n} seeds can be chosen.",
            );
            said.push(least.number("n", self.least_played.into()));
        }
        if self.lift == Lift::AllButOne {
            said.push(Sentence::item(
                "rule.all-but-one",
                "One seed stays in the pit, unless it is the only one.",
            ));
        }
        if self.origin == Origin::Skipped {
            said.push(Sentence::item(
                "rule.skip",
                "A long sowing skips the pit that it came from.",
            ));
        }
        if self.laps == Laps::Relay {
            said.push(Sentence::item(
                "rule.relay",
                "If the last seed falls into a pit with seeds, you lift them all and sow on from there.",
            ));
        }
        said.extend(self.captures());
        said.extend(self.grand_slam());
        if self.store_landing == StoreLanding::MovesAgain {
            said.push(Sentence::item(
                "rule.again",
                "If the last seed falls into your store, you move again.",
            ));
        }
        said.extend(self.feeding());
        said.extend(self.ending());
        said.extend(self.notation());
        said
    }

    fn sowing(&self) -> Sentence {
        match self.stores {
            Stores::Sown => Sentence::item(
                "rule.store-sown",
                "Choose one of your pits: its seeds are sown one by one into the next pits and your own store.",
            ),
            Stores::Bypassed => Sentence::item(
                "rule.store-bypassed",
                "Choose one of your pits: its seeds are sown one by one into the next pits; stores are left out.",
            ),
        }
    }

    fn captures(&self) -> Vec<Sentence> {
        match self.capture {
            Capture::Nothing => vec![Sentence::item("rule.no-capture", "Nothing is captured.")],
            Capture::Facing { even_if_empty } => vec![
                Sentence::item(
                    "rule.facing",
                    "If the last seed falls into an empty pit of yours, you capture it and all seeds in the pit opposite.",
                ),
                match even_if_empty {
                    true => Sentence::item(
                        "rule.facing-empty",
                        "You capture that one seed even if the pit opposite is empty.",
                    ),
                    false => Sentence::item(
                        "rule.facing-full",
                        "If the pit opposite is empty, nothing is captured.",
                    ),
                },
            ],
            Capture::Backwards { counts } => vec![
                makes(counts),
                Sentence::item(
                    "rule.backwards",
                    "The pits before it are captured too, as long as they are the opponent's and also hold such a number.",
                ),
            ],
            Capture::LastPit { counts } => vec![makes(counts)],
        }
    }

    fn grand_slam(&self) -> Option<Sentence> {
        match self.grand_slam {
            GrandSlam::Captures => None,
            GrandSlam::CapturesNothing => Some(Sentence::item(
                "rule.slam-nothing",
                "A move that would capture all seeds of the opponent captures nothing.",
            )),
            GrandSlam::Illegal => Some(Sentence::item(
                "rule.slam-illegal",
                "A move that would capture all seeds of the opponent is not allowed.",
            )),
            GrandSlam::OnlyMove => Some(Sentence::item(
                "rule.slam-only",
                "A move that captures all seeds of the opponent is not allowed while you have another.",
            )),
        }
    }

    fn notation(&self) -> Option<Sentence> {
        let last = (b'A' + self.pits as u8 - 1) as char;
        match self.notation {
            PlayersNotation::None => None,
            PlayersNotation::Letters => {
                let letters = Sentence::item(
                    "rule.letters",
                    "Moves may be written A to {capital} (Lower) and a to {small} (Upper), in the order of sowing.",
                );
                let small = last.to_ascii_lowercase().to_string();
                let letters = letters.with("capital", Value::Text(last.to_string()));
                Some(letters.with("small", Value::Text(small)))
            }
            PlayersNotation::Numbers => {
                let numbers = Sentence::item(
                    "rule.pit-numbers",
                    "Moves may be written 1 to {n}, in the order of sowing; the pit of the last seed may follow.",
                );
                Some(numbers.number("n", self.pits))
            }
        }
    }

    fn feeding(&self) -> Option<Sentence> {
        match self.feeding {
            Feeding::Free => None,
            Feeding::MustSow => Some(Sentence::item(
                "rule.must-sow",
                "If the opponent has no seeds, you must sow at least one seed on that side, if you can.",
            )),
            Feeding::MustLeave => Some(Sentence::item(
                "rule.must-leave",
                "If the opponent has no seeds, your move must leave at least one seed on that side.",
            )),
            Feeding::NoStarving => Some(Sentence::item(
                "rule.no-starving",
                "A move that leaves the opponent without seeds is not allowed while you have another.",
            )),
        }
    }

    fn ending(&self) -> [Sentence; 2] {
        let end = match self.end {
            End::NoMove => Sentence::item(
                "rule.end-no-move",
                "The game ends when the player to move has no legal move.",
            ),
            End::EmptySide => Sentence::item(
                "rule.end-empty-side",
                "The game ends when all pits of one player are empty.",
            ),
            End::AllEmpty => Sentence::item(
                "rule.end-all-empty",
                "A player without seeds passes. The game ends when all pits are empty.",
            ),
        };
        let rest = match self.remaining {
            Remaining::Nobody => Sentence::item(
                "rule.rest-nobody",
                "The seeds left count for neither player; more seeds in the store win.",
            ),
            Remaining::Owners => Sentence::item(
                "rule.rest-owners",
                "The seeds left go to the owner of their pits; more seeds in the store win.",
            ),
            Remaining::StarvedMover => Sentence::item(
                "rule.rest-starved",
                "The seeds left go to the player to move if that player has none, else to their owners; more win.",
            ),
        };
        [end, rest]
    }
}

/// Returns the sentence about captures of these numbers of seeds.
fn makes(counts: Counts) -> Sentence {
    let [least, most] = counts.ends();
    match counts {
        Counts::EVEN => Sentence::item(
            "rule.makes-even",
            "If the last seed makes an even number of seeds in a pit of the opponent, you capture them.",
        ),
        Counts::ODD => Sentence::item(
            "rule.makes-odd",
            "If the last seed makes an odd number of seeds in a pit of the opponent, you capture them.",
        ),
        _ if counts.is_range() && least < most => {
            let range = Sentence::item(
                "rule.makes-range",
                "If the last seed makes {least} to {most} seeds in a pit of the opponent, you capture them.",
            );
            let range = range.number("least", least.into());
            range.number("most", most.into())
        }
        _ => {
            let some = Sentence::item(
                "rule.makes",
                "If the last seed makes {numbers} seeds in a pit of the opponent, you capture them.",
            );
            some.with("numbers", Value::Numbers(counts.list()))
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
