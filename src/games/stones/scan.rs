//! Every joint move on every board of a layer: which are endless, and how long sowing gets.

use rayon::prelude::*;
use sowlab_solvers::Monitor;
use sowlab_solvers::ranking::{Ranking, RankingError};

use super::board::Board;
use super::round::Ending;
use super::rules::Rules;
use super::sowing::{Batch, JointMove, Sower};

/// Boards that one thread takes on at a time.
const CHUNK: u64 = 4096;
/// Boards sown together.
const TOGETHER: usize = 64;

/// A joint move on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardMove {
    /// The board.
    pub board: Board,
    /// The holes taken on it.
    pub chosen: JointMove,
}

/// What a scan of all boards with a number of stones found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScannedLayer {
    /// Stones on the board.
    pub stones: u32,
    /// All boards of the layer.
    pub boards: u64,
    /// All joint moves on them.
    pub joint_moves: u64,
    /// Joint moves whose sowing never ends.
    pub endless: u64,
    /// Boards that have one.
    pub endless_boards: u64,
    /// The most steps of a sowing that ends.
    pub longest_finite: u64,
    /// The longest period of an endless sowing, in steps; 0 if there is none.
    pub longest_period: u64,
    /// The first endless joint move, in the order of ranks.
    pub first: Option<BoardMove>,
}

impl ScannedLayer {
    /// Both together; `later` has the higher ranks.
    fn and(self, later: ScannedLayer) -> ScannedLayer {
        ScannedLayer {
            stones: self.stones,
            boards: self.boards + later.boards,
            joint_moves: self.joint_moves + later.joint_moves,
            endless: self.endless + later.endless,
            endless_boards: self.endless_boards + later.endless_boards,
            longest_finite: self.longest_finite.max(later.longest_finite),
            longest_period: self.longest_period.max(later.longest_period),
            first: self.first.or(later.first),
        }
    }
}

/// Scans every board with this many stones, on all threads. `None` if the monitor cancelled.
///
/// ```
/// use sowlab::games::stones::{Rules, scan_layer};
/// let layer = scan_layer(&Rules::new(2, 1).unwrap(), 4, &()).unwrap().unwrap();
/// // On two holes E1W2 from 2,2 only ever exchanges the stones.
/// assert_eq!((layer.boards, layer.joint_moves, layer.endless), (5, 2, 2));
/// ```
///
/// # Errors
/// Boards that cannot be ranked: more than 255 stones, or too many boards for 64 bits.
pub fn scan_layer(
    rules: &Rules,
    stones: u32,
    monitor: &dyn Monitor,
) -> Result<Option<ScannedLayer>, RankingError> {
    let ranking = Ranking::new(rules.holes(), stones as usize)?;
    let boards = ranking.boards(stones as usize)?;
    let sower = Sower::new(rules);
    monitor.begin(&format!("{stones} stones"), boards);
    let scan = |chunk: u64| {
        let ranks: Vec<u64> = (chunk * CHUNK..boards.min((chunk + 1) * CHUNK)).collect();
        if monitor.cancelled() {
            return None;
        }
        let mut batch = Batch::new();
        let mut found = ScannedLayer {
            stones,
            boards: ranks.len() as u64,
            ..ScannedLayer::default()
        };
        let all: Vec<Board> = ranking
            .boards_of(stones as usize, &ranks)
            .map(Board::from_lanes)
            .collect();
        for boards in all.chunks(TOGETHER) {
            batch.clear();
            boards.iter().for_each(|&board| batch.push(board));
            batch.sow(&sower);
            found.joint_moves += batch.joint_moves() as u64;
            let mut last_endless = usize::MAX;
            batch.for_each(&sower, |index, chosen, round| {
                found.longest_finite = found.longest_finite.max(round.steps);
                if let Ending::Endless { period } = round.ending {
                    found.endless += 1;
                    found.endless_boards += u64::from(index != last_endless);
                    last_endless = index;
                    found.longest_period = found.longest_period.max(period);
                    found.first = found.first.or(Some(BoardMove {
                        board: boards[index],
                        chosen,
                    }));
                }
            });
        }
        monitor.advance(found.boards);
        Some(found)
    };
    let empty = ScannedLayer {
        stones,
        ..ScannedLayer::default()
    };
    Ok((0..boards.div_ceil(CHUNK))
        .into_par_iter()
        .map(scan)
        .try_reduce(|| empty, |earlier, later| Some(earlier.and(later))))
}
