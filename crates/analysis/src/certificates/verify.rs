//! Whether a certificate is true.

use super::fault::Fault;
use super::following::{Budget, Recurrence};
use super::format::{Certificate, Claim, FORMAT, VERSIONS};
use super::game::Game;
use super::owela::Owela;
use super::stones::Stones;
use sowlab_solvers::{Cancelled, Monitor};

/// The most steps of sowing (laps in Owela) that a check takes unless told otherwise: 13 times those of any published
/// certificate.
pub const MOST_STEPS: u64 = 1_000_000_000;

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
    /// The state does not recur when it should.
    #[error("the state after {first} {unit} does not recur after {period} more")]
    Never {
        /// Steps or laps.
        unit: &'static str,
        /// The state, as the file says.
        first: u64,
        /// The period, as the file says.
        period: u64,
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
    /// The check takes more steps than it may.
    #[error("{}", Fault::Steps(*.0))]
    Steps(u64),
    /// The check was told to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
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
/// An endless round or move is followed for as many steps as it claims: some ten million a second. The whole check takes
/// [`MOST_STEPS`] at most.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(certificate: &Certificate) -> Result<Verified, Refusal> {
    verify_within(certificate, MOST_STEPS, &())
}

/// [`verify`] with another limit of steps, all rounds and moves together, and a monitor that may stop it.
///
/// # Errors
/// The first thing that is wrong, more steps than the limit, or the monitor stopped it.
pub fn verify_within(
    certificate: &Certificate,
    steps: u64,
    monitor: &dyn Monitor,
) -> Result<Verified, Refusal> {
    let budget = Budget::new(steps, monitor);
    let game = certificate.game_name();
    let Some(game) = game.filter(|_| certificate.format == FORMAT) else {
        return Err(Refusal::Format {
            format: certificate.format.chars().take(40).collect(),
            version: certificate.version,
        });
    };
    match (game, &certificate.claim) {
        ("stones", Claim::EndlessMove { .. }) => Err(Refusal::Claim("the stones family")),
        ("stones", _) => check::<Stones>(certificate, budget),
        ("owela", Claim::EndlessRound { .. }) => Err(Refusal::Claim("the four-rank family")),
        ("owela", _) => check::<Owela>(certificate, budget),
        _ => Err(Refusal::Game(game.chars().take(40).collect())),
    }
}

fn check<G: Game>(certificate: &Certificate, mut budget: Budget) -> Result<Verified, Refusal> {
    let rules = certificate
        .rules
        .in_order(G::option_names(&certificate.rules));
    let rules = rules.map_err(Refusal::Rules)?;
    let game = G::new(&rules).map_err(Refusal::Rules)?;
    let budget = &mut budget;
    let read = |field, text: &str| {
        let position = game.read(text);
        position.map_err(|reason| Refusal::Position { field, reason })
    };
    let mut position = read("start", &certificate.start)?;
    let claimed = read("position", &certificate.position)?;
    let mut disputed = 0;
    for (index, item) in certificate.play.iter().enumerate() {
        let played = game.play(&mut position, item, budget);
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
            let disputed = endless(&game, &position, round, (*first_step, *period), budget)?;
            (Verified::EndlessRound { period: *period }, disputed)
        }
        Claim::EndlessMove {
            r#move,
            first_lap,
            period,
        } => {
            let disputed = endless(&game, &position, r#move, (*first_lap, *period), budget)?;
            (Verified::EndlessMove { period: *period }, disputed)
        }
        Claim::Repetition { rounds } => {
            let disputed = repetition(&game, position, rounds, budget)?;
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
    // The checksum is that of the options in their order.
    let ordered = Certificate {
        rules,
        ..certificate.clone()
    };
    if certificate.sha256 != ordered.digest() {
        return Err(Refusal::Checksum);
    }
    Ok(verified)
}

fn refused(field: &'static str, index: usize, text: &str, reason: Fault) -> Refusal {
    match reason {
        Fault::Steps(most) => Refusal::Steps(most),
        Fault::Cancelled => Refusal::Cancelled(Cancelled),
        reason => Refusal::Round {
            field,
            number: index + 1,
            text: text.chars().take(40).collect(),
            reason,
        },
    }
}

/// Checks a round or move that never ends; returns the disputed cases that it meets.
fn endless<G: Game>(
    game: &G,
    position: &G::Position,
    item: &str,
    (first, period): (u64, u64),
    budget: &mut Budget,
) -> Result<u64, Refusal> {
    let found = game.endless(position, item, (first, period), budget);
    let unit = G::UNIT;
    match found.map_err(|reason| refused("claim", 0, item, reason))? {
        Recurrence::Right { disputed } => Ok(disputed),
        Recurrence::Ends => Err(Refusal::Ends(item.to_owned())),
        Recurrence::Sooner(found) => Err(Refusal::Period {
            unit,
            found,
            claimed: period,
        }),
        Recurrence::Never => Err(Refusal::Never {
            unit,
            first,
            period,
        }),
        Recurrence::NotFirst => Err(Refusal::First {
            unit,
            claimed: first,
        }),
    }
}

/// Checks rounds that lead back to where they began; returns the disputed cases that they meet.
fn repetition<G: Game>(
    game: &G,
    start: G::Position,
    rounds: &[String],
    budget: &mut Budget,
) -> Result<u64, Refusal> {
    G::can_recur(&start).map_err(|reason| Refusal::Position {
        field: "position",
        reason: reason.into(),
    })?;
    let mut position = start.clone();
    let mut disputed = 0;
    for (index, round) in rounds.iter().enumerate() {
        let refused = |reason| refused("rounds", index, round, reason);
        let played = game.play(&mut position, round, budget).map_err(refused)?;
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
