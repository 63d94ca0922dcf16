//! A four-rank game: legal moves, play and the end.

use std::sync::Arc;

use sowlab_solvers::{Game, Side, Step, Turn};

use crate::Seat;

use super::moves::Move;
use super::rules::Rules;
use super::sowing::{Course, Outcome, Sower};
use super::state::State;

/// The margin of a win: nothing is counted but who makes the last move.
pub(super) const WIN: i32 = 1;

/// A four-rank game under one rule set, with its sowing tables.
#[derive(Clone, Debug)]
pub struct FourRank {
    rules: Rules,
    name: String,
    sower: Arc<Sower>,
}

impl FourRank {
    /// Builds the game with these rules. Results use `name` for it.
    pub fn new(name: impl Into<String>, rules: Rules) -> FourRank {
        FourRank {
            rules,
            name: name.into(),
            sower: Arc::new(Sower::new(rules)),
        }
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The full name: the game and every option.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The starting state: Lower to move.
    pub fn start(&self) -> State {
        let [lower, upper] = self.rules.start();
        State::new(Seat::Lower, lower, upper)
    }

    /// The legal moves, by pit; none if the game is over.
    pub fn legal(&self, state: &State) -> impl Iterator<Item = Move> + use<> {
        let own = *state.own();
        let pits = match state.endless() {
            None => 0..self.rules.ring() as u8,
            Some(_) => 0..0,
        };
        let sown = pits.filter(move |&pit| own[usize::from(pit)] >= 2);
        let on = state.endless().map(|_| Move::Continue);
        sown.map(Move::Sow).chain(on)
    }

    /// Returns whether the side to move has a move; an endless sowing counts.
    #[inline]
    pub fn can_move(&self, state: &State) -> bool {
        state.own().iter().any(|&seeds| seeds >= 2)
    }

    /// Sows a pit that holds at least two seeds, whatever the phase of the state, and returns the laps and the outcome.
    ///
    /// ```
    /// use sowlab_games::four_rank::{FourRankVariant, Outcome, Period};
    /// let game = "owela:pits=2".parse::<FourRankVariant>().unwrap().game();
    /// let state = game.parse_position("2,1/2,3/0,1/1,2 L").unwrap();
    /// let endless = Outcome::Endless(Period { laps: 60, first_lap: 3 });
    /// assert_eq!(game.course(&state, 2).outcome, endless);
    /// ```
    #[inline]
    pub fn course(&self, state: &State, pit: u8) -> Course {
        self.sower.follow(state.own(), state.other(), pit.into())
    }

    /// The state after a legal move. A move that is not legal is not noticed.
    #[inline]
    pub fn after(&self, state: &State, chosen: Move) -> State {
        let Move::Sow(pit) = chosen else {
            return *state;
        };
        match self.course(state, pit).outcome {
            Outcome::Ends { own, other } => State::new(!state.mover(), other, own),
            Outcome::Endless(_) => state.sown_for_ever(pit),
        }
    }
}

impl Game for FourRank {
    type State = State;
    type Move = Move;

    #[inline]
    fn endless(&self, state: &State) -> bool {
        state.endless().is_some()
    }

    #[inline]
    fn side_to_move(&self, state: &State) -> Side {
        state.mover().into()
    }

    /// The side that cannot move loses.
    #[inline]
    fn terminal(&self, state: &State) -> Option<i32> {
        (!self.can_move(state)).then_some(-WIN)
    }

    #[inline]
    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        moves.extend(self.legal(state));
    }

    #[inline]
    fn play(&self, state: &State, chosen: Move) -> Step<State> {
        let state = self.after(state, chosen);
        let turn = match state.endless() {
            None => Turn::Other,
            Some(_) => Turn::Same,
        };
        Step {
            state,
            gain: 0,
            turn,
        }
    }

    #[inline]
    fn bound(&self, _: &State) -> i32 {
        WIN
    }
}
