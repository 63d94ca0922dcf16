//! Who wins an opening of the stones family, by an algorithm other than proof search.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Serialize;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::search::rounds::{RoundSearch, Tested};
use sowlab_solvers::{JointGame, Monitor, Player};

use super::tabled::TabledStones;
use super::tabled_opening::{TabledOpening, no_room};
use crate::RequestError;
use crate::tables::unusable;
use sowlab_base::Deadline;
use sowlab_base::MemorySize;
use sowlab_games::stones::Position;

/// The most rounds that a search looks ahead.
const MOST_ROUNDS: u8 = 254;

/// What to prove, and with what.
#[derive(Clone, Debug)]
pub struct WinnerRequest {
    /// The directory of tables; `None`: the default folder.
    pub tables: Option<PathBuf>,
    /// The most stones on a board that is looked up; `None`: as many as the tables hold and the memory allows.
    pub stones: Option<u32>,
    /// The memory allowed, at most half of it for tables.
    pub memory: MemorySize,
    /// When to stop.
    pub time_limit: Option<Duration>,
}

/// What was proven of who wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Winner {
    /// The game.
    pub game: String,
    /// The proven margin of the side that chooses first, whatever infinite play counts: least and greatest.
    /// Without the pie rule.
    pub bounds: (i32, i32),
    /// How many rounds the search looked ahead.
    pub rounds: u8,
    /// Boards of at most the given number of stones were looked up.
    pub tables: u32,
    /// The boards searched, each as often as the search came to it.
    pub nodes: u64,
}

impl Winner {
    /// The sign of the margin, if it is proven: 1 if the side that chooses first wins.
    pub fn sign(&self) -> Option<i32> {
        let (low, high) = self.bounds;
        (low > 0 || high < 0 || low == high).then_some(low.signum())
    }
}

/// Proves who wins the opening of a game: by iterative deepening over the rounds with threshold alpha-beta. It
/// shares the rules, the tables and their look-up with [`solve_rounds`](super::solve_rounds), and
/// nothing of the search.
///
/// # Errors
/// The game is none of the stones family or too large, or tables or memory cannot be used.
pub fn find_winner(
    game: &str,
    request: &WinnerRequest,
    monitor: &dyn Monitor,
) -> Result<Winner, RequestError> {
    let opening = TabledOpening::new(
        game,
        request.tables.as_ref(),
        request.stones,
        request.memory,
    )?;
    let TabledOpening {
        rules,
        position,
        game,
        memory,
    } = opening;
    let table = TranspositionTable::new(memory).map_err(no_room)?;
    let at = request
        .time_limit
        .and_then(|limit| Instant::now().checked_add(limit));
    let deadline = Deadline::new(monitor, at);
    let mut winner = Winner {
        game: rules.to_string(),
        bounds: (
            -(position.board().stones() as i32),
            position.board().stones() as i32,
        ),
        rounds: 0,
        tables: game.searched_to(),
        nodes: 0,
    };
    winner.deepen(&game, &position, &table, &deadline);
    game.finish().map_err(unusable)?;
    Ok(winner)
}

impl Winner {
    /// Asks who wins with one round more each time, until that is known, cannot be known, or the monitor stops
    /// the search.
    fn deepen(
        &mut self,
        game: &TabledStones,
        position: &Position,
        table: &TranspositionTable,
        monitor: &dyn Monitor,
    ) {
        let search = RoundSearch::new(game.problem(), table, monitor);
        let board = position.canonical_board();
        // Who loses by infinite play, and the margin in question. That the first side has 1 or more, or
        // 0 or more, is shown where it loses by it; that it has no more, where the other does.
        let mut questions = vec![(Player::Leader, 1), (Player::Follower, 0)];
        if !search.game().margins_have_parity_of_bound() || self.bounds.1 % 2 == 0 {
            questions.extend([(Player::Leader, 0), (Player::Follower, 1)]);
        }
        while self.rounds < MOST_ROUNDS && self.sign().is_none() && !questions.is_empty() {
            let (low, high) = self.bounds;
            let rounds = self.rounds + 1;
            monitor.begin(
                &format!("round {rounds}, proven {low:+} to {high:+}, nodes"),
                0,
            );
            let mut open = Vec::new();
            for (loser, beta) in questions {
                let Ok(Tested { margin, broken_off }) = search.test(&board, loser, beta, rounds)
                else {
                    self.nodes = search.nodes();
                    return;
                };
                match loser {
                    Player::Leader if margin >= beta => self.bounds.0 = self.bounds.0.max(margin),
                    Player::Follower if margin < beta => self.bounds.1 = self.bounds.1.min(margin),
                    _ if broken_off => open.push((loser, beta)),
                    _ => {}
                }
            }
            questions = open;
            self.rounds = rounds;
            self.nodes = search.nodes();
        }
    }
}
