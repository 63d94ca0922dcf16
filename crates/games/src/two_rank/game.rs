//! A two-rank game: legal moves, play and the end, for any rules.

use sowlab_solvers::{Game, Side, Step, Turn};

use super::capture::{Captures, capture, takes_all};
use super::moves::{Direction, Move, MoveSet};
use super::rules::{
    Capture, Directions, End, Feeding, GrandSlam, Laps, Lift, Origin, Remaining, Rules, RulesError,
};
use super::sowing::{STORE, SowingTable, Sown};
use super::state::{MAX_PITS, State, lane};

/// The top bit of each lane of a half.
const TOPS: u64 = 0x8080_8080_8080_8080;
/// One in each lane of a half.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Returns the addend after which no lane of the other side has its top bit set, in each position in which the rules of
/// feeding and of grand slams may forbid a move. There may be more such positions.
fn restriction(rules: &Rules) -> u64 {
    let never = TOPS;
    let other_empty = ONES * 127;
    let always = 0;
    let slam = match rules.grand_slam {
        GrandSlam::Captures | GrandSlam::CapturesNothing => false,
        GrandSlam::Illegal | GrandSlam::OnlyMove => true,
    };
    match (rules.feeding, rules.capture) {
        (Feeding::Free, _) if !slam => never,
        (Feeding::MustSow | Feeding::MustLeave, _) if !slam => other_empty,
        (_, Capture::Nothing) => other_empty,
        _ if rules.laps == Laps::Relay => always,
        // A captured pit received a seed, so a pit that already has the maximum number is not captured.
        (_, Capture::Backwards { counts }) => ONES * u64::from(128 - counts.ends()[1]),
        (_, Capture::Facing { .. } | Capture::LastPit { .. }) => always,
    }
}

/// A two-rank game under one set of rules, with its table of sowings.
#[derive(Clone, Debug)]
pub struct TwoRank {
    rules: Rules,
    name: String,
    table: SowingTable,
    start: State,
    captures: Captures,
    /// The addend of [`restriction`].
    restriction: u64,
    /// The top bits of the lanes that are pits.
    tops: u64,
    /// The addend that raises exactly the playable lanes of a half to 128 or more.
    carry: u64,
}

impl TwoRank {
    /// Creates a game with these rules. Results refer to the game by this name, so it should determine the rules
    /// completely.
    ///
    /// # Errors
    /// As for [`Rules::check`].
    pub fn new(name: impl Into<String>, rules: Rules) -> Result<TwoRank, RulesError> {
        rules.check()?;
        let start = State::filled(rules.pits, rules.seeds as u8);
        Ok(TwoRank::starting_at(start, name.into(), rules))
    }

    /// Creates a game with another start on this board, under rules that passed [`Rules::check`].
    pub(super) fn starting_at(start: State, name: String, rules: Rules) -> TwoRank {
        TwoRank {
            rules,
            name,
            table: SowingTable::new(&rules),
            captures: Captures::of(&rules),
            restriction: restriction(&rules),
            start,
            tops: TOPS >> (8 * (MAX_PITS - rules.pits)),
            carry: ONES * u64::from(128 - rules.least_played),
        }
    }

    /// Returns the rules.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the full name: the game and every option, as [`Variant`](super::Variant) parses it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the starting state, with Lower to move.
    #[inline]
    pub fn start(&self) -> State {
        self.start
    }

    /// Returns the number of seeds at the start, at most 127.
    #[inline]
    pub fn total(&self) -> u32 {
        self.start.seeds()
    }

    /// Returns the top bit of each lane of the mover that may be played.
    #[inline]
    fn playable(&self, state: State) -> u64 {
        if self.rules.end == End::EmptySide && state.other_half() == 0 {
            return 0;
        }
        (state.mover_half() + self.carry) & self.tops
    }

    /// Returns the legal moves; empty if the game is over.
    #[inline]
    pub fn legal(&self, state: State) -> MoveSet {
        self.legal_and_count(state).0
    }

    /// Returns the number of legal moves.
    #[inline]
    pub fn legal_count(&self, state: State) -> usize {
        self.legal_and_count(state).1
    }

    /// Returns the legal moves and their number. Counting the lanes is faster than counting the set.
    #[inline]
    pub(super) fn legal_and_count(&self, state: State) -> (MoveSet, usize) {
        let playable = self.playable(state);
        if playable == 0 {
            return self.without_seeds(state);
        }
        let right = gather(playable);
        let (all, count) = match self.rules.directions {
            Directions::Right => (MoveSet::new(right, 0), count(playable)),
            Directions::RightOrLeft => (MoveSet::new(right, right), 2 * count(playable)),
        };
        if self.may_restrict(state) {
            let allowed = self.restrict(state, all);
            return (allowed, allowed.len());
        }
        (all, count)
    }

    /// Returns the moves of a side that can lift no pit, and their number.
    #[cold]
    fn without_seeds(&self, state: State) -> (MoveSet, usize) {
        match self.rules.end {
            End::AllEmpty if state.other_half() != 0 => (MoveSet::PASS, 1),
            End::AllEmpty | End::NoMove | End::EmptySide => (MoveSet::EMPTY, 0),
        }
    }

    /// Returns whether the rules of feeding and of grand slams may forbid a move. The test is fast and may have false
    /// positives.
    #[inline]
    fn may_restrict(&self, state: State) -> bool {
        (state.other_half() + self.restriction) & TOPS == 0
    }

    /// Returns whether the captures under these rules may leave the other side, which has seeds, without any. The test is
    /// fast and may have false positives.
    fn may_take_all(&self, state: State) -> bool {
        let Capture::Backwards { counts } = self.rules.capture else {
            return true;
        };
        // A move of fewer seeds than this passes no pit twice. Then each captured pit receives one seed.
        let round = ONES * (129 - 2 * self.rules.pits as u64);
        if self.rules.laps == Laps::Relay || (state.mover_half() + round) & TOPS != 0 {
            return true;
        }
        let pits = state.other_pits();
        pits.iter()
            .all(|&seeds| seeds == 0 || counts.contains(seeds + 1))
    }

    /// Returns whether a move that leads to `board`, still in the view of its mover, is legal.
    #[inline]
    fn allows(&self, state: State, chosen: Move, board: State) -> bool {
        match self.rules.feeding {
            // These rules, and those of grand slams, never forbid a move that leaves seeds to the other side.
            Feeding::Free | Feeding::MustLeave | Feeding::NoStarving if board.other_half() != 0 => {
                self.playable(state) >> (8 * chosen.lane()) & 0x80 != 0
            }
            _ => self.legal(state).contains(chosen),
        }
    }

    /// Returns those of the moves that the rules of feeding and of grand slams allow.
    #[inline(never)]
    fn restrict(&self, state: State, all: MoveSet) -> MoveSet {
        if state.other_half() != 0 && !self.may_take_all(state) {
            return all;
        }
        let fed = self.feeding(state, all);
        match self.rules.grand_slam {
            GrandSlam::Captures | GrandSlam::CapturesNothing => fed,
            GrandSlam::Illegal => fed.filter(|chosen| !self.slams(state, chosen)),
            GrandSlam::OnlyMove => {
                let fair = fed.filter(|chosen| !self.slams(state, chosen));
                if fair.is_empty() { fed } else { fair }
            }
        }
    }

    /// Returns those of the moves that the feeding rule allows.
    fn feeding(&self, state: State, all: MoveSet) -> MoveSet {
        match self.rules.feeding {
            Feeding::MustSow if state.other_half() == 0 => {
                all.filter(|chosen| self.sown(state, chosen).feeds)
            }
            Feeding::MustLeave if state.other_half() == 0 => {
                all.filter(|chosen| !self.starves(state, chosen))
            }
            Feeding::NoStarving => {
                let fair = all.filter(|chosen| !self.starves(state, chosen));
                if fair.is_empty() { all } else { fair }
            }
            Feeding::Free | Feeding::MustSow | Feeding::MustLeave => all,
        }
    }

    /// Returns whether the other side has no seeds after the move.
    #[inline]
    fn starves(&self, state: State, chosen: Move) -> bool {
        // A capture on the other side begins at its last seed.
        let from_there = match self.rules.capture {
            Capture::LastPit { .. } | Capture::Backwards { .. } => self.rules.laps == Laps::One,
            Capture::Nothing | Capture::Facing { .. } => false,
        };
        if from_there && state.other_half() != 0 {
            let landing = self.first_lap(state, chosen).landing;
            if !(MAX_PITS as u8..STORE).contains(&landing) {
                return false;
            }
        }
        self.sow_and_capture(state, chosen).0.other_half() == 0
    }

    /// Returns whether the move captures all seeds of the other side.
    #[inline]
    fn slams(&self, state: State, chosen: Move) -> bool {
        let sown = state.plus(self.sown(state, chosen).difference);
        takes_all(sown, self.sow_and_capture(state, chosen).0)
    }

    /// Returns the lane of the last seed of a move, counted from the first of its side; `None` in a store.
    pub(super) fn last_lane(&self, state: State, chosen: Move) -> Option<u8> {
        let landing = self.sown(state, chosen).landing;
        (landing != STORE).then_some(landing % MAX_PITS as u8)
    }

    /// Returns the effect of sowing, all laps included.
    #[inline]
    fn sown(&self, state: State, chosen: Move) -> Sown {
        match self.rules.laps {
            Laps::One => *self.first_lap(state, chosen),
            Laps::Relay => self.table.relay(state, chosen),
        }
    }

    #[inline]
    fn first_lap(&self, state: State, chosen: Move) -> &Sown {
        let seeds = lane(state.mover_half(), chosen.lane() as u32);
        self.table.get(chosen, seeds)
    }

    /// Returns the board after the move, still in the view of its mover, the seeds that the mover gained, and whether the
    /// turn passes.
    #[inline(always)]
    fn sow_and_capture(&self, state: State, chosen: Move) -> (State, u32, bool) {
        let sown = self.first_lap(state, chosen);
        let board = state.plus(sown.difference);
        let Some((board, captured)) =
            self.captures
                .apply(&self.rules, board, sown, chosen.direction())
        else {
            return self.sow_and_capture_any(state, chosen);
        };
        (board, u32::from(sown.stored) + captured, sown.passes)
    }

    /// As [`sow_and_capture`](TwoRank::sow_and_capture), under any rules.
    #[inline(never)]
    fn sow_and_capture_any(&self, state: State, chosen: Move) -> (State, u32, bool) {
        match self.rules.laps {
            Laps::One => self.captured(state, chosen, self.first_lap(state, chosen)),
            Laps::Relay => self.captured(state, chosen, &self.table.relay(state, chosen)),
        }
    }

    #[inline]
    fn captured(&self, state: State, chosen: Move, sown: &Sown) -> (State, u32, bool) {
        let board = state.plus(sown.difference);
        let (board, captured) = capture(&self.rules, board, sown, chosen.direction());
        (board, u32::from(sown.stored) + captured, sown.passes)
    }

    /// Plays a legal move. Returns the state after it, and the seeds that the mover gained.
    ///
    /// Illegal moves are not detected here; [`Position::play`](super::Position::play) checks.
    #[inline(always)]
    pub fn after(&self, state: State, chosen: Move) -> (State, u32) {
        debug_assert!(
            self.legal(state).contains(chosen),
            "{chosen:?} in {state:?}"
        );
        let (board, gained, passes) = self.sow_and_capture(state, chosen);
        (board.turned_if(passes), gained)
    }

    /// Visits every predecessor: each state from which one move leads to this one without a gain. The side to move in
    /// it follows from whether the turn passes.
    #[inline]
    pub fn predecessors(&self, state: State, mut visit: impl FnMut(State)) {
        let seeds = state.seeds();
        for chosen in MoveSet::new(u8::MAX, u8::MAX) {
            let known = match self.rules.directions {
                Directions::Right => chosen.direction() == Direction::Right,
                Directions::RightOrLeft => true,
            };
            if !known || chosen.lane() >= self.rules.pits {
                continue;
            }
            let lane_of = |state: State| lane(state.mover_half(), chosen.lane() as u32);
            for played in u32::from(self.rules.least_played)..=seeds {
                let sown = self.table.get(chosen, played as u8);
                if sown.stored > 0 {
                    break; // Sown further, it drops a seed there, too.
                }
                let board = state.turned_if(sown.passes);
                let left_empty =
                    self.rules.origin == Origin::Skipped && self.rules.lift == Lift::All;
                if left_empty && lane_of(board) > 0 {
                    break; // Whoever is to move.
                }
                // A sowing of more seeds adds no less to any pit except the origin, so one pit with too few seeds ends
                // the search.
                let Some(before) = board.minus(sown.difference) else {
                    break;
                };
                if u32::from(lane_of(before)) == played
                    && capture(&self.rules, board, sown, chosen.direction()).1 == 0
                    && self.allows(before, chosen, board)
                {
                    visit(before);
                }
            }
        }
        let before = state.turned_if(true);
        if self.rules.end == End::AllEmpty && self.legal(before).contains(Move::PASS) {
            visit(before);
        }
    }

    /// Returns whether the game is Kalah or one that differs from it only in what the kernel does not look at.
    pub(super) fn is_like_kalah(&self) -> bool {
        matches!(self.captures, Captures::Facing { .. })
            && self.restriction == TOPS
            && self.rules.directions == Directions::Right
    }

    /// Returns the seeds that the mover and the other side are awarded of those left when the game is over in `state`.
    #[inline]
    pub fn rest(&self, state: State) -> (u32, u32) {
        let (mover, other) = (state.mover_seeds(), state.other_seeds());
        match self.rules.remaining {
            Remaining::Nobody => (0, 0),
            Remaining::StarvedMover if mover == 0 => (other, 0),
            Remaining::Owners | Remaining::StarvedMover => (mover, other),
        }
    }
}

/// Gathers the top bits of the lanes into one bit per lane.
#[inline]
const fn gather(tops: u64) -> u8 {
    ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Returns the number of top bits that are set.
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
    fn play(&self, state: &State, chosen: Move) -> Step<State> {
        let (after, gained) = self.after(*state, chosen);
        Step {
            state: after,
            gain: gained as i32,
            turn: Turn::other_if(after.mover() != state.mover()),
        }
    }

    #[inline]
    fn bound(&self, state: &State) -> i32 {
        state.seeds() as i32
    }

    /// Returns whether all seeds are awarded at the end, so that the rest never goes to neither side.
    fn margins_have_parity_of_bound(&self) -> bool {
        self.rules.remaining != Remaining::Nobody
    }

    fn always_ends(&self) -> bool {
        !self.rules.can_repeat()
    }
}
