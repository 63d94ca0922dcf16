//! The layers of the two-rank games, for retrograde analysis.

use sowlab_solvers::ranking::{Ranking, RankingError};
use sowlab_solvers::retrograde::{Layered, Ordered, Reply, Reversible, Sink};

use super::game::TwoRank;
use super::rows::{Row, Rows};
use super::rules::End;
use super::state::{MAX_SEEDS, State};
use super::variant::FROM_FILE;
use sowlab_solvers::Turn;

/// All positions of a two-rank game, one layer for each number of seeds in the pits. They are in the view of the side
/// to move: its own pits come first. Seeds in the stores do not affect the remaining play.
pub struct TwoRankLayers {
    game: TwoRank,
    rows: Rows,
}

impl TwoRankLayers {
    /// Creates the layers of 0 to `seeds` seeds, or up to the seeds of the game if those are fewer.
    ///
    /// # Errors
    /// There are more positions than can be ranked.
    pub fn new(game: TwoRank, seeds: usize) -> Result<TwoRankLayers, RankingError> {
        let most = seeds.min(game.total() as usize);
        TwoRankLayers::of_any(game, most)
    }

    /// Creates the layers of 0 to `seeds` seeds, independent of the start of the game, because a given position may
    /// have more seeds.
    ///
    /// # Errors
    /// There are more positions than can be ranked.
    pub fn of_any(game: TwoRank, seeds: usize) -> Result<TwoRankLayers, RankingError> {
        Ok(TwoRankLayers {
            rows: Rows::new(game.rules().pits, seeds.min(MAX_SEEDS))?,
            game,
        })
    }

    /// Creates all layers that a state may be in, independent of the start of the game. With 8 pits per side these are
    /// the layers whose positions can be ranked.
    ///
    /// # Errors
    /// No state has this size.
    pub fn of_all(game: TwoRank) -> Result<TwoRankLayers, RankingError> {
        let holes = 2 * game.rules().pits;
        let most = (0..=MAX_SEEDS)
            .rev()
            .find(|&seeds| Ranking::new(holes, seeds).is_ok());
        TwoRankLayers::of_any(game, most.unwrap_or(0))
    }

    /// Returns the maximum number of seeds in the pits of a state.
    pub fn most(&self) -> u32 {
        self.rows.ranking.most_stones() as u32
    }

    /// Returns the game.
    pub fn game(&self) -> &TwoRank {
        &self.game
    }

    /// Returns the layer and the rank of a state with at most [`most`](TwoRankLayers::most) seeds.
    #[inline]
    pub fn locate(&self, state: State) -> (u32, u64) {
        debug_assert!(state.seeds() <= self.most(), "the rank would mean nothing");
        (state.seeds(), self.rank(state))
    }

    /// Returns the position with a rank in a layer, with Lower to move; `None` if the rank is out of range.
    pub fn state(&self, layer: u32, rank: u64) -> Option<State> {
        let (_, state) = self.states(layer, &[rank]).next()?;
        Some(state)
    }

    /// Returns the positions of a layer with these ranks, with Lower to move. Ends at a rank that is out of range.
    #[inline(always)]
    fn states<'a>(
        &'a self,
        layer: u32,
        ranks: &'a [u64],
    ) -> impl Iterator<Item = (u64, State)> + 'a {
        let mut row: Option<Row<'a>> = None;
        ranks.iter().map_while(move |&rank| {
            let here = row.as_ref().and_then(|row| row.position(rank));
            let state = match here {
                Some(state) => state,
                None => {
                    row = self.rows.row_of(layer, rank);
                    row.as_ref()?.position(rank)?
                }
            };
            Some((rank, state))
        })
    }

    #[inline(always)]
    fn rank(&self, state: State) -> u64 {
        self.rows.ranking.rank(&state.pits(self.game.rules().pits))
    }
}

/// Returns the name of the game without the seeds, which only determine the start.
pub(super) fn layers_name(game: &TwoRank) -> String {
    let name = game.name();
    let (name, options) = name.split_once(':').unwrap_or((name, ""));
    // The hash of the rules follows the path of a file, which does not matter.
    let options = match name == FROM_FILE {
        true => options.split_once(',').map_or("", |(_, options)| options),
        false => options,
    };
    let pits = format!("pits={}", game.rules().pits);
    let lasting: Vec<&str> = options
        .split(',')
        .filter(|option| !option.is_empty() && !option.starts_with("seeds="))
        .map(|option| match option.starts_with("start=") {
            true => pits.as_str(),
            false => option,
        })
        .collect();
    match lasting.is_empty() {
        true => name.to_owned(),
        false => format!("{name}:{}", lasting.join(",")),
    }
}

impl Layered for TwoRankLayers {
    type Scratch = ();

    fn name(&self) -> String {
        layers_name(&self.game)
    }

    fn positions(&self, layer: u32) -> Option<u64> {
        self.rows.ranking.boards(layer as usize).ok()
    }

    fn scratch(&self) {}

    #[inline]
    fn expand(&self, (): &mut (), layer: u32, ranks: &[u64], sink: &mut impl Sink) {
        for (_, state) in self.states(layer, ranks) {
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
                let turn = Turn::other_if(after.mover() != state.mover());
                let left = after.seeds();
                sink.reply(if left == layer {
                    Reply::Same { rank, turn }
                } else {
                    Reply::Below {
                        layer: left,
                        rank,
                        gain: gained as i32,
                        turn,
                    }
                });
                sink.end_option();
            }
            sink.end_position();
        }
    }

    /// Returns the order in which all values are settled in one pass, if play cannot repeat and no side passes.
    fn ordered(&self) -> Option<&dyn Ordered> {
        let rules = self.game.rules();
        match rules.can_repeat() || rules.end == End::AllEmpty {
            true => None,
            false => Some(&self.rows),
        }
    }

    /// Returns the predecessors, if play can repeat.
    fn reversible(&self) -> Option<&dyn Reversible> {
        match self.game.rules().can_repeat() {
            true => Some(self),
            false => None,
        }
    }
}

impl Reversible for TwoRankLayers {
    #[inline]
    fn predecessors(&self, layer: u32, ranks: &[u64], visit: &mut dyn FnMut(u64, Turn)) {
        self.predecessors_by_rank(layer, ranks, &mut |_, before, turn| visit(before, turn));
    }
}

impl TwoRankLayers {
    /// Visits the predecessors within the layer of these positions, whose ranks ascend strictly. Each call gets the
    /// rank of the position, the rank of the predecessor, and the turn between the two.
    #[inline]
    pub fn predecessors_by_rank(
        &self,
        layer: u32,
        ranks: &[u64],
        visit: &mut impl FnMut(u64, u64, Turn),
    ) {
        for (rank, state) in self.states(layer, ranks) {
            self.game.predecessors(state, |before| {
                let turn = Turn::other_if(before.mover() != state.mover());
                visit(rank, self.rank(before), turn);
            });
        }
    }
}
