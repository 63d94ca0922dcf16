//! Sequential games.

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use sowlab_solvers::Monitor;

use super::{Followed, ReachRequest, Reachable, ReachedRound, Witness};
use crate::{Field, RequestError};
use sowlab_games::contest::{Contest, move_texts, position_after};

/// The number of states whose moves one thread plays at a time.
const CHUNK: usize = 1024;
/// The maximum memory of a state in bytes, beside the state itself: its key in a half-empty set, and its origin.
const BYTES_A_STATE: usize = 96;

/// A state that is first reached in a round, with its origin: the index of a state in the previous round, and the choices
/// of the round, of which most games have one.
struct ReachedState<S, M> {
    state: S,
    from: u32,
    chosen: Option<M>,
    then: Box<[M]>,
}

/// The results of the moves on some states.
struct Played<S, M> {
    moves: u64,
    endless: u64,
    /// The first move that never ends.
    witness: Option<(u32, Vec<M>)>,
    next: Vec<ReachedState<S, M>>,
}

/// Searches breadth-first over moves; all choices of a [round](sowlab_games::contest::Arbitration::mid_round) count as one
/// move. Each round plays every move on every state that it reaches first, unless the game
/// is over there. A state does not include the winnings. All states are in memory. The witness has no certificate.
///
/// # Errors
/// The request has options for games in which both sides sow at once. Or more states are reached than fit into the
/// memory.
pub fn reach_moves<C: Contest>(
    game: &C,
    start: &C::Position,
    request: &ReachRequest,
    monitor: &dyn Monitor,
) -> Result<Reachable, RequestError> {
    refuse(request)?;
    let most = request.memory.bytes() / (BYTES_A_STATE + 2 * size_of::<C::State>());
    let first = game.state(start);
    let mut seen = FxHashSet::default();
    seen.insert(game.key(&first));
    let mut layers = vec![vec![ReachedState {
        state: first,
        from: 0,
        chosen: None,
        then: Box::default(),
    }]];
    if game.terminal(&first).is_some() || game.endless(&first) {
        layers[0].clear();
    }
    let (mut rounds, mut witness) = (Vec::new(), None);
    for round in 1..=request.rounds {
        let layer = layers.last().expect("the start is a layer");
        if layer.is_empty() {
            break;
        }
        monitor.begin(&format!("round {round}"), layer.len() as u64);
        let played: Vec<_> = layer
            .par_chunks(CHUNK)
            .enumerate()
            .map(|(chunk, states)| play_all(game, states, chunk * CHUNK, monitor))
            .collect();
        if monitor.cancelled() {
            break;
        }
        let mut counted = ReachedRound {
            round,
            boards: layer.len() as u64,
            joint_moves: 0,
            endless: 0,
        };
        let mut next = Vec::new();
        for played in played {
            counted.joint_moves += played.moves;
            counted.endless += played.endless;
            let round = layers.len() - 1;
            witness = witness.or(played.witness.map(|(from, chosen)| (round, from, chosen)));
            for found in played.next {
                if seen.insert(game.key(&found.state)) {
                    next.push(found);
                }
            }
            if seen.len() > most {
                return Err(RequestError::field(
                    Field::Memory,
                    format!("round {round}: more than {most} positions, which do not fit"),
                ));
            }
        }
        rounds.push(counted);
        layers.push(next);
    }
    let done = rounds.len() == request.rounds as usize
        || layers.last().is_some_and(Vec::is_empty) && !monitor.cancelled();
    Ok(Reachable {
        game: game.full_name(),
        position: game.position_text(start),
        rounds,
        witness: witness.map(|last| write(game, start, &layers, last)),
        unresolved: None,
        cancelled: !done,
    })
}

fn refuse(request: &ReachRequest) -> Result<(), RequestError> {
    let field = match request.followed {
        Followed::Best(_) => Field::Best,
        Followed::Undisputed => Field::Undisputed,
        Followed::All if request.checkpoint.is_some() => Field::Checkpoint,
        Followed::All => return Ok(()),
    };
    let why = "only for games in which both sides sow at once: 55stones, 33stones, stones";
    Err(RequestError::field(field, why))
}

fn play_all<C: Contest>(
    game: &C,
    states: &[ReachedState<C::State, C::Move>],
    place: usize,
    monitor: &dyn Monitor,
) -> Played<C::State, C::Move> {
    let mut played = Played {
        moves: 0,
        endless: 0,
        witness: None,
        next: Vec::new(),
    };
    if monitor.cancelled() {
        return played;
    }
    let mut moves = Vec::new();
    // States within a round, with the choices so far.
    let mut open: Vec<(C::State, Vec<C::Move>)> = Vec::new();
    for (from, found) in (place as u32..).zip(states) {
        open.push((found.state, Vec::new()));
        while let Some((state, before)) = open.pop() {
            moves.clear();
            game.moves(&state, &mut moves);
            for &chosen in &moves {
                let after = game.play(&state, chosen).state;
                let path = || before.iter().copied().chain([chosen]);
                if game.mid_round(&after) {
                    open.push((after, path().collect()));
                    continue;
                }
                played.moves += 1;
                if game.endless(&after) {
                    played.endless += 1;
                    played.witness = played.witness.or_else(|| Some((from, path().collect())));
                } else if game.terminal(&after).is_none() {
                    played.next.push(ReachedState {
                        state: after,
                        from,
                        chosen: path().next(),
                        then: path().skip(1).collect(),
                    });
                }
            }
        }
    }
    monitor.advance(states.len() as u64);
    played
}

/// Returns the game that ends in an endless move.
fn write<C: Contest>(
    game: &C,
    start: &C::Position,
    layers: &[Vec<ReachedState<C::State, C::Move>>],
    (round, mut from, mut last): (usize, u32, Vec<C::Move>),
) -> Witness {
    last.reverse();
    let mut moves = last;
    for layer in layers[1..=round].iter().rev() {
        let found = &layer[from as usize];
        moves.extend(found.then.iter().rev());
        moves.extend(found.chosen);
        from = found.from;
    }
    moves.reverse();
    let before = position_after(game, start, &moves[..moves.len() - 1]);
    Witness {
        record: move_texts(game, start, &moves).join(" "),
        position: game.position_text(&before),
        period: None,
        sow: None,
        certificate: None,
    }
}
