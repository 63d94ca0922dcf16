//! The open order without a horizon where play can repeat itself: settled by endgame tables.

use sowlab_solvers::search::rounds::SearchableJoint;
use sowlab_solvers::table::TableError;
use sowlab_solvers::{JointGame, Resolution, Step, VisitRound};

use crate::analysis::solve::TabledStones;
use crate::games::stones::Board;

/// A single round, after which the rest is given out as the tables have it: by the `zero` of the
/// board, in which infinite play counts for nobody. Under the open order a board is worth the best
/// of its rounds so.
pub struct TabledRound {
    game: TabledStones,
}

impl TabledRound {
    /// The round on a board, if the tables hold it.
    pub fn on(game: TabledStones, board: &Board) -> Option<TabledRound> {
        game.probe(board)?;
        Some(TabledRound { game })
    }

    /// Ends the use of the tables.
    ///
    /// # Errors
    /// The first table that could not be read: then what was found does not count.
    pub fn finish(self) -> Result<(), TableError> {
        self.game.finish()
    }

    fn given_out(&self, resolution: Resolution<Board>) -> Resolution<Board> {
        match resolution {
            Resolution::Next(Step { state, gain, turn }) => {
                // A board after a round has no more stones than the one before, which the tables
                // hold; where one is damaged, `finish` says so.
                let rest = self.game.probe(&state).map_or(0, |value| value.zero);
                Resolution::Over {
                    margin: turn.worth(gain, rest),
                }
            }
            ended => ended,
        }
    }
}

impl JointGame for TabledRound {
    type State = Board;
    type Choice = u8;

    fn terminal(&self, board: &Board) -> Option<i32> {
        self.game.terminal(board)
    }

    fn leader_choices(&self, board: &Board, choices: &mut Vec<u8>) {
        self.game.leader_choices(board, choices);
    }

    fn follower_choices(&self, board: &Board, first: u8, choices: &mut Vec<u8>) {
        self.game.follower_choices(board, first, choices);
    }

    fn resolve(&self, board: &Board, first: u8, second: u8) -> Resolution<Board> {
        self.given_out(self.game.resolve(board, first, second))
    }

    fn expand(&self, boards: &[Board], visit: &mut VisitRound<'_, Board, u8>) {
        self.game
            .expand(boards, &mut |index, first, second, resolution| {
                visit(index, first, second, self.given_out(resolution));
            });
    }

    fn bound(&self, board: &Board) -> i32 {
        self.game.bound(board)
    }
}

impl SearchableJoint for TabledRound {
    fn code(&self, board: &Board) -> u128 {
        self.game.code(board)
    }
}
