//! How much can be gained against strategies for sealed rounds that are found board by board, in a given time each?
//!
//! Small boards, where every board that play can reach is visited: each way to find strategies decides on each of them
//! alone, and best answers to all of these decisions are computed exactly.

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

/// Random games that are played for each board.
const MOST_GAMES: usize = 1000;

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct SealedPlayRequest<'a> {
    /// The game.
    pub rules: &'a Rules,
    /// The boards to begin with: the first with at most this number of stones in random games.
    pub stones: u32,
    /// How many of them, all different.
    pub boards: usize,
    /// The seed of the games, and of the tree searches.
    pub seed: u64,
    /// The most boards that play from them may reach.
    pub reached: usize,
    /// How many rounds are played; what is left after them counts for nobody.
    pub rounds: u32,
    /// The numbers of rounds that matrix games look ahead, in rising order.
    pub horizons: &'a [u8],
    /// How many rounds counterfactual regrets look ahead.
    pub regret_horizon: u8,
    /// Their numbers of iterations.
    pub iterations: &'a [u64],
    /// The numbers of playouts of tree searches.
    pub playouts: &'a [u64],
    /// The directory of endgame tables; missing tables are built.
    pub directory: &'a Path,
}

/// What one way to find strategies comes to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SealedPlay {
    /// The way, in words.
    pub way: String,
    /// How much it does for a decision: rounds ahead, iterations or playouts; 0 of one that does nothing.
    pub effort: u64,
    /// Decisions made: the boards that play can reach.
    pub decisions: usize,
    /// Processor time of a decision, on average.
    pub microseconds: f64,
    /// What best answers to both sides gain together, in stones, from each board to begin with.
    pub exploitability: Vec<f64>,
}

/// Why strategies of a game are not measured.
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

/// Measures all ways on the same boards.
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
    // On one thread, whose time is measured.
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

/// All ways: what they are called, and how much each does for a decision.
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

/// The boards to begin with, in the order of the games.
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
