//! The rounds of good play: those in which neither side loses anything.

use sowlab_solvers::reach::PackedStates;
use sowlab_solvers::{JointGame, Resolution, VisitRound};

use crate::games::stones::{Board, StonesGame};
use crate::solve::TabledStones;

/// A game in which both sides lose nothing, where infinite play counts for nobody (`zero`): the side
/// with sente takes only holes whose worst reply is worth as much as the board, the other side
/// replies only with holes that let it gain no more.
///
/// The board alone counts, so the pie decision after the first round makes no difference here.
pub struct BestPlayGame<'a> {
    game: &'a StonesGame,
    tables: &'a TabledStones,
}

/// A joint move and what comes of it.
type PlayedRound = (u8, u8, Resolution<Board>);

impl<'a> BestPlayGame<'a> {
    /// Of this game, with tables that hold every board that will be asked about; a round into a board
    /// that they do not give counts as level, and the tables keep the error.
    pub fn new(game: &'a StonesGame, tables: &'a TabledStones) -> BestPlayGame<'a> {
        BestPlayGame { game, tables }
    }

    /// What the side with sente gets by a round, with `zero` from there on.
    fn worth(&self, resolution: &Resolution<Board>) -> i32 {
        match *resolution {
            Resolution::Endless => 0,
            Resolution::Over { margin } => margin,
            Resolution::Next {
                state,
                gain,
                passes,
            } => {
                let zero = self.tables.probe(&state).map_or(0, |value| value.zero);
                gain + if passes { -zero } else { zero }
            }
        }
    }

    /// Keeps the best rounds of a board, given all of them in order.
    fn best(&self, rounds: &[PlayedRound]) -> Vec<PlayedRound> {
        // For each choice of sente the rounds with the worst reply.
        let mut best: Vec<PlayedRound> = Vec::new();
        let mut most = i32::MIN;
        for replies in rounds.chunk_by(|one, other| one.0 == other.0) {
            let worths: Vec<i32> = replies.iter().map(|round| self.worth(&round.2)).collect();
            let worst = *worths.iter().min().expect("gote can always reply");
            if worst > most {
                most = worst;
                best.clear();
            }
            if worst == most {
                let kept = replies.iter().zip(&worths).filter(|kept| *kept.1 == worst);
                best.extend(kept.map(|(round, _)| *round));
            }
        }
        best
    }

    fn best_of(&self, board: &Board) -> Vec<PlayedRound> {
        let mut rounds = Vec::new();
        self.game
            .resolve_batch(&[*board], &mut |_, first, second, resolution| {
                rounds.push((first, second, resolution));
            });
        self.best(&rounds)
    }
}

impl JointGame for BestPlayGame<'_> {
    type State = Board;
    type Choice = u8;

    fn terminal(&self, board: &Board) -> Option<i32> {
        self.game.terminal(board)
    }

    fn first_choices(&self, board: &Board, choices: &mut Vec<u8>) {
        for (first, _, _) in self.best_of(board) {
            if choices.last() != Some(&first) {
                choices.push(first);
            }
        }
    }

    fn second_choices(&self, board: &Board, first: u8, choices: &mut Vec<u8>) {
        let best = self.best_of(board).into_iter();
        choices.extend(best.filter(|round| round.0 == first).map(|round| round.1));
    }

    fn resolve(&self, board: &Board, first: u8, second: u8) -> Resolution<Board> {
        self.game.resolve(board, first, second)
    }

    fn resolve_batch(&self, boards: &[Board], visit: &mut VisitRound<'_, Board, u8>) {
        for (index, board) in boards.iter().enumerate() {
            for (first, second, resolution) in self.best_of(board) {
                visit(index, first, second, resolution);
            }
        }
    }

    fn bound(&self, board: &Board) -> i32 {
        self.game.bound(board)
    }
}

impl PackedStates for BestPlayGame<'_> {
    fn packed_bytes(&self) -> usize {
        self.game.packed_bytes()
    }

    fn pack(&self, board: &Board) -> u128 {
        self.game.pack(board)
    }

    fn unpack(&self, code: u128) -> Board {
        self.game.unpack(code)
    }
}
