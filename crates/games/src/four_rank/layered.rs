//! The positions of a game as one layer, for retrograde analysis.

use sowlab_solvers::Turn;
use sowlab_solvers::ranking::{Holes, MAX_HOLES, Ranking, RankingError};
use sowlab_solvers::retrograde::{Layered, Reply, Sink};

use super::game::{FourRank, WIN};
use super::moves::Move;
use super::sowing::Outcome;
use super::state::{RING, State};
use crate::Seat;

/// All positions of a four-rank game as the side to move sees them: its own pits first. No seed leaves the board, so
/// all are in a single layer, number 0.
pub struct FourRankLayer {
    game: FourRank,
    ranking: Ranking,
}

impl FourRankLayer {
    /// All positions of a game.
    ///
    /// # Errors
    /// More pits than can be ranked: rows have at most 4.
    pub fn new(game: FourRank) -> Result<FourRankLayer, RankingError> {
        let pits = 2 * game.rules().ring();
        let ranking = Ranking::new(pits, game.rules().seeds() as usize)?;
        Ok(FourRankLayer { game, ranking })
    }

    /// The game.
    pub fn game(&self) -> &FourRank {
        &self.game
    }

    /// The rank of a state without an endless sowing.
    #[inline]
    pub fn rank(&self, state: &State) -> u64 {
        let ring = self.game.rules().ring();
        let mut holes: Holes = [0; MAX_HOLES];
        holes[..ring].copy_from_slice(&state.own()[..ring]);
        holes[ring..2 * ring].copy_from_slice(&state.other()[..ring]);
        self.ranking.rank(&holes)
    }

    #[inline]
    fn state(&self, holes: &Holes) -> State {
        let ring = self.game.rules().ring();
        let (mut own, mut other) = ([0; RING], [0; RING]);
        own[..ring].copy_from_slice(&holes[..ring]);
        other[..ring].copy_from_slice(&holes[ring..2 * ring]);
        State::new(Seat::Lower, own, other)
    }
}

impl Layered for FourRankLayer {
    type Scratch = ();

    fn name(&self) -> String {
        self.game.name().to_owned()
    }

    fn positions(&self, layer: u32) -> Option<u64> {
        let seeds = self.game.rules().seeds();
        (layer == 0).then(|| self.ranking.boards(seeds as usize).ok())?
    }

    fn bound(&self, _: u32) -> i32 {
        WIN
    }

    fn scratch(&self) {}

    fn expand(&self, (): &mut (), _: u32, ranks: &[u64], sink: &mut impl Sink) {
        let seeds = self.game.rules().seeds();
        for holes in self.ranking.boards_of(seeds as usize, ranks) {
            let state = self.state(&holes);
            if !self.game.can_move(&state) {
                sink.reply(Reply::Over { margin: -WIN });
                sink.end_option();
            }
            for chosen in self.game.legal(&state) {
                let Move::Sow(pit) = chosen else { continue };
                sink.reply(match self.game.course(&state, pit).outcome {
                    Outcome::Ends { own, other } => Reply::Same {
                        rank: self.rank(&State::new(Seat::Upper, other, own)),
                        turn: Turn::Other,
                    },
                    Outcome::Endless(_) => Reply::Endless,
                });
                sink.end_option();
            }
            sink.end_position();
        }
    }
}
