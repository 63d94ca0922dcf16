//! The layers of the stones family, for retrograde analysis.

use sowlab_solvers::ranking::{Ranking, RankingError};
use sowlab_solvers::retrograde::{Layered, Reply, Scatter, Sink};

use super::board::Board;
use super::round::Round;
use super::rules::Rules;
use super::sowing::{Batch, Expansion, RoundResult, Sower, Terms, Visit};
use sowlab_solvers::Turn;

/// The number of boards that are expanded together: enough to fill the lanes, few enough for the second-level cache.
const TOGETHER: usize = 512;

/// All boards of a variant, one layer for each number of stones, in the view in which East has sente.
///
/// A quiet round stays within its layer, and sente stays. A capture leads to a smaller layer and passes sente, and the
/// board is rotated so that East has sente again. A finished board counts as reached by a quiet round, as `rules.md`
/// says for a board alone.
pub struct StonesLayers {
    rules: Rules,
    sower: Sower,
    ranking: Ranking,
    terms: Terms,
}

impl StonesLayers {
    /// Creates the layers of 0 to `stones` stones.
    ///
    /// # Errors
    /// There are more boards than can be ranked on this number of holes.
    pub fn new(rules: &Rules, stones: usize) -> Result<StonesLayers, RankingError> {
        let ranking = Ranking::new(rules.holes(), stones)?;
        Ok(StonesLayers {
            rules: *rules,
            sower: Sower::new(rules),
            terms: Terms::new(&ranking),
            ranking,
        })
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the numbering of the boards.
    pub fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// Returns the result of a round on a board of `stones` stones.
    #[inline(always)]
    fn reply(&self, stones: i32, round: &Round) -> Reply {
        match round.ending.turn() {
            None => Reply::Endless,
            Some(Turn::Same) => Reply::Same {
                rank: self.ranking.rank(round.board.lanes()),
                turn: Turn::Same,
            },
            Some(turn) => {
                let [east, west] = [round.captured.east, round.captured.west].map(i32::from);
                let (gain, left) = (east - west, stones - east - west);
                match self.rules.given_out(&round.board, turn) {
                    Some(rest) => Reply::Over {
                        margin: turn.margin(gain, rest),
                    },
                    None => Reply::Below {
                        layer: left as u32,
                        rank: self
                            .ranking
                            .rank(round.board.turned(self.rules.holes()).lanes()),
                        gain,
                        turn,
                    },
                }
            }
        }
    }
}

/// Returns the name of the layers: the size of the board and the rule options. The seeds are not part of it, because
/// they only determine the start.
pub(super) fn layers_name(rules: &Rules) -> String {
    format!("stones:holes={},{}", rules.holes(), rules.options())
}

/// Boards being expanded, and their rounds.
pub struct Expanded {
    batch: Batch,
    boards: Vec<Board>,
    in_any_order: Expansion,
}

/// Sink that passes the results of rounds on as replies.
struct Replies<'a, S> {
    layers: &'a StonesLayers,
    stones: i32,
    sink: &'a mut S,
}

impl<S: Scatter> Visit for Replies<'_, S> {
    #[inline(always)]
    fn found(&mut self, board: u32, east: u8, found: RoundResult) {
        let reply = match found {
            RoundResult::Quiet { rank } => Reply::Same {
                rank: rank.into(),
                turn: Turn::Same,
            },
            RoundResult::Capture { rank, left, gain } => Reply::Below {
                layer: left.into(),
                rank: rank.into(),
                gain: gain.into(),
                turn: Turn::Other,
            },
            RoundResult::Finished { left, gain } => {
                let rest = match self.layers.rules.rest_is_exchanged() {
                    false => i32::from(left),
                    true => -i32::from(left),
                };
                Reply::Over {
                    margin: Turn::Other.margin(gain.into(), rest),
                }
            }
            RoundResult::Long(round) => self.layers.reply(self.stones, &round),
        };
        self.sink.reply(board as usize, east.into(), reply);
    }
}

impl Layered for StonesLayers {
    type Scratch = Expanded;

    fn name(&self) -> String {
        layers_name(&self.rules)
    }

    fn positions(&self, layer: u32) -> Option<u64> {
        self.ranking.boards(layer as usize).ok()
    }

    fn scratch(&self) -> Expanded {
        Expanded {
            batch: Batch::new(),
            boards: Vec::new(),
            in_any_order: Expansion::new(),
        }
    }

    fn together(&self) -> usize {
        TOGETHER
    }

    fn options(&self) -> usize {
        self.rules.holes()
    }

    fn scatter(
        &self,
        scratch: &mut Expanded,
        layer: u32,
        ranks: &[u64],
        sink: &mut impl Scatter,
    ) -> bool {
        let Some(terms) = self.terms.of_layer(&self.ranking, layer as usize) else {
            return false;
        };
        let Expanded {
            boards,
            in_any_order,
            ..
        } = scratch;
        boards.clear();
        for lanes in self.ranking.boards_of(layer as usize, ranks) {
            let board = Board::from_lanes(lanes);
            if let Some(margin) = self.rules.given_out(&board, Turn::Same) {
                sink.reply(boards.len(), 0, Reply::Over { margin });
            }
            boards.push(board);
        }
        let mut replies = Replies {
            layers: self,
            stones: layer as i32,
            sink,
        };
        in_any_order.expand(&self.sower, &terms, boards, &mut replies);
        true
    }

    fn expand(&self, scratch: &mut Expanded, layer: u32, ranks: &[u64], sink: &mut impl Sink) {
        let Expanded { batch, boards, .. } = scratch;
        batch.clear();
        boards.clear();
        for lanes in self.ranking.boards_of(layer as usize, ranks) {
            let board = Board::from_lanes(lanes);
            boards.push(board);
            batch.push(board);
        }
        batch.sow_without_periods(&self.sower);

        // The rounds of a board come in the order of sente's hole, then of gote's, equally many for each.
        let mut boards = boards.iter();
        let mut options_left = 0;
        let mut replies = 0;
        let mut replies_left = 0;
        let mut begin = |sink: &mut _, options: &mut u32, replies: &mut u32| {
            for board in boards.by_ref() {
                match self.rules.given_out(board, Turn::Same) {
                    Some(margin) => give_finished(sink, margin),
                    None => {
                        *options = board.playable_marks().count_ones();
                        *replies = *options - 1;
                        return;
                    }
                }
            }
        };
        begin(sink, &mut options_left, &mut replies);
        replies_left += replies;
        batch.for_each(&self.sower, |_, _, round| {
            sink.reply(self.reply(layer as i32, round));
            replies_left -= 1;
            if replies_left == 0 {
                sink.end_option();
                options_left -= 1;
                if options_left == 0 {
                    sink.end_position();
                    begin(sink, &mut options_left, &mut replies);
                }
                replies_left = replies;
            }
        });
    }
}

fn give_finished(sink: &mut impl Sink, margin: i32) {
    sink.reply(Reply::Over { margin });
    sink.end_option();
    sink.end_position();
}
