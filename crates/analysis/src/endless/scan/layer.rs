//! Every joint move on every board of a layer: the endless ones, and the longest sowings.

use std::ops::Range;

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sowlab_base::interrupt::stoppable;
use sowlab_solvers::ranking::{Ranking, RankingError};
use sowlab_solvers::{Cancelled, Monitor};

use super::error::ScanError;
use sowlab_games::stones::sowing::{Batch, JointMove, Sower};
use sowlab_games::stones::{Board, Ending, Round, Rules, Seat, WrittenRound};

/// The number of boards that one thread scans at a time.
const CHUNK: u64 = 4096;
/// The number of boards that are sown together.
const TOGETHER: usize = 64;

/// A joint move on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardMove {
    /// The board.
    pub board: Board,
    /// The holes taken on it.
    pub chosen: JointMove,
}

impl BoardMove {
    /// Writes the stones of the first `holes` holes and the choices, East's first: `5,5,5 E1W3`.
    pub fn text(&self, holes: usize) -> String {
        let round = WrittenRound::new(Seat::East, self.chosen);
        format!("{} {round}", self.board.text(holes))
    }
}

/// The counts of a scanned layer, with rounds as text: holes and choices, as in "5,5,5 E1W3".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LayerCounts {
    /// The number of stones on the board.
    pub stones: u32,
    /// The number of boards of the layer.
    pub boards: u64,
    /// The number of joint moves on them.
    pub joint_moves: u64,
    /// The number of joint moves whose sowing never ends.
    pub endless: u64,
    /// The number of boards with such a joint move.
    pub endless_boards: u64,
    /// The maximum number of steps of a sowing that ends.
    pub longest_finite: u64,
    /// A round with this number of steps.
    pub longest_finite_at: Option<String>,
    /// The longest period of a sowing that never ends, in steps; `null` if there is none.
    pub longest_period: Option<u64>,
    /// A round with this period.
    pub longest_period_at: Option<String>,
    /// The first endless round in the order of boards.
    pub first: Option<String>,
}

/// The result of scanning all boards with a number of stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScannedLayer {
    /// The number of stones on the board.
    pub stones: u32,
    /// The number of boards of the layer.
    pub boards: u64,
    /// The number of joint moves on them.
    pub joint_moves: u64,
    /// The number of joint moves whose sowing never ends.
    pub endless: u64,
    /// The number of boards with such a joint move.
    pub endless_boards: u64,
    /// The maximum number of steps of a sowing that ends.
    pub longest_finite: u64,
    /// The longest period of an endless sowing, in steps; 0 if there is none.
    pub longest_period: u64,
    /// The first endless joint move, in the order of ranks.
    pub first: Option<BoardMove>,
    /// The first joint move with [`longest_period`](ScannedLayer::longest_period).
    pub longest_period_at: Option<BoardMove>,
    /// The first joint move with [`longest_finite`](ScannedLayer::longest_finite).
    pub longest_finite_at: Option<BoardMove>,
}

impl ScannedLayer {
    /// Returns the counts, with rounds as text for boards of `holes` holes.
    pub fn counts(&self, holes: usize) -> LayerCounts {
        let written = |found: BoardMove| found.text(holes);
        LayerCounts {
            stones: self.stones,
            boards: self.boards,
            joint_moves: self.joint_moves,
            endless: self.endless,
            endless_boards: self.endless_boards,
            longest_finite: self.longest_finite,
            longest_finite_at: self.longest_finite_at.map(written),
            longest_period: (self.endless > 0).then_some(self.longest_period),
            longest_period_at: self.longest_period_at.map(written),
            first: self.first.map(written),
        }
    }

    /// Returns the layer with `stones` stones before the scan.
    pub fn nothing(stones: u32) -> ScannedLayer {
        ScannedLayer {
            stones,
            ..ScannedLayer::default()
        }
    }

    /// Combines two parts of a layer; `later` has the higher ranks.
    #[must_use]
    pub fn and(self, later: ScannedLayer) -> ScannedLayer {
        let longer_period = later.longest_period > self.longest_period;
        let longer_finite = later.longest_finite > self.longest_finite;
        ScannedLayer {
            stones: self.stones,
            boards: self.boards + later.boards,
            joint_moves: self.joint_moves + later.joint_moves,
            endless: self.endless + later.endless,
            endless_boards: self.endless_boards + later.endless_boards,
            longest_finite: self.longest_finite.max(later.longest_finite),
            longest_period: self.longest_period.max(later.longest_period),
            first: self.first.or(later.first),
            longest_period_at: match longer_period {
                true => later.longest_period_at,
                false => self.longest_period_at,
            },
            longest_finite_at: match longer_finite {
                true => later.longest_finite_at,
                false => self.longest_finite_at,
            },
        }
    }

    /// Counts one more round.
    #[inline]
    fn count(&mut self, found: BoardMove, round: &Round) {
        match round.ending {
            Ending::Endless { period } => {
                self.endless += 1;
                self.first = self.first.or(Some(found));
                if period > self.longest_period {
                    self.longest_period = period;
                    self.longest_period_at = Some(found);
                }
            }
            Ending::Quiet | Ending::Capture => {
                if round.steps > self.longest_finite {
                    self.longest_finite = round.steps;
                    self.longest_finite_at = Some(found);
                }
            }
        }
    }
}

/// A scanner of layers, as a whole or in parts.
pub struct Scanner {
    ranking: Ranking,
    sower: Sower,
}

impl Scanner {
    /// Creates a scanner of layers with up to `stones` stones.
    ///
    /// # Errors
    /// The boards cannot be ranked: there are more than 255 stones, or too many boards for 64 bits.
    pub fn new(rules: &Rules, stones: u32) -> Result<Scanner, RankingError> {
        Ok(Scanner {
            ranking: Ranking::new(rules.holes(), stones as usize)?,
            sower: Sower::new(rules),
        })
    }

    /// Returns the number of boards of a layer.
    ///
    /// # Errors
    /// There are more stones than the limit of the scanner.
    pub fn boards(&self, stones: u32) -> Result<u64, RankingError> {
        self.ranking.boards(stones as usize)
    }

    /// Scans the boards of a layer with these ranks, on all threads.
    ///
    /// # Errors
    /// The monitor cancelled.
    pub fn scan(
        &self,
        stones: u32,
        ranks: Range<u64>,
        monitor: &dyn Monitor,
    ) -> Result<ScannedLayer, Cancelled> {
        let chunks = (ranks.end - ranks.start).div_ceil(CHUNK);
        let scan = |chunk| -> Result<ScannedLayer, Cancelled> {
            let from = ranks.start + chunk * CHUNK;
            let found = self.scan_chunk(stones, from..ranks.end.min(from + CHUNK), monitor)?;
            monitor.advance(found.boards);
            Ok(found)
        };
        let scanned = stoppable(|| {
            (0..chunks).into_par_iter().map(scan).try_reduce(
                || ScannedLayer::nothing(stones),
                |earlier, later| Ok(earlier.and(later)),
            )
        });
        scanned.flatten()
    }

    fn scan_chunk(
        &self,
        stones: u32,
        ranks: Range<u64>,
        monitor: &dyn Monitor,
    ) -> Result<ScannedLayer, Cancelled> {
        monitor.check()?;
        let ranks: Vec<u64> = ranks.collect();
        let mut batch = Batch::new();
        let mut found = ScannedLayer::nothing(stones);
        found.boards = ranks.len() as u64;
        let all: Vec<Board> = self
            .ranking
            .boards_of(stones as usize, &ranks)
            .map(Board::from_lanes)
            .collect();
        for boards in all.chunks(TOGETHER) {
            batch.clear();
            boards.iter().for_each(|&board| batch.push(board));
            batch.sow(&self.sower);
            found.joint_moves += batch.joint_moves() as u64;
            let (mut current, mut endless_before) = (usize::MAX, 0);
            batch.for_each(&self.sower, |index, chosen, round| {
                if index != current {
                    current = index;
                    endless_before = found.endless;
                }
                let board = boards[index];
                found.count(BoardMove { board, chosen }, round);
                let first_of_board = found.endless == endless_before + 1
                    && matches!(round.ending, Ending::Endless { .. });
                found.endless_boards += u64::from(first_of_board);
            });
        }
        Ok(found)
    }
}

/// Scans every board with this many stones, on all threads.
///
/// ```
/// use sowlab_analysis::endless::scan_layer;
/// use sowlab_games::stones::Rules;
/// let layer = scan_layer(&Rules::new(2, 1).unwrap(), 4, &()).unwrap();
/// // On two holes E1W2 from 2,2 exchanges the stones without end.
/// assert_eq!((layer.boards, layer.joint_moves, layer.endless), (5, 2, 2));
/// ```
///
/// # Errors
/// The boards cannot be ranked: there are more than 255 stones, or too many boards for 64 bits. Or the monitor
/// cancelled.
pub fn scan_layer(
    rules: &Rules,
    stones: u32,
    monitor: &dyn Monitor,
) -> Result<ScannedLayer, ScanError> {
    let scanner = Scanner::new(rules, stones)?;
    let boards = scanner.boards(stones)?;
    monitor.begin(&format!("{stones} stones"), boards);
    Ok(scanner.scan(stones, 0..boards, monitor)?)
}
