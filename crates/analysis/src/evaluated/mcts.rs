//! Monte Carlo tree search with evaluations instead of playouts.

use sowlab_solvers::mcts::{Limits, Options, Uct};
use sowlab_solvers::{Monitor, Problem};

use super::game::{Fine, PARTS, Whole};
use super::{Evaluate, Evaluated, EvaluatedChoice, EvaluatedError};
use sowlab_base::MemorySize;
use sowlab_games::contest::Contest;

/// The maximum number of positions to evaluate in one call.
pub const MOST_TOGETHER: u32 = 64;

/// The parameters of the search.
#[derive(Clone, Copy, Debug)]
pub struct SampleRequest {
    /// The approximate number of positions to evaluate. Moves that end the game are not evaluated.
    pub playouts: u64,
    /// The weight of exploration, as in [`Options::exploration`].
    pub exploration: f32,
    /// The maximum number of positions to evaluate in one call, 1 to 64. Greater numbers widen the
    /// search.
    pub together: u32,
    /// The memory for the tree.
    pub memory: MemorySize,
    /// The seed of all random choices.
    pub seed: u64,
}

/// A monitor that also cancels when the evaluation fails.
struct Unless<'a, C: Contest>(&'a Fine<'a, C>, &'a dyn Monitor);

impl<C: Contest> Monitor for Unless<'_, C> {
    fn begin(&self, what: &str, units: u64) {
        self.1.begin(what, units);
    }

    fn advance(&self, units: u64) {
        self.1.advance(units);
    }

    fn resume(&self, units: u64) {
        self.1.resume(units);
    }

    fn cancelled(&self) -> bool {
        self.0.failed() || self.1.cancelled()
    }
}

/// Searches on one thread, and evaluates positions at which playouts would begin.
///
/// # Errors
/// The game is over, the evaluation failed, or the monitor cancelled.
pub fn sample<C: Contest>(
    game: &C,
    position: &C::Position,
    request: &SampleRequest,
    evaluate: &Evaluate<'_, C::Position>,
    monitor: &dyn Monitor,
) -> Result<Evaluated<C::Move>, EvaluatedError> {
    let fine = Fine::new(game, evaluate);
    let root = Whole::new(game, position);
    let moves = fine.root_moves(&root)?;
    let together = request.together.clamp(1, MOST_TOGETHER);
    let options = Options {
        exploration: request.exploration,
        memory: request.memory.bytes(),
        together,
        together_from: u64::from(together),
        seed: request.seed,
        ..Options::default()
    };
    let unless = Unless(&fine, monitor);
    let problem = Problem::new(&fine).with_guide(&fine);
    let mut uct = Uct::with_playouts(problem, &fine, options);
    let report = uct.search(&root, Limits::playouts(request.playouts), 1, &unless);
    if fine.failed() {
        return Err(EvaluatedError::Evaluation);
    }
    monitor.check()?;
    let part = f64::from(PARTS);
    let choices: Vec<EvaluatedChoice<C::Move>> = (report.children.iter())
        .map(|child| EvaluatedChoice {
            chosen: child.chosen,
            value: (child.mean).clamp(child.interval.low.into(), child.interval.high.into()) / part,
            visits: child.visits,
        })
        .collect();
    let chosen = report.best.unwrap_or(moves[0]);
    let value = report.value() / part;
    Ok(Evaluated {
        best: chosen,
        value,
        choices,
        evaluated: fine.evaluated(),
    })
}
