//! The game of the rounds on which all rule options agree.

use sowlab_solvers::reach::PackedStates;
use sowlab_solvers::{Successors, VisitRound};

use super::board::Board;
use super::joint::StonesGame;
use super::round::{Ending, Round};
use super::rules::{BothOut, MixedOut, Rules};
use super::sowing::{Batch, JointMove};

/// A game that has only the rounds without a case that the sources leave open, so its play is the same in every
/// variant.
///
/// A round meets such a case if and only if its course with `both-out=relay` and `mixed-out=forfeit` differs from that
/// with both `end`. In the first such case the latter ends with nothing captured, while the former continues for at
/// least one step or captures. A state in which every round is disputed has no successors, although the game is not
/// over there.
pub struct UndisputedGame {
    going_on: StonesGame,
    ending: StonesGame,
}

impl UndisputedGame {
    /// Creates the game on this board with this capture rule.
    pub fn new(rules: &Rules) -> UndisputedGame {
        let read = |both_out, mixed_out| {
            let mut rules = *rules;
            (rules.both_out, rules.mixed_out) = (both_out, mixed_out);
            StonesGame::new(&rules)
        };
        UndisputedGame {
            going_on: read(BothOut::Relay, MixedOut::Forfeit),
            ending: read(BothOut::End, MixedOut::End),
        }
    }

    /// Calls `visit` with each undisputed round of these boards.
    fn rounds(&self, boards: &[Board], mut visit: impl FnMut(usize, JointMove, &Round)) {
        let [going_on, ending] = [&self.going_on, &self.ending].map(|game| {
            let mut batch = Batch::new();
            boards.iter().for_each(|&board| batch.push(board));
            batch.sow_without_periods(game.sower());
            let mut rounds = Vec::with_capacity(batch.joint_moves());
            batch.for_each(game.sower(), |index, chosen, round| {
                rounds.push((index, chosen, *round));
            });
            rounds
        });
        for ((index, chosen, one), (_, _, other)) in going_on.into_iter().zip(ending) {
            let endless = |round: &Round| matches!(round.ending, Ending::Endless { .. });
            if one == other || (endless(&one) && endless(&other)) {
                visit(index, chosen, &other);
            }
        }
    }
}

impl Successors for UndisputedGame {
    type State = Board;
    type Choice = u8;

    fn is_over(&self, board: &Board) -> bool {
        self.ending.is_over(board)
    }

    fn each_round(&self, boards: &[Board], visit: &mut VisitRound<'_, Board, u8>) {
        for (number, boards) in boards.chunks(64).enumerate() {
            self.rounds(boards, |index, JointMove { east, west }, round| {
                let resolution = self.ending.resolution(round);
                visit(64 * number + index, east, west, resolution);
            });
        }
    }
}

impl PackedStates for UndisputedGame {
    type Packing = StonesGame;

    fn packing(&self) -> &StonesGame {
        &self.ending
    }
}
