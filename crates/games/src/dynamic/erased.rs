//! Any game for play as a [`DynGame`].

use std::cmp::Ordering;
use std::sync::Arc;

use sowlab_solvers::Side;

use super::{ActionError, DynGame, DynPosition, Played, PositionError};
use crate::contest::{
    Contest, MoveError, Shape, lead, legal_moves, outcome, read_move, read_moves, read_record,
};
use crate::shortened;

/// Forgets the type of a game.
pub(crate) fn erased<C: Contest>(game: C) -> Arc<dyn DynGame> {
    Arc::new(Erased(Arc::new(game)))
}

struct Erased<C>(Arc<C>);

impl<C: Contest> Erased<C> {
    fn at(&self, position: C::Position) -> Arc<dyn DynPosition> {
        Arc::new(At {
            game: Arc::clone(&self.0),
            position,
            origin: None,
        })
    }
}

impl<C: Contest> DynGame for Erased<C> {
    fn full_name(&self) -> String {
        self.0.full_name()
    }

    fn sides(&self) -> [&'static str; 2] {
        self.0.sides()
    }

    fn actions(&self) -> usize {
        self.0.actions()
    }

    fn shape(&self) -> Shape {
        self.0.shape()
    }

    fn opening(&self) -> Arc<dyn DynPosition> {
        self.at(self.0.opening())
    }

    fn read_position(&self, text: &str) -> Result<Arc<dyn DynPosition>, PositionError> {
        let position = self.0.read_position(text).map_err(PositionError::new)?;
        Ok(self.at(position))
    }

    fn board(&self, cells: &[u8]) -> Option<Arc<dyn DynPosition>> {
        self.0.board(cells).map(|position| self.at(position))
    }
}

struct At<C: Contest> {
    game: Arc<C>,
    position: C::Position,
    /// The position before and the move, once the game is over.
    origin: Option<(C::Position, C::Move)>,
}

impl<C: Contest> At<C> {
    fn legal(&self) -> Vec<C::Move> {
        match self.is_endless() {
            true => Vec::new(),
            false => legal_moves(&*self.game, &self.position),
        }
    }

    /// A move as text, and what it leads to.
    fn after(&self, chosen: C::Move) -> (String, Arc<At<C>>) {
        let position = self.game.advance(&self.position, chosen);
        let mut after = At {
            game: Arc::clone(&self.game),
            position,
            origin: None,
        };
        if after.legal().is_empty() {
            after.origin = Some((self.position, chosen));
        }
        let text = self.game.move_text(&self.position, chosen);
        (text, Arc::new(after))
    }

    fn played(&self, chosen: C::Move) -> Played {
        let (text, position) = self.after(chosen);
        Played { text, position }
    }
}

impl<C: Contest> DynPosition for At<C> {
    fn text(&self) -> String {
        self.game.position_text(&self.position)
    }

    fn node_text(&self) -> String {
        self.game.node_text(&self.position)
    }

    fn drawing(&self) -> String {
        self.game.drawing(&self.position)
    }

    fn side(&self) -> Side {
        self.game.side_to_move(&self.game.state(&self.position))
    }

    fn moves(&self) -> Vec<String> {
        let text = |chosen| self.game.move_text(&self.position, chosen);
        self.legal().into_iter().map(text).collect()
    }

    fn actions(&self) -> Vec<usize> {
        let action = |chosen| self.game.action(&self.position, chosen);
        self.legal().into_iter().map(action).collect()
    }

    fn score(&self) -> [u32; 2] {
        self.game.score(&self.position)
    }

    fn lead(&self) -> i32 {
        lead(&*self.game, &self.position)
    }

    fn is_endless(&self) -> bool {
        self.game.endless(&self.game.state(&self.position))
    }

    fn mid_round(&self) -> bool {
        self.game.mid_round(&self.game.state(&self.position))
    }

    fn outcome(&self) -> Option<[u32; 2]> {
        outcome(&*self.game, &self.position)
    }

    fn winner(&self) -> Option<Side> {
        let [first, second] = self.outcome()?;
        match first.cmp(&second) {
            Ordering::Greater => Some(Side::First),
            Ordering::Less => Some(Side::Second),
            Ordering::Equal => self.game.tie_break(&self.game.state(&self.position)),
        }
    }

    fn play(&self, text: &str) -> Result<Played, MoveError> {
        if self.is_endless() {
            let text = shortened(text);
            return Err(MoveError::Endless { text });
        }
        let chosen = read_move(&*self.game, &self.position, text)?;
        Ok(self.played(chosen))
    }

    fn play_action(&self, action: usize) -> Result<Played, ActionError> {
        let legal = self.legal();
        let chosen = self.game.chosen(&self.position, action);
        match chosen.filter(|chosen| legal.contains(chosen)) {
            Some(chosen) => Ok(self.played(chosen)),
            None if self.is_endless() => Err(ActionError::Endless),
            None if legal.is_empty() => Err(ActionError::Over),
            None => Err(ActionError::Illegal {
                legal: self.actions(),
            }),
        }
    }

    fn play_record(&self, record: &str) -> Result<Vec<Played>, MoveError> {
        let moves = read_record(&*self.game, &self.position, record)?;
        let mut last: Option<Arc<At<C>>> = None;
        let played = moves.into_iter().map(|chosen| {
            let (text, position) = last.as_deref().unwrap_or(self).after(chosen);
            last = Some(Arc::clone(&position));
            Played { text, position }
        });
        Ok(played.collect())
    }

    fn record_text(&self, moves: &[&str]) -> Result<String, MoveError> {
        let moves = read_moves(&*self.game, &self.position, moves.iter().copied())?;
        Ok(self.game.record_text(&self.position, &moves))
    }

    fn observe(&self) -> Vec<u8> {
        let mut counts = vec![0; self.game.shape().counts()];
        self.game.observe(&self.position, &mut counts);
        counts
    }

    fn origin(&self) -> Option<(String, String)> {
        let (before, chosen) = self.origin.as_ref()?;
        let text = self.game.position_text(before);
        Some((text, self.game.move_text(before, *chosen)))
    }
}
