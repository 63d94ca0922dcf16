//! The making of a benchmark.

use std::collections::BTreeMap;

use sowlab_analysis::choices::ChoicesRequest;
use sowlab_analysis::{DrawRequest, RequestError, draw_positions};
use sowlab_findings::ExactPosition;
use sowlab_games::catalog::{CatalogGame, NameError};
use sowlab_games::dynamic::{Line, PositionError};
use sowlab_solvers::{Cancelled, Monitor};

use super::difficulty::{Difficulty, Grader};
use super::task::{Benchmark, GameRules, Task, VERSION, ValuedTask};
use crate::seat::{OpenError, SeatError};

/// The setting of a benchmark.
#[derive(Clone, Debug)]
pub struct MakeRequest {
    /// The number of tasks of each game.
    pub number: usize,
    /// The seed of the random games.
    pub seed: u64,
    /// The means that value moves; its position is not used.
    pub values: ChoicesRequest,
}

/// The error of a benchmark that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// The name of a game is invalid.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The positions cannot be valued.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// A grading engine cannot be set up.
    #[error(transparent)]
    Engine(#[from] OpenError),
    /// A grading engine failed.
    #[error("grading: {0}")]
    Grading(#[from] SeatError),
    /// A position that was drawn cannot be read.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The positions drawn for each task: many of them are easy, and are left out.
const DRAWN_FOR_EACH: usize = 3;
/// The most random games for each drawn position.
const GAMES_FOR_EACH: u64 = 50;

/// Makes a benchmark: positions of random games in which every move has an exact value and not all moves are optimal.
/// The three difficulties have equal shares as far as there are such positions; easier ones fill up what is missing.
///
/// # Errors
/// See [`MakeError`].
pub fn make(
    games: &[CatalogGame],
    request: &MakeRequest,
    monitor: &dyn Monitor,
) -> Result<Benchmark, MakeError> {
    let mut benchmark = Benchmark {
        benchmark: VERSION,
        seed: request.seed,
        games: Vec::new(),
        tasks: Vec::new(),
    };
    for game in games {
        benchmark.games.push(GameRules {
            game: game.to_string(),
            rules: game.rules_text(),
            procedure: game.procedure(),
        });
        let number = benchmark.games.len();
        benchmark
            .tasks
            .extend(tasks_of(game, number, request, monitor)?);
    }
    Ok(benchmark)
}

fn tasks_of(
    game: &CatalogGame,
    number: usize,
    request: &MakeRequest,
    monitor: &dyn Monitor,
) -> Result<Vec<ValuedTask>, MakeError> {
    let drawn = request.number * DRAWN_FOR_EACH;
    let draw = DrawRequest {
        number: drawn,
        games: GAMES_FOR_EACH * drawn as u64,
        seed: request.seed,
        values: request.values.clone(),
    };
    let positions = draw_positions(game, &draw, monitor)?.positions;
    if monitor.cancelled() {
        return Err(Cancelled.into());
    }
    let play = game.for_play(false)?;
    let mut grader = Grader::new(game)?;
    let mut graded: BTreeMap<Difficulty, Vec<(Line, Vec<i32>)>> = BTreeMap::new();
    for position in &positions {
        let values = values_of(position);
        let best = values.iter().max();
        if values.iter().min() == best {
            continue;
        }
        let line = Line::begin(&*play, Some(&position.position))?;
        let optimal: Vec<String> = (position.values.choices.iter().zip(&values))
            .filter(|(_, value)| Some(*value) == best)
            .map(|(choice, _)| choice.choice.clone())
            .collect();
        let difficulty = grader.grade(&line, &optimal, monitor)?;
        if monitor.cancelled() {
            return Err(Cancelled.into());
        }
        graded.entry(difficulty).or_default().push((line, values));
    }
    let shares = shares(request.number, |difficulty| {
        graded.get(&difficulty).map_or(0, Vec::len)
    });
    let mut tasks = Vec::new();
    for (difficulty, share) in shares {
        let of_difficulty = graded.remove(&difficulty).unwrap_or_default();
        for (line, values) in of_difficulty.into_iter().take(share) {
            let id = format!("{number}-{}", tasks.len() + 1);
            let task = Task::new(id, &*play, line.position(), difficulty);
            tasks.push(ValuedTask { task, values });
        }
    }
    Ok(tasks)
}

/// Returns the number of tasks of each difficulty: equal shares, and what the harder ones lack goes to the easier ones.
fn shares(number: usize, available: impl Fn(Difficulty) -> usize) -> Vec<(Difficulty, usize)> {
    let mut left = number;
    let mut shares = Vec::new();
    for (place, &difficulty) in Difficulty::ALL.iter().rev().enumerate() {
        let share = left.div_ceil(Difficulty::ALL.len() - place);
        let taken = share.min(available(difficulty));
        left -= taken;
        shares.push((difficulty, taken));
    }
    shares.reverse();
    shares
}

/// Returns the margins of the side that chooses, move by move.
fn values_of(position: &ExactPosition) -> Vec<i32> {
    let sign = if position.values.wants_greatest() {
        1
    } else {
        -1
    };
    let exact =
        |choice: &sowlab_findings::ValuedChoice| choice.bounds.value().map(|value| value.zero);
    let choices = position.values.choices.iter();
    choices
        .filter_map(exact)
        .map(|margin| sign * margin)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_harder_ones_lack_goes_to_the_easier_ones() {
        let numbers = |available: [usize; 3], number| {
            let shares = shares(number, |difficulty| available[difficulty as usize]);
            shares
                .into_iter()
                .map(|(_, share)| share)
                .collect::<Vec<_>>()
        };
        assert_eq!(numbers([99, 99, 99], 30), [10, 10, 10]);
        assert_eq!(numbers([99, 99, 0], 30), [15, 15, 0]);
        assert_eq!(numbers([99, 1, 2], 30), [27, 1, 2]);
        assert_eq!(numbers([3, 99, 0], 30), [3, 15, 0]);
    }
}
