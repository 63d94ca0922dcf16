//! The tasks of a benchmark and their solutions.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::difficulty::Difficulty;
use sowlab_games::catalog::{CatalogGame, NameError};
use sowlab_games::dynamic::{DynGame, DynPosition};
use sowlab_games::shortened;
use sowlab_solvers::Side;

/// A benchmark: the rules of its games, its tasks, and the values of all moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Benchmark {
    /// The version of the format.
    pub benchmark: u32,
    /// The seed of the random games.
    pub seed: u64,
    /// The rules of each game.
    pub games: Vec<GameRules>,
    /// The tasks with the values of their moves.
    pub tasks: Vec<ValuedTask>,
}

/// The version of the format.
pub(super) const VERSION: u32 = 1;

/// The rules of a game for an agent that does not know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameRules {
    /// The full name of the game.
    pub game: String,
    /// The rules in sentences for people.
    pub rules: String,
    /// The same rules as a list of steps and conditions.
    pub procedure: String,
}

/// A position in which one side is to choose a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Task {
    /// The name of the task, which the answer repeats.
    pub id: String,
    /// The full name of the game.
    pub game: String,
    /// The position in the notation of the game.
    pub position: String,
    /// The board as a drawing in lines of text.
    pub drawing: String,
    /// The side that chooses.
    pub side: String,
    /// The position as a structure.
    pub state: State,
    /// The legal moves.
    pub moves: Vec<TaskMove>,
    /// The difficulty.
    pub difficulty: Difficulty,
}

/// A position as a structure, with the field names of the JSON states of OpenSpiel 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// The side that chooses: 0 for the side that begins the game, 1 for the other.
    pub current_player: u8,
    /// The rows of cells as the side that chooses sees them, its own first.
    pub board: Vec<Vec<u8>>,
    /// The stones that each side has won, player 0 first.
    pub score: [u32; 2],
    /// Whether the game is over, which it never is in a task.
    pub is_terminal: bool,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskMove {
    /// The move in the notation of the game.
    pub r#move: String,
    /// The number of the action, as in the arrays of the Python package.
    pub action: usize,
}

/// A task and its solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ValuedTask {
    /// The task.
    #[serde(flatten)]
    pub task: Task,
    /// The value of each move in the order of the moves: the margin of the side that chooses from here on, with infinite
    /// play as a draw.
    pub values: Vec<i32>,
}

impl ValuedTask {
    /// Returns the value of the optimal moves.
    pub fn best(&self) -> i32 {
        self.values.iter().copied().max().unwrap_or_default()
    }
}

/// The error of a file that is not a benchmark.
#[derive(Debug, thiserror::Error)]
pub enum BenchmarkError {
    /// The text is not a benchmark in this format.
    #[error("not a benchmark of version {VERSION}: {0}")]
    Format(#[from] serde_json::Error),
    /// The benchmark has another version.
    #[error("a benchmark of version {0}, but this program reads version {VERSION}")]
    Version(u32),
    /// Two tasks have one name.
    #[error("task {0} is there twice")]
    Twice(String),
    /// A task has not as many values as moves.
    #[error("task {0}: a value is needed for each of its moves")]
    Values(String),
    /// The name of a game is invalid.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The rules of a task's game are not there.
    #[error("task {id}: the game {game} is not among the games of the benchmark")]
    Unlisted {
        /// The task.
        id: String,
        /// The game (shortened).
        game: String,
    },
    /// The moves of a task are not those of its position.
    #[error("task {0}: the moves are not those of its position")]
    Moves(String),
}

impl Benchmark {
    /// Reads a benchmark and checks that its moves are legal.
    ///
    /// # Errors
    /// See [`BenchmarkError`].
    pub fn read(text: &str) -> Result<Benchmark, BenchmarkError> {
        let read: Benchmark = serde_json::from_str(text)?;
        if read.benchmark != VERSION {
            return Err(BenchmarkError::Version(read.benchmark));
        }
        let mut games: HashMap<&str, Arc<dyn DynGame>> = HashMap::new();
        for GameRules { game, .. } in &read.games {
            games.insert(game, game.parse::<CatalogGame>()?.for_play(false)?);
        }
        let mut seen = HashSet::new();
        for valued in &read.tasks {
            let task = &valued.task;
            if !seen.insert(&task.id) {
                return Err(BenchmarkError::Twice(task.id.clone()));
            }
            if valued.values.len() != task.moves.len() || task.moves.is_empty() {
                return Err(BenchmarkError::Values(task.id.clone()));
            }
            let game = games
                .get(&*task.game)
                .ok_or_else(|| BenchmarkError::Unlisted {
                    id: task.id.clone(),
                    game: shortened(&task.game),
                })?;
            let wrong = || BenchmarkError::Moves(task.id.clone());
            let position = game.read_position(&task.position).map_err(|_| wrong())?;
            if moves_of(&*position) != task.moves {
                return Err(wrong());
            }
        }
        Ok(read)
    }

    /// Returns the tasks without their solutions.
    pub fn tasks(&self) -> impl Iterator<Item = &Task> {
        self.tasks.iter().map(|valued| &valued.task)
    }
}

/// Returns the legal moves of a position.
fn moves_of(position: &dyn DynPosition) -> Vec<TaskMove> {
    let moves = position.moves().into_iter().zip(position.actions());
    moves
        .map(|(r#move, action)| TaskMove { r#move, action })
        .collect()
}

impl Task {
    /// Creates the task of a position.
    pub(super) fn new(
        id: String,
        game: &dyn DynGame,
        position: &dyn DynPosition,
        difficulty: Difficulty,
    ) -> Task {
        let side = position.side();
        let player = u8::from(side == Side::Second);
        let shape = game.shape();
        let observed = position.observe();
        Task {
            id,
            game: game.full_name(),
            position: position.text(),
            // Without the styles of a terminal.
            drawing: anstream::adapter::strip_str(&position.drawing()).to_string(),
            side: game.sides()[usize::from(player)].to_owned(),
            state: State {
                current_player: player,
                board: observed[..shape.cells()]
                    .chunks(shape.columns)
                    .map(<[u8]>::to_vec)
                    .collect(),
                score: position.score(),
                is_terminal: false,
            },
            moves: moves_of(position),
            difficulty,
        }
    }
}
