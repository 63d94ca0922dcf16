//! Counting the leaves of the tree of any sequential game.

use rayon::prelude::*;
use sowlab_base::interrupt::stoppable;
use sowlab_solvers::{Game, Monitor};

/// The plies that are expanded before the threads share the work.
const SHARED_PLIES: u32 = 3;

/// Counts the sequences of exactly 1, 2, … `depth` moves, each choice of a side counted as one. Finished games are not
/// continued. All threads of the pool take part. A list shorter than `depth` holds the plies that were complete when
/// the monitor cancelled. Families with a faster method replace this one.
pub fn perft_plies<G: Game>(
    game: &G,
    from: G::State,
    depth: u32,
    monitor: &dyn Monitor,
) -> Vec<u64> {
    let count = |leaf: &G::State, plies| count(game, leaf, plies, monitor);
    counted_plies(game, from, depth, monitor, (SHARED_PLIES, count))
}

/// Counts as [`perft_plies`] does, with `count` for the leaves a number of plies below a state. The threads share the
/// states after the first plies.
pub(super) fn counted_plies<G: Game>(
    game: &G,
    from: G::State,
    depth: u32,
    monitor: &dyn Monitor,
    (shared, count): (u32, impl Fn(&G::State, u32) -> u64 + Sync),
) -> Vec<u64> {
    let mut leaves = vec![from];
    let mut plies = Vec::new();
    for ply in 1..=depth {
        if ply <= shared {
            let played = stoppable(|| {
                let mut moves = Vec::new();
                let mut next = Vec::new();
                for leaf in &leaves {
                    moves.clear();
                    game.moves(leaf, &mut moves);
                    next.extend(moves.iter().map(|&chosen| game.play(leaf, chosen).state));
                }
                next
            });
            let Ok(next) = played else { break };
            leaves = next;
            plies.push(leaves.len() as u64);
            continue;
        }
        monitor.begin(&format!("ply {ply}"), leaves.len() as u64);
        let count = |leaf| {
            let nodes = count(leaf, ply - shared);
            monitor.advance(1);
            nodes
        };
        match stoppable(|| leaves.par_iter().map(count).sum()) {
            Ok(nodes) if !monitor.cancelled() => plies.push(nodes),
            _ => break,
        }
    }
    plies
}

/// Counts the leaves `depth` plies below a state. The count is meaningless once the monitor cancels.
fn count<G: Game>(game: &G, from: &G::State, depth: u32, monitor: &dyn Monitor) -> u64 {
    let mut moves = Vec::new();
    game.moves(from, &mut moves);
    if depth <= 1 {
        return moves.len() as u64 * u64::from(depth);
    }
    if depth > 4 && monitor.cancelled() {
        return 0;
    }
    moves
        .into_iter()
        .map(|chosen| count(game, &game.play(from, chosen).state, depth - 1, monitor))
        .sum()
}
