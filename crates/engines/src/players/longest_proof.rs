//! A player that delays its defeat by a proof.

use sowlab_analysis::secured::SecuredMargins;
use sowlab_solvers::Player as Claimant;

use super::solved::Solved;
use crate::player::{Choice, Fault, Player, Turn};
use sowlab_games::contest::{Arbitration, Notation, Play, Searchable};

/// Plays the move after which the proof of the other side's margin is longest: the claim that the other side then relies
/// on is in the latest group. Of equal moves it plays the one that leaves the most stones on the board.
pub struct LongestProof<G: Play> {
    margins: SecuredMargins<G::State>,
}

impl<G: Notation + Arbitration + Searchable + Play> LongestProof<G> {
    /// Creates the opponent of a player that follows the same tables and proof.
    pub fn against(solved: Solved<G>) -> LongestProof<G> {
        LongestProof {
            margins: solved.into_margins(),
        }
    }

    /// Returns the number of groups up to the claim that a side relies on in a state; 0 if it needs none. Within a round
    /// the side chooses its best continuation, and this player the one with the longest proof.
    fn length(&self, game: &G, state: &G::State, side: Claimant) -> u32 {
        if let Some(secured) = self.margins.secured(game, state, side) {
            return secured.group.map_or(0, |group| group + 1);
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let after = moves.into_iter().map(|chosen| {
            let step = game.play(state, chosen);
            let (side_after, gain) = (side.after(step.turn), side.margin_of(step.gain));
            let secured = self.margins.secured(game, &step.state, side_after);
            let margin = secured.map_or(0, |secured| gain + secured.margin);
            (margin, self.length(game, &step.state, side_after))
        });
        match side {
            Claimant::Leader => after
                .max_by_key(|&(margin, length)| (margin, std::cmp::Reverse(length)))
                .map_or(0, |(_, length)| length),
            Claimant::Follower => after.map(|(_, length)| length).max().unwrap_or(0),
        }
    }
}

impl<G: Notation + Arbitration + Searchable + Play> Player<G> for LongestProof<G> {
    fn new_game(&mut self, _: u64) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let game = turn.game;
        let longest = turn.legal.iter().max_by_key(|&&chosen| {
            let step = game.play(turn.state, chosen);
            let other = Claimant::Follower.after(step.turn);
            (
                self.length(game, &step.state, other),
                game.bound(&step.state),
            )
        });
        Ok(Choice {
            chosen: longest.copied().unwrap_or(turn.legal[0]),
            value: None,
        })
    }
}
