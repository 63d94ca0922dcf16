//! A whole position: the state for solvers, and the captures of each side.

use super::game::TwoRank;
use super::moves::Move;
use super::state::{MAX_SEEDS, Seat, State};

/// A position with its stores. Its text form is the notation (see [`Position::parse`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    state: State,
    pits: u8,
    stores: [u8; 2],
}

/// The error of a move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is not a move of this game.
    #[error("move '{text}': write {form}")]
    Form {
        /// The text as given.
        text: String,
        /// The form of a move.
        form: &'static str,
    },
    /// It is the other side's turn.
    #[error("move {text}: {mover:?} is to move")]
    Turn {
        /// The text as given.
        text: String,
        /// The side to move.
        mover: Seat,
    },
    /// The rules forbid the move.
    #[error("move {text}: legal moves are {legal}")]
    Illegal {
        /// The move.
        text: String,
        /// The legal moves.
        legal: String,
    },
    /// The game is over.
    #[error("move {text}: the game is over")]
    Over {
        /// The move.
        text: String,
    },
}

impl Position {
    /// Creates a position with `pits` per side; `stores` are Lower's and Upper's. `None` if a seed lies past the last
    /// pit, `pits` is not 1 to 8, or pits and stores together have more than 127 seeds.
    pub fn new(state: State, pits: usize, stores: [u8; 2]) -> Option<Position> {
        let past = |lanes: [u8; 8]| lanes.iter().skip(pits).any(|&seeds| seeds > 0);
        let total = state.seeds() + stores.iter().map(|&seeds| u32::from(seeds)).sum::<u32>();
        let fits = (1..=8).contains(&pits)
            && !past(state.mover_pits())
            && !past(state.other_pits())
            && total <= MAX_SEEDS as u32;
        fits.then_some(Position {
            state,
            pits: pits as u8,
            stores,
        })
    }

    /// Returns the state for solvers.
    #[inline]
    pub fn state(&self) -> State {
        self.state
    }

    /// Returns the number of pits per side.
    #[inline]
    pub fn pits(&self) -> usize {
        usize::from(self.pits)
    }

    /// Returns the seeds in a side's store.
    #[inline]
    pub fn store(&self, seat: Seat) -> u8 {
        self.stores[seat as usize]
    }

    /// Returns the seeds in both stores, Lower's first.
    pub fn stores(&self) -> [u32; 2] {
        self.stores.map(u32::from)
    }

    /// Returns the number of all seeds, in pits and stores.
    pub fn total(&self) -> u32 {
        self.state.seeds() + u32::from(self.stores[0]) + u32::from(self.stores[1])
    }

    /// Returns the position after a choice of Random Mancala; the stores are exchanged if the board is turned.
    #[must_use]
    pub(super) fn with_state(&self, state: State, turned: bool) -> Position {
        let [lower, upper] = self.stores;
        Position {
            state,
            stores: if turned {
                [upper, lower]
            } else {
                [lower, upper]
            },
            ..*self
        }
    }

    /// Returns the position after a move, if it is legal.
    ///
    /// # Errors
    /// The move and the legal moves.
    pub fn play(&self, game: &TwoRank, chosen: Move) -> Result<Position, MoveError> {
        game.check(self.state, chosen)?;
        Ok(self.play_legal(game, chosen).0)
    }

    /// Returns the position after a legal move, and the seeds that the mover gained.
    #[inline]
    pub(super) fn play_legal(&self, game: &TwoRank, chosen: Move) -> (Position, u32) {
        let (state, gained) = game.after(self.state, chosen);
        let mut stores = self.stores;
        stores[self.state.mover() as usize] += gained as u8;
        let after = Position {
            state,
            stores,
            ..*self
        };
        (after, gained)
    }

    /// Returns the final seeds of Lower and Upper, including the awarded rest, if the game is over.
    pub fn outcome(&self, game: &TwoRank) -> Option<[u32; 2]> {
        if !game.legal(self.state).is_empty() {
            return None;
        }
        let (mover, other) = game.rest(self.state);
        let mut stores = self.stores.map(u32::from);
        stores[self.state.mover() as usize] += mover;
        stores[!self.state.mover() as usize] += other;
        Some(stores)
    }
}

impl TwoRank {
    /// Checks that a move is legal.
    ///
    /// # Errors
    /// The move and the legal moves.
    pub fn check(&self, state: State, chosen: Move) -> Result<(), MoveError> {
        let legal = self.legal(state);
        if legal.contains(chosen) {
            return Ok(());
        }
        let text = self.move_text(state.mover(), chosen);
        Err(if legal.is_empty() {
            MoveError::Over { text }
        } else {
            MoveError::Illegal {
                text,
                legal: self.legal_text(state),
            }
        })
    }

    /// Returns the starting position, with empty stores.
    pub fn start_position(&self) -> Position {
        Position {
            state: self.start(),
            pits: self.rules().pits as u8,
            stores: [0; 2],
        }
    }
}
