//! Rounds without a capture from one board on, and the margins that a side can force.

use rustc_hash::FxHashMap;
use sowlab_solvers::{JointGame, Monitor, Player, Resolution, Step, Turn};

use super::TabledStones;
use sowlab_games::stones::Board;

/// The maximum number of boards in the search for the next rounds.
pub const MOST_QUIET_BOARDS: usize = 1_000_000;

/// The end of a round.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// The margin of the leader, with the gain of the round.
    Margin(i32),
    /// The board with this index after a quiet round, with the leader unchanged.
    Board(u32),
}

/// A round: both choices and its end.
#[derive(Clone, Copy)]
pub(super) struct Round {
    pub(super) first: u8,
    pub(super) second: u8,
    pub(super) end: End,
    /// Its value for the leader under the infinite-play convention.
    pub(super) value: i32,
}

/// The margin that one side has to force.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    pub(super) by: Player,
    pub(super) margin: i32,
}

impl Goal {
    /// Removes the rounds of a board that miss the goal: choices of the leader with a worse reply, or replies of the
    /// follower that concede more. The other rounds lead to boards with the margin as their value. On these the leader
    /// still has a choice, or the follower a reply to every choice.
    fn keep(self, rounds: &mut Vec<Round>) {
        match self.by {
            Player::Leader => {
                let mut good = Vec::with_capacity(rounds.len());
                for replies in rounds.chunk_by(|one, other| one.first == other.first) {
                    if replies.iter().all(|round| round.value >= self.margin) {
                        good.extend_from_slice(replies);
                    }
                }
                *rounds = good;
            }
            Player::Follower => rounds.retain(|round| round.value <= self.margin),
        }
        rounds.shrink_to_fit();
    }
}

/// The boards that quiet rounds from one board lead to, with the rounds of the expanded boards.
pub(super) struct Quiet<'a> {
    tables: &'a TabledStones,
    loser: Option<Player>,
    goal: Option<Goal>,
    boards: Vec<Board>,
    numbers: FxHashMap<Board, u32>,
    /// The rounds by index of the board; empty if it is not expanded.
    rounds: Vec<Vec<Round>>,
}

impl<'a> Quiet<'a> {
    /// Expands the first board, or with a goal every board that rounds toward the goal reach. `None` if there are too
    /// many boards, a board is missing in the tables, or the monitor cancelled.
    pub(super) fn new(
        tables: &'a TabledStones,
        start: Board,
        loser: Option<Player>,
        goal: Option<Goal>,
        monitor: &dyn Monitor,
    ) -> Option<Quiet<'a>> {
        let mut quiet = Quiet {
            tables,
            loser,
            goal,
            boards: vec![start],
            numbers: [(start, 0)].into_iter().collect(),
            rounds: Vec::new(),
        };
        let mut number = 0;
        while number < quiet.boards.len() {
            if monitor.cancelled() || quiet.boards.len() > MOST_QUIET_BOARDS {
                return None;
            }
            quiet.look_at(number)?;
            if goal.is_none() {
                break;
            }
            number += 1;
        }
        Some(quiet)
    }

    /// Expands a board, unless it is expanded already. `None` if a board after its rounds is missing in the tables.
    pub(super) fn look_at(&mut self, number: usize) -> Option<()> {
        if self.rounds.len() <= number {
            self.rounds.resize_with(number + 1, Vec::new);
        }
        if !self.rounds[number].is_empty() {
            return Some(());
        }
        let game = self.tables.game();
        let board = self.boards[number];
        let (mut firsts, mut seconds, mut rounds) = (Vec::new(), Vec::new(), Vec::new());
        let mut quiet_ends = Vec::new();
        game.leader_choices(&board, &mut firsts);
        for &first in &firsts {
            seconds.clear();
            game.follower_choices(&board, first, &mut seconds);
            for &second in &seconds {
                let (end, value) = self.result(game.resolve(&board, first, second), &board)?;
                let end = match end {
                    Ok(margin) => End::Margin(margin),
                    Err(state) => {
                        quiet_ends.push(state);
                        End::Board(quiet_ends.len() as u32 - 1)
                    }
                };
                rounds.push(Round {
                    first,
                    second,
                    end,
                    value,
                });
            }
        }
        if let Some(goal) = self.goal {
            goal.keep(&mut rounds);
        }
        for round in &mut rounds {
            if let End::Board(state) = &mut round.end {
                *state = self.number(quiet_ends[*state as usize]);
            }
        }
        self.rounds[number] = rounds;
        Some(())
    }

    /// Returns the margin of a round, or the board after a quiet round, and the value of the round. `None` if the board
    /// is missing in the tables.
    fn result(
        &self,
        resolved: Resolution<Board>,
        board: &Board,
    ) -> Option<(Result<i32, Board>, i32)> {
        Some(match resolved {
            Resolution::Over { margin } => (Ok(margin), margin),
            Resolution::Endless => {
                let all = self.tables.game().bound(board);
                let margin = match self.loser {
                    Some(Player::Leader) => -all,
                    Some(Player::Follower) => all,
                    None => 0,
                };
                (Ok(margin), margin)
            }
            Resolution::Next(Step { state, gain, turn }) => {
                let value = self.tables.probe(&state)?;
                if turn == Turn::Same && gain == 0 {
                    (Err(state), value.margin(self.loser))
                } else {
                    let rest = value.margin(seen(self.loser, turn));
                    let margin = gain + turn.convert(rest);
                    (Ok(margin), margin)
                }
            }
        })
    }

    /// Returns the index of a board, and adds the board if it is new.
    fn number(&mut self, board: Board) -> u32 {
        let next = self.boards.len() as u32;
        let number = *self.numbers.entry(board).or_insert(next);
        if number == next {
            self.boards.push(board);
        }
        number
    }

    /// Returns the rounds of an expanded board.
    pub(super) fn rounds(&self, number: usize) -> &[Round] {
        &self.rounds[number]
    }

    /// Returns, for each board, the maximum number of quiet rounds until the side with the goal has forced it. `None`
    /// where it cannot.
    pub(super) fn distances(&self, goal: Goal) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.rounds.len()];
        for distance in 0u32.. {
            let reached: Vec<usize> = (0..distances.len())
                .filter(|&board| distances[board].is_none())
                .filter(|&board| self.brings_about(board, goal, &distances))
                .collect();
            if reached.is_empty() {
                break;
            }
            for board in reached {
                distances[board] = Some(distance);
            }
        }
        distances
    }

    fn brings_about(
        &self,
        board: usize,
        Goal { by, margin }: Goal,
        distances: &[Option<u32>],
    ) -> bool {
        let done = |round: &Round| match (round.end, by) {
            (End::Margin(found), Player::Leader) => found >= margin,
            (End::Margin(found), Player::Follower) => found <= margin,
            (End::Board(next), _) => distances[next as usize].is_some(),
        };
        let mut by_first = self.rounds[board].chunk_by(|one, other| one.first == other.first);
        match by {
            Player::Leader => by_first.any(|replies| replies.iter().all(done)),
            Player::Follower => by_first.all(|replies| replies.iter().any(done)),
        }
    }
}

/// Returns the side for which infinite play is a loss, from the view of the leader after a round.
pub(super) fn seen(loser: Option<Player>, turn: Turn) -> Option<Player> {
    match turn {
        Turn::Same => loser,
        Turn::Other => loser.map(|loser| !loser),
    }
}
