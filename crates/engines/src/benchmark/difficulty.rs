//! The difficulty of a position.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits::Limits;
use crate::seat::{OpenError, Seat, SeatError, open_seat};
use crate::spec::EngineSpec;
use sowlab_games::catalog::CatalogGame;
use sowlab_games::dynamic::Line;
use sowlab_solvers::Monitor;

/// The difficulty of a position: the weakest of three engines that finds an optimal move.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// The move with the best immediate margin is optimal.
    Easy,
    /// A search of three moves finds an optimal move.
    Medium,
    /// It does not.
    Hard,
}

impl Difficulty {
    /// Returns the word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }

    /// All difficulties, the least first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];
}

/// The engines that find optimal moves of easy and of medium positions.
const ENGINES: [(Difficulty, &str); 2] = [
    (Difficulty::Easy, "greedy"),
    (Difficulty::Medium, "alphabeta:depth=3"),
];

/// The engines that grade positions of a game.
pub(super) struct Grader(Vec<(Difficulty, Box<dyn Seat>)>);

impl Grader {
    pub(super) fn new(game: &CatalogGame) -> Result<Grader, OpenError> {
        let seats = ENGINES.iter().map(|&(difficulty, engine)| {
            let engine: EngineSpec = engine.parse().expect("a built-in engine");
            Ok((difficulty, open_seat(game, false, &engine, 0)?))
        });
        Ok(Grader(seats.collect::<Result<_, OpenError>>()?))
    }

    /// Grades a position with these optimal moves.
    pub(super) fn grade(
        &mut self,
        position: &Line,
        optimal: &[String],
        monitor: &dyn Monitor,
    ) -> Result<Difficulty, SeatError> {
        for (difficulty, seat) in &mut self.0 {
            seat.new_game(0)?;
            let choice = seat.choose(position, Limits::default(), monitor, &|_| ())?;
            if choice.is_some_and(|choice| optimal.contains(&choice.chosen)) {
                return Ok(*difficulty);
            }
        }
        Ok(Difficulty::Hard)
    }
}
