//! The two-rank games in which play may repeat itself: proof search with growing tables of boards with few seeds.

use sowlab_findings::Solution;
use sowlab_solvers::search::TableSizeError;
use sowlab_solvers::search::proof::{Limits, ProofTable};
use sowlab_solvers::{Deadline, Guide, Monitor, Numbers, Player, Problem, Sequential};

use super::TwoRankTables;
use super::effort::{Effort, beyond};
use super::endgame::{Endgame, Room, RoomRemark};
use super::estimate::PitSums;
use super::looked_up::look_up;
use super::repeating::table_bytes;
use super::sequential_proof::SequentialProofSearch;
use sowlab_base::MemorySize;
use sowlab_games::two_rank::{BoardNumbers, Move, State, TwoRank};

/// The limits on consecutive moves without a capture.
pub(super) const QUIET: [u8; 3] = [12, 40, Limits::LONGEST];
/// The limits for `zero`, and for claims without a limit. Small limits prove little there.
const UNLIMITED_QUIET: [u8; 2] = [40, Limits::LONGEST];
/// The divisor of the memory for claims.
pub(super) const CLAIMS_SHARE: usize = 2;
/// The number of searched nodes before boards with few seeds are solved.
const FIRST_NODES: u64 = 1 << 16;

/// Proves the value of a state that is not in the tables, until the monitor cancels. The sign comes first.
///
/// Boards with few seeds are taken from tables on disk, or solved, within the time of the search so far. Half of
/// `memory` is for them and their temporary data.
///
/// # Errors
/// The memory is not available, or too small for a table.
pub(super) fn prove_repeating(
    game: &TwoRank,
    state: State,
    tables: Option<&TwoRankTables>,
    memory: MemorySize,
    monitor: &dyn Monitor,
) -> Result<Solution, TableSizeError> {
    let for_claims = memory.bytes() / CLAIMS_SHARE;
    let table = ProofTable::new(table_bytes(for_claims, monitor))?;
    let numbers = game.board_numbers();
    let endgame = Endgame::beside(game, tables);
    let search = Search {
        game,
        state,
        tables,
        numbers: &numbers,
        table: &table,
        monitor,
        proof_search: SequentialProofSearch::new(state, &QUIET, &UNLIMITED_QUIET),
    };
    let left = memory.bytes() - for_claims;
    let room = Room {
        seeds: state.seeds(),
        boards: left,
        work: left,
    };
    Ok(search.prove(endgame, room))
}

/// The expected work for claims.
pub(super) struct Guess<'a> {
    /// The maximum number of seeds of known boards.
    pub(super) known: u32,
    /// The estimate of the other boards. `None`: their expected margin is 0.
    pub(super) sums: Option<&'a PitSums>,
}

impl Guide<State, Move> for Guess<'_> {
    #[inline]
    fn effort(&self, state: &State, claimant: Player, need: i32) -> Numbers {
        let margin = self.sums.map_or(0.0, |sums| sums.seeds(state));
        let beyond = beyond(need, claimant, margin);
        Effort::TWO_RANK.numbers(state.seeds(), self.known, beyond)
    }
}

/// A search of a state, with its results so far.
struct Search<'a> {
    game: &'a TwoRank,
    state: State,
    tables: Option<&'a TwoRankTables>,
    numbers: &'a BoardNumbers,
    table: &'a ProofTable,
    monitor: &'a dyn Monitor,
    proof_search: SequentialProofSearch<State, Move>,
}

impl Search<'_> {
    /// Alternates between searching and building tables.
    fn prove(mut self, mut endgame: Option<Endgame>, room: Room) -> Solution {
        let on_disk = self.tables.and_then(TwoRankTables::on_disk);
        let mut growing = endgame.is_some();
        let mut remark = RoomRemark::default();
        let mut nodes = FIRST_NODES;
        loop {
            if let Some(endgame) = endgame.as_mut().filter(|_| growing) {
                let known = endgame.seeds();
                growing = endgame.keep_pace(nodes, on_disk, room, self.monitor);
                remark.make(endgame, self.tables, room, self.monitor);
                if endgame.seeds() > known {
                    self.table.forget_limited();
                }
                if let Some(value) = endgame.value(&self.state) {
                    let known = |state: &State| endgame.value(state);
                    let found = look_up(self.game, self.state, value, known);
                    let nodes = self.proof_search.nodes() + found.nodes;
                    return Solution { nodes, ..found };
                }
            }
            let left_open = match growing {
                true => self.search(
                    endgame.as_ref(),
                    true,
                    &Deadline::of_nodes(self.monitor, nodes),
                ),
                false => self.search(endgame.as_ref(), false, self.monitor),
            };
            if self.proof_search.closed() || self.monitor.cancelled() || !(growing || left_open) {
                return self.solution();
            }
            // Tables grow even if no claims are left within the limits.
            nodes = self.proof_search.nodes().max(2 * nodes);
        }
    }

    /// Searches until no claims are left or the monitor cancels. Returns whether a claim stayed open.
    fn search(&mut self, endgame: Option<&Endgame>, growing: bool, monitor: &dyn Monitor) -> bool {
        // Unpacked tables are not probed on disk.
        let given = self.tables.filter(|_| endgame.is_none());
        let known = (given, endgame);
        let game = Sequential(self.game);
        let given_to = given.map_or(0, TwoRankTables::most);
        let sums = match endgame {
            Some(endgame) => endgame.sums(),
            None => given.and_then(TwoRankTables::sums),
        };
        let guide = Guess {
            known: endgame.map_or(given_to, |endgame| endgame.seeds().saturating_sub(1)),
            sums: sums.as_ref(),
        };
        let problem = Problem::new(&game).with_keys(self.numbers);
        let problem = problem.with_oracle(&known).with_guide(&guide);
        // While tables grow, larger ones may prove the same claims within a smaller limit. Keys that are not numbers
        // cannot mark claims of `zero`.
        if growing || !self.numbers.numbered() {
            return self
                .proof_search
                .search_within_limits(problem, self.table, monitor);
        }
        self.proof_search.search(problem, self.table, monitor)
    }

    fn solution(self) -> Solution {
        let bounds = self.proof_search.bounds(self.state.seeds() as i32);
        let best = self.proof_search.best();
        let best = best.map(|chosen| self.game.move_text(self.state.mover(), chosen));
        Solution {
            bounds,
            best_complete: best.is_some() && self.game.legal_count(self.state) == 1,
            best: best.into_iter().collect(),
            nodes: self.proof_search.nodes(),
            pie: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sowlab_games::contest::Play;
    use sowlab_games::two_rank::parse;

    /// The expected margin of the side to move makes its claims easier to prove, and those of the other side harder.
    #[test]
    fn claims_are_guessed_by_what_the_board_is_worth() {
        let game = parse("ethiopian:pits=3,seeds=3").unwrap();
        let mut endgame = Endgame::new(&game).unwrap();
        while endgame.seeds() <= 8 {
            endgame.solve_one_more(&()).unwrap();
        }
        let sums = endgame.sums().unwrap();
        let state = game.state(&game.parse_position("0,0,4/3,0,0 L 4 7").unwrap());
        let worth = sums.seeds(&state);
        assert!(worth.abs() > 1.0, "{worth}");
        let guess = |sums, claimant, need| Guess { known: 3, sums }.effort(&state, claimant, need);
        let by_share = |beyond| Effort::TWO_RANK.numbers(7, 3, beyond);
        for need in [-3, 1, 5] {
            let share = f64::from(need);
            for claimant in [Player::Leader, Player::Follower] {
                assert_eq!(guess(None, claimant, need), by_share(share));
            }
            let sums = Some(&sums);
            assert_eq!(guess(sums, Player::Leader, need), by_share(share - worth));
            assert_eq!(guess(sums, Player::Follower, need), by_share(share + worth));
        }
    }
}
