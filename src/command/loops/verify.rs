//! `sowlab loops verify`.

use std::path::PathBuf;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::Common;
use crate::command::amount::counted;
use crate::command::draw::BOLD;
use crate::command::failure::{Failure, Finished};
use crate::command::output::Document;
use crate::command::progress::Progress;
use sowlab_analysis::certificates::{
    Certificate, CertificateError, MOST_STEPS, Options, Refusal, Verified, verify_within,
};

#[derive(Debug, Args)]
#[command(after_help = "\
The check covers the rules, the start, every round of the play, the position, all parts of the claim and the \
checksum. Rounds are sown one stone at a time by code that shares only the file format with the rest of the \
program. A non-terminating round is followed for as many steps as it claims, about ten million per second.

Exit codes: 0 the certificate holds, 2 it does not hold or cannot be checked. With --format json a certificate that \
does not hold also prints a document with \"valid\": false and the reason.

Examples:
  sowlab loops verify results/never-ending/games-55-relay-end.certificate.json")]
pub(in crate::command) struct Arguments {
    /// Certificate, a file like NAME.certificate.json
    file: PathBuf,
    /// Limit of sowing steps (laps where one side sows) of all rounds together
    #[arg(long, value_name = "N", default_value_t = MOST_STEPS, value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct VerifyDocument {
    file: String,
    valid: bool,
    /// Why it is refused.
    reason: Option<String>,
    /// `endless-round`, `endless-move` or `repetition`.
    claim: Option<&'static str>,
    /// The game without options.
    game: Option<String>,
    rules: Option<Options>,
    /// Rounds or moves played before what is claimed.
    rounds_before: Option<usize>,
    /// Of an endless round in steps, of an endless move in laps.
    period: Option<u64>,
    /// Of a repetition.
    rounds: Option<usize>,
    /// Cases met on which the sources are silent.
    disputed: Option<u64>,
}

/// The reason why a certificate is refused.
#[derive(Debug, thiserror::Error)]
enum Refused {
    /// It is incomplete or damaged.
    #[error(transparent)]
    Damaged(CertificateError),
    /// Its claim is not true.
    #[error(transparent)]
    Untrue(#[from] Refusal),
}

impl VerifyDocument {
    fn new(file: &str, outcome: &Result<(Certificate, Verified), Refused>) -> VerifyDocument {
        let (certificate, verified) = match outcome {
            Ok((certificate, verified)) => (Some(certificate), Some(*verified)),
            Err(_) => (None, None),
        };
        let of_rounds = |items: &Certificate| {
            let decision = |item: &&String| matches!(item.as_str(), "turn" | "stay");
            items.play.len() - items.play.iter().filter(decision).count()
        };
        VerifyDocument {
            file: file.to_owned(),
            valid: outcome.is_ok(),
            reason: outcome.as_ref().err().map(Refused::to_string),
            claim: verified.map(|verified| match verified {
                Verified::EndlessRound { .. } => "endless-round",
                Verified::EndlessMove { .. } => "endless-move",
                Verified::Repetition { .. } => "repetition",
            }),
            game: certificate.map(|certificate| {
                let name = certificate.full_name();
                name.split(':').next().unwrap_or_default().to_owned()
            }),
            rules: certificate.map(|certificate| certificate.rules.clone()),
            rounds_before: certificate.map(of_rounds),
            period: verified.and_then(|verified| match verified {
                Verified::EndlessRound { period } | Verified::EndlessMove { period } => {
                    Some(period)
                }
                Verified::Repetition { .. } => None,
            }),
            rounds: verified.and_then(|verified| match verified {
                Verified::Repetition { rounds } => Some(rounds),
                Verified::EndlessRound { .. } | Verified::EndlessMove { .. } => None,
            }),
            disputed: certificate.map(|certificate| certificate.disputed),
        }
    }
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let progress = Progress::new(common);
    let file = arguments.file.display().to_string();
    let outcome = match Certificate::read(&arguments.file) {
        // The contents are unknown.
        Err(error @ CertificateError::File { .. }) => {
            return Err(Failure::BadInput(error.to_string()));
        }
        Err(error @ CertificateError::Schema(_)) => Err(Refused::Damaged(error)),
        Ok(certificate) => match verify_within(&certificate, arguments.steps, &progress) {
            Err(Refusal::Cancelled(_)) => return Err(Failure::Interrupted(Finished::Nothing)),
            // Whether the claim is true is unknown.
            Err(error @ Refusal::Steps(_)) => {
                return Err(Failure::BadInput(format!("{file}: {error}")));
            }
            Err(refusal) => Err(Refused::Untrue(refusal)),
            Ok(verified) => Ok((certificate, verified)),
        },
    };
    let checked = VerifyDocument::new(&file, &outcome);
    let text = match &outcome {
        Ok((certificate, verified)) => text(certificate, *verified),
        Err(_) => String::new(),
    };
    let refused = outcome.err().map(|reason| match &reason {
        Refused::Untrue(refusal) if refusal.is_refutation() => {
            format!("{file}: does not hold: {reason}")
        }
        _ => format!("{file}: {reason}"),
    });
    Ok(Document::new(text, &checked).refused_if(refused))
}

fn text(certificate: &Certificate, verified: Verified) -> String {
    let claim = match verified {
        Verified::EndlessRound { period } => {
            format!("the round never ends: its sowing repeats every {period} steps")
        }
        Verified::EndlessMove { period } => {
            format!("the move never ends: its sowing repeats every {period} laps")
        }
        Verified::Repetition { rounds } => {
            let lead = if rounds == 1 { "leads" } else { "lead" };
            let rounds = counted(rounds as u64, "round");
            format!("{rounds} without a capture {lead} back to the same board")
        }
    };
    let scope = match (&certificate.game, certificate.disputed) {
        (Some(_), 0) => "It holds under these rule options.",
        (None, 0) => "It meets no disputed case, so it holds under every rule option.",
        _ => "It meets disputed cases, so it holds under these rule options.",
    };
    let play = match certificate.play.as_slice() {
        [] => String::new(),
        play => format!("after {}\n", play.join(" ")),
    };
    format!(
        "{}\n{}\n{play}{BOLD}true:{BOLD:#} {claim}\n{scope}\n",
        certificate.full_name(),
        certificate.start
    )
}
