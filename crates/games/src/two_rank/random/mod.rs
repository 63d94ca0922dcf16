//! Random Mancala (John P. Pratt, 2009): one player sets up the pits freely, the other chooses the side and the
//! starter. The choice is part of the game, a generalised pie rule.

mod contest;
mod encode;
mod notation;
mod setup;

use std::fmt;

use sowlab_solvers::{Game, Side, Step, Turn};

use super::game::TwoRank;
use super::moves::Move;
use super::position::Position;
use super::state::{Seat, State};

pub use notation::{RandomMoveError, RandomPosition};
pub use setup::{RANDOM_OPTIONS, RandomVariant};

/// The choice of the player who did not set up the board. This player is [`Side::First`] and then plays Lower: taking
/// Upper's side means turning the board first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// Whether the player turns the board, that is, takes the side that was set up as Upper's.
    pub turned: bool,
    /// The side that moves first: the chooser ([`Seat::Lower`]) or the other player.
    pub starter: Seat,
}

impl Choice {
    /// All four choices, in their listed order.
    pub const ALL: [Choice; 4] = [
        Choice::new(false, Seat::Lower),
        Choice::new(false, Seat::Upper),
        Choice::new(true, Seat::Lower),
        Choice::new(true, Seat::Upper),
    ];

    const fn new(turned: bool, starter: Seat) -> Choice {
        Choice { turned, starter }
    }

    /// Returns the state after the choice. `setup` is the board with Lower to move.
    #[inline]
    pub const fn apply(self, setup: State) -> State {
        match (self.turned, self.starter) {
            (false, Seat::Lower) => setup,
            (false, Seat::Upper) => setup.turned(),
            (true, Seat::Lower) => setup.turned().exchanged(),
            (true, Seat::Upper) => setup.exchanged(),
        }
    }
}

/// Writes `stay+L`, `stay+U`, `turn+L` or `turn+U`: the board as it is or turned, and the starter.
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.turned { "turn" } else { "stay" };
        write!(f, "{side}+{}", self.starter.letter())
    }
}

/// A state of Random Mancala.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RandomState {
    /// The board is set up, with Lower to move, and the choice is open.
    Choosing(State),
    /// The choice is made, and the base game is played.
    Playing(State),
}

/// A move of Random Mancala.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RandomMove {
    /// The choice of side and starter.
    Choose(Choice),
    /// A move of the base game.
    Sow(Move),
}

/// Random Mancala from one setup, under the rules of a base game.
#[derive(Clone, Debug)]
pub struct RandomMancala {
    base: TwoRank,
    setup: Position,
    name: String,
}

impl RandomMancala {
    /// Creates the game from a given setup, of which only the pits matter, not the side to move or the stores. `None`
    /// if the setup has seeds past the pits of the base game.
    pub fn new(name: impl Into<String>, base: TwoRank, setup: Position) -> Option<RandomMancala> {
        let state = match setup.state().mover() {
            Seat::Lower => setup.state(),
            Seat::Upper => setup.state().turned(),
        };
        let setup = Position::new(state, base.rules().pits, [0; 2])?;
        Some(RandomMancala {
            base,
            setup,
            name: name.into(),
        })
    }

    /// Returns the base game, which is played once the choice is made.
    pub fn base(&self) -> &TwoRank {
        &self.base
    }

    /// Returns the full name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the setup, with Lower to move and empty stores.
    pub fn setup(&self) -> Position {
        self.setup
    }

    /// Returns the position after a choice, made on a board with Lower to move. The stores are turned with the board.
    #[must_use]
    pub fn choose(&self, setup: &Position, choice: Choice) -> Position {
        setup.with_state(choice.apply(setup.state()), choice.turned)
    }

    /// Returns the starting state, in which the choice is open.
    pub fn start(&self) -> RandomState {
        RandomState::Choosing(self.setup.state())
    }
}

impl Game for RandomMancala {
    type State = RandomState;
    type Move = RandomMove;

    #[inline]
    fn side_to_move(&self, state: &RandomState) -> Side {
        match state {
            RandomState::Choosing(_) => Side::First,
            RandomState::Playing(state) => self.base.side_to_move(state),
        }
    }

    #[inline]
    fn terminal(&self, state: &RandomState) -> Option<i32> {
        match state {
            RandomState::Choosing(_) => None,
            RandomState::Playing(state) => self.base.terminal(state),
        }
    }

    #[inline]
    fn moves(&self, state: &RandomState, moves: &mut Vec<RandomMove>) {
        match state {
            RandomState::Choosing(_) => moves.extend(Choice::ALL.map(RandomMove::Choose)),
            RandomState::Playing(state) => {
                moves.extend(self.base.legal(*state).map(RandomMove::Sow));
            }
        }
    }

    /// Plays a move. A choice during play, or a sowing before the choice, is not legal and changes nothing.
    #[inline]
    fn play(&self, state: &RandomState, chosen: RandomMove) -> Step<RandomState> {
        let stays = |after| Step {
            state: after,
            gain: 0,
            turn: Turn::between(self.side_to_move(state), self.side_to_move(&after)),
        };
        match (*state, chosen) {
            (RandomState::Choosing(setup), RandomMove::Choose(choice)) => {
                stays(RandomState::Playing(choice.apply(setup)))
            }
            (RandomState::Playing(state), RandomMove::Sow(chosen)) => {
                self.base.play(&state, chosen).map(RandomState::Playing)
            }
            _ => stays(*state),
        }
    }

    #[inline]
    fn bound(&self, state: &RandomState) -> i32 {
        let (RandomState::Choosing(state) | RandomState::Playing(state)) = state;
        self.base.bound(state)
    }

    fn always_ends(&self) -> bool {
        self.base().always_ends()
    }
}
