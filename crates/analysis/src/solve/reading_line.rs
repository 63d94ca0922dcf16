//! Optimal play under one infinite-play convention, if the value depends on infinite play. It requires tables with the
//! position.

use rustc_hash::FxHashSet;
use sowlab_solvers::{JointGame, Monitor, Player, Resolution, Step};

use super::TabledStones;
use super::line::{after_round, line_round};
use super::quiet_rounds::{End, Goal, Quiet, Round, seen};
use sowlab_findings::{Line, LineEnd};
use sowlab_games::stones::sowing::Sower;
use sowlab_games::stones::{Position, WrittenRound};

/// Returns the side that has to force a margin by finite play. `None` if infinite play is optimal for both sides.
fn has_to_act(margin: i32, loser: Option<Player>) -> Option<Player> {
    match (loser, margin.signum()) {
        (Some(loser), _) => Some(loser),
        (None, 1) => Some(Player::Leader),
        (None, -1) => Some(Player::Follower),
        (None, _) => None,
    }
}

/// Returns optimal play with infinite play as a loss of `loser`, or as a draw. The side that needs a finite game takes
/// the shortest path, the other side the longest. The board is not turned after the first round. `None` if the tables
/// do not contain the position, or too many boards are reachable.
pub(crate) fn reading_line(
    tables: &TabledStones,
    sower: &Sower,
    position: &Position,
    loser: Option<Player>,
    monitor: &dyn Monitor,
) -> Option<Line> {
    let game = tables.game();
    let mut line = Vec::new();
    let ended = |rounds, ends| Some(Line { rounds, ends });
    let (mut position, mut loser) = (*position, loser);
    'layers: loop {
        let board = position.canonical_board();
        if game.terminal(&board).is_some() {
            return ended(line, LineEnd::Over);
        }
        let margin = tables.probe(&board)?.margin(loser);
        let acts = has_to_act(margin, loser);
        let goal = acts.map(|by| Goal { by, margin });
        let mut quiet = Quiet::new(tables, board, loser, goal, monitor)?;
        let distances = goal.map(|goal| quiet.distances(goal));
        let mut seen_boards = FxHashSet::default();
        let mut number = 0;
        loop {
            if !seen_boards.insert(number) {
                return ended(line, LineEnd::Recurs);
            }
            quiet.look_at(number)?;
            let distance = |end: End| match (end, &distances) {
                (End::Margin(_), _) => Some(0),
                (End::Board(next), Some(distances)) => Some(1 + distances[next as usize]?),
                // Infinite play is optimal for both sides, so that the line takes the shortest path to its end.
                (End::Board(_), None) => Some(1),
            };
            let rounds = quiet.rounds(number);
            let round = best_round(rounds, margin, acts, &distance)?;
            let chosen = position.turned_back(round.first, round.second);
            let written = WrittenRound::new(position.sente(), chosen);
            line.push(line_round(&position, &written, margin));
            let resolved = game.resolve(&position.canonical_board(), round.first, round.second);
            match resolved {
                Resolution::Over { .. } => return ended(line, LineEnd::Over),
                Resolution::Endless => return ended(line, LineEnd::Endless),
                Resolution::Next(_) => {}
            }
            let Some(next) = after_round(&position, sower, chosen) else {
                return ended(line, LineEnd::Over);
            };
            position = next;
            match (round.end, resolved) {
                (End::Board(next), _) => number = next as usize,
                (End::Margin(_), Resolution::Next(Step { turn, .. })) => {
                    loser = seen(loser, turn);
                    continue 'layers;
                }
                _ => return ended(line, LineEnd::Over),
            }
        }
    }
}

/// Returns a round of optimal play, in which each side keeps the margin. The side that has to act takes the least
/// distance, the other side the greatest.
fn best_round<'a>(
    rounds: &'a [Round],
    margin: i32,
    acts: Option<Player>,
    distance: &dyn Fn(End) -> Option<u32>,
) -> Option<&'a Round> {
    let far = |round: &Round| match round.end {
        // The distance of a round that is not quiet does not matter.
        End::Margin(_) => 0,
        end => distance(end).unwrap_or(u32::MAX),
    };
    let by_first = rounds.chunk_by(|one, other| one.first == other.first);
    // The reply to each first choice, then the first choice with the best reply.
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
