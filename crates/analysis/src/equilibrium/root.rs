//! The equilibrium of a position under one commit order.

use sowlab_base::Instant;
use sowlab_solvers::equilibrium::{
    EquilibriumError, Exploitability, Horizon, LongestPlayError, MOST_ROUNDS, MixedChoice, Solver,
    WorkCounts, longest_play,
};
use sowlab_solvers::order::CommitOrder;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{JointGame, JointProblem, Keyed, Monitor};

use super::strategy::Committed;
use sowlab_games::stones::{Board, Phase, Position, StonesGame};

/// The maximum number of boards in the check that play always ends. They take about 300 MB.
const MOST_BOARDS: usize = 5_000_000;

/// The equilibrium of a position under one commit order.
#[derive(Clone, Debug)]
pub struct Equilibrium {
    /// The order.
    pub order: CommitOrder,
    /// The margin of the side with sente from here on, in stones.
    pub value: f64,
    /// The strategy of the side with sente for the next round.
    pub sente: Vec<Committed>,
    /// The strategy of the other side.
    pub gote: Vec<Committed>,
    /// The gain of best responses to these strategies, in all rounds up to the horizon.
    pub exploitability: Exploitability,
    /// The counts of the work.
    pub counts: WorkCounts,
    /// The wall time of the computation in seconds.
    pub seconds: f64,
}

/// The reason for which a position has no equilibrium.
#[derive(Debug, thiserror::Error)]
pub enum NoEquilibrium {
    /// A hole is taken, or the pie decision is open.
    #[error("the phase must be '-' (start of a round)")]
    Phase,
    /// Play need not end, and there is no horizon.
    #[error("{0}; give a number of rounds")]
    Unending(LongestPlayError),
    /// Play can be longer than the limit of the solver.
    #[error("play can take {rounds} rounds, more than {MOST_ROUNDS}; give a number of rounds")]
    TooLong {
        /// The maximum number of rounds of play.
        rounds: u32,
    },
    /// The solver failed, or the monitor cancelled.
    #[error(transparent)]
    Solver(#[from] EquilibriumError),
}

/// Returns the horizon of the given rounds, at most [`MOST_ROUNDS`]; without one, checks that play ends.
pub(super) fn horizon<G: JointGame + Keyed<G::State>>(
    game: &G,
    state: &G::State,
    rounds: Option<u8>,
    monitor: &dyn Monitor,
) -> Result<Horizon, NoEquilibrium> {
    if let Some(rounds) = rounds {
        return Ok(Horizon::Rounds(rounds.min(MOST_ROUNDS)));
    }
    monitor.begin("boards", 0);
    match longest_play(game, state, MOST_BOARDS, monitor) {
        Ok(rounds) if rounds <= u32::from(MOST_ROUNDS) => Ok(Horizon::Unlimited),
        Ok(rounds) => Err(NoEquilibrium::TooLong { rounds }),
        Err(LongestPlayError::Cancelled(cancelled)) => {
            Err(EquilibriumError::from(cancelled).into())
        }
        Err(error) => Err(NoEquilibrium::Unending(error)),
    }
}

/// Finds the equilibrium of a state under a commit order. `written` writes the strategy of the leader or the follower.
pub(super) fn solve_root<P: JointProblem>(
    problem: P,
    (state, horizon): (&P::State, Horizon),
    order: CommitOrder,
    written: impl Fn(bool, &[MixedChoice<P::Choice>]) -> Vec<Committed>,
    (table, monitor): (&TranspositionTable, &dyn Monitor),
) -> Result<Equilibrium, EquilibriumError> {
    let started = Instant::now();
    let solver = Solver::new(problem, order, table, monitor);
    monitor.begin(&format!("{order}: nodes"), 0);
    let solved = solver.solve(state, horizon)?;
    let counts = solver.counts();
    monitor.begin(&format!("{order}: checking, nodes"), 0);
    let exploitability = solver.exploitability(state, horizon, &solved)?;
    Ok(Equilibrium {
        order,
        value: solved.value,
        sente: written(true, &solved.leader),
        gote: written(false, &solved.follower),
        exploitability,
        counts,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// The start of a round, with a horizon.
#[derive(Clone, Copy, Debug)]
pub struct EquilibriumRoot {
    position: Position,
    horizon: Horizon,
}

impl EquilibriumRoot {
    /// Creates a root with a horizon of at most [`MOST_ROUNDS`] rounds; `None`: unlimited.
    ///
    /// # Errors
    /// The position is not at the start of a round, or play need not end and there is no horizon.
    pub fn new(
        game: &StonesGame,
        position: Position,
        rounds: Option<u8>,
        monitor: &dyn Monitor,
    ) -> Result<EquilibriumRoot, NoEquilibrium> {
        if position.phase() != Phase::Sente {
            return Err(NoEquilibrium::Phase);
        }
        let horizon = horizon(game, &position.canonical_board(), rounds, monitor)?;
        Ok(EquilibriumRoot { position, horizon })
    }

    /// Creates a root with a horizon of one round, after which tables have the values.
    ///
    /// # Errors
    /// The position is not at the start of a round.
    pub fn of_one_round(position: Position) -> Result<EquilibriumRoot, NoEquilibrium> {
        match position.phase() {
            Phase::Sente => Ok(EquilibriumRoot {
                position,
                horizon: Horizon::Rounds(1),
            }),
            _ => Err(NoEquilibrium::Phase),
        }
    }

    /// Finds the equilibrium under a commit order. One table can serve all orders of one game.
    ///
    /// # Errors
    /// The solver failed, or the monitor cancelled.
    pub fn solve(
        &self,
        problem: impl JointProblem<State = Board, Choice = u8>,
        order: CommitOrder,
        table: &TranspositionTable,
        monitor: &dyn Monitor,
    ) -> Result<Equilibrium, EquilibriumError> {
        let board = self.position.canonical_board();
        let sente = self.position.sente();
        let written = |leads: bool, strategy: &[MixedChoice<u8>]| {
            let side = if leads { sente } else { !sente };
            Committed::all(&self.position, side, strategy)
        };
        let root = (&board, self.horizon);
        solve_root(problem, root, order, written, (table, monitor))
    }

    /// Returns the exploitability of given strategies for the next round. A side without a strategy plays its part of
    /// an equilibrium, as both sides do in later rounds.
    ///
    /// # Errors
    /// The solver failed, or the monitor cancelled.
    pub(super) fn exploitability(
        &self,
        problem: impl JointProblem<State = Board, Choice = u8>,
        order: CommitOrder,
        sente: Option<Vec<MixedChoice<u8>>>,
        gote: Option<Vec<MixedChoice<u8>>>,
        table: &TranspositionTable,
        monitor: &dyn Monitor,
    ) -> Result<Exploitability, EquilibriumError> {
        let solver = Solver::new(problem, order, table, monitor);
        let board = self.position.canonical_board();
        monitor.begin(&format!("{order}: nodes"), 0);
        let mut solved = solver.solve(&board, self.horizon)?;
        solved.leader = sente.unwrap_or(solved.leader);
        solved.follower = gote.unwrap_or(solved.follower);
        monitor.begin(&format!("{order}: checking, nodes"), 0);
        solver.exploitability(&board, self.horizon, &solved)
    }
}
