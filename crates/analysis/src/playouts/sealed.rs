//! How much the strategies of Monte Carlo tree search can be exploited under sealed choices.

use rayon::prelude::*;
use sowlab_solvers::mcts::Limits;
use sowlab_solvers::mcts::sealed::{
    Backup, BestResponses, RoundLimited, SealedOptions, SealedSearch, Selection, best_responses,
};
use sowlab_solvers::{Cancelled, JointGame, Monitor};

use crate::RequestError;
use sowlab_games::stones::{Position, Rules, StonesGame};

/// An algorithm, with the name that results have for it.
#[derive(Clone, Copy, Debug)]
pub struct SealedAlgorithm {
    /// Its name.
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

/// The algorithms that are compared.
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

/// What to measure: an algorithm on the first rounds of a game.
#[derive(Clone, Debug)]
pub struct SealedRequest<'a> {
    /// The game.
    pub rules: &'a Rules,
    /// How many rounds are played; what is left after them counts for nobody.
    pub rounds: u32,
    /// After how many playouts to measure, in rising order.
    pub playouts: &'a [u64],
    /// How many runs, and the seed of the first; each has the seed after that of the one before.
    pub runs: u64,
    /// See `runs`.
    pub seed: u64,
}

/// What the best responses gain after each number of playouts, in one run.
pub type SealedCourse = Vec<BestResponses>;

/// Runs an algorithm with several seeds at once; the courses are in the order of the seeds.
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

/// The responses after each number of playouts.
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
