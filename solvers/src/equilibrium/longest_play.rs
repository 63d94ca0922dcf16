//! The length of the longest play.

use rustc_hash::FxHashMap;

use crate::{Cancelled, JointGame, Monitor, Resolution, Step};

/// The error of a play that is not known to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LongestPlayError {
    /// A state can be reached again from itself.
    #[error("play can repeat: a state recurs after {rounds} {}", if *rounds == 1 { "round" } else { "rounds" })]
    Repeats {
        /// The number of rounds until then.
        rounds: usize,
    },
    /// There are more reachable states than allowed.
    #[error(
        "more than {states} states can be reached, too many to decide whether play always ends"
    )]
    TooMany {
        /// The limit.
        states: usize,
    },
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A state whose successors are being visited.
struct Visit<S> {
    state: S,
    followers: Vec<S>,
    /// The longest play after one of the successors, so far.
    longest: u32,
}

/// Returns the maximum number of rounds that play from a state can take, if no state ever repeats. The commit order
/// does not affect which joint moves are legal. A non-terminating round is the last one.
///
/// # Errors
/// A state repeats, or more than `most_states` can be reached.
pub fn longest_play<J: JointGame>(
    game: &J,
    start: &J::State,
    most_states: usize,
    monitor: &dyn Monitor,
) -> Result<u32, LongestPlayError> {
    if game.terminal(start).is_some() {
        return Ok(0);
    }
    // The longest play from a state; `None` while it is being computed.
    let mut found: FxHashMap<J::State, Option<u32>> = FxHashMap::default();
    let mut path: Vec<Visit<J::State>> = Vec::new();
    let mut entering = Some(*start);
    loop {
        if let Some(state) = entering.take() {
            if found.len() >= most_states {
                return Err(LongestPlayError::TooMany {
                    states: most_states,
                });
            }
            monitor.check()?;
            monitor.advance(1);
            found.insert(state, None);
            path.push(Visit {
                state,
                followers: successors(game, &state),
                longest: 0,
            });
        }
        let visit = path.last_mut().expect("the path is left at its start only");
        let Some(&follower) = visit.followers.last() else {
            let longest = visit.longest + 1;
            found.insert(visit.state, Some(longest));
            path.pop();
            match path.last_mut() {
                None => return Ok(longest),
                Some(before) => {
                    before.longest = before.longest.max(longest);
                    before.followers.pop();
                }
            }
            continue;
        };
        match found.get(&follower) {
            None => entering = Some(follower),
            Some(Some(longest)) => {
                visit.longest = visit.longest.max(*longest);
                visit.followers.pop();
            }
            Some(None) => {
                let first = path.iter().position(|visit| visit.state == follower);
                let first = first.expect("what is being found out is on the path");
                return Err(LongestPlayError::Repeats {
                    rounds: path.len() - first,
                });
            }
        }
    }
}

fn successors<J: JointGame>(game: &J, state: &J::State) -> Vec<J::State> {
    let mut followers = Vec::new();
    game.expand(&[*state], &mut |_, _, _, resolution| {
        if let Resolution::Next(Step { state, .. }) = resolution
            && game.terminal(&state).is_none()
            && !followers.contains(&state)
        {
            followers.push(state);
        }
    });
    followers
}
