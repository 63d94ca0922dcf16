//! Every state that can be reached, on random graphs, against plain iteration; and the search of
//! the same games as games of rounds.

use proptest::prelude::*;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::search::proof::{Narrowing, ProofSearch, ProofTable};
use sowlab_solvers::search::rounds::{Deepening, RoundSearch};
use sowlab_solvers::{
    Game, Interval, Key, Keyed, Oracle, Player, Problem, Reachable, ReachableError, Sequential,
    Side, Step, Turn, Value,
};

/// A random graph: layers of states, moves within a layer for nothing or to a lower one for a gain.
#[derive(Clone, Debug)]
pub(crate) struct Toy {
    /// The moves of each state: target, gain, and whether the turn passes. `None`: the game is over.
    pub(crate) moves: Vec<Vec<(usize, i32, bool)>>,
    over: Vec<i32>,
    pub(crate) layer: Vec<i32>,
}

impl Toy {
    /// A row of places on which the side to move may stay or move on, always the same side; it wins 4 at the last.
    pub(crate) fn row(places: usize) -> Toy {
        let place = |number: usize| vec![(number, 0, false), (number + 1, 0, false)];
        Toy {
            moves: (0..places).map(place).chain([Vec::new()]).collect(),
            over: vec![4; places + 1],
            layer: vec![0; places + 1],
        }
    }
}

impl Game for Toy {
    type State = (usize, Side);
    type Move = usize;

    fn side_to_move(&self, state: &Self::State) -> Side {
        state.1
    }

    fn terminal(&self, state: &Self::State) -> Option<i32> {
        self.moves[state.0].is_empty().then(|| self.over[state.0])
    }

    fn moves(&self, state: &Self::State, moves: &mut Vec<usize>) {
        moves.extend(0..self.moves[state.0].len());
    }

    fn play(&self, state: &Self::State, chosen: usize) -> Step<Self::State> {
        let (to, gain, passes) = self.moves[state.0][chosen];
        Step {
            state: (to, if passes { !state.1 } else { state.1 }),
            gain,
            turn: Turn::other_if(passes),
        }
    }

    fn bound(&self, state: &Self::State) -> i32 {
        4 * (self.layer[state.0] + 1)
    }
}

impl Keyed<(usize, Side)> for Toy {
    fn key(&self, state: &(usize, Side)) -> Key {
        Key {
            bits: state.0 as u128,
            tag: 0,
        }
    }
}

prop_compose! {
    pub(crate) fn toy()(states in 1..14usize)(
        layer in proptest::collection::vec(0..3i32, states),
        over in proptest::collection::vec(-4..=4i32, states),
        wanted in proptest::collection::vec(
            proptest::collection::vec((0..states, -3..=3i32, any::<bool>()), 0..4), states),
    ) -> Toy {
        let moves = wanted.iter().enumerate().map(|(from, wanted)| {
            wanted.iter().filter(|&&(to, _, _)| layer[to] <= layer[from])
                .map(|&(to, gain, passes)| {
                    (to, if layer[to] == layer[from] { 0 } else { gain }, passes)
                }).collect()
        }).collect();
        Toy { moves, over, layer }
    }
}

/// Layer by layer, from nothing known, all states over and over.
pub(crate) fn plain(toy: &Toy) -> Vec<Value> {
    let states = toy.moves.len();
    let iterate = |infinite: &dyn Fn(usize) -> (i32, i32), layer: i32, below: &[(i32, i32)]| {
        let mut values: Vec<(i32, i32)> = (0..states)
            .map(|state| match toy.layer[state] == layer {
                true => infinite(state),
                false => below[state],
            })
            .collect();
        loop {
            let mut next = values.clone();
            for state in (0..states).filter(|&state| toy.layer[state] == layer) {
                let replies = toy.moves[state].iter().map(|&(to, gain, passes)| {
                    let (lower, upper) = values[to];
                    match passes {
                        true => (gain - upper, gain - lower),
                        false => (gain + lower, gain + upper),
                    }
                });
                next[state] = replies
                    .reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)))
                    .unwrap_or((toy.over[state], toy.over[state]));
            }
            if next == values {
                return values;
            }
            values = next;
        }
    };
    let mut ends = vec![(0, 0); states];
    let mut zero = vec![(0, 0); states];
    for layer in 0..3 {
        let infinite = |state: usize| {
            let bound = toy.bound(&(state, Side::First));
            (-bound, bound)
        };
        ends = iterate(&infinite, layer, &ends);
        let between = iterate(&infinite, layer, &zero);
        for state in (0..states).filter(|&state| toy.layer[state] == layer) {
            let value = 0.clamp(between[state].0, between[state].1);
            zero[state] = (value, value);
        }
    }
    ends.into_iter()
        .zip(zero)
        .map(|((lower, upper), (zero, _))| Value { lower, zero, upper })
        .collect()
}

/// An oracle of the states of the lowest layer, if it has their values.
struct Lowest<'a> {
    toy: &'a Toy,
    values: Option<&'a [Value]>,
}

impl Oracle<(usize, Side)> for Lowest<'_> {
    fn interval(&self, state: &(usize, Side), loser: Option<Player>) -> Option<Interval> {
        let value = self.values?[state.0];
        let margin = match loser {
            Some(Player::Leader) => value.lower,
            Some(Player::Follower) => value.upper,
            None => value.zero,
        };
        (self.toy.layer[state.0] == 0).then_some(Interval::exact(margin))
    }
}

proptest! {
    #[test]
    fn every_state_has_the_value_of_plain_iteration(toy in toy()) {
        let expected = plain(&toy);
        let reachable = Reachable::solve(&toy, (0, Side::First), 100, &()).unwrap();
        for (state, &value) in expected.iter().enumerate() {
            let key = toy.key(&(state, Side::First));
            if let Some(found) = reachable.value(key) {
                prop_assert_eq!(found, value, "{}", state);
            }
        }
        prop_assert!(reachable.states() <= toy.moves.len());
        prop_assert!(reachable.value(toy.key(&(0, Side::Second))).is_some());
    }

    #[test]
    fn search_by_rounds_proves_nothing_else(toy in toy(), helped in any::<bool>()) {
        let expected = plain(&toy);
        let helped = helped.then_some(&expected[..]);
        let known = Lowest { toy: &toy, values: helped };
        let game = Sequential(&toy);
        let table = TranspositionTable::new(1 << 12).unwrap();
        let search = RoundSearch::new(Problem::new(&game).with_oracle(&known), &table, &());
        let mut deepening = Deepening::new(&search, (0, Side::First));
        for _ in 0..20 {
            let proven = deepening.proven();
            let Value { lower, upper, .. } = expected[0];
            prop_assert!(proven.lower.low <= lower && lower <= proven.lower.high);
            prop_assert!(proven.upper.low <= upper && upper <= proven.upper.high);
            if !deepening.deepen().unwrap() {
                break;
            }
        }
    }

    #[test]
    fn proof_search_proves_what_each_side_can_be_sure_of(
        toy in toy(),
        helped in any::<bool>(),
        first_budget in 1..50u64,
    ) {
        let expected = plain(&toy);
        let helped = helped.then_some(&expected[..]);
        let known = Lowest { toy: &toy, values: helped };
        let start = (0, Side::First);
        let game = Sequential(&toy);
        let table = ProofTable::new(1 << 16).unwrap();
        let problem = Problem::new(&game).with_oracle(&known);
        let search = ProofSearch::new(problem, &table, &());
        // With more quiet moves than there are states, each with either side's loss, one comes back.
        let mut narrowing = Narrowing::new(&search, start).with_quiet(&[2, 28]);
        let Value { lower, upper, .. } = expected[0];
        let mut budget = first_budget;
        loop {
            let proven = narrowing.proven();
            prop_assert!(proven.lower.low <= lower && lower <= proven.lower.high);
            prop_assert!(proven.upper.low <= upper && upper <= proven.upper.high);
            if narrowing.narrow(budget).unwrap() {
                continue;
            }
            if !narrowing.may_prove_more() {
                break;
            }
            budget *= 2;
        }
        let proven = narrowing.proven();
        prop_assert_eq!((proven.lower.low, proven.upper.high), (lower, upper));
        if lower > -toy.bound(&start) && toy.terminal(&start).is_none() {
            let chosen = narrowing.securing_choice().unwrap().unwrap();
            let (to, gain, passes) = toy.moves[0][chosen];
            let worth = if passes { gain - expected[to].upper } else { gain + expected[to].lower };
            prop_assert_eq!(worth, lower);
        }
    }
}

#[test]
fn too_many_states_are_an_error() {
    let toy = Toy {
        moves: (0..10)
            .map(|state| vec![((state + 1) % 10, 0, true)])
            .collect(),
        over: vec![0; 10],
        layer: vec![0; 10],
    };
    let error = Reachable::solve(&toy, (0, Side::First), 5, &()).unwrap_err();
    assert_eq!(error, ReachableError::TooMany(5));
    let value = Reachable::solve(&toy, (0, Side::First), 10, &())
        .unwrap()
        .value(toy.key(&(3, Side::First)));
    let all = Value {
        lower: -4,
        zero: 0,
        upper: 4,
    };
    assert_eq!(value, Some(all));
}
