//! The answers of an agent.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answer to a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The name of the task.
    pub id: String,
    /// The chosen move in the notation of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#move: Option<String>,
    /// The number of the chosen action, instead of the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<usize>,
    /// The stated probability that the move is optimal, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certainty: Option<f64>,
}

/// The error of answers that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    /// A line is not an answer.
    #[error("line {line}: not an answer such as {{\"id\": \"1-1\", \"move\": \"L4\"}}: {error}")]
    Format {
        /// The line, from 1.
        line: usize,
        /// The error.
        error: serde_json::Error,
    },
    /// The certainty is not a probability.
    #[error("line {line}: certainty {certainty}: a probability is 0 to 1")]
    Certainty {
        /// The line, from 1.
        line: usize,
        /// The stated certainty.
        certainty: f64,
    },
    /// A task is answered twice.
    #[error("line {line}: task {id} is answered twice")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// The task.
        id: String,
    },
}

/// Reads answers, one JSON object a line. Empty lines are skipped.
///
/// # Errors
/// See [`AnswerError`].
pub fn read_answers(text: &str) -> Result<Vec<Answer>, AnswerError> {
    let mut seen = HashSet::new();
    let mut answers = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() {
            continue;
        }
        let answer: Answer =
            serde_json::from_str(text).map_err(|error| AnswerError::Format { line, error })?;
        if let Some(certainty) = answer.certainty
            && !(0.0..=1.0).contains(&certainty)
        {
            return Err(AnswerError::Certainty { line, certainty });
        }
        if !seen.insert(answer.id.clone()) {
            let id = answer.id;
            return Err(AnswerError::Twice { line, id });
        }
        answers.push(answer);
    }
    Ok(answers)
}
