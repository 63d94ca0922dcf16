//! A batch of boards, all their rounds sown together.

use serde::{Deserialize, Serialize};

use super::flights;
use super::landing::Landing;
#[cfg(target_arch = "x86_64")]
use super::lanes;
use super::lap::{PATIENCE, Sower};
use super::long::Long;
use crate::games::stones::board::Board;
use crate::games::stones::round::{Round, Seat};

/// The holes that the two sides take in a round, by index (0 is hole 1, at West's end).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct JointMove {
    /// The index of East's hole.
    pub east: u8,
    /// The index of West's hole.
    pub west: u8,
}

impl JointMove {
    /// What the side with sente takes, and what the other side takes after it.
    pub fn of(sente: Seat, first: u8, second: u8) -> JointMove {
        let (east, west) = match sente {
            Seat::East => (first, second),
            Seat::West => (second, first),
        };
        JointMove { east, west }
    }

    /// Calls `visit` with every joint move of a board with these playable holes, by East's hole,
    /// then by West's.
    #[inline]
    pub fn for_each(playable: u16, mut visit: impl FnMut(JointMove)) {
        let mut east_left = playable;
        while east_left != 0 {
            let east = east_left.trailing_zeros() as u8;
            east_left &= east_left - 1;
            let mut west_left = playable & !(1 << east);
            while west_left != 0 {
                let west = west_left.trailing_zeros() as u8;
                west_left &= west_left - 1;
                visit(JointMove { east, west });
            }
        }
    }
}

/// A board of a batch and where its joint moves end in the lists of the batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct BatchBoard {
    pub(super) board: Board,
    pub(super) moves_end: usize,
}

/// What a kernel reads and fills.
#[derive(Default)]
pub(super) struct Rounds {
    pub(super) boards: Vec<BatchBoard>,
    /// The joint moves of all boards, one board after the other.
    pub(super) moves: Vec<JointMove>,
    /// How each round stopped, one a joint move; without meaning where it is in `long`.
    pub(super) landings: Vec<Landing>,
    /// Rounds that outlasted the kernel, still on their way.
    pub(super) long: Vec<Long>,
}

enum Kernel {
    Flights(flights::Queue),
    #[cfg(target_arch = "x86_64")]
    Lanes(Box<lanes::Queue>),
}

/// Every joint move of many boards, sown together.
///
/// The more boards a batch holds the better it runs: from some ten boards on, most of the gain is
/// there. Reuse one; it allocates only when it grows. The memory is about 26 bytes a joint move.
///
/// ```
/// use sowlab::games::stones::{Board, Rules, sowing::{Batch, Sower}};
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
    kernel: Kernel,
}

impl Default for Batch {
    fn default() -> Self {
        Batch::new()
    }
}

impl Batch {
    /// An empty batch, sown by the fastest kernel that this processor has.
    pub fn new() -> Batch {
        #[cfg(target_arch = "x86_64")]
        if let Some(queue) = lanes::Queue::new() {
            return Batch {
                rounds: Rounds::default(),
                long: Vec::new(),
                kernel: Kernel::Lanes(Box::new(queue)),
            };
        }
        Batch::portable()
    }

    /// An empty batch, sown by the kernel that runs on every processor, with the same results: for
    /// comparisons.
    pub fn portable() -> Batch {
        Batch {
            rounds: Rounds::default(),
            long: Vec::new(),
            kernel: Kernel::Flights(flights::Queue::default()),
        }
    }

    /// The name of the kernel in use: `lanes` (AVX-512) or `flights`.
    pub fn kernel(&self) -> &'static str {
        match self.kernel {
            Kernel::Flights(_) => "flights",
            #[cfg(target_arch = "x86_64")]
            Kernel::Lanes(_) => "lanes",
        }
    }

    /// Forgets all boards.
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

    /// How many boards were added.
    pub fn boards(&self) -> usize {
        self.rounds.boards.len()
    }

    /// How many joint moves the boards have together.
    pub fn joint_moves(&self) -> usize {
        self.rounds.moves.len()
    }

    /// Sows every round to its end, and endless ones until their period is known. The boards fit
    /// the sower: no stones past its last hole, and no more than 255 stones each.
    pub fn sow(&mut self, sower: &Sower) {
        self.sow_each(sower, None);
    }

    /// As [`Batch::sow`], but the period of an endless round is given as 0 where it was proven to
    /// be endless without following it: a period may be longer than anybody can wait for.
    pub fn sow_without_periods(&mut self, sower: &Sower) {
        self.sow_each(sower, Some(PATIENCE));
    }

    fn sow_each(&mut self, sower: &Sower, patience: Option<u64>) {
        self.rounds
            .landings
            .resize(self.rounds.moves.len(), Landing::NONE);
        match &mut self.kernel {
            Kernel::Flights(queue) => queue.sow(sower, &mut self.rounds),
            #[cfg(target_arch = "x86_64")]
            Kernel::Lanes(queue) => queue.sow(sower, &mut self.rounds),
        }
        let long = self.rounds.long.drain(..);
        self.long.clear();
        self.long.extend(long.map(|round| {
            let sown = sower.sow_on(round.flight, round.board, patience);
            (round.index, sown)
        }));
    }

    /// Calls `visit` with the index of a board in the order of adding, a joint move of it and the
    /// result, for every board by East's hole, then by West's; after [`Batch::sow`].
    #[inline]
    pub fn for_each(&self, sower: &Sower, mut visit: impl FnMut(usize, JointMove, &Round)) {
        let Rounds {
            boards,
            moves,
            landings,
            ..
        } = &self.rounds;
        let mut long = self.long.iter().peekable();
        let mut index = 0;
        for (number, board) in boards.iter().enumerate() {
            while index < board.moves_end {
                let round = match long.next_if(|(at, _)| *at == index) {
                    Some((_, round)) => *round,
                    None => landings[index].round(sower.rules(), 0),
                };
                visit(number, moves[index], &round);
                index += 1;
            }
        }
    }
}
