//! Methods for finding strategies of both sides under simultaneous commitment on a board.

use sowlab_solvers::Problem;
use sowlab_solvers::equilibrium::{Cfr, EquilibriumError, MixedChoice, RoundSolution};
use sowlab_solvers::mcts::Limits;
use sowlab_solvers::mcts::sealed::{Plans, SealedOptions, SealedSearch, Strategies};
use sowlab_solvers::order::{CommitOrder, SealedChoice};
use sowlab_solvers::search::TranspositionTable;

use crate::RequestError;
use crate::equilibrium::{Estimating, Leaves};
use sowlab_games::stones::{Board, StonesGame};

/// The size of the transposition table for matrix games in bytes.
const TABLE: usize = 1 << 16;

/// A method for finding the strategies of one round, for each board alone.
#[derive(Clone, Copy)]
pub(super) enum StrategyMethod<'a> {
    /// Equal probabilities.
    Even,
    /// Matrix games with a horizon, solved by serialized bounds and a double oracle.
    MatrixGames { rounds: u8, leaves: Leaves<'a> },
    /// Counterfactual regrets with a horizon.
    Regrets {
        rounds: u8,
        iterations: u64,
        leaves: Leaves<'a>,
    },
    /// Tree search with regret matching and random playouts to the end of the game.
    TreeSearch { playouts: u64 },
}

impl StrategyMethod<'_> {
    /// Returns the strategies of both sides on a board, in the order of its plans.
    pub(super) fn strategies(
        &self,
        game: &StonesGame,
        board: &Board,
        plans: &Plans<u8>,
        seed: u64,
    ) -> Result<Strategies, RequestError> {
        let failed = |error: EquilibriumError| RequestError::failed(error);
        match *self {
            StrategyMethod::Even => Ok(Strategies {
                first: vec![1.0 / plans.first.len() as f64; plans.first.len()],
                second: vec![1.0 / plans.second.len() as f64; plans.second.len()],
            }),
            StrategyMethod::MatrixGames { rounds, leaves } => {
                let table = TranspositionTable::new(TABLE).map_err(RequestError::failed)?;
                let estimating = Estimating::new(game, leaves);
                let solved = estimating.solve(board, rounds, CommitOrder::Sealed, &table, &());
                Ok(by_plans(&solved.map_err(failed)?, plans))
            }
            StrategyMethod::Regrets {
                rounds,
                iterations,
                leaves,
            } => {
                let estimating = Estimating::new(game, leaves);
                let problem = Problem::new(&estimating).with_oracle(&estimating);
                let mut cfr = Cfr::new(&problem, board, rounds).map_err(failed)?;
                cfr.iterate(iterations);
                Ok(by_plans(&cfr.solved(), plans))
            }
            StrategyMethod::TreeSearch { playouts } => {
                let options = SealedOptions {
                    seed,
                    ..SealedOptions::default()
                };
                let mut search = SealedSearch::new(game, options);
                search.search(board, Limits::playouts(playouts), 1, &());
                Ok(search.strategies(board).expect("it was searched"))
            }
        }
    }
}

/// Orders the strategies by the plans.
fn by_plans(solved: &RoundSolution<u8>, plans: &Plans<u8>) -> Strategies {
    let chance = |strategy: &[MixedChoice<u8>], of: SealedChoice<u8>| -> f64 {
        let same =
            |one: &&MixedChoice<u8>| one.choice == of.choice && one.otherwise == of.otherwise;
        strategy
            .iter()
            .filter(same)
            .map(|one| one.probability)
            .sum()
    };
    let leader = |&choice: &u8| {
        let alone = SealedChoice {
            choice,
            otherwise: None,
        };
        chance(&solved.leader, alone)
    };
    Strategies {
        first: plans.first.iter().map(leader).collect(),
        second: (plans.second.iter())
            .map(|&sealed| chance(&solved.follower, sealed))
            .collect(),
    }
}
