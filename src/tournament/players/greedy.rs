//! A player who sees to the end of the round.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use super::{Player, holes};
use crate::games::stones::sowing::{JointMove, Sower};
use crate::games::stones::{Phase, Position, Side};

/// Wants the best margin at the end of this round: with gote the best answer, with sente the hole
/// whose best answer is least harmful. An endless round is worth nothing to him. Among equals he
/// chooses by chance. He turns the board if the other side is ahead.
pub struct Greedy {
    random: SmallRng,
}

impl Greedy {
    /// The same seed makes the same choices.
    pub fn new(seed: u64) -> Greedy {
        Greedy {
            random: SmallRng::seed_from_u64(seed),
        }
    }
}

/// What the round gains for a side, over what it had before; what is given out at the end of the
/// game included.
fn margin(sower: &Sower, position: &Position, chosen: JointMove, side: Side) -> i32 {
    let played = position.play(sower, chosen);
    let Some(after) = played.position else {
        return 0;
    };
    let lead = |cups: crate::games::stones::Cups| i32::from(cups[side]) - i32::from(cups[!side]);
    lead(played.settled.unwrap_or(after.cups())) - lead(position.cups())
}

fn joint_move(sente: Side, first: usize, second: usize) -> JointMove {
    let (east, west) = match sente {
        Side::East => (first, second),
        Side::West => (second, first),
    };
    JointMove {
        east: east as u8,
        west: west as u8,
    }
}

impl Player for Greedy {
    fn choose_hole(&mut self, sower: &Sower, position: &Position) -> usize {
        let sente = position.sente();
        let worth = |hole: usize| match position.phase() {
            Phase::Gote { taken } => {
                let chosen = joint_move(sente, taken.into(), hole);
                margin(sower, position, chosen, !sente)
            }
            Phase::Sente | Phase::Pie => holes(position)
                .filter(|&answer| answer != hole)
                .map(|answer| margin(sower, position, joint_move(sente, hole, answer), sente))
                .min()
                .expect("two holes may be chosen"),
        };
        let worths: Vec<(usize, i32)> = holes(position).map(|hole| (hole, worth(hole))).collect();
        let best = worths.iter().map(|&(_, worth)| worth).max();
        let best: Vec<usize> = worths
            .iter()
            .filter(|&&(_, worth)| Some(worth) == best)
            .map(|&(hole, _)| hole)
            .collect();
        *best
            .choose(&mut self.random)
            .expect("a position with choices")
    }

    fn turns_the_board(&mut self, _: &Sower, position: &Position) -> bool {
        let side = position.to_choose();
        position.cups()[side] < position.cups()[!side]
    }
}
