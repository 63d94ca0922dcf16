//! A second implementation of the layers of the stones family, by the one-stone stepper, for verification of endgame
//! tables.
//!
//! It follows the rules independently of [`StonesLayers`](super::StonesLayers): no kernel, no batch, no packed
//! arithmetic. Only the numbering of the boards and the name are shared.

use sowlab_solvers::ranking::{Holes, Ranking, RankingError};
use sowlab_solvers::retrograde::{Layered, Reply, Sink};

use super::board::Board;
use super::layered::layers_name;
use super::round::{Ending, Seat};
use super::rules::{Capture, Rest, Rules};
use super::stepper;
use sowlab_solvers::Turn;

/// All boards of a variant, expanded one stone at a time.
pub struct ReferenceLayers {
    rules: Rules,
    ranking: Ranking,
}

impl ReferenceLayers {
    /// Creates the layers of 0 to `stones` stones.
    ///
    /// # Errors
    /// There are more boards than can be ranked on this number of holes.
    pub fn new(rules: &Rules, stones: usize) -> Result<ReferenceLayers, RankingError> {
        Ok(ReferenceLayers {
            rules: *rules,
            ranking: Ranking::new(rules.holes(), stones)?,
        })
    }

    /// Returns the side that is awarded the stones left on a finished board; `None` if it is not finished.
    fn rest_goes_to(&self, holes: &[u8], sente: Seat, last_gote: Seat) -> Option<Seat> {
        let normal = match holes.iter().filter(|&&stones| stones >= 2).count() {
            0 => last_gote,
            1 => sente,
            _ => return None,
        };
        let reversed = match self.rules.capture {
            Capture::Normal => normal,
            Capture::Reversed => !normal,
        };
        Some(match self.rules.rest {
            Rest::Usual => reversed,
            Rest::Exchanged => !reversed,
        })
    }

    /// Returns the result of a round of East (who has sente) and West.
    fn reply(&self, board: Board, east: usize, west: usize) -> Reply {
        let round = stepper::sow(&self.rules, board, east, west);
        let sente = match round.ending {
            Ending::Endless { .. } => return Reply::Endless,
            Ending::Quiet => {
                return Reply::Same {
                    rank: self.ranking.rank(round.board.lanes()),
                    turn: Turn::Same,
                };
            }
            Ending::Capture => Seat::West,
        };
        let gain = i32::from(round.captured.east) - i32::from(round.captured.west);
        let after = &round.board.lanes()[..self.rules.holes()];
        let left = round.board.stones();
        match self.rest_goes_to(after, sente, Seat::West) {
            Some(Seat::East) => Reply::Over {
                margin: gain + left as i32,
            },
            Some(Seat::West) => Reply::Over {
                margin: gain - left as i32,
            },
            None => {
                let mut turned: Holes = [0; _];
                for (to, from) in turned.iter_mut().zip(after.iter().rev()) {
                    *to = *from;
                }
                Reply::Below {
                    layer: left,
                    rank: self.ranking.rank(&turned),
                    gain,
                    turn: Turn::Other,
                }
            }
        }
    }
}

impl Layered for ReferenceLayers {
    type Scratch = ();

    fn name(&self) -> String {
        layers_name(&self.rules)
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
            let holes = &lanes[..self.rules.holes()];
            // A board alone counts as reached by a quiet round: West had gote.
            if let Some(side) = self.rest_goes_to(holes, Seat::East, Seat::West) {
                let margin = match side {
                    Seat::East => layer as i32,
                    Seat::West => -(layer as i32),
                };
                sink.reply(Reply::Over { margin });
                sink.end_option();
                sink.end_position();
                continue;
            }
            let playable = |&hole: &usize| holes[hole] >= 2;
            for east in (0..holes.len()).filter(playable) {
                for west in (0..holes.len()).filter(playable) {
                    if west != east {
                        sink.reply(self.reply(Board::from_lanes(lanes), east, west));
                    }
                }
                sink.end_option();
            }
            sink.end_position();
        }
    }
}
