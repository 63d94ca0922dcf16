//! The equilibrium of a position where an evaluation says what boards at the horizon are worth.

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

/// Parts of a stone: margins are counted in them, and evaluations rounded to them.
const PARTS: i32 = 64;

/// What boards at the horizon are worth to the side with sente.
#[derive(Clone, Copy)]
pub enum Leaves<'a> {
    /// Nothing more is won.
    Nothing,
    /// What weights estimate. They were learned from play in the open order.
    Learned(&'a Evaluation),
    /// What tables say: the exact `zero` of the open order. Nothing where they do not reach.
    Tables(&'a TabledStones),
}

/// A game whose margins are in [`PARTS`] of a stone, with what boards at the horizon are worth.
pub(crate) struct Estimating<'a> {
    game: &'a StonesGame,
    leaves: Leaves<'a>,
}

impl<'a> Estimating<'a> {
    pub(crate) fn new(game: &'a StonesGame, leaves: Leaves<'a>) -> Estimating<'a> {
        Estimating { game, leaves }
    }

    /// The estimate of a board and the strategies of its next round, some rounds ahead.
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

/// The same in parts of a stone.
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

/// Solvers of equilibria ask at the horizon only.
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

/// What to estimate.
#[derive(Clone, Copy)]
pub struct EstimateRequest<'a> {
    /// Who commits first, and whether the other sees it.
    pub order: CommitOrder,
    /// How many rounds to look ahead.
    pub rounds: u8,
    /// What boards are worth after them.
    pub leaves: Leaves<'a>,
    /// The memory for what is found.
    pub memory: MemorySize,
}

/// The equilibrium of the next rounds, where an evaluation stands for all that follows. Its value is an estimate:
/// that of the game itself is not bounded by it.
#[derive(Clone, Debug)]
pub struct EstimatedEquilibrium(Equilibrium);

impl EstimatedEquilibrium {
    /// What the side with sente may expect to win from here on, in stones.
    pub fn estimate(&self) -> f64 {
        self.0.value
    }

    /// Strategies, and what answering best gains against them up to the horizon, where the evaluation counts.
    pub fn equilibrium(&self) -> &Equilibrium {
        &self.0
    }
}

/// Estimates a position at the start of a round, and finds strategies for it: exact up to the horizon, where an
/// evaluation says what boards are worth.
///
/// # Errors
/// The position is none at the start of a round, the memory does not suffice, or the monitor cancelled.
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
