//! Choices read and listed.

use super::super::shortened;
use super::choice::{Choice, ChoiceError};
use super::play::Colony;
use super::state::State;

impl Colony {
    /// Reads a choice of the side to move.
    ///
    /// # Errors
    /// Names those that there are.
    pub fn parse_choice(&self, state: &State, text: &str) -> Result<Choice, ChoiceError> {
        let legal = self.choices(state);
        if legal.is_empty() {
            return Err(ChoiceError::Over(shortened(text)));
        }
        let named = legal
            .iter()
            .find(|choice| choice.text(self.board()) == text);
        named.copied().ok_or_else(|| ChoiceError::Illegal {
            text: shortened(text),
            legal: self.choices_text(state).join(" "),
        })
    }

    /// The legal choices of the side to move, in the notation.
    pub fn choices_text(&self, state: &State) -> Vec<String> {
        self.choices(state)
            .into_iter()
            .map(|choice| choice.text(self.board()))
            .collect()
    }
}
