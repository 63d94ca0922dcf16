//! Games in which both sides choose at once, for the solvers of joint games.

use sowlab_solvers::{JointGame, Key, Keyed, Resolution, Step, Turn};

use super::game::WorldGame;
use super::position::Position;
use super::rules::{JointRules, Move};
use super::state::State;
use crate::Seat;

/// A game of the family in which both sides choose at once. The first side leads every round. A round that never ends is
/// infinite play, whatever the sequential game says of it.
#[derive(Clone, Debug)]
pub struct WorldRounds(WorldGame);

impl WorldRounds {
    /// Creates the game; `None` if one side moves at a time.
    pub fn new(game: WorldGame) -> Option<WorldRounds> {
        game.rules().joint()?;
        Some(WorldRounds(game))
    }

    /// Returns the sequential game, in which the second side sees the choice of the first.
    pub fn sequential(&self) -> &WorldGame {
        &self.0
    }

    /// Returns whether a position is the start of a round.
    pub fn is_start(&self, position: &Position) -> bool {
        let state = position.state();
        state.mover() == Seat::Lower && !self.0.rules().mid_move(state.board())
    }

    fn rules(&self) -> &dyn JointRules {
        let rules = self.0.rules().joint();
        rules.expect("checked when the game was created")
    }
}

impl JointGame for WorldRounds {
    type State = State;
    type Choice = Move;

    fn terminal(&self, state: &State) -> Option<i32> {
        let over = self.rules().choices(state.board(), Seat::Lower).is_empty();
        over.then(|| self.0.rules().rest(state.board()))
    }

    fn leader_choices(&self, state: &State, choices: &mut Vec<Move>) {
        choices.extend(self.rules().choices(state.board(), Seat::Lower));
    }

    fn follower_choices(&self, state: &State, _: Move, choices: &mut Vec<Move>) {
        choices.extend(self.rules().choices(state.board(), Seat::Upper));
    }

    fn resolve(&self, state: &State, first: Move, second: Move) -> Resolution<State> {
        let Some((board, gain)) = self.rules().round(state.board(), [first, second]) else {
            return Resolution::Endless;
        };
        let state = State::new(Seat::Lower, board);
        match self.terminal(&state) {
            Some(rest) => Resolution::Over {
                margin: gain + rest,
            },
            None => Resolution::Next(Step {
                state,
                gain,
                turn: Turn::Same,
            }),
        }
    }

    fn bound(&self, state: &State) -> i32 {
        state.board().seeds() as i32
    }
}

impl Keyed<State> for WorldRounds {
    fn key(&self, state: &State) -> Key {
        self.0.key(state)
    }
}
