//! The check of a certificate.

use super::agsinnoninka::Agsinnoninka;
use super::bao::Bao;
use super::fault::Fault;
use super::following::{Budget, Recurrence};
use super::format::{Certificate, Claim, FORMAT, VERSIONS};
use super::game::Game;
use super::omweso::Omweso;
use super::owela::Owela;
use super::stones::Stones;
use sowlab_solvers::{Cancelled, Monitor};

/// The default limit on the steps of a check (laps where one side sows). No published certificate takes a tenth of it.
pub const MOST_STEPS: u64 = 1_000_000_000;

/// The reason for which a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The format is another, or the version is unknown.
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
    /// The game is not supported.
    #[error(
        "game '{0}': only certificates of stones, owela, omweso, agsinnoninka and bao can be checked"
    )]
    Game(String),
    /// Claims of this kind do not exist for the game.
    #[error("no such claim exists for {0}")]
    Claim(&'static str),
    /// The rules are not valid.
    #[error("rules: {0}")]
    Rules(Fault),
    /// A position is not valid.
    #[error("{field}: {reason}")]
    Position {
        /// The field of the file.
        field: &'static str,
        /// The fault.
        reason: Fault,
    },
    /// A round or decision cannot be played in its place.
    #[error("'{text}' (item {number} of {field}): {reason}")]
    Round {
        /// The field of the file.
        field: &'static str,
        /// The number of the item, from 1.
        number: usize,
        /// The item.
        text: String,
        /// The fault.
        reason: Fault,
    },
    /// The play leads to another position.
    #[error("the play leads to '{found}', not to '{claimed}'")]
    Elsewhere {
        /// The board that the play leads to.
        found: String,
        /// The position in the file.
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
        /// The correct period.
        found: u64,
        /// The period in the file.
        claimed: u64,
    },
    /// The state does not recur after the claimed period.
    #[error("the state after {first} {unit} does not recur after {period} more")]
    Never {
        /// Steps or laps.
        unit: &'static str,
        /// The number of steps before the state, in the file.
        first: u64,
        /// The period in the file.
        period: u64,
    },
    /// The first state that recurs is another.
    #[error("the state after {claimed} {unit} is not the first that recurs")]
    First {
        /// Steps or laps.
        unit: &'static str,
        /// The number of steps before the state, in the file.
        claimed: u64,
    },
    /// The rounds of a repetition do not lead back, or an earlier one than the last does.
    #[error("{0}")]
    Back(String),
    /// The number of disputed cases is another.
    #[error("the number of disputed cases is {found}, not {claimed}")]
    Disputed {
        /// The correct number.
        found: u64,
        /// The number in the file.
        claimed: u64,
    },
    /// The check takes more steps than the limit.
    #[error("{}", Fault::Steps(*.0))]
    Steps(u64),
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// All claims are true, but the checksum of the file is wrong.
    #[error("the checksum does not match: the file was changed")]
    Checksum,
}

impl Refusal {
    /// Returns whether the certificate was checked and does not hold; otherwise it was not checked.
    pub fn is_refutation(&self) -> bool {
        !matches!(
            self,
            Refusal::Format { .. }
                | Refusal::Game(_)
                | Refusal::Claim(_)
                | Refusal::Rules(_)
                | Refusal::Steps(_)
                | Refusal::Cancelled(_)
        )
    }
}

/// The confirmed claim of a certificate.
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
        /// The number of rounds.
        rounds: usize,
    },
}

/// Checks a certificate: the rules, the start, every round of the play and the position that it leads to, all parts of
/// the claim, and the checksum.
///
/// The check follows an endless round or move for as many steps as it claims. The whole check takes at most
/// [`MOST_STEPS`].
///
/// # Errors
/// The first fault.
pub fn verify(certificate: &Certificate) -> Result<Verified, Refusal> {
    verify_within(certificate, MOST_STEPS, &())
}

/// Checks a certificate as [`verify`] does. `steps` limits the steps of all rounds and moves together, and the monitor
/// can cancel.
///
/// # Errors
/// The first fault, the limit on steps is exceeded, or the monitor cancelled.
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
        ("stones", _) => check::<Stones>(certificate, budget),
        ("owela", _) => check::<Owela>(certificate, budget),
        ("omweso", Claim::Repetition { .. }) => Err(Refusal::Claim(Omweso::NAME)),
        ("omweso", _) => check::<Omweso>(certificate, budget),
        ("agsinnoninka", Claim::Repetition { .. }) => Err(Refusal::Claim(Agsinnoninka::NAME)),
        ("agsinnoninka", _) => check::<Agsinnoninka>(certificate, budget),
        ("bao", Claim::Repetition { .. }) => Err(Refusal::Claim(Bao::NAME)),
        ("bao", _) => check::<Bao>(certificate, budget),
        _ => Err(Refusal::Game(game.chars().take(40).collect())),
    }
}

fn check<G: Game>(certificate: &Certificate, mut budget: Budget) -> Result<Verified, Refusal> {
    let rules = certificate
        .rules
        .in_order(G::option_names(&certificate.rules));
    let rules = rules.map_err(Refusal::Rules)?;
    let game = G::new(&rules).map_err(Refusal::Rules)?;
    let right = match certificate.claim {
        Claim::EndlessRound { .. } => game.has_rounds(),
        Claim::EndlessMove { .. } => !game.has_rounds(),
        Claim::Repetition { .. } => true,
    };
    if !right {
        return Err(Refusal::Claim(G::NAME));
    }
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
    // The checksum applies to the options in their order.
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

/// Checks a round or move that never ends. Returns the number of disputed cases that it meets.
fn endless<G: Game>(
    game: &G,
    position: &G::Position,
    item: &str,
    (first, period): (u64, u64),
    budget: &mut Budget,
) -> Result<u64, Refusal> {
    let found = game.endless(position, item, (first, period), budget);
    let unit = match game.has_rounds() {
        true => "steps",
        false => "laps",
    };
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

/// Checks that rounds lead back to their start. Returns the number of disputed cases that they meet.
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
            return Err(Refusal::Back(format!(
                "the board recurs already after round {}",
                index + 1
            )));
        }
        if !back && index + 1 == rounds.len() {
            return Err(Refusal::Back(
                "the rounds do not lead back to the board".into(),
            ));
        }
    }
    match rounds.is_empty() {
        true => Err(Refusal::Back("a repetition has at least one round".into())),
        false => Ok(disputed),
    }
}
