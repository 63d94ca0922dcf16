//! A batch of boards whose rounds are sown together.

use super::joint_move::JointMove;
use super::kernel::{Kernel, Queue};
use super::landing::Landing;
use super::lap::{CHECK_AFTER, Sower};
use super::rounds::{BatchBoard, Rounds};
use crate::stones::board::Board;
use crate::stones::round::Round;

/// The minimum number of rounds for kernels in step: below it too few share a distance, and sowing in turn is faster.
const MANY: usize = 300;

/// Every joint move of many boards, sown together.
///
/// Larger batches run faster; about ten boards reach most of the gain. Reuse a batch: it allocates only when it grows.
/// The memory is about 26 bytes per joint move.
///
/// ```
/// use sowlab_games::stones::{Board, Rules, sowing::{Batch, Sower}};
/// let sower = Sower::new(&Rules::FIFTY_FIVE);
/// let mut batch = Batch::new();
/// batch.push(Board::from_holes(&[5; 11]).unwrap());
/// batch.sow(&sower);
/// let mut rounds = 0;
/// let mut captured_by_east = 0;
/// batch.for_each(&sower, |_board, joint_move, round| {
///     rounds += 1;
///     if (joint_move.east, joint_move.west) == (9, 0) {
///         captured_by_east = round.captured.east;
///     }
/// });
/// assert_eq!((rounds, captured_by_east), (110, 5)); // E10W1 captures five
/// ```
pub struct Batch {
    rounds: Rounds,
    /// The results of the rounds that outlasted the kernel, by ascending index.
    long: Vec<(usize, Round)>,
    queue: Queue,
    /// The kernel for batches of few rounds, if another one is faster for them.
    few: Option<Queue>,
}

impl Default for Batch {
    fn default() -> Self {
        Batch::new()
    }
}

impl Batch {
    /// Creates an empty batch, sown by the fastest kernel for this processor and the number of rounds.
    pub fn new() -> Batch {
        let mut fastest_first = Kernel::ALL.into_iter().rev();
        let queue = fastest_first.find_map(Queue::new);
        let mut batch = Batch::with(queue.expect("one kernel runs on every processor"));
        if batch.kernel() != Kernel::LanesAvx512 {
            batch.few = Queue::new(Kernel::Flights);
        }
        batch
    }

    /// Creates an empty batch that is always sown by this kernel, for comparisons; `None` if the processor does not
    /// support it.
    pub fn with_kernel(kernel: Kernel) -> Option<Batch> {
        Queue::new(kernel).map(Batch::with)
    }

    fn with(queue: Queue) -> Batch {
        Batch {
            rounds: Rounds::default(),
            long: Vec::new(),
            queue,
            few: None,
        }
    }

    /// Returns the kernel that sows large batches.
    pub fn kernel(&self) -> Kernel {
        self.queue.kernel()
    }

    /// Removes all boards.
    pub fn clear(&mut self) {
        self.rounds.boards.clear();
        self.rounds.moves.clear();
        self.rounds.landings.clear();
        self.long.clear();
    }

    /// Adds a board with all its joint moves. A board with fewer than two playable holes has none.
    #[inline]
    pub fn push(&mut self, board: Board) {
        let moves = &mut self.rounds.moves;
        JointMove::for_each(board.playable(), |joint_move| moves.push(joint_move));
        self.rounds.boards.push(BatchBoard {
            board,
            moves_end: moves.len(),
        });
    }

    /// Adds a board with one of its joint moves.
    ///
    /// # Panics
    /// The holes are equal or do not exist, or one has fewer than two stones.
    #[inline]
    pub fn push_round(&mut self, board: Board, joint_move: JointMove) {
        let JointMove { east, west } = joint_move;
        let playable = board.playable();
        let chosen = 1u32.checked_shl(east.into()).unwrap_or(0) as u16
            | 1u32.checked_shl(west.into()).unwrap_or(0) as u16;
        assert!(
            playable & chosen == chosen && chosen.count_ones() == 2,
            "two different holes with two stones or more"
        );
        self.rounds.moves.push(joint_move);
        self.rounds.boards.push(BatchBoard {
            board,
            moves_end: self.rounds.moves.len(),
        });
    }

    /// Returns the number of boards.
    pub fn boards(&self) -> usize {
        self.rounds.boards.len()
    }

    /// Returns the number of joint moves of all boards.
    pub fn joint_moves(&self) -> usize {
        self.rounds.moves.len()
    }

    /// Sows every round to its end, and non-terminating rounds until their period is known. The boards must fit the
    /// sower: no stones past its last hole, and at most 255 stones each.
    pub fn sow(&mut self, sower: &Sower) {
        self.sow_each(sower, None);
    }

    /// Sows as [`Batch::sow`] does, with period 0 for rounds that are proven non-terminating without following them.
    /// Their periods can be too long to find.
    pub fn sow_without_periods(&mut self, sower: &Sower) {
        self.sow_each(sower, Some(CHECK_AFTER));
    }

    fn sow_each(&mut self, sower: &Sower, check_after: Option<u64>) {
        self.rounds
            .landings
            .resize(self.rounds.moves.len(), Landing::NONE);
        let queue = match &mut self.few {
            Some(few) if self.rounds.moves.len() < MANY => few,
            _ => &mut self.queue,
        };
        queue.sow(sower, &mut self.rounds);
        let long = self.rounds.long.drain(..);
        self.long.clear();
        self.long.extend(long.map(|round| {
            let sown = sower.sow_on(round.flight, round.board, check_after);
            (round.index, sown)
        }));
    }

    /// Visits the results of [`Batch::sow`]: calls `visit` with the index of a board in the order of adding, its joint
    /// move and the round. The order is by board, then by East's hole, then by West's.
    #[inline]
    pub fn for_each(&self, sower: &Sower, mut visit: impl FnMut(usize, JointMove, &Round)) {
        let Rounds {
            boards,
            moves,
            landings,
            ..
        } = &self.rounds;
        let mut long = self.long.as_slice();
        let mut index = 0;
        for (number, board) in boards.iter().enumerate() {
            while index < board.moves_end {
                let round = match long {
                    [(at, round), others @ ..] if *at == index => {
                        long = others;
                        *round
                    }
                    _ => landings[index].round(sower.rules(), 0),
                };
                visit(number, moves[index], &round);
                index += 1;
            }
        }
    }
}
