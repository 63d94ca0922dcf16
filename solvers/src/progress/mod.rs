//! Moves that attain the value of a position.
//!
//! Values alone do not determine how to attain them. Where play can repeat itself, a move that keeps the value may lead
//! back to an earlier position. Among the moves that keep the value, [`Progress`] selects one after which the next
//! *exit* can be forced soonest. An exit is a move that gains something, takes counters off the board, or ends the
//! game.
//!
//! The side that has to force an exit depends on the infinite-play [`Convention`]:
//!
//! - A side whose `lower` and `zero` agree, and are not negative, forces an exit that keeps `lower`.
//! - A side with a positive `zero` above its `lower` forces an exit that keeps `zero`.
//! - Otherwise the other side may have to. This side then keeps `zero` and delays the exit.
//! - Where neither side has to, infinite play is optimal for both.
//!
//! The *distance* of a position is the number of moves of both sides until the exit. The side that forces it takes the
//! shortest path, the other side the longest. A reply that loses value counts as an exit, because the value then rises.
//! Each move shortens the distance, so that no position recurs before an exit.

mod graph;
mod move_value;
mod tabled;

use crate::{Game, Keyed, Monitor, Player, Step, Value};
use graph::Graph;
pub use move_value::{Convention, ValueOf, value_by_moves};
use move_value::{DistanceSource, DistanceStore, greatest, move_value};
pub use tabled::{Distances, DistancesOf, Tabled, TabledDistances};

/// A choice that keeps the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advance<Move> {
    /// The choice.
    pub chosen: Move,
    /// The distance of the position before it; `None` if no other choice keeps the value.
    pub distance: Option<u32>,
}

/// A legal move and its value for the side that makes it.
struct Choice<G: Game> {
    chosen: G::Move,
    step: Step<G::State>,
    value: Value,
    exit: bool,
}

/// Chooses moves that keep the value and make progress, and remembers the distances that it found.
///
/// ```
/// use sowlab_solvers::progress::Progress;
/// # use sowlab_solvers::{Game, Key, Keyed, Side, Step, Turn, Value};
/// /// One counter on a ring of eight places. Both sides may pass; the first side may also move it on, and takes it at
/// /// place 0.
/// struct Ring;
/// # impl Game for Ring {
/// #     type State = (u8, Side);
/// #     type Move = bool;
/// #     fn side_to_move(&self, state: &(u8, Side)) -> Side { state.1 }
/// #     fn terminal(&self, state: &(u8, Side)) -> Option<i32> { (state.0 == 0).then_some(0) }
/// #     fn moves(&self, state: &(u8, Side), moves: &mut Vec<bool>) {
/// #         moves.push(false);
/// #         if state.1 == Side::First { moves.push(true) }
/// #     }
/// #     fn play(&self, state: &(u8, Side), on: bool) -> Step<(u8, Side)> {
/// #         let place = (state.0 + u8::from(on)) % 8;
/// #         Step { state: (place, !state.1), gain: i32::from(place == 0), turn: Turn::Other }
/// #     }
/// #     fn bound(&self, state: &(u8, Side)) -> i32 { i32::from(state.0 != 0) }
/// # }
/// # impl Keyed<(u8, Side)> for Ring {
/// #     fn key(&self, state: &(u8, Side)) -> Key {
/// #         Key { bits: u128::from(state.0), tag: u16::from(state.1 == Side::First) }
/// #     }
/// # }
/// // impl Game for Ring, impl Keyed<(u8, Side)> for Ring …
///
/// // Everywhere the first side wins the counter.
/// let value = |state: &(u8, Side)| Some(Value::settled(if state.1 == Side::First { 1 } else { -1 }));
/// let mut progress = Progress::new(Progress::MOST_STATES);
/// let found = progress.advance(&Ring, &value, &(5, Side::First), &[false, true], &()).unwrap();
/// // Passing would keep the value too.
/// assert_eq!((found.chosen, found.distance), (true, Some(5)));
/// ```
#[derive(Clone, Debug)]
pub struct Progress {
    most_states: usize,
    /// The certain distances. A search from any of these states would find the same distance.
    certain: DistanceStore,
    /// The distances of searches that ended at the limit: each of a path to an exit, but perhaps not the shortest.
    limited: DistanceStore,
    /// The certain distances found by the small searches of a side that delays an exit; [`FAR`] where they ended at
    /// their limit.
    delayed: DistanceStore,
}

/// A number above any distance.
const FAR: u32 = u32::MAX;

impl Progress {
    /// The limit on the states of a search that players use.
    pub const MOST_STATES: usize = 400_000;
    /// The divisor of the limit on states for the search of a side that delays an exit.
    const DELAY_SHARE: usize = 400;
    /// The number of stored distances above which a store is cleared, as a multiple of the limit on states.
    const REMEMBERED: usize = 4;

    /// Creates a selector without stored distances. A search for a distance lists at most `most_states` states.
    pub fn new(most_states: usize) -> Progress {
        Progress {
            most_states,
            certain: DistanceStore::default(),
            limited: DistanceStore::default(),
            delayed: DistanceStore::default(),
        }
    }

    fn count_stored(&self) -> usize {
        Progress::REMEMBERED * self.most_states
    }

    /// Starts a new game with the same values. Choices do not depend on earlier games.
    pub fn new_game(&mut self) {
        self.limited.clear();
    }

    /// Selects a legal move that keeps `zero`, and `lower` too if the two agree. The side that has to force an exit
    /// takes the shortest path to it, the other side the longest. Of equal moves the first is selected.
    ///
    /// Returns `None` if a move has no known value, if neither side has to force an exit, or if the monitor cancelled.
    /// It also returns `None` if the limit on states hides the distance. A side that delays an exit searches fewer
    /// states.
    pub fn advance<G: Game + Keyed<G::State>>(
        &mut self,
        game: &G,
        value_of: &ValueOf<'_, G::State>,
        state: &G::State,
        legal: &[G::Move],
        monitor: &dyn Monitor,
    ) -> Option<Advance<G::Move>> {
        let choices = choices(game, value_of, state, legal)?;
        let value = choices.iter().map(|choice| choice.value);
        let value = value.reduce(greatest)?;
        let mut search = Search {
            progress: self,
            game,
            value_of,
            monitor,
        };
        if let Some(convention) = forces(value) {
            return search.shortest(state, &choices, convention);
        }
        let convention = forces(value.flipped())?;
        search.longest(state, &choices, convention)
    }

    /// Selects a legal move on the shortest path to an exit that keeps the best margin under a convention. Of equal
    /// moves the first is selected. Returns `None` as [`advance`](Progress::advance) does, and if no exit can be
    /// forced.
    pub fn force<G: Game + Keyed<G::State>>(
        &mut self,
        game: &G,
        value_of: &ValueOf<'_, G::State>,
        state: &G::State,
        legal: &[G::Move],
        convention: Convention,
        monitor: &dyn Monitor,
    ) -> Option<Advance<G::Move>> {
        let choices = choices(game, value_of, state, legal)?;
        let mut search = Search {
            progress: self,
            game,
            value_of,
            monitor,
        };
        search.shortest(state, &choices, convention)
    }
}

/// Returns the convention under which the side to move has to force an exit, if it has to.
fn forces(value: Value) -> Option<Convention> {
    match value.zero {
        zero if zero < 0 => None,
        zero if zero == value.lower => Some(Convention::Loss),
        0 => None,
        _ => Some(Convention::Draw),
    }
}

fn choices<G: Game>(
    game: &G,
    value_of: &ValueOf<'_, G::State>,
    state: &G::State,
    legal: &[G::Move],
) -> Option<Vec<Choice<G>>> {
    let bound = game.bound(state);
    let choice = |&chosen: &G::Move| {
        let step = game.play(state, chosen);
        let (value, exit) = move_value(game, bound, &step, value_of)?;
        Some(Choice {
            chosen,
            step,
            value,
            exit,
        })
    };
    legal.iter().map(choice).collect()
}

struct Search<'a, G: Game> {
    progress: &'a mut Progress,
    game: &'a G,
    value_of: &'a ValueOf<'a, G::State>,
    monitor: &'a dyn Monitor,
}

impl<G: Game + Keyed<G::State>> Search<'_, G> {
    /// Returns a choice that keeps the margin of the side to move, with the least distance.
    fn shortest(
        &mut self,
        state: &G::State,
        choices: &[Choice<G>],
        convention: Convention,
    ) -> Option<Advance<G::Move>> {
        let margin = |choice: &Choice<G>| convention.margin(choice.value, Player::Leader);
        let goal = choices.iter().map(margin).max()?;
        let keeping: Vec<&Choice<G>> = choices
            .iter()
            .filter(|choice| margin(choice) == goal)
            .collect();
        if let Some(exit) = keeping.iter().find(|choice| choice.exit) {
            return Some(Advance {
                chosen: exit.chosen,
                distance: Some(1),
            });
        }
        if let [only] = keeping[..] {
            return Some(Advance {
                chosen: only.chosen,
                distance: None,
            });
        }
        let (distance, found) = self.distance(state, convention, goal)?;
        let after =
            |choice: &&&Choice<G>| self.distance_after(found, choice, Player::Leader, convention);
        let near = keeping.iter().filter(|choice| after(choice).is_some());
        let best = near.min_by_key(after)?;
        Some(Advance {
            chosen: best.chosen,
            distance: Some(distance),
        })
    }

    /// Returns a choice that keeps `zero`, with the greatest distance until the other side forces an exit.
    fn longest(
        &mut self,
        state: &G::State,
        choices: &[Choice<G>],
        convention: Convention,
    ) -> Option<Advance<G::Move>> {
        let zero = choices.iter().map(|choice| choice.value.zero).max()?;
        let keeping: Vec<&Choice<G>> = choices
            .iter()
            .filter(|choice| choice.value.zero == zero)
            .collect();
        if let [only] = keeping[..] {
            return Some(Advance {
                chosen: only.chosen,
                distance: None,
            });
        }
        let margins = choices.iter().map(|choice| choice.value);
        let value = margins.reduce(greatest)?;
        let goal = convention.margin(value, Player::Follower);
        let distance = self.delayed_distance(state, convention, goal)?;
        let after = |choice: &&Choice<G>| match choice.exit {
            true => 0,
            false => self
                .distance_after(
                    DistanceSource::Delayed,
                    choice,
                    Player::Follower,
                    convention,
                )
                .unwrap_or(FAR),
        };
        let best = keeping.into_iter().rev().max_by_key(after)?;
        Some(Advance {
            chosen: best.chosen,
            distance: Some(distance),
        })
    }

    /// Returns the known distance after a choice, for a player as seen before it.
    fn distance_after(
        &self,
        found: DistanceSource,
        choice: &Choice<G>,
        player: Player,
        convention: Convention,
    ) -> Option<u32> {
        let key = self.game.key(&choice.step.state);
        let place = (key, player.after(choice.step.turn), convention);
        let distances = match found {
            DistanceSource::Certain => &self.progress.certain,
            DistanceSource::Limited => &self.progress.limited,
            DistanceSource::Delayed => &self.progress.delayed,
        };
        distances.get(&place).copied()
    }

    /// Returns the distance of a state in which the side to move forces an exit, known or searched.
    fn distance(
        &mut self,
        state: &G::State,
        convention: Convention,
        goal: i32,
    ) -> Option<(u32, DistanceSource)> {
        let player = Player::Leader;
        let place = (self.game.key(state), player, convention);
        // A path is followed to its end.
        if let Some(&known) = self.progress.limited.get(&place) {
            return Some((known, DistanceSource::Limited));
        }
        if let Some(&known) = self.progress.certain.get(&place) {
            return Some((known, DistanceSource::Certain));
        }
        let most = self.progress.most_states;
        let mut graph = Graph::new(self.game, self.value_of, convention, goal);
        let found = graph.search(*state, player, most, self.monitor)?;
        let remembered = self.progress.count_stored();
        let distances = match found {
            DistanceSource::Limited => &mut self.progress.limited,
            _ => &mut self.progress.certain,
        };
        graph.store(distances, remembered);
        Some((*distances.get(&place)?, found))
    }

    /// Returns the distance of a state in which the other side forces an exit, stored or found by a smaller search. A
    /// longer delay does not justify a longer search.
    fn delayed_distance(
        &mut self,
        state: &G::State,
        convention: Convention,
        goal: i32,
    ) -> Option<u32> {
        let player = Player::Follower;
        let place = (self.game.key(state), player, convention);
        if let Some(&known) = self.progress.delayed.get(&place) {
            return (known != FAR).then_some(known);
        }
        let most = self.progress.most_states / Progress::DELAY_SHARE;
        let mut graph = Graph::new(self.game, self.value_of, convention, goal);
        let found = graph.search(*state, player, most, self.monitor);
        if found != Some(DistanceSource::Certain) {
            if !self.monitor.cancelled() {
                self.progress.delayed.insert(place, FAR);
            }
            return None;
        }
        let remembered = self.progress.count_stored();
        graph.store(&mut self.progress.delayed, remembered);
        self.progress.delayed.get(&place).copied()
    }
}
