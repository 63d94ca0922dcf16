//! The rules of the stones family: the size of the board and the rule options.

use std::fmt;

/// The maximum number of holes.
pub const MAX_HOLES: usize = 16;
/// The minimum number of holes.
pub const MIN_HOLES: usize = 2;
/// The maximum number of stones in a game, cups included: a count is one byte.
pub const MAX_STONES: usize = 255;

/// The player who captures when one player stops while the other still has stones in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Capture {
    /// The player who stops captures the stones in the other's hand (the 2004 rules).
    #[default]
    Normal,
    /// The player who still has stones in hand captures them himself. The rest at the end goes to the opposite side
    /// (the inventor's variant of 7 November 2006).
    Reversed,
}

impl Capture {
    /// Returns the value in the names of games.
    pub const fn word(self) -> &'static str {
        match self {
            Capture::Normal => "normal",
            Capture::Reversed => "reversed",
        }
    }
}

/// The effect of both hands running out in the same step in *different* holes that both then have two or more stones.
/// The list of endings in the sources omits this case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BothOut {
    /// Both players lift their holes and the sowing continues.
    #[default]
    Relay,
    /// The round ends and nothing is captured.
    End,
}

impl BothOut {
    /// Returns the value in the names of games.
    pub const fn word(self) -> &'static str {
        match self {
            BothOut::Relay => "relay",
            BothOut::End => "end",
        }
    }
}

/// The effect of both hands running out in the same step over one fuller hole. One hole then has one stone, the other
/// two or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MixedOut {
    /// The round ends and nothing is captured.
    #[default]
    End,
    /// The player at the fuller hole lifts it, and the other captures all the lifted stones.
    Forfeit,
}

impl MixedOut {
    /// Returns the value in the names of games.
    pub const fn word(self) -> &'static str {
        match self {
            MixedOut::End => "end",
            MixedOut::Forfeit => "forfeit",
        }
    }
}

/// The side that is awarded the stones left on the board at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rest {
    /// The side according to the capture rule.
    #[default]
    Usual,
    /// The other side. No source has this option; it is the reverse commit order with the roles exchanged.
    Exchanged,
}

impl Rest {
    /// Returns the value in the names of games.
    pub const fn word(self) -> &'static str {
        match self {
            Rest::Usual => "usual",
            Rest::Exchanged => "exchanged",
        }
    }
}

/// The rules of a variant of the stones family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    holes: u8,
    seeds: u8,
    stones: u8,
    /// The stones of each hole at the start, if they differ.
    start: Option<[u8; MAX_HOLES]>,
    /// The capture rule.
    pub capture: Capture,
    /// The rule for both hands empty over two fuller holes.
    pub both_out: BothOut,
    /// The rule for both hands empty over one hole with one stone and one fuller hole.
    pub mixed_out: MixedOut,
    /// The side that is awarded the rest.
    pub rest: Rest,
}

/// The error of an invalid board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// The number of holes is outside 2 to 16.
    #[error("holes={0}: a rank has {MIN_HOLES} to {MAX_HOLES} holes")]
    Holes(usize),
    /// The holes have no stones at the start.
    #[error("seeds=0: each hole starts with at least one stone")]
    NoSeeds,
    /// A start given hole by hole has no stones.
    #[error("start: no stone in any hole; at least one is needed")]
    EmptyStart,
    /// The stones do not fit the state.
    #[error("holes={holes},seeds={seeds}: {} stones, but at most {MAX_STONES} fit on a board", holes.saturating_mul(*seeds))]
    Stones {
        /// The requested holes.
        holes: usize,
        /// The requested stones per hole.
        seeds: usize,
    },
    /// The stones of an uneven start do not fit the state.
    #[error("start: {0} stones, but at most {MAX_STONES} fit on a board")]
    Start(usize),
}

impl Rules {
    /// Creates the default rules on `holes` holes with `seeds` stones each at the start.
    ///
    /// # Errors
    /// There are not 2 to 16 holes, no stones in a hole, or more than 255 stones in all.
    ///
    /// ```
    /// use sowlab_games::stones::Rules;
    /// assert_eq!(Rules::new(11, 5).unwrap().stones(), 55);
    /// assert!(Rules::new(17, 1).is_err());
    /// assert!(Rules::new(16, 16).is_err());
    /// ```
    pub fn new(holes: usize, seeds: usize) -> Result<Rules, SizeError> {
        if !(MIN_HOLES..=MAX_HOLES).contains(&holes) {
            return Err(SizeError::Holes(holes));
        }
        if seeds == 0 {
            return Err(SizeError::NoSeeds);
        }
        if holes.saturating_mul(seeds) > MAX_STONES {
            return Err(SizeError::Stones { holes, seeds });
        }
        Ok(Rules {
            holes: holes as u8,
            seeds: seeds as u8,
            stones: (holes * seeds) as u8,
            start: None,
            capture: Capture::default(),
            both_out: BothOut::default(),
            mixed_out: MixedOut::default(),
            rest: Rest::default(),
        })
    }

    /// 55Stones: eleven holes of five stones, with the default rule options.
    pub const FIFTY_FIVE: Rules = Rules {
        holes: 11,
        seeds: 5,
        stones: 55,
        start: None,
        capture: Capture::Normal,
        both_out: BothOut::Relay,
        mixed_out: MixedOut::End,
        rest: Rest::Usual,
    };

    /// 33Stones: eleven holes of three stones, with the default rule options.
    pub const THIRTY_THREE: Rules = Rules {
        seeds: 3,
        stones: 33,
        ..Rules::FIFTY_FIVE
    };

    /// Returns the number of holes, 2 to 16.
    #[inline]
    pub const fn holes(&self) -> usize {
        self.holes as usize
    }

    /// Creates the default rules on a board that begins with these stones, from West's end.
    ///
    /// # Errors
    /// There are not 2 to 16 holes, or not 1 to 255 stones in all.
    ///
    /// ```
    /// use sowlab_games::stones::{Position, Rules};
    /// let rules = Rules::with_start(&[1, 2, 3]).unwrap();
    /// assert_eq!(Position::opening(&rules).to_string(), "1,2,3 E 0 0 - 1");
    /// assert_eq!(Rules::with_start(&[5; 11]), Ok(Rules::FIFTY_FIVE));
    /// ```
    pub fn with_start(counts: &[u8]) -> Result<Rules, SizeError> {
        let most = counts.iter().copied().max().unwrap_or(0);
        if most == 0 {
            return Err(SizeError::EmptyStart);
        }
        if counts.iter().all(|&count| count == most) {
            return Rules::new(counts.len(), most.into());
        }
        let holes = counts.len();
        if !(MIN_HOLES..=MAX_HOLES).contains(&holes) {
            return Err(SizeError::Holes(holes));
        }
        let stones: usize = counts.iter().copied().map(usize::from).sum();
        if stones > MAX_STONES {
            return Err(SizeError::Start(stones));
        }
        let mut lanes = [0; MAX_HOLES];
        lanes[..holes].copy_from_slice(counts);
        Ok(Rules {
            holes: holes as u8,
            seeds: most,
            stones: stones as u8,
            start: Some(lanes),
            ..Rules::FIFTY_FIVE
        })
    }

    /// Returns the stones in each hole at the start, from West's end; 0 past the rank.
    pub fn start(&self) -> [u8; MAX_HOLES] {
        self.start.unwrap_or_else(|| {
            let mut lanes = [0; MAX_HOLES];
            lanes[..self.holes()].fill(self.seeds);
            lanes
        })
    }

    /// Returns whether every hole begins with the same number of stones.
    pub const fn is_even(&self) -> bool {
        self.start.is_none()
    }

    /// Returns the stones in each hole at the start; where they differ, the greatest number.
    #[inline]
    pub const fn seeds(&self) -> usize {
        self.seeds as usize
    }

    /// Returns the number of stones of the game, board and cups together, at most 255.
    #[inline]
    pub const fn stones(&self) -> usize {
        self.stones as usize
    }

    /// Returns this board with the rule options of another variant.
    #[must_use]
    pub fn read_as(&self, other: &Rules) -> Rules {
        Rules {
            holes: self.holes,
            seeds: self.seeds,
            stones: self.stones,
            start: self.start,
            ..*other
        }
    }

    /// Returns the four variants of the two cases that the sources leave open, the default first. Board, capture rule
    /// and rest stay as they are.
    pub fn option_variants(&self) -> [Rules; 4] {
        [
            (BothOut::Relay, MixedOut::End),
            (BothOut::Relay, MixedOut::Forfeit),
            (BothOut::End, MixedOut::End),
            (BothOut::End, MixedOut::Forfeit),
        ]
        .map(|(both_out, mixed_out)| Rules {
            both_out,
            mixed_out,
            ..*self
        })
    }
}

impl Rules {
    /// Returns whether the side that has sente now is awarded the stones left on a board with `playable` playable
    /// holes; `None` while the game goes on. `had_gote` tells whether that side had gote in the last round.
    #[inline(always)]
    pub fn rest_to_sente(&self, playable: u32, had_gote: bool) -> Option<bool> {
        let to_sente = match playable {
            0 => had_gote,
            1 => true,
            _ => return None,
        };
        Some(to_sente != self.rest_is_exchanged())
    }

    /// Returns whether the rest goes to the opposite side, compared with the rules of 2004.
    #[inline(always)]
    pub(super) fn rest_is_exchanged(&self) -> bool {
        (self.capture == Capture::Reversed) != (self.rest == Rest::Exchanged)
    }

    /// Returns the rules with the rest awarded to the opposite side. Their sequential order has the roles of the sides
    /// in the reversed order of these rules.
    #[must_use]
    pub const fn with_other_rest(&self) -> Rules {
        let rest = match self.rest {
            Rest::Usual => Rest::Exchanged,
            Rest::Exchanged => Rest::Usual,
        };
        Rules { rest, ..*self }
    }

    /// Returns the stones at the start as in names: `1+2+3`.
    pub(super) fn start_text(&self) -> String {
        let start = self.start();
        super::super::start::written(&start[..self.holes()])
    }

    /// Returns the rule options of the name; `rest` only where it differs from the default, because no source has it.
    pub(super) fn options(&self) -> String {
        let (capture, both_out) = (self.capture.word(), self.both_out.word());
        let mixed_out = self.mixed_out.word();
        let rest = match self.rest {
            Rest::Usual => "",
            Rest::Exchanged => ",rest=exchanged",
        };
        format!("capture={capture},both-out={both_out},mixed-out={mixed_out}{rest}")
    }
}

/// Writes the full name of the variant, as the catalog reads it. It omits no option, because every result names the
/// rules it was computed under.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.holes, self.seeds) {
            _ if !self.is_even() => write!(f, "stones:start={},", self.start_text())?,
            (11, 5) => f.write_str("55stones:")?,
            (11, 3) => f.write_str("33stones:")?,
            (holes, seeds) => write!(f, "stones:holes={holes},seeds={seeds},")?,
        }
        f.write_str(&self.options())
    }
}
