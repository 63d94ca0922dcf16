//! A player that maximises the immediate margin.

use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::random::any;
use crate::player::{Choice, Fault, Player, Turn};
use sowlab_games::contest::{Arbitration, Play};

/// Maximises the margin of the current move, including the stones that are awarded at the end of the game. Within a
/// round, that is the margin after the opponent's best reply. Infinite play has value 0. Equal moves are chosen at
/// random.
pub struct Greedy<Move> {
    random: SmallRng,
    best: Vec<Move>,
    replies: Vec<Move>,
}

impl<Move> Greedy<Move> {
    /// Creates a player; each game has its own seed.
    pub fn new() -> Greedy<Move> {
        Greedy {
            random: SmallRng::seed_from_u64(0),
            best: Vec::new(),
            replies: Vec::new(),
        }
    }
}

impl<Move> Default for Greedy<Move> {
    fn default() -> Greedy<Move> {
        Greedy::new()
    }
}

/// Returns the next state and the gain of a move for the mover, including the terminal margin if it ends the game.
fn gain<G: Play + Arbitration>(contest: &G, state: &G::State, chosen: G::Move) -> (G::State, i32) {
    let step = contest.play(state, chosen);
    let rest = contest.terminal(&step.state).unwrap_or(0);
    (step.state, step.margin(rest))
}

impl<G: Play + Arbitration> Player<G> for Greedy<G::Move> {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.random = SmallRng::seed_from_u64(seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let contest = turn.game;
        let mut most = i32::MIN;
        for &chosen in turn.legal {
            let (after, mut worth) = gain(contest, turn.state, chosen);
            if contest.mid_round(&after) {
                self.replies.clear();
                contest.moves(&after, &mut self.replies);
                let answers = self
                    .replies
                    .iter()
                    .map(|&reply| gain(contest, &after, reply).1);
                worth -= answers.max().unwrap_or(0);
            }
            if worth > most {
                most = worth;
                self.best.clear();
            }
            if worth == most {
                self.best.push(chosen);
            }
        }
        Ok(Choice {
            chosen: any(&self.best, &mut self.random),
            value: Some(most),
        })
    }
}
