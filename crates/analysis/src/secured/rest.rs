//! Proofs of the rest of a game.

use std::path::Path;
use std::time::Duration;

use sowlab_games::contest::{Arbitration, Notation, Play};
use sowlab_solvers::Monitor;
use sowlab_solvers::search::proof::CompleteProof;

use super::MEMORY;
use crate::RequestError;
use crate::solve::{ExportRequest, prove_position};

/// The maximum number of stones of a position whose proof above small tables takes a second or two.
pub const MOST_STONES_OF_REST: i32 = 28;

/// Proves the value of a position at the start of a round, above the tables of a directory. After the time limit, the
/// proof has the claims proven by then.
///
/// # Errors
/// The game is not of the stones family, the tables cannot be used, there is not enough memory, or the monitor
/// cancelled.
pub fn prove_rest<G: Notation + Arbitration + Play>(
    game: &G,
    position: &G::Position,
    tables: &Path,
    time_limit: Duration,
    monitor: &dyn Monitor,
) -> Result<CompleteProof, RequestError> {
    let request = ExportRequest {
        tables: Some(tables.to_owned()),
        stones: None,
        memory: MEMORY,
        save_proof: None,
        time_limit: Some(time_limit),
        winner: false,
    };
    prove_position(
        &game.full_name(),
        &game.position_text(position),
        &request,
        monitor,
    )
}
