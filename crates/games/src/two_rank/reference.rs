//! A second implementation of the layers of the two-rank games, one seed at a time, for verification of endgame tables.
//!
//! It follows the rules independently of [`TwoRankLayers`](super::TwoRankLayers): no kernel, no table of sowings, no
//! rows. Only the numbering of the positions and the name are shared.

use sowlab_solvers::ranking::{Holes, Ranking, RankingError};
use sowlab_solvers::retrograde::{Layered, Reply, Sink};

use super::game::TwoRank;
use super::layered::layers_name;
use super::plain::Plain;
use super::rules::Rules;
use sowlab_solvers::Turn;

/// All positions of a two-rank game, played in plain arrays.
pub struct ReferenceLayers {
    name: String,
    rules: Rules,
    ranking: Ranking,
}

impl ReferenceLayers {
    /// Creates the layers of 0 to `seeds` seeds, or up to the seeds of the game if those are fewer.
    ///
    /// # Errors
    /// There are more positions than can be ranked.
    pub fn new(game: &TwoRank, seeds: usize) -> Result<ReferenceLayers, RankingError> {
        let rules = *game.rules();
        let most = seeds.min(game.total() as usize);
        Ok(ReferenceLayers {
            name: layers_name(game),
            rules,
            ranking: Ranking::new(2 * rules.pits, most)?,
        })
    }

    /// Returns the position with these lanes: the mover's pits, the highest number first, then likewise the other
    /// side's. The mover is side 0.
    fn position(&self, lanes: &Holes) -> Plain {
        let pits = self.rules.pits;
        let mut position = Plain {
            pits: Default::default(),
            stores: [0; 2],
            mover: 0,
        };
        for (lane, &seeds) in lanes[..2 * pits].iter().enumerate() {
            position.pits[lane / pits][pits - 1 - lane % pits] = u32::from(seeds);
        }
        position
    }

    /// Returns the rank of a position among those with its number of seeds, in the view of its mover.
    fn rank(&self, position: &Plain) -> u64 {
        let pits = self.rules.pits;
        let mut lanes: Holes = [0; _];
        for (lane, seeds) in lanes[..2 * pits].iter_mut().enumerate() {
            let side = match lane / pits {
                0 => position.mover,
                _ => 1 - position.mover,
            };
            *seeds = position.pits[side][pits - 1 - lane % pits] as u8;
        }
        self.ranking.rank(&lanes)
    }

    /// Returns the result of a move of side 0, whose stores were empty.
    fn reply(&self, layer: u32, after: &Plain) -> Reply {
        let rank = self.rank(after);
        let turn = Turn::other_if(after.mover != 0);
        let left = after.on_side(0) + after.on_side(1);
        if left == layer {
            return Reply::Same { rank, turn };
        }
        Reply::Below {
            layer: left,
            rank,
            gain: after.stores[0] as i32 - after.stores[1] as i32,
            turn,
        }
    }
}

impl Layered for ReferenceLayers {
    type Scratch = ();

    fn name(&self) -> String {
        self.name.clone()
    }

    fn positions(&self, layer: u32) -> Option<u64> {
        self.ranking.boards(layer as usize).ok()
    }

    fn scratch(&self) {}

    fn expand(&self, (): &mut (), layer: u32, ranks: &[u64], sink: &mut impl Sink) {
        for &rank in ranks {
            let Ok(lanes) = self.ranking.unrank(layer as usize, rank) else {
                return; // The caller misses the rest.
            };
            let position = self.position(&lanes);
            let legal = position.legal(&self.rules);
            if legal.is_empty() {
                let [mover, other] = position.rest(&self.rules);
                sink.reply(Reply::Over {
                    margin: mover as i32 - other as i32,
                });
                sink.end_option();
            }
            for choice in legal {
                sink.reply(self.reply(layer, &position.play(&self.rules, choice)));
                sink.end_option();
            }
            sink.end_position();
        }
    }
}
