//! The ways to estimate a margin that are compared.

use std::sync::Arc;

use sowlab_solvers::search::{AlphaBeta, DepthLimited, Estimate, TranspositionTable};
use sowlab_solvers::{Monitor, Problem};

use super::exact::Exact;
use super::linear::Linear;
use crate::learned::{Evaluation, LearnedError, estimate};
use crate::{Field, RequestError};
use sowlab_games::contest::Contest;

/// The bytes of the transposition table of a search.
const TABLE: usize = 1 << 22;

/// The ways to estimate the margins of a game.
pub(super) struct Estimates<'a, C> {
    game: &'a C,
    ways: Vec<(String, Way)>,
}

/// A way to estimate a margin.
pub(super) enum Way {
    /// Neither side gains anything.
    Nothing,
    Linear(Linear),
    Learned(Arc<Evaluation>),
    /// A search of this depth, with what estimates margins at its horizon.
    Search(u8, Option<Arc<Evaluation>>),
}

/// A board of the tables is no board of the game.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("positions of this game are more than the counts in their cells")]
struct NoBoard;

impl<'a, C: Contest> Estimates<'a, C> {
    /// All ways that there are for the game whose tables have this name, the linear model fitted to positions.
    pub(super) fn new(
        game: &'a C,
        name: &str,
        learned: &[Exact],
        depth: u8,
    ) -> Result<Estimates<'a, C>, LearnedError> {
        let eval = Evaluation::built_in(name, game.shape().cells())?;
        let mut ways = vec![
            ("nothing more is won".to_owned(), Way::Nothing),
            ("linear".to_owned(), Way::Linear(Linear::fitted(learned))),
        ];
        if let Some(eval) = &eval {
            ways.push(("learned".to_owned(), Way::Learned(eval.clone())));
        }
        ways.push((format!("search of depth {depth}"), Way::Search(depth, None)));
        if eval.is_some() {
            let name = format!("search of depth {depth} with learned");
            ways.push((name, Way::Search(depth, eval)));
        }
        Ok(Estimates { game, ways })
    }

    /// The ways, with what they are called.
    pub(super) fn ways(&self) -> &[(String, Way)] {
        &self.ways
    }

    /// What a way says of positions, in stones.
    pub(super) fn margins(
        &self,
        way: &Way,
        positions: &[Exact],
        monitor: &dyn Monitor,
    ) -> Result<Vec<f64>, RequestError> {
        let cells = positions.iter().map(|one| &one.cells[..]);
        Ok(match way {
            Way::Nothing => cells.map(|_| 0.0).collect(),
            Way::Linear(linear) => cells.map(|cells| linear.margin(cells)).collect(),
            Way::Learned(learned) => cells.map(|cells| learned.stones(cells)).collect(),
            Way::Search(depth, eval) => {
                self.searched(positions, *depth, eval.as_deref(), monitor)?
            }
        })
    }

    /// What a search says of positions.
    fn searched(
        &self,
        positions: &[Exact],
        depth: u8,
        eval: Option<&Evaluation>,
        monitor: &dyn Monitor,
    ) -> Result<Vec<f64>, RequestError> {
        let game = self.game;
        let table = TranspositionTable::new(TABLE).map_err(RequestError::failed)?;
        let problem = Problem::new(game).with_guide(game);
        let estimated = |state: &C::State| eval.map_or(0, |eval| estimate(game, eval, state));
        let estimated: &Estimate<'_, C::State> = &estimated;
        let limited = DepthLimited::new(problem, estimated);
        let search = AlphaBeta::new(limited, &table, monitor);
        let margin = |one: &Exact| {
            let position = game.board(&one.cells);
            let position = position.ok_or_else(|| RequestError::field(Field::Game, NoBoard))?;
            let root = limited.limit(game.state(&position), depth);
            Ok(f64::from(search.value(&root, 0, &mut |_| ())?))
        };
        positions.iter().map(margin).collect()
    }
}
