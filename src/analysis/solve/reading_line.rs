//! Best play by one reading of infinite play, where it matters: by tables that hold the position.

use rustc_hash::FxHashMap;
use sowlab_solvers::{JointGame, Monitor, Player, Resolution, Step, Turn};

use super::TabledStones;
use super::line::{LineEnd, LineRound, after_round};
use crate::games::stones::sowing::Sower;
use crate::games::stones::{Board, Position, WrittenRound};

/// The most boards within reach of each other that are searched for the next rounds.
const MOST_BOARDS: usize = 50_000;

/// What a round leads to.
#[derive(Clone, Copy)]
enum End {
    /// The leader has this margin, the gain of the round included.
    Margin(i32),
    /// A quiet round: the board with this number, the same side leads.
    Board(usize),
}

/// A round: both choices, and what it leads to.
struct Round {
    first: u8,
    second: u8,
    end: End,
    /// What it is worth to the leader by the reading.
    value: i32,
}

/// The boards that quiet rounds lead to from one board, with all rounds on each.
struct Quiet {
    rounds: Vec<Vec<Round>>,
}

impl Quiet {
    /// `None` if there are too many, tables do not hold one, or the work was stopped.
    fn new(
        tables: &TabledStones,
        start: Board,
        loser: Option<Player>,
        monitor: &dyn Monitor,
    ) -> Option<Quiet> {
        let game = tables.game();
        let mut boards = vec![start];
        let mut numbers: FxHashMap<Board, usize> = [(start, 0)].into_iter().collect();
        let mut all = Vec::new();
        let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
        while let Some(&board) = boards.get(all.len()) {
            if monitor.cancelled() || boards.len() > MOST_BOARDS {
                return None;
            }
            let mut rounds = Vec::new();
            firsts.clear();
            game.leader_choices(&board, &mut firsts);
            for &first in &firsts {
                seconds.clear();
                game.follower_choices(&board, first, &mut seconds);
                for &second in &seconds {
                    let (end, value) = match game.resolve(&board, first, second) {
                        Resolution::Over { margin } => (End::Margin(margin), margin),
                        Resolution::Endless => {
                            let all = game.bound(&board);
                            let margin = match loser {
                                Some(Player::Leader) => -all,
                                Some(Player::Follower) => all,
                                None => 0,
                            };
                            (End::Margin(margin), margin)
                        }
                        Resolution::Next(Step { state, gain, turn }) => {
                            let value = tables.probe(&state)?;
                            if turn == Turn::Same && gain == 0 {
                                let next = boards.len();
                                let number = *numbers.entry(state).or_insert(next);
                                if number == next {
                                    boards.push(state);
                                }
                                (End::Board(number), value.margin(loser))
                            } else {
                                let rest = value.margin(seen(loser, turn));
                                let margin = gain + turn.seen(rest);
                                (End::Margin(margin), margin)
                            }
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
            all.push(rounds);
        }
        Some(Quiet { rounds: all })
    }

    /// For each board after how many quiet rounds at most the side that has to bring it about has brought
    /// about `margin` for the leader; `None` where it cannot.
    fn distances(&self, margin: i32, by: Player) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.rounds.len()];
        for distance in 0u32.. {
            let reached: Vec<usize> = (0..distances.len())
                .filter(|&board| distances[board].is_none())
                .filter(|&board| self.brings_about(board, margin, by, &distances))
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
        margin: i32,
        by: Player,
        distances: &[Option<u32>],
    ) -> bool {
        let done = |round: &Round| match (round.end, by) {
            (End::Margin(found), Player::Leader) => found >= margin,
            (End::Margin(found), Player::Follower) => found <= margin,
            (End::Board(next), _) => distances[next].is_some(),
        };
        let mut by_first = self.rounds[board].chunk_by(|one, other| one.first == other.first);
        match by {
            Player::Leader => by_first.any(|replies| replies.iter().all(done)),
            Player::Follower => by_first.all(|replies| replies.iter().any(done)),
        }
    }
}

/// Whose loss infinite play is, as the side sees it that leads after a round.
fn seen(loser: Option<Player>, turn: Turn) -> Option<Player> {
    match turn {
        Turn::Same => loser,
        Turn::Other => loser.map(|loser| !loser),
    }
}

/// The side that has to bring a margin about; the other only has to keep it. `None` where both may go on
/// for ever.
fn has_to_act(margin: i32, loser: Option<Player>) -> Option<Player> {
    match (loser, margin.signum()) {
        (Some(loser), _) => Some(loser),
        (None, 1) => Some(Player::Leader),
        (None, -1) => Some(Player::Follower),
        (None, _) => None,
    }
}

/// Best play where infinite play loses for `loser`, or counts for nobody. The side that needs a finite game
/// takes the shortest way, the other the longest, and none is turned aside by what it cannot get. The pie is
/// not turned. `None` if tables do not hold the position, or too many boards are within reach.
pub(in crate::analysis) fn reading_line(
    tables: &TabledStones,
    sower: &Sower,
    position: &Position,
    loser: Option<Player>,
    monitor: &dyn Monitor,
) -> Option<(Vec<LineRound>, LineEnd)> {
    let game = tables.game();
    let mut line = Vec::new();
    let (mut position, mut loser) = (*position, loser);
    'layers: loop {
        let board = position.canonical_board();
        if game.terminal(&board).is_some() {
            return Some((line, LineEnd::Over));
        }
        let margin = tables.probe(&board)?.margin(loser);
        let quiet = Quiet::new(tables, board, loser, monitor)?;
        let acts = has_to_act(margin, loser);
        let distances = acts.map(|by| quiet.distances(margin, by));
        let mut seen_boards = vec![false; quiet.rounds.len()];
        let mut number = 0;
        loop {
            if std::mem::replace(&mut seen_boards[number], true) {
                return Some((line, LineEnd::Recurs));
            }
            let distance = |end: End| match (end, &distances) {
                (End::Margin(_), _) => Some(0),
                (End::Board(next), Some(distances)) => Some(1 + distances[next]?),
                // Both may go on: what ends the line soonest.
                (End::Board(_), None) => Some(1),
            };
            let rounds = &quiet.rounds[number];
            let round = best_round(rounds, margin, acts, &distance)?;
            let chosen = position.turned_back(round.first, round.second);
            line.push(LineRound {
                position,
                round: WrittenRound::new(position.sente(), chosen),
                margin,
            });
            let resolved = game.resolve(&position.canonical_board(), round.first, round.second);
            match resolved {
                Resolution::Over { .. } => return Some((line, LineEnd::Over)),
                Resolution::Endless => return Some((line, LineEnd::Endless)),
                Resolution::Next(_) => {}
            }
            let Some(next) = after_round(&position, sower, chosen) else {
                return Some((line, LineEnd::Over));
            };
            position = next;
            match (round.end, resolved) {
                (End::Board(next), _) => number = next,
                (End::Margin(_), Resolution::Next(Step { turn, .. })) => {
                    loser = seen(loser, turn);
                    continue 'layers;
                }
                _ => return Some((line, LineEnd::Over)),
            }
        }
    }
}

/// A round of best play: one in which each side keeps the margin, the side that has to act by the least
/// distance, the other by the greatest.
fn best_round<'a>(
    rounds: &'a [Round],
    margin: i32,
    acts: Option<Player>,
    distance: &dyn Fn(End) -> Option<u32>,
) -> Option<&'a Round> {
    let far = |round: &Round| match round.end {
        // It is better than what the other side can keep, or worse: how far does not matter.
        End::Margin(_) => 0,
        end => distance(end).unwrap_or(u32::MAX),
    };
    let by_first = rounds.chunk_by(|one, other| one.first == other.first);
    // The reply to each first choice, and the first choice with the best of these.
    let replies = by_first.filter_map(|replies| {
        let least = replies.iter().map(|round| round.value).min()?;
        let keeping = replies.iter().filter(|round| round.value == least);
        match acts {
            Some(Player::Leader) => keeping.max_by_key(|round| far(round)),
            _ => keeping.min_by_key(|round| far(round)),
        }
    });
    let keeping = replies.filter(|round| round.value == margin);
    match acts {
        Some(Player::Follower) => keeping.max_by_key(|round| far(round)),
        _ => keeping.min_by_key(|round| far(round)),
    }
}
