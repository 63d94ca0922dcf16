//! A benchmark for agents: positions in which the value of every move is known, and the score of answers.
//!
//! [`make`] draws the positions, [`Benchmark::tasks`] is what an agent sees of them, and [`score`] compares its
//! [answers](Answer) with the values. [`engine_answers`] asks an engine of this program.

mod answer;
mod difficulty;
mod engine;
mod make;
mod score;
mod task;

pub use answer::{Answer, AnswerError, read_answers};
pub use difficulty::Difficulty;
pub use engine::{EngineAnswersError, engine_answers};
pub use make::{MakeError, MakeRequest, make};
pub use score::{CertaintyBin, Report, Score, score};
pub use task::{Benchmark, BenchmarkError, GameRules, State, Task, TaskMove, ValuedTask};
