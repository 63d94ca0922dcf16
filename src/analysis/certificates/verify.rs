//! Whether a certificate is true.

use super::fault::Fault;
use super::format::{Certificate, Claim, FORMAT, VERSIONS};
use super::game::Game;
use super::owela::Owela;
use super::stones::Stones;

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Another format, or a version that this program does not know.
    #[error(
        "format '{format}' version {version}: this program checks {FORMAT} version {} of the stones \
         family and version {} of a named game", VERSIONS[0], VERSIONS[1]
    )]
    Format {
        /// The format in the file.
        format: String,
        /// The version in the file.
        version: u32,
    },
    /// A game that is not known here.
    #[error("game '{0}': certificates of stones and owela are checked")]
    Game(String),
    /// A claim that is not made of this game.
    #[error("a game of {0} makes no such claim")]
    Claim(&'static str),
    /// Rules that are none.
    #[error("rules: {0}")]
    Rules(Fault),
    /// A position that is none.
    #[error("{field}: {reason}")]
    Position {
        /// The field of the file.
        field: &'static str,
        /// What is wrong.
        reason: Fault,
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
        reason: Fault,
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
    #[error("the period is {found} {unit}, not {claimed}")]
    Period {
        /// Steps or laps.
        unit: &'static str,
        /// What it is.
        found: u64,
        /// What the file says.
        claimed: u64,
    },
    /// The first state that recurs is another.
    #[error("the state after {claimed} {unit} is not the first that recurs")]
    First {
        /// Steps or laps.
        unit: &'static str,
        /// What the file says.
        claimed: u64,
    },
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
    /// A move never ends.
    EndlessMove {
        /// Its period in laps.
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
/// An endless round or move is followed until a state recurs, whatever period is claimed: some ten
/// million steps a second.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(certificate: &Certificate) -> Result<Verified, Refusal> {
    let game = certificate.game_name();
    let Some(game) = game.filter(|_| certificate.format == FORMAT) else {
        return Err(Refusal::Format {
            format: certificate.format.chars().take(40).collect(),
            version: certificate.version,
        });
    };
    match (game, &certificate.claim) {
        ("stones", Claim::EndlessMove { .. }) => Err(Refusal::Claim("the stones family")),
        ("stones", _) => check::<Stones>(certificate),
        ("owela", Claim::EndlessRound { .. }) => Err(Refusal::Claim("the four-rank family")),
        ("owela", _) => check::<Owela>(certificate),
        _ => Err(Refusal::Game(game.chars().take(40).collect())),
    }
}

fn check<G: Game>(certificate: &Certificate) -> Result<Verified, Refusal> {
    let game = G::new(&certificate.rules).map_err(Refusal::Rules)?;
    let read = |field, text: &str| {
        let position = game.read(text);
        position.map_err(|reason| Refusal::Position { field, reason })
    };
    let mut position = read("start", &certificate.start)?;
    let claimed = read("position", &certificate.position)?;
    let mut disputed = 0;
    for (index, item) in certificate.play.iter().enumerate() {
        let played = game.play(&mut position, item);
        let played = played.map_err(|reason| refused("play", index, item, reason))?;
        disputed += played.disputed;
    }
    if position != claimed {
        return Err(Refusal::Elsewhere {
            found: G::board(&position),
            claimed: certificate.position.clone(),
        });
    }
    let (verified, more) = match &certificate.claim {
        Claim::EndlessRound {
            round,
            first_step,
            period,
        } => {
            let disputed = endless(&game, &position, round, *first_step, *period)?;
            (Verified::EndlessRound { period: *period }, disputed)
        }
        Claim::EndlessMove {
            r#move,
            first_lap,
            period,
        } => {
            let disputed = endless(&game, &position, r#move, *first_lap, *period)?;
            (Verified::EndlessMove { period: *period }, disputed)
        }
        Claim::Repetition { rounds } => {
            let disputed = repetition(&game, position, rounds)?;
            let rounds = rounds.len();
            (Verified::Repetition { rounds }, disputed)
        }
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

fn refused(field: &'static str, index: usize, text: &str, reason: Fault) -> Refusal {
    Refusal::Round {
        field,
        number: index + 1,
        text: text.chars().take(40).collect(),
        reason,
    }
}

/// Checks a round or move that never ends; returns the disputed cases that it meets.
fn endless<G: Game>(
    game: &G,
    position: &G::Position,
    item: &str,
    first: u64,
    period: u64,
) -> Result<u64, Refusal> {
    let found = game
        .endless(position, item, first, period)
        .map_err(|reason| refused("claim", 0, item, reason))?
        .ok_or_else(|| Refusal::Ends(item.to_owned()))?;
    let unit = G::UNIT;
    if found.period != period {
        return Err(Refusal::Period {
            unit,
            found: found.period,
            claimed: period,
        });
    }
    if !found.first_right {
        let claimed = first;
        return Err(Refusal::First { unit, claimed });
    }
    Ok(found.disputed)
}

/// Checks rounds that lead back to where they began; returns the disputed cases that they meet.
fn repetition<G: Game>(game: &G, start: G::Position, rounds: &[String]) -> Result<u64, Refusal> {
    G::can_recur(&start).map_err(|reason| Refusal::Position {
        field: "position",
        reason: reason.into(),
    })?;
    let mut position = start.clone();
    let mut disputed = 0;
    for (index, round) in rounds.iter().enumerate() {
        let refused = |reason| refused("rounds", index, round, reason);
        let played = game.play(&mut position, round).map_err(refused)?;
        if played.captured {
            return Err(refused("stones are captured".into()));
        }
        disputed += played.disputed;
        G::can_recur(&position).map_err(|reason| refused(reason.into()))?;
        let back = G::recurs(&start, &position);
        if back && index + 1 < rounds.len() {
            return Err(Refusal::Back(format!("after {} of them", index + 1)));
        }
        if !back && index + 1 == rounds.len() {
            return Err(Refusal::Back("not at all".into()));
        }
    }
    match rounds.is_empty() {
        true => Err(Refusal::Back("only if there are any".into())),
        false => Ok(disputed),
    }
}
