//! The exploitability of methods that find strategies for simultaneous commitment board by board, and their CPU time.
//!
//! The boards are small, so that every board that play can reach is visited. Each method decides on each board alone.
//! The best responses to all these decisions are computed exactly.

mod answers;
mod clock;
mod reached;
mod strategy_method;

use std::path::Path;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use serde::{Deserialize, Serialize};
use sowlab_base::interrupt;
use sowlab_solvers::{JointGame, Monitor};

use self::answers::best_answers;
use self::clock::processor_time;
use self::reached::Reached;
use self::strategy_method::StrategyMethod;
use super::equilibrium::Leaves;
use super::learned::Evaluation;
use super::playouts::{BestResponses, random_board};
use super::solve::TabledStones;
use super::tables::{TabledGame, refused};
use super::{Field, RequestError};
use sowlab_games::stones::{Board, Rules, StonesGame};

/// The maximum number of random games per board.
const MOST_GAMES: usize = 1000;

/// The measurement.
#[derive(Clone, Copy, Debug)]
pub struct SealedPlayRequest<'a> {
    /// The game.
    pub rules: &'a Rules,
    /// The maximum number of stones. Each first board is the first of a random game within this limit.
    pub stones: u32,
    /// The number of first boards, all different.
    pub boards: usize,
    /// The seed of the random games, and of the tree searches.
    pub seed: u64,
    /// The maximum number of boards that play from them may reach.
    pub reached: usize,
    /// The number of rounds. Stones left after them count for neither side.
    pub rounds: u32,
    /// The horizons of matrix games in rounds, in ascending order.
    pub horizons: &'a [u8],
    /// The horizon of counterfactual regrets in rounds.
    pub regret_horizon: u8,
    /// The numbers of iterations of counterfactual regrets.
    pub iterations: &'a [u64],
    /// The numbers of playouts of tree searches.
    pub playouts: &'a [u64],
    /// The directory of endgame tables. Missing tables are built.
    pub directory: &'a Path,
}

/// The results of one method.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SealedPlay {
    /// The method, in words.
    pub way: String,
    /// The effort per decision: the horizon, iterations or playouts; 0 for a method without any.
    pub effort: u64,
    /// The number of decisions: the boards that play can reach.
    pub decisions: usize,
    /// The mean CPU time of a decision in microseconds.
    pub microseconds: f64,
    /// The gain of best responses of both sides together, in stones, from each first board.
    pub exploitability: Vec<f64>,
}

/// The error of a measurement.
#[derive(Clone, Debug, thiserror::Error)]
enum SealedPlayError {
    #[error("the program has no weights for {0}")]
    NoWeights(String),
    #[error(
        "random games come to fewer than {boards} boards with at most {stones} stones on which both sides choose"
    )]
    Few { stones: u32, boards: usize },
    #[error("play reaches more than {0} boards")]
    Many(usize),
}

/// Measures all methods on the same boards.
///
/// # Errors
/// The program has no weights for the game, there are no such boards, tables cannot be built, or the monitor cancelled.
pub fn sealed_play(
    request: &SealedPlayRequest<'_>,
    monitor: &dyn Monitor,
) -> Result<Vec<SealedPlay>, RequestError> {
    let rules = request.rules;
    let game = StonesGame::new(rules);
    let name = rules.table_name().map_err(refused)?;
    let weights = Evaluation::built_in(&name, rules.holes()).map_err(RequestError::failed)?;
    let weights = weights
        .ok_or_else(|| RequestError::field(Field::Game, SealedPlayError::NoWeights(name)))?;
    (rules.build_tables(request.directory, request.stones, monitor, &mut |_| ()))
        .map_err(refused)?;
    let tabled = TabledStones::open(StonesGame::new(rules), request.directory, 0);
    let tabled = tabled.map_err(refused)?;
    let from = draw(&game, request)?;
    let reached = Reached::new(&game, &from, request.reached);
    let many = || RequestError::field(Field::Stones, SealedPlayError::Many(request.reached));
    let reached = reached.ok_or_else(many)?;
    let decisions = reached.boards.len();
    let ways = all(request, &weights, &tabled);
    monitor.begin("decisions", (ways.len() * decisions) as u64);
    // One thread, whose CPU time is measured.
    let pool = interrupt::pool(1);
    let pool = pool.map_err(RequestError::failed)?;
    let measure = |(way, effort, found): &(String, u64, StrategyMethod<'_>)| {
        let begun = processor_time();
        let mut strategies = Vec::with_capacity(decisions);
        for (board, rounds) in reached.boards.iter().zip(&reached.rounds) {
            monitor.check()?;
            strategies.push(found.strategies(&game, board, &rounds.plans, request.seed)?);
            monitor.advance(1);
        }
        let taken = processor_time().saturating_sub(begun);
        let answers = best_answers(&reached, &strategies, request.rounds);
        let exploitability = answers[..from.len()]
            .iter()
            .map(BestResponses::exploitability);
        Ok(SealedPlay {
            way: way.clone(),
            effort: *effort,
            decisions,
            microseconds: taken.as_secs_f64() * 1e6 / decisions as f64,
            exploitability: exploitability.collect(),
        })
    };
    pool.install(|| ways.iter().map(measure).collect())
}

/// Returns all methods with their names and their effort per decision.
fn all<'a>(
    request: &SealedPlayRequest<'_>,
    weights: &'a Evaluation,
    tabled: &'a TabledStones,
) -> Vec<(String, u64, StrategyMethod<'a>)> {
    let mut ways = vec![("all equally likely".to_owned(), 0, StrategyMethod::Even)];
    let learned = Leaves::Learned(weights);
    let leaves = [
        ("then nothing", Leaves::Nothing),
        ("then learned values", learned),
        ("then tables of the open order", Leaves::Tables(tabled)),
    ];
    for (then, leaves) in leaves {
        ways.extend(request.horizons.iter().map(|&rounds| {
            let way = StrategyMethod::MatrixGames { rounds, leaves };
            (format!("matrix games, {then}"), rounds.into(), way)
        }));
    }
    let rounds = request.regret_horizon;
    ways.extend(request.iterations.iter().map(|&iterations| {
        let way = StrategyMethod::Regrets {
            rounds,
            iterations,
            leaves: learned,
        };
        let name = format!("CFR⁺ over {rounds} rounds, then learned values");
        (name, iterations, way)
    }));
    ways.extend(request.playouts.iter().map(|&playouts| {
        let way = StrategyMethod::TreeSearch { playouts };
        ("regret matching⁺ tree search".to_owned(), playouts, way)
    }));
    ways
}

/// Returns the first boards, in the order of the random games.
fn draw(game: &StonesGame, request: &SealedPlayRequest<'_>) -> Result<Vec<Board>, RequestError> {
    let mut random = SmallRng::seed_from_u64(request.seed);
    let SealedPlayRequest { stones, boards, .. } = *request;
    let mut drawn: Vec<Board> = Vec::new();
    for _ in 0..MOST_GAMES * boards {
        let Some(board) = random_board(game, stones, &mut random) else {
            break;
        };
        if game.terminal(&board).is_none() && !drawn.contains(&board) {
            drawn.push(board);
            if drawn.len() == boards {
                return Ok(drawn);
            }
        }
    }
    let few = SealedPlayError::Few { stones, boards };
    Err(RequestError::field(Field::Stones, few))
}
