//! The exploitability of Monte Carlo tree search under simultaneous commitment.

use rayon::prelude::*;
use sowlab_solvers::mcts::Limits;
use sowlab_solvers::mcts::sealed::{
    Backup, BestResponses, RoundLimited, SealedOptions, SealedSearch, Selection, best_responses,
};
use sowlab_solvers::{Cancelled, JointGame, Monitor};

use crate::RequestError;
use sowlab_games::stones::{Position, Rules, StonesGame};

/// An algorithm with its name in results.
#[derive(Clone, Copy, Debug)]
pub struct SealedAlgorithm {
    /// The name of the algorithm.
    pub name: &'static str,
    selection: Selection,
    backup: Backup,
}

const REGRETS: Selection = Selection::RegretMatching {
    exploration: 0.2,
    plus: false,
};
const REGRETS_PLUS: Selection = Selection::RegretMatching {
    exploration: 0.2,
    plus: true,
};

/// The compared algorithms.
pub const ALGORITHMS: [SealedAlgorithm; 5] = [
    algorithm(
        "decoupled UCT",
        Selection::DecoupledUct { exploration: 0.2 },
        Backup::Sample,
    ),
    algorithm("Exp3", Selection::Exp3 { exploration: 0.2 }, Backup::Sample),
    algorithm("regret matching, samples", REGRETS, Backup::Sample),
    algorithm("regret matching, values", REGRETS, Backup::Value),
    algorithm("regret matching+, values", REGRETS_PLUS, Backup::Value),
];

const fn algorithm(name: &'static str, selection: Selection, backup: Backup) -> SealedAlgorithm {
    SealedAlgorithm {
        name,
        selection,
        backup,
    }
}

/// The measurement: the first rounds of a game.
#[derive(Clone, Debug)]
pub struct SealedRequest<'a> {
    /// The game.
    pub rules: &'a Rules,
    /// The number of rounds. Stones left after them count for neither side.
    pub rounds: u32,
    /// The numbers of playouts after which to measure, in ascending order.
    pub playouts: &'a [u64],
    /// The number of runs. Each has a seed of its own, one greater than the seed before.
    pub runs: u64,
    /// The seed of the first run.
    pub seed: u64,
}

/// The best responses after each number of playouts in one run.
pub type SealedCourse = Vec<BestResponses>;

/// Runs an algorithm with several seeds in parallel. The courses are in the order of the seeds.
///
/// # Errors
/// The monitor cancelled.
pub fn sealed_courses(
    request: &SealedRequest<'_>,
    algorithm: &SealedAlgorithm,
    monitor: &dyn Monitor,
) -> Result<Vec<SealedCourse>, RequestError> {
    let game = RoundLimited(StonesGame::new(request.rules));
    let opening = Position::opening(request.rules).canonical_board();
    let start = (opening, request.rounds);
    let seeds = request.seed..request.seed.saturating_add(request.runs);
    let course = |seed| {
        let options = SealedOptions {
            selection: algorithm.selection,
            backup: algorithm.backup,
            seed,
            ..SealedOptions::default()
        };
        course(&game, start, request.playouts, options, monitor)
    };
    let courses: Result<Vec<_>, Cancelled> = seeds.into_par_iter().map(course).collect();
    Ok(courses?)
}

/// Returns the best responses after each number of playouts.
fn course(
    game: &RoundLimited<StonesGame>,
    start: <RoundLimited<StonesGame> as JointGame>::State,
    playouts: &[u64],
    options: SealedOptions,
    monitor: &dyn Monitor,
) -> Result<SealedCourse, Cancelled> {
    let mut search = SealedSearch::new(game, options);
    let mut made = 0;
    let mut responses = Vec::new();
    for &total in playouts {
        search.search(&start, Limits::playouts(total - made), 1, monitor);
        made = total;
        monitor.check()?;
        let strategies = |state: &_| search.strategies(state);
        responses.push(best_responses(game, &start, &strategies));
    }
    Ok(responses)
}
