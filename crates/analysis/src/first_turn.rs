//! The greatest gain of a first turn, in games in which a move can win another one.

use std::collections::HashSet;

use sowlab_games::catalog::{CatalogGame, Family};
use sowlab_games::contest::{Contest, legal_moves};
use sowlab_games::for_family;
use sowlab_solvers::{Monitor, Turn};

use crate::RequestError;

/// The greatest gain of the first turn from the opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstTurn {
    /// The full name of the game.
    pub game: String,
    /// The greatest margin that any play gains, in seeds or stones.
    pub bound: i32,
    /// The greatest margin found that the first player gains in his turn.
    pub gain: i32,
    /// Whether no turn gains more: all positions within the turn were searched.
    pub complete: bool,
    /// The number of positions within the turn that were found, the opening included.
    pub positions: usize,
    /// The moves that gain it.
    pub record: String,
}

/// Searches the first turn depth-first, up to `most` positions within it. The last move of each position comes first.
///
/// # Errors
/// The game has no board, or the monitor cancelled.
pub fn first_turn(
    game: &CatalogGame,
    most: usize,
    monitor: &dyn Monitor,
) -> Result<FirstTurn, RequestError> {
    for_family!(game, family => search(&family.contest(false)?, most, monitor))
}

/// A position within the turn: the position before it, by its place, and the move between them.
struct Node<M> {
    before: usize,
    chosen: M,
}

/// The number of positions between two checks of the monitor.
const POSITIONS_BETWEEN_LOOKS: usize = 4096;

fn search<C: Contest>(
    game: &C,
    most: usize,
    monitor: &dyn Monitor,
) -> Result<FirstTurn, RequestError> {
    let opening = game.opening();
    // The opening has place 0, and node `n - 1` describes place `n`.
    let mut nodes: Vec<Node<C::Move>> = Vec::new();
    let mut seen = HashSet::from([(game.state(&opening), 0)]);
    let mut open = vec![(opening, 0, 0)];
    let mut best: (i32, Option<Node<C::Move>>) = (0, None);
    let mut complete = true;
    while let Some((position, gained, place)) = open.pop() {
        if nodes.len().is_multiple_of(POSITIONS_BETWEEN_LOOKS) {
            monitor.check()?;
        }
        for chosen in legal_moves(game, &position) {
            let step = game.play(&game.state(&position), chosen);
            let gained = gained + step.gain;
            if gained > best.0 {
                best = (
                    gained,
                    Some(Node {
                        before: place,
                        chosen,
                    }),
                );
            }
            if step.turn == Turn::Other || game.endless(&step.state) {
                continue;
            }
            if seen.len() >= most {
                complete &= seen.contains(&(step.state, gained));
            } else if seen.insert((step.state, gained)) {
                nodes.push(Node {
                    before: place,
                    chosen,
                });
                open.push((game.advance(&position, chosen), gained, nodes.len()));
            }
        }
    }
    let (gain, last) = best;
    let mut moves = Vec::new();
    let mut node = last.as_ref();
    while let Some(&Node { before, chosen }) = node {
        moves.push(chosen);
        node = before.checked_sub(1).map(|place| &nodes[place]);
    }
    moves.reverse();
    Ok(FirstTurn {
        game: game.full_name(),
        bound: game.bound(&game.state(&opening)),
        gain,
        complete,
        positions: seen.len(),
        record: game.record_text(&opening, &moves),
    })
}
