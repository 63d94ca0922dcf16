//! The rules of a stones-family game, as options, and their name in files.

use std::fmt;

use crate::error::CheckError;

/// The size of the board and the readings of what the sources leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Holes of the rank, 2 to 16.
    pub holes: usize,
    /// Stones in each hole at the start. Tables and proofs do not depend on it.
    pub seeds: u32,
    /// `capture=reversed`: who still holds stones when the other stops captures them himself.
    pub reversed: bool,
    /// `both-out=relay`: when both hands run out over different holes that hold two or more, both lift.
    pub relay: bool,
    /// `mixed-out=forfeit`: when both hands run out and one hole holds two or more, the other side
    /// captures what lies there.
    pub forfeit: bool,
    /// `rest=exchanged`: what is left at the end goes to the other side.
    pub exchanged: bool,
}

impl Rules {
    /// Reads a game name, with or without `seeds`.
    ///
    /// # Errors
    /// The text names no game of the family.
    pub fn parse(text: &str) -> Result<Rules, CheckError> {
        let no_game = || {
            CheckError::Input(format!(
                "'{}' is no stones-family game: expected 55stones, 33stones or stones:holes=2..16,seeds=1..127, then \
                 capture=normal|reversed, both-out=relay|end, mixed-out=end|forfeit, rest=usual|exchanged",
                text.chars().take(80).collect::<String>()
            ))
        };
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let (holes, seeds) = match name {
            "55stones" | "stones" => (11, 5),
            "33stones" => (11, 3),
            _ => return Err(no_game()),
        };
        let mut rules =
            Rules { holes, seeds, reversed: false, relay: true, forfeit: false, exchanged: false };
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').ok_or_else(no_game)?;
            match (key, value) {
                ("capture", "normal" | "reversed") => rules.reversed = value == "reversed",
                ("both-out", "relay" | "end") => rules.relay = value == "relay",
                ("mixed-out", "end" | "forfeit") => rules.forfeit = value == "forfeit",
                ("rest", "usual" | "exchanged") => rules.exchanged = value == "exchanged",
                ("holes", _) if name == "stones" => {
                    rules.holes = value.parse().map_err(|_| no_game())?;
                }
                ("seeds", _) if name == "stones" => {
                    rules.seeds = value.parse().map_err(|_| no_game())?;
                }
                _ => return Err(no_game()),
            }
        }
        let stones = (rules.holes as u64).saturating_mul(rules.seeds.into());
        let fits = (2..=16).contains(&rules.holes) && (1..=255).contains(&stones);
        if fits { Ok(rules) } else { Err(no_game()) }
    }

    /// Who gets the stones left on a finished board: `Some(true)` for the side that has sente now.
    /// `None` if the board is not finished: two holes or more hold two stones or more.
    ///
    /// Without such a hole the rest goes to the side that had gote in the last round, which is the
    /// side with sente now if that round was a capture. With one it goes to the side with sente.
    pub fn rest_to_sente(&self, holes: &[u8], after_capture: bool) -> Option<bool> {
        let normal = match holes.iter().filter(|&&stones| stones >= 2).count() {
            0 => after_capture,
            1 => true,
            _ => return None,
        };
        Some(normal != (self.reversed != self.exchanged))
    }
}

/// The name that tables and proofs carry: every option but the number of seeds.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let either = |second: bool, one: &'static str, two: &'static str| if second { two } else { one };
        write!(
            f,
            "stones:holes={},capture={},both-out={},mixed-out={}{}",
            self.holes,
            either(self.reversed, "normal", "reversed"),
            either(self.relay, "end", "relay"),
            either(self.forfeit, "end", "forfeit"),
            either(self.exchanged, "", ",rest=exchanged"),
        )
    }
}
