//! The search with all states in memory.

use std::hash::BuildHasherDefault;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::{DashMap, DashSet};
use rayon::prelude::*;
use rustc_hash::FxHasher;

use super::{Reach, ReachRound};
use crate::{Monitor, Resolution, Step, Successors};

/// The maximum number of states resolved together by one thread. It is large, because a game may be faster if it
/// resolves them together.
const STATES_AT_ONCE: usize = 4096;

/// The first path to a state.
#[derive(Clone, Copy)]
struct Link<C> {
    /// The index of the parent among the states of the previous round.
    parent: u32,
    /// The index of the joint move in the parent.
    order: u32,
    choices: (C, C),
}

impl<C> Link<C> {
    fn rank(&self) -> (u32, u32) {
        (self.parent, self.order)
    }
}

/// Searches every state that can be reached from `start` in fewer than `rounds` rounds, each once. It counts the
/// non-terminating rounds among the joint moves there.
///
/// All distinct states are in memory. Each takes some 40 bytes and twice its size. The states after the last round are
/// not stored.
///
/// # Panics
/// Panics if more than 2³² − 1 states are first reached in one round.
pub fn reach<G: Successors>(
    game: &G,
    start: G::State,
    rounds: u32,
    monitor: &dyn Monitor,
) -> Reach<G::Choice> {
    reach_within(game, start, rounds, u64::MAX, monitor).expect("there is no limit")
}

/// Searches as [`reach`] does, within a limit on distinct states in memory, the start among them. Returns `None` as
/// soon as the search exceeds the limit.
///
/// # Panics
/// Panics as [`reach`] does.
pub fn reach_within<G: Successors>(
    game: &G,
    start: G::State,
    rounds: u32,
    most_states: u64,
    monitor: &dyn Monitor,
) -> Option<Reach<G::Choice>> {
    let held = AtomicU64::new(0);
    let too_many = || held.load(Ordering::Relaxed) > most_states;
    let seen: DashSet<G::State, BuildHasherDefault<FxHasher>> = DashSet::default();
    let mut frontier = Vec::new();
    if !game.is_over(&start) {
        seen.insert(start);
        frontier.push(start);
        held.store(1, Ordering::Relaxed);
    }
    if too_many() {
        return None;
    }
    // The links of the states of each round except the first.
    let mut links: Vec<Vec<Link<G::Choice>>> = Vec::new();
    let mut result = Reach {
        rounds: Vec::new(),
        witness: None,
        cancelled: false,
    };
    for round in 1..=rounds {
        if frontier.is_empty() {
            break;
        }
        let last = round == rounds;
        // The chunks are small enough that no thread waits at the end.
        let at_once =
            (frontier.len() / (8 * rayon::current_num_threads())).clamp(8, STATES_AT_ONCE);
        monitor.begin(&format!("round {round}"), frontier.len() as u64);
        let next: DashMap<G::State, Link<G::Choice>, BuildHasherDefault<FxHasher>> =
            DashMap::default();
        let first_endless: Mutex<Option<Link<G::Choice>>> = Mutex::new(None);
        let count = |(chunk, states): (usize, &[G::State])| {
            if monitor.cancelled() || too_many() {
                return None;
            }
            let (mut joint_moves, mut endless) = (0u64, 0u64);
            let (mut current, mut order) = (usize::MAX, 0);
            game.each_round(states, &mut |index, first, second, resolution| {
                joint_moves += 1;
                order = if index == current { order + 1 } else { 0 };
                current = index;
                let link = || Link {
                    parent: u32::try_from(chunk * at_once + index).expect("2³² states"),
                    order,
                    choices: (first, second),
                };
                match resolution {
                    Resolution::Endless => {
                        endless += 1;
                        let mut best = first_endless.lock().expect("no thread panics here");
                        keep_first(&mut best, link());
                    }
                    Resolution::Next(Step { state, .. }) if !last => {
                        debug_assert!(!game.is_over(&state));
                        if !seen.contains(&state) {
                            next.entry(state)
                                .and_modify(|best| {
                                    if link().rank() < best.rank() {
                                        *best = link();
                                    }
                                })
                                .or_insert_with(|| {
                                    held.fetch_add(1, Ordering::Relaxed);
                                    link()
                                });
                        }
                    }
                    Resolution::Next(Step { .. }) | Resolution::Over { .. } => {}
                }
            });
            // A game that searches may have stopped early, with too few joint moves.
            if monitor.cancelled() {
                return None;
            }
            monitor.advance(states.len() as u64);
            Some((joint_moves, endless))
        };
        let counted = frontier
            .par_chunks(at_once)
            .enumerate()
            .map(count)
            .try_reduce(|| (0, 0), |a, b| Some((a.0 + b.0, a.1 + b.1)));
        if too_many() {
            return None;
        }
        let Some((joint_moves, endless)) = counted else {
            result.cancelled = true;
            break;
        };
        result.rounds.push(ReachRound {
            round,
            states: frontier.len() as u64,
            joint_moves,
            endless,
        });
        if result.witness.is_none() {
            let found = first_endless.into_inner().expect("no thread panics here");
            result.witness = found.map(|link| choices_to(&links, link));
        }
        if last {
            break;
        }
        // The order is that of discovery, so that witnesses do not depend on the threads.
        let mut reached: Vec<(G::State, Link<G::Choice>)> = next.into_iter().collect();
        reached.par_sort_unstable_by_key(|(_, link)| link.rank());
        frontier = reached.iter().map(|&(state, _)| state).collect();
        links.push(reached.into_iter().map(|(_, link)| link).collect());
        frontier.par_iter().for_each(|&state| {
            seen.insert(state);
        });
    }
    Some(result)
}

fn keep_first<C>(best: &mut Option<Link<C>>, link: Link<C>) {
    if best.as_ref().is_none_or(|best| link.rank() < best.rank()) {
        *best = Some(link);
    }
}

/// Returns the choices from the start to the joint move of this link.
fn choices_to<C: Copy>(links: &[Vec<Link<C>>], last: Link<C>) -> Vec<(C, C)> {
    let mut way = vec![last.choices];
    let mut parent = last.parent;
    for round in links.iter().rev() {
        let link = &round[parent as usize];
        way.push(link.choices);
        parent = link.parent;
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{JointGame, Turn};

    /// Both sides choose 1 or 2 and add both to a number. A round that results in 7 or 9 does not terminate; past 20
    /// the game is over.
    struct Sums;

    impl JointGame for Sums {
        type State = u32;
        type Choice = u32;

        fn terminal(&self, state: &u32) -> Option<i32> {
            (*state > 20).then_some(0)
        }

        fn leader_choices(&self, _: &u32, choices: &mut Vec<u32>) {
            choices.extend([1, 2]);
        }

        fn follower_choices(&self, _: &u32, _: u32, choices: &mut Vec<u32>) {
            choices.extend([1, 2]);
        }

        fn resolve(&self, state: &u32, first: u32, second: u32) -> Resolution<u32> {
            match state + first + second {
                7 | 9 => Resolution::Endless,
                sum @ 21.. => Resolution::Over { margin: sum as i32 },
                sum => Resolution::Next(Step {
                    state: sum,
                    gain: 0,
                    turn: Turn::Same,
                }),
            }
        }

        fn bound(&self, _: &u32) -> i32 {
            24
        }
    }

    #[test]
    fn counts_each_state_once_and_finds_a_shortest_witness() {
        let found = reach(&Sums, 0, 4, &());
        // Sums 0; then 2, 3, 4; then 5, 6, 8 (4 is known); then 10, 11, 12.
        let counts: Vec<_> = found
            .rounds
            .iter()
            .map(|round| (round.states, round.joint_moves, round.endless))
            .collect();
        // 3+4 and 4+3 reach 7 once and twice; 5+2, 5+4 and 6+3 twice: non-terminating rounds.
        assert_eq!(counts, [(1, 4, 0), (3, 12, 3), (3, 12, 4), (3, 12, 0)]);
        assert_eq!(found.witness, Some(vec![(1, 2), (2, 2)]));
        assert!(!found.cancelled);
    }

    #[test]
    fn does_not_depend_on_the_number_of_threads() {
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| reach(&Sums, 0, 8, &()))
        };
        let (one, four) = (on(1), on(4));
        assert_eq!(one.rounds, four.rounds);
        assert_eq!(one.witness, four.witness);
    }

    #[test]
    fn gives_up_past_the_limit() {
        // 0; 2, 3, 4; 5, 6, 8; 10, 11, 12.
        assert!(reach_within(&Sums, 0, 4, 9, &()).is_none());
        assert!(reach_within(&Sums, 0, 4, 10, &()).is_some());
        assert!(reach_within(&Sums, 0, 1, 0, &()).is_none());
        assert!(reach_within(&Sums, 0, 1, 1, &()).is_some());
    }

    #[test]
    fn a_finished_start_has_no_rounds() {
        assert!(reach(&Sums, 21, 3, &()).rounds.is_empty());
    }

    #[test]
    fn a_cancelled_search_keeps_only_complete_rounds() {
        struct Stop;
        impl Monitor for Stop {
            fn cancelled(&self) -> bool {
                true
            }
        }
        let found = reach(&Sums, 0, 4, &Stop);
        assert!(found.cancelled && found.rounds.is_empty());
    }
}
