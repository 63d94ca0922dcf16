//! The equilibrium of a position with an evaluation of boards at the horizon.

use sowlab_solvers::equilibrium::{EquilibriumError, Horizon, RoundSolution, Solver};
use sowlab_solvers::order::CommitOrder;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{
    Interval, JointGame, Key, Keyed, Monitor, Oracle, Player, Problem, Resolution, Step, VisitRound,
};

use super::requested::{failed, refused};
use super::root::{Equilibrium, EquilibriumRoot};
use crate::learned::Evaluation;
use crate::solve::TabledStones;
use crate::{Field, RequestError};
use sowlab_base::MemorySize;
use sowlab_games::stones::{Board, Position, Rules, StonesGame};

/// The number of parts of a stone. Margins are counted in parts, and evaluations are rounded to them.
const PARTS: i32 = 64;

/// The values of boards at the horizon for the side with sente.
#[derive(Clone, Copy)]
pub enum Leaves<'a> {
    /// Boards are worth 0.
    Nothing,
    /// The estimates of weights that were learned from play under sequential commitment.
    Learned(&'a Evaluation),
    /// The exact `zero` of tables for sequential commitment; 0 where the tables do not reach.
    Tables(&'a TabledStones),
}

/// A game with margins in [`PARTS`] of a stone, and with values of boards at the horizon.
pub(crate) struct Estimating<'a> {
    game: &'a StonesGame,
    leaves: Leaves<'a>,
}

impl<'a> Estimating<'a> {
    pub(crate) fn new(game: &'a StonesGame, leaves: Leaves<'a>) -> Estimating<'a> {
        Estimating { game, leaves }
    }

    /// Returns the estimate of a board and the strategies of its next round, with a horizon of `rounds` rounds.
    pub(crate) fn solve(
        &self,
        board: &Board,
        rounds: u8,
        order: CommitOrder,
        table: &TranspositionTable,
        monitor: &dyn Monitor,
    ) -> Result<RoundSolution<u8>, EquilibriumError> {
        let solver = Solver::new(Problem::new(self).with_oracle(self), order, table, monitor);
        let solved = solver.solve(board, Horizon::Rounds(rounds))?;
        Ok(RoundSolution {
            value: in_stones(solved.value),
            ..solved
        })
    }
}

fn in_stones(parts: f64) -> f64 {
    parts / f64::from(PARTS)
}

impl JointGame for Estimating<'_> {
    type State = Board;
    type Choice = u8;

    fn terminal(&self, board: &Board) -> Option<i32> {
        self.game.terminal(board).map(|margin| margin * PARTS)
    }

    fn leader_choices(&self, board: &Board, choices: &mut Vec<u8>) {
        self.game.leader_choices(board, choices);
    }

    fn follower_choices(&self, board: &Board, first: u8, choices: &mut Vec<u8>) {
        self.game.follower_choices(board, first, choices);
    }

    fn resolve(&self, board: &Board, first: u8, second: u8) -> Resolution<Board> {
        finer(self.game.resolve(board, first, second))
    }

    fn expand(&self, boards: &[Board], visit: &mut VisitRound<'_, Board, u8>) {
        self.game
            .expand(boards, &mut |index, first, second, resolution| {
                visit(index, first, second, finer(resolution));
            });
    }

    fn bound(&self, board: &Board) -> i32 {
        self.game.bound(board) * PARTS
    }
}

/// Converts the gains of a round to parts of a stone.
fn finer(resolution: Resolution<Board>) -> Resolution<Board> {
    match resolution {
        Resolution::Next(step) => Resolution::Next(Step {
            gain: step.gain * PARTS,
            ..step
        }),
        Resolution::Over { margin } => Resolution::Over {
            margin: margin * PARTS,
        },
        Resolution::Endless => Resolution::Endless,
    }
}

impl Keyed<Board> for Estimating<'_> {
    fn key(&self, board: &Board) -> Key {
        self.game.key(board)
    }
}

/// The values of boards at the horizon. Solvers of equilibria query no other boards.
impl Oracle<Board> for Estimating<'_> {
    fn interval(&self, board: &Board, loser: Option<Player>) -> Option<Interval> {
        let margin = match self.leaves {
            Leaves::Nothing => 0,
            Leaves::Learned(evaluation) => {
                let holes = self.game.rules().holes();
                let stones = evaluation.stones(&board.lanes()[..holes]);
                (stones * f64::from(PARTS)).round() as i32
            }
            Leaves::Tables(tabled) => tabled.probe(board)?.margin(loser) * PARTS,
        };
        let bound = self.bound(board);
        Some(Interval::exact(margin.clamp(-bound, bound)))
    }
}

/// The request for an estimate.
#[derive(Clone, Copy)]
pub struct EstimateRequest<'a> {
    /// The commit order.
    pub order: CommitOrder,
    /// The number of rounds up to the horizon.
    pub rounds: u8,
    /// The values of boards at the horizon.
    pub leaves: Leaves<'a>,
    /// The memory for the table of the solver.
    pub memory: MemorySize,
}

/// The equilibrium of the next rounds, with an evaluation of the rest of the game. Its value is an estimate and does
/// not bound the value of the game.
#[derive(Clone, Debug)]
pub struct EstimatedEquilibrium(Equilibrium);

impl EstimatedEquilibrium {
    /// Returns the expected margin of the side with sente from here on, in stones.
    pub fn estimate(&self) -> f64 {
        self.0.value
    }

    /// Returns the strategies, and the gain of best responses up to the horizon, with the evaluation beyond it.
    pub fn equilibrium(&self) -> &Equilibrium {
        &self.0
    }
}

/// Estimates a position at the start of a round, and finds strategies for it. The computation is exact up to the
/// horizon; an evaluation values the boards there.
///
/// # Errors
/// The position is not at the start of a round, there is not enough memory, or the monitor cancelled.
pub fn estimate_equilibrium(
    rules: &Rules,
    position: &Position,
    request: &EstimateRequest<'_>,
    monitor: &dyn Monitor,
) -> Result<EstimatedEquilibrium, RequestError> {
    let table = TranspositionTable::new(request.memory.bytes())
        .map_err(|error| RequestError::field(Field::Memory, error))?;
    let game = StonesGame::new(rules);
    let estimating = Estimating::new(&game, request.leaves);
    let rounds = Some(request.rounds);
    let root = EquilibriumRoot::new(&game, *position, rounds, monitor).map_err(refused)?;
    let problem = Problem::new(&estimating).with_oracle(&estimating);
    let mut found = root
        .solve(problem, request.order, &table, monitor)
        .map_err(failed)?;
    found.value = in_stones(found.value);
    let answers = &mut found.exploitability;
    answers.leader_answers = in_stones(answers.leader_answers);
    answers.follower_answers = in_stones(answers.follower_answers);
    Ok(EstimatedEquilibrium(found))
}
