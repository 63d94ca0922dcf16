//! Choices that make progress, on random graphs, against distances by definition.

use proptest::prelude::*;
use sowlab_solvers::progress::{Convention, Progress, value_by_moves};
use sowlab_solvers::{Game, Monitor, Player, Side, Value};

use crate::reachable::{Toy, plain, toy};

const STATES: usize = Progress::MOST_STATES;

fn margin(value: Value, player: Player, convention: Convention) -> i32 {
    let of_leader = match (convention, player) {
        (Convention::Draw, _) => value.zero,
        (Convention::Loss, Player::Leader) => value.lower,
        (Convention::Loss, Player::Follower) => value.upper,
    };
    player.margin_of(of_leader)
}

/// A move of a state: what it leads to, its worth, and whether it leaves the layer.
struct Edge {
    to: usize,
    /// The player after it that was the leader before it.
    leader: Player,
    worth: Value,
    exit: bool,
}

fn edges(toy: &Toy, values: &[Value], from: usize) -> Vec<Edge> {
    let state = (from, Side::First);
    let chosen = 0..toy.moves[from].len();
    let edge = |chosen| {
        let step = toy.play(&state, chosen);
        let to = step.state.0;
        let over = toy.moves[to].is_empty();
        Edge {
            to,
            leader: Player::Leader.after(step.turn),
            worth: step.value(values[to]),
            exit: over || toy.layer[to] < toy.layer[from] || step.gain != 0,
        }
    };
    chosen.map(edge).collect()
}

/// The least number of moves in which this player can force an exit that keeps its margin, against any play. A reply
/// that loses margin is an exit. The key is the state and, if the other side is to move, `true`.
fn distances(toy: &Toy, values: &[Value], convention: Convention) -> Vec<[Option<u32>; 2]> {
    let mut found = vec![[None; 2]; values.len()];
    let players = [Player::Leader, Player::Follower];
    let place = |player: Player| usize::from(player == Player::Follower);
    for distance in 1..1000 {
        let before = found.clone();
        for (state, &value) in values.iter().enumerate() {
            for player in players {
                let edges = edges(toy, values, state);
                let goal = margin(value, player, convention);
                let after = |edge: &Edge| margin(edge.worth, player, convention);
                let done = |edge: &Edge| {
                    let seen = if player == Player::Leader {
                        edge.leader
                    } else {
                        !edge.leader
                    };
                    edge.exit || before[edge.to][place(seen)].is_some()
                };
                let forced = !edges.is_empty()
                    && match player {
                        Player::Leader => {
                            edges.iter().any(|edge| after(edge) == goal && done(edge))
                        }
                        Player::Follower => {
                            edges.iter().all(|edge| after(edge) > goal || done(edge))
                        }
                    };
                if forced && found[state][place(player)].is_none() {
                    found[state][place(player)] = Some(distance);
                }
            }
        }
        if found == before {
            return found;
        }
    }
    panic!("more moves than states");
}

fn forces(value: Value) -> Option<Convention> {
    if value.zero >= 0 && value.lower == value.zero {
        return Some(Convention::Loss);
    }
    (value.zero > 0).then_some(Convention::Draw)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_winner_takes_the_shortest_way_and_the_loser_the_longest(toy in toy()) {
        let values = plain(&toy);
        let value_of = |state: &(usize, Side)| Some(values[state.0]);
        let by_loss = distances(&toy, &values, Convention::Loss);
        let by_draw = distances(&toy, &values, Convention::Draw);
        let mut progress = Progress::new(STATES);
        for (number, &value) in values.iter().enumerate() {
            let state = (number, Side::First);
            if toy.moves[number].is_empty() {
                continue;
            }
            prop_assert_eq!(value_by_moves(&toy, &state, &value_of), Some(value));
            let legal: Vec<usize> = (0..toy.moves[number].len()).collect();
            let edges = edges(&toy, &values, number);
            let found = progress.advance(&toy, &value_of, &state, &legal, &());
            let (player, convention) = match (forces(value), forces(value.flipped())) {
                (Some(convention), _) => (Player::Leader, convention),
                (None, Some(convention)) => (Player::Follower, convention),
                (None, None) => {
                    prop_assert_eq!(found, None);
                    continue;
                }
            };
            let known = match convention {
                Convention::Loss => &by_loss,
                Convention::Draw => &by_draw,
            };
            let place = |player: Player| usize::from(player == Player::Follower);
            let distance = known[number][place(player)];
            prop_assert!(distance.is_some(), "{}: {:?}", number, value);
            let found = found.unwrap();
            let chosen = &edges[found.chosen];
            prop_assert_eq!(chosen.worth.zero, value.zero);
            let after = |edge: &Edge| {
                let seen = if player == Player::Leader { edge.leader } else { !edge.leader };
                match edge.exit {
                    true => 0,
                    false => known[edge.to][place(seen)].unwrap(),
                }
            };
            if let Some(told) = found.distance {
                prop_assert_eq!(Some(told), distance);
            }
            match player {
                Player::Leader => prop_assert_eq!(Some(after(chosen) + 1), distance),
                Player::Follower => {
                    let keeping = edges.iter().filter(|edge| edge.worth.zero == value.zero);
                    prop_assert_eq!(Some(after(chosen)), keeping.map(after).max());
                }
            }
        }
    }

    /// A way that was found within a limit is followed to its end.
    #[test]
    fn within_a_limit_no_state_comes_back(toy in toy(), most in 0..12usize) {
        let values = plain(&toy);
        let value_of = |state: &(usize, Side)| Some(values[state.0]);
        let mut progress = Progress::new(most);
        for number in 0..values.len() {
            let mut state = (number, Side::First);
            let mut seen = Vec::new();
            while !seen.contains(&state) {
                seen.push(state);
                let mut legal = Vec::new();
                toy.moves(&state, &mut legal);
                let found = progress.force(&toy, &value_of, &state, &legal, Convention::Loss, &());
                let Some(found) = found else { break };
                let before = found.distance;
                let step = toy.play(&state, found.chosen);
                // One side moves alone here: the other one passes at once where it can.
                if step.turn.is_other() || toy.layer[step.state.0] < toy.layer[state.0] {
                    break;
                }
                state = step.state;
                if before.is_some() {
                    prop_assert!(!seen.contains(&state));
                }
            }
        }
    }
}

struct Stopped;

impl Monitor for Stopped {
    fn cancelled(&self) -> bool {
        true
    }
}

#[test]
fn limits_and_monitors_end_the_search() {
    let toy = Toy::row(50);
    let values = plain(&toy);
    let value_of = |state: &(usize, Side)| Some(values[state.0]);
    let start = (0, Side::First);
    let advance = |most: usize, monitor: &dyn Monitor| {
        Progress::new(most).advance(&toy, &value_of, &start, &[0, 1], monitor)
    };
    let found = advance(STATES, &()).unwrap();
    assert_eq!((found.chosen, found.distance), (1, Some(50)));
    assert_eq!(advance(10, &()), None);
    assert_eq!(advance(STATES, &Stopped), None);
    // Distances that were found stay known until they are cleared.
    let mut progress = Progress::new(STATES);
    let stopped = |progress: &mut Progress| {
        progress.advance(&toy, &value_of, &(7, Side::First), &[0, 1], &Stopped)
    };
    assert_eq!(stopped(&mut progress), None);
    progress
        .advance(&toy, &value_of, &start, &[0, 1], &())
        .unwrap();
    assert_eq!(stopped(&mut progress).unwrap().distance, Some(43));
    // Certain distances do not depend on the game.
    progress.new_game();
    assert_eq!(stopped(&mut progress).unwrap().distance, Some(43));
}

/// Values that are not known are not guessed.
#[test]
fn nothing_is_chosen_where_a_value_is_not_known() {
    let toy = Toy::row(5);
    let values = plain(&toy);
    let value_of = |state: &(usize, Side)| (state.0 != 1).then_some(values[state.0]);
    let mut progress = Progress::new(STATES);
    let found = progress.advance(&toy, &value_of, &(0, Side::First), &[0, 1], &());
    assert_eq!(found, None);
}
