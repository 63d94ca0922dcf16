//! The layers of the two-rank games, for retrograde analysis.

use sowlab_solvers::ranking::{Holes, Ranking, RankingError};
use sowlab_solvers::retrograde::{Layered, Reply, Reversible, Sink};

use super::game::TwoRank;
use super::state::{Seat, State};

/// All positions of a two-rank game, a layer for each number of seeds in the pits, seen by the side
/// to move: its own pits first. Seeds in the stores have no bearing on what is still to be won.
pub struct TwoRankLayers {
    game: TwoRank,
    ranking: Ranking,
}

impl TwoRankLayers {
    /// The layers of 0 to `seeds` seeds, or to as many as the game has, if that is less.
    ///
    /// # Errors
    /// More positions than can be ranked.
    pub fn new(game: TwoRank, seeds: usize) -> Result<TwoRankLayers, RankingError> {
        let most = seeds.min(game.rules().total());
        TwoRankLayers::with_most(game, most)
    }

    /// The same, also of more seeds than the game starts with.
    pub(super) fn with_most(game: TwoRank, most: usize) -> Result<TwoRankLayers, RankingError> {
        Ok(TwoRankLayers {
            ranking: Ranking::new(2 * game.rules().pits, most)?,
            game,
        })
    }

    /// The game.
    pub fn game(&self) -> &TwoRank {
        &self.game
    }

    /// The layer and the rank of a state.
    #[inline]
    pub fn locate(&self, state: State) -> (u32, u64) {
        (state.seeds(), self.rank(state))
    }

    #[inline(always)]
    fn rank(&self, state: State) -> u64 {
        self.ranking.rank(&state.pits(self.game.rules().pits))
    }
}

impl Layered for TwoRankLayers {
    type Scratch = ();

    /// The name of the game without the number of seeds, which only says where it starts.
    fn name(&self) -> String {
        let name = self.game.name();
        let (game, options) = name.split_once(':').unwrap_or((name, ""));
        let lasting: Vec<&str> = options
            .split(',')
            .filter(|option| !option.is_empty() && !option.starts_with("seeds="))
            .collect();
        match lasting.is_empty() {
            true => game.to_owned(),
            false => format!("{game}:{}", lasting.join(",")),
        }
    }

    fn positions(&self, layer: u32) -> Option<u64> {
        self.ranking.boards(layer as usize).ok()
    }

    fn scratch(&self) {}

    #[inline]
    fn expand(&self, (): &mut (), layer: u32, ranks: &[u64], sink: &mut impl Sink) {
        let pits = 2 * self.game.rules().pits;
        for holes in self.ranking.boards_of(layer as usize, ranks) {
            let Some(state) = state(&holes, pits) else {
                return; // More seeds than a state holds; `positions` has no such layer.
            };
            let moves = self.game.legal(state);
            if moves.is_empty() {
                let (mover, other) = self.game.rest(state);
                sink.reply(Reply::Over {
                    margin: mover as i32 - other as i32,
                });
                sink.end_option();
            }
            for chosen in moves {
                let (after, gained) = self.game.after(state, chosen);
                let rank = self.rank(after);
                let flips = after.mover() != state.mover();
                let left = after.seeds();
                sink.reply(if left == layer {
                    Reply::Same { rank, flips }
                } else {
                    Reply::Below {
                        layer: left,
                        rank,
                        gain: gained as i32,
                        flips,
                    }
                });
                sink.end_option();
            }
            sink.end_position();
        }
    }

    /// Where play cannot repeat, a few sweeps settle everything.
    fn has_predecessors(&self) -> bool {
        self.game.rules().can_repeat()
    }

    fn predecessors(&self, layer: u32, rank: u64, visit: &mut impl FnMut(u64)) {
        self.origins(layer, &[rank], &mut |_, before, _| visit(before));
    }
}

impl Reversible for TwoRankLayers {
    #[inline]
    fn origins(&self, layer: u32, ranks: &[u64], visit: &mut impl FnMut(u64, u64, bool)) {
        let pits = 2 * self.game.rules().pits;
        let boards = self.ranking.boards_of(layer as usize, ranks);
        for (&rank, holes) in ranks.iter().zip(boards) {
            if let Some(state) = state(&holes, pits) {
                self.game.origins(state, |before| {
                    visit(rank, self.rank(before), before.mover() != state.mover());
                });
            }
        }
    }
}

#[inline(always)]
fn state(holes: &Holes, pits: usize) -> Option<State> {
    State::from_pits(Seat::Lower, &holes[..pits])
}
