//! The moves of a game so far.

use std::sync::Arc;

use super::{DynGame, DynPosition, Played, PositionError};
use crate::contest::MoveError;

/// A game so far: the position where it began, and the moves played since.
#[derive(Clone)]
pub struct Line {
    start: Arc<dyn DynPosition>,
    played: Vec<Played>,
}

impl Line {
    /// A game that begins in a position.
    pub fn new(start: Arc<dyn DynPosition>) -> Line {
        Line {
            start,
            played: Vec::new(),
        }
    }

    /// Begins a game in a position given as text, or in the opening if `start` is `None`.
    ///
    /// # Errors
    /// The text is not a position of the game.
    pub fn begin(game: &dyn DynGame, start: Option<&str>) -> Result<Line, PositionError> {
        Ok(Line::new(match start {
            None => game.opening(),
            Some(text) => game.read_position(text)?,
        }))
    }

    /// The position where it began.
    pub fn start(&self) -> &dyn DynPosition {
        &*self.start
    }

    /// The moves since, each with the position after it.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// The moves since, as text.
    pub fn moves(&self) -> Vec<&str> {
        self.played.iter().map(|one| one.text.as_str()).collect()
    }

    /// The position that they lead to.
    pub fn position(&self) -> &dyn DynPosition {
        self.played
            .last()
            .map_or(&*self.start, |one| &*one.position)
    }

    /// Each position in which a move was played, with that move.
    pub fn choices(&self) -> impl Iterator<Item = (&dyn DynPosition, &str)> {
        let before = self.played.iter().map(|one| &*one.position);
        let positions = std::iter::once(self.start()).chain(before);
        positions.zip(self.moves())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Names the moves that are legal.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.played.push(self.position().play(text)?);
        Ok(())
    }

    /// Plays moves; none of them if one is not legal.
    ///
    /// # Errors
    /// Names the first move that is not legal.
    pub fn play_all<'a>(
        &mut self,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), MoveError> {
        let before = self.played.len();
        let result = texts.into_iter().try_for_each(|text| self.play(text));
        if result.is_err() {
            self.truncate(before);
        }
        result
    }

    /// Plays a record; nothing of it if a move is not legal.
    ///
    /// # Errors
    /// Names the first move that is not legal.
    pub fn play_record(&mut self, record: &str) -> Result<(), MoveError> {
        let played = self.position().play_record(record)?;
        self.played.extend(played);
        Ok(())
    }

    /// Takes back all moves after this many.
    pub fn truncate(&mut self, moves: usize) {
        self.played.truncate(moves);
    }

    /// The moves as a record.
    pub fn record(&self) -> String {
        let record = self.start.record_text(&self.moves());
        record.expect("the moves were played from the start")
    }
}
