//! Best play by both sides from a position whose value is proven.

use rustc_hash::FxHashSet;
use sowlab_solvers::search::proof::{Limits, ProofSearch, ProofTable};
use sowlab_solvers::{JointGame, Monitor, Problem, Resolution, Step, Turn};

use super::{TabledBelow, TabledStones};

use crate::games::stones::sowing::{JointMove, Sower};
use crate::games::stones::{Phase, Position, WrittenRound};

/// A round of best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRound {
    /// The position before it.
    pub position: Position,
    /// What both take.
    pub round: WrittenRound,
    /// The margin of sente from here on.
    pub margin: i32,
}

/// How a line of best play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The game is over.
    Over,
    /// The next board was on the line before, since the last capture.
    Recurs,
    /// The last round never ends.
    Endless,
    /// The search was told to stop.
    Stopped,
}

/// A principal variation: from a position that is worth `margin` to sente whatever infinite play counts,
/// a choice of sente that secures it, a reply of gote that allows no more, and so on. The pie is not
/// turned.
pub fn principal_line(
    tables: &TabledStones,
    sower: &Sower,
    position: &Position,
    margin: i32,
    table: &ProofTable,
    monitor: &dyn Monitor,
) -> (Vec<LineRound>, LineEnd) {
    let game = tables.game();
    let mut line = Vec::new();
    let mut since_capture = FxHashSet::default();
    let (mut position, mut margin) = (*position, margin);
    loop {
        let board = position.canonical_board();
        if game.terminal(&board).is_some() {
            return (line, LineEnd::Over);
        }
        if !since_capture.insert(board) {
            return (line, LineEnd::Recurs);
        }
        // The tables do not say how a margin is secured, so boards with fewer stones are looked up
        // alone, as if a capture had to come; and soon, so that no board comes back.
        let stones = board.stones();
        let tabled = stones <= tables.searched_to();
        let below = TabledBelow::new(tables, stones - u32::from(tabled));
        let problem = Problem::new(game).with_oracle(&below);
        let search = ProofSearch::new(problem, table, monitor);
        let soonest = if tabled { 0 } else { Limits::MOST_QUIET };
        let mut choices = Vec::new();
        game.leader_choices(&board, &mut choices);
        // Whoever loses everything may choose anything.
        let first = match margin <= -game.bound(&board) {
            true => choices.first().copied(),
            false => (soonest..=Limits::MOST_QUIET)
                .find_map(|quiet| search.securing(&board, margin, quiet).ok()?),
        };
        let reply = first.and_then(|first| {
            let second = search.holding(&board, first, -margin, Limits::MOST_QUIET);
            let second = second.ok()??;
            Some((first, second))
        });
        let Some((first, second)) = reply else {
            return (line, LineEnd::Stopped);
        };
        let chosen = position.turned_back(first, second);
        line.push(LineRound {
            position,
            round: WrittenRound::new(position.sente(), chosen),
            margin,
        });
        match game.resolve(&board, first, second) {
            Resolution::Over { .. } => return (line, LineEnd::Over),
            Resolution::Endless => return (line, LineEnd::Endless),
            Resolution::Next(Step { gain, turn, .. }) => {
                margin -= gain;
                margin = turn.seen(margin);
                if turn == Turn::Other {
                    since_capture.clear();
                }
            }
        }
        let Some(next) = after_round(&position, sower, chosen) else {
            return (line, LineEnd::Over);
        };
        position = next;
    }
}

/// The position after a round, the board not turned; `None` if it never ends.
pub(super) fn after_round(
    position: &Position,
    sower: &Sower,
    chosen: JointMove,
) -> Option<Position> {
    let next = position.play(sower, chosen).position?;
    Some(match next.phase() {
        Phase::Pie => next.decide_pie(false).expect("the decision is open"),
        _ => next,
    })
}
