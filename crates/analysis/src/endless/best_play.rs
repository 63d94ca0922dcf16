//! The optimal rounds: those in which neither side loses anything.

use sowlab_solvers::reach::PackedStates;
use sowlab_solvers::{JointGame, Resolution, Step, Successors, VisitRound};

use crate::solve::TabledStones;
use sowlab_games::stones::{Board, StonesGame};

/// A joint move and its result.
pub type PlayedRound = (u8, u8, Resolution<Board>);

/// A source of optimal rounds: tables, or a search beyond tables.
pub trait BestRounds: Sync {
    /// Returns the optimal rounds of a board, in order.
    fn best_rounds(&self, game: &StonesGame, board: &Board) -> Vec<PlayedRound>;
}

/// A game in which both sides play optimally, with infinite play as a draw (`zero`).
///
/// The side with sente takes only holes whose worst reply keeps the value of the board. The other side replies only
/// with holes that hold it to that value.
///
/// The board alone counts, so that the pie decision after the first round makes no difference here.
pub struct BestPlayGame<'a, B> {
    game: &'a StonesGame,
    rounds: B,
}

impl<'a, B: BestRounds> BestPlayGame<'a, B> {
    /// Creates the game with a source of optimal rounds. Tables must contain every board of a query. A round to a
    /// missing board counts as 0, and the tables store the error.
    pub fn new(game: &'a StonesGame, rounds: B) -> BestPlayGame<'a, B> {
        BestPlayGame { game, rounds }
    }
}

/// Returns all rounds of a board, in order.
pub(super) fn all_rounds(game: &StonesGame, board: &Board) -> Vec<PlayedRound> {
    let mut rounds = Vec::new();
    game.expand(&[*board], &mut |_, first, second, resolution| {
        rounds.push((first, second, resolution));
    });
    rounds
}

/// Returns the value of a round for the side with sente, with infinite play as a draw. `None` if a board is missing in
/// the tables.
pub(super) fn worth_by_tables(
    tables: &TabledStones,
    resolution: &Resolution<Board>,
) -> Option<i32> {
    match *resolution {
        Resolution::Endless => Some(0),
        Resolution::Over { margin } => Some(margin),
        Resolution::Next(Step { state, gain, turn }) => {
            let zero = tables.probe(&state)?.zero;
            Some(turn.margin(gain, zero))
        }
    }
}

impl<B: BestRounds> BestRounds for &B {
    fn best_rounds(&self, game: &StonesGame, board: &Board) -> Vec<PlayedRound> {
        (**self).best_rounds(game, board)
    }
}

impl BestRounds for TabledStones {
    fn best_rounds(&self, game: &StonesGame, board: &Board) -> Vec<PlayedRound> {
        // The rounds with the worst reply, for each choice of sente.
        let worth = |round: &PlayedRound| worth_by_tables(self, &round.2).unwrap_or(0);
        let mut best: Vec<PlayedRound> = Vec::new();
        let mut most = i32::MIN;
        for replies in all_rounds(game, board).chunk_by(|one, other| one.0 == other.0) {
            let worths: Vec<i32> = replies.iter().map(worth).collect();
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
}

impl<B: BestRounds> Successors for BestPlayGame<'_, B> {
    type State = Board;
    type Choice = u8;

    fn is_over(&self, board: &Board) -> bool {
        self.game.is_over(board)
    }

    fn each_round(&self, boards: &[Board], visit: &mut VisitRound<'_, Board, u8>) {
        for (index, board) in boards.iter().enumerate() {
            for (first, second, resolution) in self.rounds.best_rounds(self.game, board) {
                visit(index, first, second, resolution);
            }
        }
    }
}

impl<B: BestRounds> PackedStates for BestPlayGame<'_, B> {
    type Packing = StonesGame;

    fn packing(&self) -> &StonesGame {
        self.game
    }
}
