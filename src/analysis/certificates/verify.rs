//! Whether a certificate is true.

use super::format::{Certificate, Claim, FORMAT, VERSION};
use super::game::Position;
use super::sowing::{Followed, Reading, follow};

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Another format, or a version that this program does not know.
    #[error("format '{format}' version {version}: this program checks {FORMAT} version {VERSION}")]
    Format {
        /// The format in the file.
        format: String,
        /// The version in the file.
        version: u32,
    },
    /// Rules that are none.
    #[error("rules: {0}")]
    Rules(String),
    /// A position that is none.
    #[error("{field}: {reason}")]
    Position {
        /// The field of the file.
        field: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// A round or decision that cannot be played where it stands.
    #[error("'{text}' (item {number} of {field}): {reason}")]
    Round {
        /// The field of the file.
        field: &'static str,
        /// The item, from 1.
        number: usize,
        /// The item.
        text: String,
        /// Why.
        reason: String,
    },
    /// The play leads to another position.
    #[error("the play leads to '{found}', not to '{claimed}'")]
    Elsewhere {
        /// Where it leads, without cups and round.
        found: String,
        /// What the file says.
        claimed: String,
    },
    /// The round ends.
    #[error("the sowing of '{0}' ends")]
    Ends(String),
    /// The period is another.
    #[error("the period is {found} steps, not {claimed}")]
    Period {
        /// What it is.
        found: u64,
        /// What the file says.
        claimed: u64,
    },
    /// The first state that recurs is another.
    #[error("the state after {0} steps is not the first that recurs")]
    FirstStep(u64),
    /// The rounds of a repetition do not lead back, or do so before the last.
    #[error("the rounds lead back to the board {0}")]
    Back(String),
    /// The number of cases on which the sources are silent is another.
    #[error("the sources are silent on {found} cases that it meets, not {claimed}")]
    Disputed {
        /// What it is.
        found: u64,
        /// What the file says.
        claimed: u64,
    },
    /// All of it is true, but it is not what was written.
    #[error("the checksum does not fit: the file was changed")]
    Checksum,
}

/// What a certificate that was found to be true shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verified {
    /// A round never ends.
    EndlessRound {
        /// Its period in steps.
        period: u64,
    },
    /// Rounds without capture lead back to the same board.
    Repetition {
        /// How many.
        rounds: usize,
    },
}

/// Checks a certificate: the rules, the start, every round of the play, the position that it
/// leads to, the claim in all its parts, and the checksum.
///
/// An endless round is followed until a state recurs, whatever period is claimed: some ten million
/// steps a second.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(certificate: &Certificate) -> Result<Verified, Refusal> {
    if certificate.format != FORMAT || certificate.version != VERSION {
        return Err(Refusal::Format {
            format: certificate.format.chars().take(40).collect(),
            version: certificate.version,
        });
    }
    let rules = &certificate.rules;
    if !(2..=16).contains(&rules.holes) {
        return Err(Refusal::Rules("a rank has 2 to 16 holes".into()));
    }
    if rules.seeds == 0 || u64::from(rules.holes) * u64::from(rules.seeds) > 255 {
        return Err(Refusal::Rules("a game has 1 to 255 stones".into()));
    }
    let reading = Reading::new(rules)
        .map_err(|option| Refusal::Rules(format!("'{option}' is none of its words")))?;
    let read = |field, text: &str| {
        Position::read(rules, text).map_err(|reason| Refusal::Position { field, reason })
    };
    let mut position = read("start", &certificate.start)?;
    let claimed = read("position", &certificate.position)?;
    let mut disputed = 0;
    for (index, item) in certificate.play.iter().enumerate() {
        let played = match item.as_str() {
            "turn" => position.decide(true),
            "stay" => position.decide(false),
            round => position
                .play(reading, round)
                .map(|played| disputed += played.disputed),
        };
        played.map_err(|reason| refused("play", index, item, reason))?;
    }
    if position != claimed {
        let stones: Vec<String> = position.holes.iter().map(u32::to_string).collect();
        return Err(Refusal::Elsewhere {
            found: stones.join(","),
            claimed: certificate.position.clone(),
        });
    }
    let (verified, more) = match &certificate.claim {
        Claim::EndlessRound {
            round,
            first_step,
            period,
        } => endless(&position, reading, round, *first_step, *period)?,
        Claim::Repetition { rounds } => repetition(position, reading, rounds)?,
    };
    disputed += more;
    if disputed != certificate.disputed {
        return Err(Refusal::Disputed {
            found: disputed,
            claimed: certificate.disputed,
        });
    }
    if certificate.sha256 != certificate.digest() {
        return Err(Refusal::Checksum);
    }
    Ok(verified)
}

fn refused(field: &'static str, index: usize, text: &str, reason: String) -> Refusal {
    Refusal::Round {
        field,
        number: index + 1,
        text: text.chars().take(40).collect(),
        reason,
    }
}

fn endless(
    position: &Position,
    reading: Reading,
    round: &str,
    first_step: u64,
    period: u64,
) -> Result<(Verified, u64), Refusal> {
    let sowing = position
        .take(round)
        .map_err(|reason| refused("claim", 0, round, reason))?;
    let found = match follow(sowing, reading, first_step, period) {
        Followed::Over { .. } => return Err(Refusal::Ends(round.to_owned())),
        Followed::Endless(found) => found,
    };
    if found.period != period {
        return Err(Refusal::Period {
            found: found.period,
            claimed: period,
        });
    }
    if !found.first_step_right {
        return Err(Refusal::FirstStep(first_step));
    }
    Ok((Verified::EndlessRound { period }, found.disputed))
}

fn repetition(
    start: Position,
    reading: Reading,
    rounds: &[String],
) -> Result<(Verified, u64), Refusal> {
    if start.pie_is_open {
        return Err(Refusal::Position {
            field: "position",
            reason: "the pie decision is open, which it is only once".into(),
        });
    }
    let mut position = start.clone();
    let mut disputed = 0;
    for (index, round) in rounds.iter().enumerate() {
        let played = position
            .play(reading, round)
            .map_err(|reason| refused("rounds", index, round, reason))?;
        if played.captured {
            return Err(refused(
                "rounds",
                index,
                round,
                "stones are captured".into(),
            ));
        }
        disputed += played.disputed;
        if position.pie_is_open {
            return Err(refused(
                "rounds",
                index,
                round,
                "the pie decision follows".into(),
            ));
        }
        // Nothing was captured, so the cups and sente are what they were.
        let back = position.holes == start.holes;
        if back && index + 1 < rounds.len() {
            return Err(Refusal::Back(format!("after {} of them", index + 1)));
        }
        if !back && index + 1 == rounds.len() {
            return Err(Refusal::Back("not at all".into()));
        }
    }
    if rounds.is_empty() {
        return Err(Refusal::Back("only if there are any".into()));
    }
    let rounds = rounds.len();
    Ok((Verified::Repetition { rounds }, disputed))
}
