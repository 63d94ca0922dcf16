//! A two-rank game: legal moves, play and the end, for any rule set.

use sowlab_solvers::{Game, Side};

use super::moves::{Direction, Move, MoveSet};
use super::rules::{Capture, Directions, End, Feeding, Rest, Rules, SizeError, StoreLanding};
use super::sowing::{STORE, SowingTable, Sown};
use super::state::{MAX_PITS, State};

/// The top bit of each lane of a half.
const TOPS: u64 = 0x8080_8080_8080_8080;
/// One in each lane of a half.
const ONES: u64 = 0x0101_0101_0101_0101;

/// A two-rank game under one rule set, with what it looks up while playing.
#[derive(Clone, Debug)]
pub struct TwoRank {
    rules: Rules,
    name: String,
    table: SowingTable,
    start: State,
    /// The top bits of the lanes that are pits.
    tops: u64,
    /// Added to a half, takes exactly the playable lanes to 128 or more.
    carry: u64,
}

impl TwoRank {
    /// The game with these rules. The name is what results call it by; give a game of your own
    /// one that says everything about its rules.
    ///
    /// # Errors
    /// 1 to 8 pits a side, at least one seed a pit and at most 127 seeds in all are allowed.
    pub fn new(name: impl Into<String>, rules: Rules) -> Result<TwoRank, SizeError> {
        rules.check_size()?;
        let Rules { pits, seeds, .. } = rules;
        let side = [seeds as u8; MAX_PITS];
        let start = State::new(super::Seat::Lower, &side[..pits], &side[..pits])
            .ok_or(SizeError::Seeds { pits, seeds })?;
        Ok(TwoRank {
            rules,
            name: name.into(),
            table: SowingTable::new(&rules),
            start,
            tops: TOPS >> (8 * (MAX_PITS - pits)),
            carry: ONES.wrapping_mul(u64::from(128 - rules.least_played.clamp(1, 127))),
        })
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The full name: the game and every option, as [`parse`](super::parse) reads it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The starting state: all pits alike, Lower to move.
    #[inline]
    pub fn start(&self) -> State {
        self.start
    }

    /// The top bit of each lane of the mover that may be lifted.
    #[inline]
    fn playable(&self, state: State) -> u64 {
        if self.rules.end == End::EmptySide && state.other_half() == 0 {
            return 0;
        }
        (state.mover_half() + self.carry) & self.tops
    }

    /// The legal moves; none if the game is over.
    #[inline]
    pub fn legal(&self, state: State) -> MoveSet {
        let right = gather(self.playable(state));
        let all = match self.rules.directions {
            Directions::Right => MoveSet::new(right, 0),
            Directions::RightOrLeft => MoveSet::new(right, right),
        };
        match self.rules.feeding {
            Feeding::Free => all,
            Feeding::MustSow if state.other_half() == 0 => {
                all.filter(|chosen| self.sown(state, chosen).feeds)
            }
            Feeding::MustLeave if state.other_half() == 0 => {
                all.filter(|chosen| !self.starves(state, chosen))
            }
            Feeding::MustSow | Feeding::MustLeave => all,
            Feeding::NoStarving => {
                let fair = all.filter(|chosen| !self.starves(state, chosen));
                if fair.is_empty() { all } else { fair }
            }
        }
    }

    /// How many moves are legal.
    #[inline]
    pub fn legal_count(&self, state: State) -> usize {
        match (self.rules.feeding, self.rules.directions) {
            (Feeding::Free, Directions::Right) => count(self.playable(state)),
            (Feeding::Free, Directions::RightOrLeft) => 2 * count(self.playable(state)),
            _ => self.legal(state).len(),
        }
    }

    /// Whether the other side has no seeds after the move.
    #[inline]
    fn starves(&self, state: State, chosen: Move) -> bool {
        let (after, _, _) = self.sow_and_capture(state, chosen);
        after.other_half() == 0
    }

    #[inline]
    fn sown(&self, state: State, chosen: Move) -> &Sown {
        self.table.get(chosen, state.lane(chosen.lane() as u32))
    }

    /// The board after the move, still seen by its mover, what he gained, and whether the turn
    /// passes.
    #[inline]
    fn sow_and_capture(&self, state: State, chosen: Move) -> (State, u32, bool) {
        let &Sown {
            difference,
            landing,
            stored,
            ..
        } = self.sown(state, chosen);
        let board = state.plus(difference);
        let stored = u32::from(stored);
        if landing == STORE {
            let passes = self.rules.store_landing == StoreLanding::Passes;
            return (board, stored, passes);
        }
        let (board, captured) = match self.rules.capture {
            Capture::Nothing => (board, 0),
            Capture::Facing { even_if_empty } => self.capture_facing(board, landing, even_if_empty),
            Capture::Backwards { least, most } => {
                self.capture_backwards(board, landing, chosen.direction(), least..=most)
            }
        };
        (board, stored + captured, true)
    }

    #[inline]
    fn capture_facing(&self, board: State, landing: u32, even_if_empty: bool) -> (State, u32) {
        if landing >= MAX_PITS as u32 || board.lane(landing) != 1 {
            return (board, 0);
        }
        let facing = (MAX_PITS + self.rules.pits - 1) as u32 - landing;
        let taken = u32::from(board.lane(facing));
        if taken == 0 && !even_if_empty {
            return (board, 0);
        }
        (board.without(landing).without(facing), taken + 1)
    }

    #[inline]
    fn capture_backwards(
        &self,
        mut board: State,
        landing: u32,
        direction: Direction,
        counts: std::ops::RangeInclusive<u8>,
    ) -> (State, u32) {
        let other_side = MAX_PITS as u32..(MAX_PITS + self.rules.pits) as u32;
        let (mut at, mut captured) = (landing, 0);
        while other_side.contains(&at) {
            let seeds = board.lane(at);
            if !counts.contains(&seeds) {
                break;
            }
            board = board.without(at);
            captured += u32::from(seeds);
            at = match direction {
                Direction::Right => at - 1,
                Direction::Left => at + 1,
            };
        }
        (board, captured)
    }

    /// Plays a legal move: the state after it, and what the mover gained.
    ///
    /// An illegal move is not noticed here; [`Position::play`](super::Position::play) checks.
    #[inline]
    pub fn after(&self, state: State, chosen: Move) -> (State, u32) {
        let (board, gained, passes) = self.sow_and_capture(state, chosen);
        (if passes { board.turned() } else { board }, gained)
    }

    /// What the mover and the other side get of the seeds left when the game is over in `state`.
    #[inline]
    pub fn rest(&self, state: State) -> (u32, u32) {
        let (mover, other) = (state.mover_seeds(), state.other_seeds());
        match self.rules.rest {
            Rest::Nobody => (0, 0),
            Rest::StarvedMover if mover == 0 => (other, 0),
            Rest::Owners | Rest::StarvedMover => (mover, other),
        }
    }
}

/// One bit a lane from the top bits of the lanes.
#[inline]
const fn gather(tops: u64) -> u8 {
    ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// How many of the top bits of the lanes are set.
#[inline]
const fn count(tops: u64) -> usize {
    ((tops >> 7).wrapping_mul(ONES) >> 56) as usize
}

impl Game for TwoRank {
    type State = State;
    type Move = Move;

    #[inline]
    fn side_to_move(&self, state: &State) -> Side {
        state.mover().into()
    }

    #[inline]
    fn terminal(&self, state: &State) -> Option<i32> {
        self.legal(*state).is_empty().then(|| {
            let (mover, other) = self.rest(*state);
            mover as i32 - other as i32
        })
    }

    #[inline]
    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        moves.extend(self.legal(*state));
    }

    #[inline]
    fn play(&self, state: &State, chosen: Move) -> (State, i32) {
        let (after, gained) = self.after(*state, chosen);
        (after, gained as i32)
    }

    #[inline]
    fn bound(&self, state: &State) -> i32 {
        state.seeds() as i32
    }
}
