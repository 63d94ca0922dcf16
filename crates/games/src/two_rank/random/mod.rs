//! Random Mancala (John P. Pratt, 2009): one player sets up the pits as he likes, the other
//! chooses his side and who starts. The choice is part of the game, a generalised pie rule.

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

/// What the player decides who did not set up the board. He is [`Side::First`] and plays Lower
/// from here on: to take Upper's side is to turn the board first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// Whether he turns the board, that is, takes the side that was set up as Upper's.
    pub turned: bool,
    /// Who moves first: he himself ([`Seat::Lower`]) or the other player.
    pub starter: Seat,
}

impl Choice {
    /// All four, in the order in which they are listed.
    pub const ALL: [Choice; 4] = [
        Choice::new(false, Seat::Lower),
        Choice::new(false, Seat::Upper),
        Choice::new(true, Seat::Lower),
        Choice::new(true, Seat::Upper),
    ];

    const fn new(turned: bool, starter: Seat) -> Choice {
        Choice { turned, starter }
    }

    /// The state after it. `setup` is the board with Lower to move.
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

/// `stay+L`, `stay+U`, `turn+L` or `turn+U`: the board as it is or turned, and who starts.
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
    /// The choice is made, and the game is that of the base rules.
    Playing(State),
}

/// A move of Random Mancala.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RandomMove {
    /// The choice.
    Choose(Choice),
    /// A move of the base rules.
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
    /// The game from a given setup: pits only, whoever is to move there and whatever lies in the
    /// stores. `None` if it has not as many pits as the base game.
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

    /// The game that is played once the choice is made.
    pub fn base(&self) -> &TwoRank {
        &self.base
    }

    /// The full name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The board as it is set up, Lower to move, stores empty.
    pub fn setup(&self) -> Position {
        self.setup
    }

    /// The position after a choice, made on a board where Lower is to move. Stores are turned with the board.
    #[must_use]
    pub fn choose(&self, setup: &Position, choice: Choice) -> Position {
        setup.with_state(choice.apply(setup.state()), choice.turned)
    }

    /// The starting state: the choice is open.
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

    /// A choice in play, or a sowing before the choice, is no legal move and changes nothing.
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
