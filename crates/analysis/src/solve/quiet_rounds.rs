//! Rounds without a capture, from one board on: where they lead, and who can bring a margin about.

use rustc_hash::FxHashMap;
use sowlab_solvers::{JointGame, Monitor, Player, Resolution, Step, Turn};

use super::TabledStones;
use sowlab_games::stones::Board;

/// The most boards within reach of each other that are searched for the next rounds.
pub const MOST_QUIET_BOARDS: usize = 1_000_000;

/// What a round leads to.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// The leader has this margin, the gain of the round included.
    Margin(i32),
    /// A quiet round: the board with this number, the same side leads.
    Board(u32),
}

/// A round: both choices, and what it leads to.
#[derive(Clone, Copy)]
pub(super) struct Round {
    pub(super) first: u8,
    pub(super) second: u8,
    pub(super) end: End,
    /// What it is worth to the leader by the reading.
    pub(super) value: i32,
}

/// The margin that one side has to bring about.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    pub(super) by: Player,
    pub(super) margin: i32,
}

impl Goal {
    /// Leaves out the rounds of a board that cannot bring it about: choices of the leader to which some reply holds less, and
    /// replies of the follower that give more. Rounds that are left lead only to boards that are worth it, on which the
    /// leader has a choice left, or the follower a reply to every choice.
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

/// The boards that quiet rounds lead to from one board, with the rounds on those that were looked at.
pub(super) struct Quiet<'a> {
    tables: &'a TabledStones,
    loser: Option<Player>,
    goal: Option<Goal>,
    boards: Vec<Board>,
    numbers: FxHashMap<Board, u32>,
    /// By the number of the board; empty where it was not looked at.
    rounds: Vec<Vec<Round>>,
}

impl<'a> Quiet<'a> {
    /// With a goal: every board within reach of rounds that can bring it about. Without one: the first board.
    /// `None` if there are too many, tables do not hold one, or the work was stopped.
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

    /// Finds the rounds of a board, unless they are found. `None` if tables do not hold a board that they lead to.
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

    /// A round's margin, or the board that follows a quiet one; and what it is worth. `None` if tables do not hold the board.
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

    /// The number of a board, a new one if it was not met.
    fn number(&mut self, board: Board) -> u32 {
        let next = self.boards.len() as u32;
        let number = *self.numbers.entry(board).or_insert(next);
        if number == next {
            self.boards.push(board);
        }
        number
    }

    /// The rounds of a board that was looked at.
    pub(super) fn rounds(&self, number: usize) -> &[Round] {
        &self.rounds[number]
    }

    /// For each board after how many quiet rounds at most the side that has to bring the goal about has
    /// brought it about; `None` where it cannot.
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

/// Whose loss infinite play is, as the side sees it that leads after a round.
pub(super) fn seen(loser: Option<Player>, turn: Turn) -> Option<Player> {
    match turn {
        Turn::Same => loser,
        Turn::Other => loser.map(|loser| !loser),
    }
}
