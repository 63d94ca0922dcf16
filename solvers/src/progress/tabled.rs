//! Choices by the distances of endgame tables, without a search.

use super::move_value::{Convention, ValueOf, greatest, move_value};
use super::{Advance, Choice, choices, forces};
use crate::{Game, Player, Value};

/// The distances of a position to the next exit, in rounds, or in moves of a sequential game. An exit gains something,
/// takes counters off the board, ends the game, or raises the margin that the side can attain. A finished position of a
/// sequential game has distance 1. A distance is 0 where the side has nothing to force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Distances {
    /// For the side to move (the leader), which keeps `lower`. It is 0 where `lower` is the least margin of the layer.
    pub leader: u8,
    /// For the other side, which keeps `upper`. It is 0 where `upper` is the greatest margin of the layer.
    pub follower: u8,
    /// For the side that wins with infinite play as a draw, and keeps `zero`. A position in which the ends guarantee
    /// that much is an exit, too. It is 0 where the ends already guarantee `zero`, and where `zero` is 0.
    pub zero: u8,
}

/// What tables know about the distances of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TabledDistances {
    /// The distances.
    Known(Distances),
    /// The state is within a round. Its distances follow from those after its moves.
    MidRound,
    /// No table has the distances.
    Missing,
}

/// The distances of a state in which a move is legal.
pub type DistancesOf<'a, State> = dyn Fn(&State) -> TabledDistances + 'a;

/// Values and distances of tables.
pub struct Tabled<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The values.
    pub value_of: &'a ValueOf<'a, G::State>,
    /// The distances.
    pub distances_of: &'a DistancesOf<'a, G::State>,
}

impl<G: Game> Tabled<'_, G> {
    /// Selects a legal move as [`Progress::advance`](super::Progress::advance) does. Returns `None` if neither side has
    /// to force an exit, or if a value or a distance is missing. Distances are in rounds.
    pub fn advance(&self, state: &G::State, legal: &[G::Move]) -> Option<Advance<G::Move>> {
        let choices = choices(self.game, self.value_of, state, legal)?;
        let value = choices.iter().map(|choice| choice.value);
        let value = value.reduce(greatest)?;
        if let Some(convention) = forces(value) {
            return self.shortest(&choices, value, convention);
        }
        let convention = forces(value.flipped())?;
        let zero = |choice: &Choice<G>| choice.value.zero;
        let goal = convention.margin(value, Player::Follower);
        let keeping = choices.iter().filter(|choice| zero(choice) == value.zero);
        let mut best: Option<(u32, &Choice<G>)> = None;
        for choice in keeping {
            let distance = self.after_choice(choice, Player::Follower, convention, goal)?;
            if best.is_none_or(|(most, _)| distance > most) {
                best = Some((distance, choice));
            }
        }
        best.map(chosen)
    }

    /// Selects a legal move as [`Progress::force`](super::Progress::force) does. Returns `None` if no exit can be
    /// forced, or if a value or a distance is missing.
    pub fn force(
        &self,
        state: &G::State,
        legal: &[G::Move],
        convention: Convention,
    ) -> Option<Advance<G::Move>> {
        let choices = choices(self.game, self.value_of, state, legal)?;
        let value = choices.iter().map(|choice| choice.value);
        let value = value.reduce(greatest)?;
        self.shortest(&choices, value, convention)
    }

    /// Returns the first choice with the least distance among those that keep the margin of the side to move.
    fn shortest(
        &self,
        choices: &[Choice<G>],
        value: Value,
        convention: Convention,
    ) -> Option<Advance<G::Move>> {
        let goal = convention.margin(value, Player::Leader);
        let mut best: Option<(u32, &Choice<G>)> = None;
        for choice in choices {
            if convention.margin(choice.value, Player::Leader) < goal {
                continue;
            }
            let distance = self.after_choice(choice, Player::Leader, convention, goal)?;
            if best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, choice));
            }
        }
        best.map(chosen)
    }

    /// Returns the distance after a choice, for the player that forces an exit as seen before it.
    fn after_choice(
        &self,
        choice: &Choice<G>,
        player: Player,
        convention: Convention,
        goal: i32,
    ) -> Option<u32> {
        if choice.exit || convention.margin(choice.value, player) > goal {
            return Some(0);
        }
        let player = player.after(choice.step.turn);
        self.distance(&choice.step.state, player, convention, goal)
    }

    /// Returns the distance of a state for the player that forces an exit and keeps this margin from there on.
    fn distance(
        &self,
        state: &G::State,
        player: Player,
        convention: Convention,
        goal: i32,
    ) -> Option<u32> {
        let guaranteed = Convention::Loss.margin((self.value_of)(state)?, player);
        if convention == Convention::Draw && guaranteed >= goal {
            return Some(0);
        }
        let known = match (self.distances_of)(state) {
            TabledDistances::Known(known) => known,
            TabledDistances::MidRound => return self.mid_round(state, player, convention, goal),
            TabledDistances::Missing => return None,
        };
        let distance = match (convention, player) {
            (Convention::Draw, _) => known.zero,
            (Convention::Loss, Player::Leader) => known.leader,
            (Convention::Loss, Player::Follower) => known.follower,
        };
        (distance > 0).then_some(distance.into())
    }

    /// Returns the distance of a state within a round, from those after its moves.
    fn mid_round(
        &self,
        state: &G::State,
        player: Player,
        convention: Convention,
        goal: i32,
    ) -> Option<u32> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let bound = self.game.bound(state);
        let mut best: Option<u32> = None;
        for chosen in moves {
            let step = self.game.play(state, chosen);
            let (value, exit) = move_value(self.game, bound, &step, self.value_of)?;
            let choice = Choice {
                chosen,
                step,
                value,
                exit,
            };
            let margin = convention.margin(choice.value, player);
            let distance = match player {
                Player::Leader if margin < goal => continue,
                Player::Follower if margin < goal => return None,
                _ => self.after_choice(&choice, player, convention, goal)?,
            };
            best = Some(match (best, player) {
                (None, _) => distance,
                (Some(best), Player::Leader) => best.min(distance),
                (Some(best), Player::Follower) => best.max(distance),
            });
        }
        best
    }
}

/// Returns the choice, with the distance of the state before it.
fn chosen<G: Game>((distance, choice): (u32, &Choice<G>)) -> Advance<G::Move> {
    Advance {
        chosen: choice.chosen,
        distance: Some(distance + 1),
    }
}
