//! A whole position: the state that solvers see, and what each side has captured.

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

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is no move of this game.
    #[error("move '{text}': a move is written {form}")]
    Form {
        /// What was written.
        text: String,
        /// How it is written.
        form: &'static str,
    },
    /// It is the other side's turn.
    #[error("move {text}: {mover:?} is to move")]
    Turn {
        /// What was written.
        text: String,
        /// Whose turn it is.
        mover: Seat,
    },
    /// The rules forbid it.
    #[error("move {text}: legal are {legal}")]
    Illegal {
        /// The move.
        text: String,
        /// The moves that there are.
        legal: String,
    },
    /// There is no move any more.
    #[error("move {text}: the game is over")]
    Over {
        /// The move.
        text: String,
    },
}

impl Position {
    /// A position with `pits` a side; `stores` are Lower's and Upper's. `None` if a seed lies past
    /// the last pit or pits and stores together hold more than 127 seeds.
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

    /// What solvers need of it.
    #[inline]
    pub fn state(&self) -> State {
        self.state
    }

    /// Pits a side.
    #[inline]
    pub fn pits(&self) -> usize {
        usize::from(self.pits)
    }

    /// The seeds in a side's store.
    #[inline]
    pub fn store(&self, seat: Seat) -> u8 {
        self.stores[seat as usize]
    }

    /// The seeds in both stores, Lower's first.
    pub fn stores(&self) -> [u32; 2] {
        self.stores.map(u32::from)
    }

    /// All seeds, in pits and stores.
    pub fn total(&self) -> u32 {
        self.state.seeds() + u32::from(self.stores[0]) + u32::from(self.stores[1])
    }

    /// The board after a choice of Random Mancala, with the stores turned along with it.
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

    /// The position after a move, if it is legal.
    ///
    /// # Errors
    /// Names the move and those that are legal; the position is unchanged.
    pub fn play(&self, game: &TwoRank, chosen: Move) -> Result<Position, MoveError> {
        game.check(self.state, chosen)?;
        Ok(self.play_legal(game, chosen).0)
    }

    /// The position after a legal move, and what the mover gained.
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

    /// Once the game is over: what Lower and Upper have when the rest is given out.
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
    /// Whether a move is legal.
    ///
    /// # Errors
    /// Names the move and those that are legal.
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

    /// The starting position, stores empty.
    pub fn start_position(&self) -> Position {
        Position {
            state: self.start(),
            pits: self.rules().pits as u8,
            stores: [0; 2],
        }
    }
}
