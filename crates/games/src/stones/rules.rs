//! The rule set of the stones family: size of the board and the readings of the sources.

use std::fmt;

/// The most holes a rank may have.
pub const MAX_HOLES: usize = 16;
/// The fewest holes a rank may have.
pub const MIN_HOLES: usize = 2;
/// The most stones a game may have, cups included: a count is one byte.
pub const MAX_STONES: usize = 255;

/// Who gains when one player stops while the other still holds stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Capture {
    /// The player who stops captures what the other still has in hand (the 2004 rules).
    #[default]
    Normal,
    /// The player who still holds stones captures them himself, and the rest at the end goes to
    /// the other side than by the normal rule (the inventor's variant of 7 November 2006).
    Reversed,
}

impl Capture {
    /// As the names of games have it.
    pub const fn word(self) -> &'static str {
        match self {
            Capture::Normal => "normal",
            Capture::Reversed => "reversed",
        }
    }
}

/// What happens when both hands run out in the same step in *different* holes that both now
/// hold two or more. The list of endings in the sources does not name this case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BothOut {
    /// Both players lift their hole and go on.
    #[default]
    Relay,
    /// The round ends and nothing is captured.
    End,
}

impl BothOut {
    /// As the names of games have it.
    pub const fn word(self) -> &'static str {
        match self {
            BothOut::Relay => "relay",
            BothOut::End => "end",
        }
    }
}

/// What happens when both hands run out in the same step, one in a hole that now holds one, the
/// other in a hole that now holds two or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MixedOut {
    /// The round ends and nothing is captured.
    #[default]
    End,
    /// The player at the fuller hole lifts it, and the other captures all that was lifted.
    Forfeit,
}

impl MixedOut {
    /// As the names of games have it.
    pub const fn word(self) -> &'static str {
        match self {
            MixedOut::End => "end",
            MixedOut::Forfeit => "forfeit",
        }
    }
}

/// Who gets what is left on the board at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rest {
    /// As the rules of capture say.
    #[default]
    Usual,
    /// The other side. No source has this; it is the reverse commit order turned round.
    Exchanged,
}

impl Rest {
    /// As the names of games have it.
    pub const fn word(self) -> &'static str {
        match self {
            Rest::Usual => "usual",
            Rest::Exchanged => "exchanged",
        }
    }
}

/// A rule set of the stones family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    holes: u8,
    seeds: u8,
    stones: u8,
    /// Where the holes begin with different numbers of stones.
    start: Option<[u8; MAX_HOLES]>,
    /// Who gains at a stop.
    pub capture: Capture,
    /// Both hands empty over two fuller holes.
    pub both_out: BothOut,
    /// Both hands empty over one hole with one stone and one fuller hole.
    pub mixed_out: MixedOut,
    /// Who gets what is left.
    pub rest: Rest,
}

/// Why a board size is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// The number of holes is outside 2 to 16.
    #[error("holes={0}: a rank has {MIN_HOLES} to {MAX_HOLES} holes")]
    Holes(usize),
    /// There is no stone in a hole at the start.
    #[error("seeds=0: each hole starts with at least one stone")]
    NoSeeds,
    /// A start given hole by hole has no stone.
    #[error("start: no stone in any hole; at least one is needed")]
    EmptyStart,
    /// The stones do not fit the state.
    #[error("holes={holes},seeds={seeds}: {} stones, but at most {MAX_STONES} fit the state", holes.saturating_mul(*seeds))]
    Stones {
        /// Holes asked for.
        holes: usize,
        /// Stones a hole asked for.
        seeds: usize,
    },
    /// The stones of an uneven start do not fit the state.
    #[error("start: {0} stones, but at most {MAX_STONES} fit the state")]
    Start(usize),
}

impl Rules {
    /// The default rules on `holes` holes with `seeds` stones each at the start.
    ///
    /// # Errors
    /// 2 to 16 holes, at least one stone a hole and at most 255 stones in all are allowed.
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

    /// 55Stones: eleven holes of five stones, default readings.
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

    /// 33Stones: eleven holes of three stones, default readings.
    pub const THIRTY_THREE: Rules = Rules {
        seeds: 3,
        stones: 33,
        ..Rules::FIFTY_FIVE
    };

    /// How many holes the rank has, 2 to 16.
    #[inline]
    pub const fn holes(&self) -> usize {
        self.holes as usize
    }

    /// The default rules on a board that begins with these stones, from West's end.
    ///
    /// # Errors
    /// 2 to 16 holes and 1 to 255 stones in all are allowed.
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

    /// The stones in each hole at the start, from West's end; 0 past the rank.
    pub fn start(&self) -> [u8; MAX_HOLES] {
        self.start.unwrap_or_else(|| {
            let mut lanes = [0; MAX_HOLES];
            lanes[..self.holes()].fill(self.seeds);
            lanes
        })
    }

    /// Whether every hole begins with the same number of stones.
    pub const fn is_even(&self) -> bool {
        self.start.is_none()
    }

    /// How many stones lie in each hole at the start; the most, where they differ.
    #[inline]
    pub const fn seeds(&self) -> usize {
        self.seeds as usize
    }

    /// How many stones the game has, board and cups together, at most 255.
    #[inline]
    pub const fn stones(&self) -> usize {
        self.stones as usize
    }

    /// This board with the options of another rule set.
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

    /// The four readings of the two cases that the sources leave open, on this board and with
    /// this capture rule, the default reading first.
    pub fn readings(&self) -> [Rules; 4] {
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
    /// Who gets the stones left on a board with `playable` playable holes, once the game is over: `true`, the
    /// side that has sente now. `None` while it goes on. `had_gote`: whether that side had gote in the
    /// last round.
    #[inline(always)]
    pub fn rest_to_sente(&self, playable: u32, had_gote: bool) -> Option<bool> {
        let to_sente = match playable {
            0 => had_gote,
            1 => true,
            _ => return None,
        };
        Some(to_sente != self.rest_is_turned())
    }

    /// Whether what is left goes to the other side than in the rules of 2004.
    #[inline(always)]
    pub(super) fn rest_is_turned(&self) -> bool {
        (self.capture == Capture::Reversed) != (self.rest == Rest::Exchanged)
    }

    /// The same, with what is left at the end for the other side: in its open order the sides have the parts that they
    /// have in the reverse order of these rules.
    #[must_use]
    pub const fn with_other_rest(&self) -> Rules {
        let rest = match self.rest {
            Rest::Usual => Rest::Exchanged,
            Rest::Exchanged => Rest::Usual,
        };
        Rules { rest, ..*self }
    }

    /// The stones at the start as names have them: `1+2+3`.
    pub(super) fn start_text(&self) -> String {
        let start = self.start();
        super::super::start::written(&start[..self.holes()])
    }

    /// The options of its name beside the size; `rest` only where it is not the usual one, since it is in no source.
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

/// The full name of the rule set, as the catalog reads it: every result names the rules it was
/// computed under, so no option is left out.
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
