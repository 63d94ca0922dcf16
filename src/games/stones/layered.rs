//! The layers of the stones family, for retrograde analysis.

use sowlab_solvers::ranking::{Ranking, RankingError};
use sowlab_solvers::retrograde::{Layered, Reply, Sink};

use super::board::Board;
use super::round::{Ending, Round};
use super::rules::Rules;
use super::sowing::{Batch, Sower};
use sowlab_solvers::Turn;

/// All boards of a rule set, a layer for each number of stones, seen with East having sente.
///
/// Within a layer every round was quiet, so that sente stays; a capture leads to a smaller layer
/// and passes sente on, and the board is turned so that East has sente again. A finished board is
/// taken as reached by a quiet round, as `rules.md` has it for a board on its own.
pub struct StonesLayers {
    rules: Rules,
    sower: Sower,
    ranking: Ranking,
}

impl StonesLayers {
    /// The layers of 0 to `stones` stones.
    ///
    /// # Errors
    /// More stones than can be ranked on this number of holes.
    pub fn new(rules: &Rules, stones: usize) -> Result<StonesLayers, RankingError> {
        Ok(StonesLayers {
            rules: *rules,
            sower: Sower::new(rules),
            ranking: Ranking::new(rules.holes(), stones)?,
        })
    }

    /// The rule set.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The numbering of the boards.
    pub fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// What the side with sente gains on a finished board that was reached by a quiet round;
    /// `None` if the board is not finished.
    pub fn finished_margin(&self, board: &Board) -> Option<i32> {
        finished(&self.rules, board, board.stones() as i32, false)
    }

    /// What a round on a board of `stones` stones leads to.
    #[inline(always)]
    fn reply(&self, stones: i32, round: &Round) -> Reply {
        match round.ending {
            Ending::Endless { .. } => Reply::Endless,
            Ending::Quiet => Reply::Same {
                rank: self.ranking.rank(round.board.lanes()),
                turn: Turn::Same,
            },
            Ending::Capture => {
                let [east, west] = [round.captured.east, round.captured.west].map(i32::from);
                let (gain, left) = (east - west, stones - east - west);
                // Sente passes to the side that had gote.
                match finished(&self.rules, &round.board, left, true) {
                    Some(rest) => Reply::Over {
                        margin: gain - rest,
                    },
                    None => Reply::Below {
                        layer: left as u32,
                        rank: self
                            .ranking
                            .rank(round.board.turned(self.rules.holes()).lanes()),
                        gain,
                        turn: Turn::Other,
                    },
                }
            }
        }
    }
}

/// What the side that has sente now gains on a finished board with `rest` stones, given whether the
/// last round was a capture, that is, whether that side had gote in it. `None` if the board is not
/// finished.
#[inline(always)]
fn finished(rules: &Rules, board: &Board, rest: i32, after_capture: bool) -> Option<i32> {
    let to_sente = rules.rest_to_sente(playable_holes(board), after_capture)?;
    Some(if to_sente { rest } else { -rest })
}

/// How many holes hold two stones or more.
#[inline(always)]
fn playable_holes(board: &Board) -> u32 {
    const LOW: u128 = u128::from_ne_bytes([0x7f; 16]);
    const MORE_THAN_ONE: u128 = u128::from_ne_bytes([0xfe; 16]);
    let bits = u128::from_le_bytes(*board.lanes()) & MORE_THAN_ONE;
    // The top bit of a lane becomes the answer for that lane; no lane carries into the next.
    let any = (((bits & LOW) + LOW) | bits) & !LOW;
    any.count_ones()
}

/// The size of the board and the readings; the seeds only say where the game starts.
pub(super) fn layers_name(rules: &Rules) -> String {
    format!("stones:holes={},{}", rules.holes(), rules.options())
}

/// Boards being expanded, and their rounds.
pub struct Expansion {
    batch: Batch,
    boards: Vec<Board>,
}

impl Layered for StonesLayers {
    type Scratch = Expansion;

    fn name(&self) -> String {
        layers_name(&self.rules)
    }

    fn positions(&self, layer: u32) -> Option<u64> {
        self.ranking.boards(layer as usize).ok()
    }

    fn scratch(&self) -> Expansion {
        Expansion {
            batch: Batch::new(),
            boards: Vec::new(),
        }
    }

    fn expand(&self, scratch: &mut Expansion, layer: u32, ranks: &[u64], sink: &mut impl Sink) {
        let Expansion { batch, boards } = scratch;
        batch.clear();
        boards.clear();
        for lanes in self.ranking.boards_of(layer as usize, ranks) {
            let board = Board::from_lanes(lanes);
            boards.push(board);
            batch.push(board);
        }
        batch.sow_without_periods(&self.sower);

        // The rounds of a board come by sente's hole, then by gote's, as many for each of them.
        let mut boards = boards.iter();
        let mut options_left = 0;
        let mut replies = 0;
        let mut replies_left = 0;
        let mut begin = |sink: &mut _, options: &mut u32, replies: &mut u32| {
            for board in boards.by_ref() {
                match finished(&self.rules, board, layer as i32, false) {
                    Some(margin) => give_finished(sink, margin),
                    None => {
                        *options = playable_holes(board);
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
