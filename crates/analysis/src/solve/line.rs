//! Principal variations from a position whose value is proven.

use rustc_hash::FxHashSet;
use sowlab_findings::{Line, LineEnd, LineRound};
use sowlab_solvers::order::{OpenState, PieState};
use sowlab_solvers::progress::{Progress, value_by_moves};
use sowlab_solvers::search::proof::{Limits, ProofSearch, ProofTable};
use sowlab_solvers::{
    Game, JointGame, JointProblem, Monitor, Problem, Resolution, Step, Turn, Value,
};

use super::TabledStones;

use sowlab_games::contest::Arbitration;
use sowlab_games::stones::sowing::{JointMove, Sower};
use sowlab_games::stones::{
    Board, Phase, Position, StonesGame, StonesMove, StonesTurns, TurnState, WrittenRound, state_of,
};

/// Returns a round of a line, with the value for the first chooser from here on.
pub(super) fn line_round(position: &Position, round: &WrittenRound, value: i32) -> LineRound {
    LineRound {
        position: position.to_string(),
        round: round.to_string(),
        east: round.east,
        west: round.west,
        value,
    }
}

/// Returns the principal variation from a position whose value for sente is `margin` under every infinite-play
/// convention. Each choice of sente secures the margin, and each reply of gote concedes no more. The board is not
/// turned after the first round.
pub fn principal_line(
    tables: &TabledStones,
    sower: &Sower,
    position: &Position,
    margin: i32,
    table: &ProofTable,
    monitor: &dyn Monitor,
) -> Line {
    let game = tables.game();
    let mut rounds = Vec::new();
    let line = |rounds, ends| Line { rounds, ends };
    let mut since_capture = FxHashSet::default();
    let mut by_tables = ByTables {
        tables,
        game: StonesTurns::new(StonesGame::new(game.rules()), false),
        progress: Progress::new(Progress::MOST_STATES),
    };
    let search = Searched {
        game,
        search: ProofSearch::new(Problem::new(game).with_oracle(tables), table, monitor),
    };
    let (mut position, mut margin) = (*position, margin);
    loop {
        let board = position.canonical_board();
        if game.terminal(&board).is_some() {
            return line(rounds, LineEnd::Over);
        }
        if !since_capture.insert(board) {
            return line(rounds, LineEnd::Recurs);
        }
        let start = state_of(&position, false);
        let first = by_tables.choice(&start, monitor);
        let first = first.or_else(|| search.first(&board, margin));
        let reply = first.and_then(|first| {
            let chosen = by_tables.game.play(&start, StonesMove::Choice(first));
            let second = by_tables.choice(&chosen.state, monitor);
            let second = second.or_else(|| search.second(&board, first, margin));
            Some((first, second?))
        });
        let Some((first, second)) = reply else {
            return line(rounds, LineEnd::Stopped);
        };
        let chosen = position.turned_back(first, second);
        let round = WrittenRound::new(position.sente(), chosen);
        rounds.push(line_round(&position, &round, margin));
        match game.resolve(&board, first, second) {
            Resolution::Over { .. } => return line(rounds, LineEnd::Over),
            Resolution::Endless => return line(rounds, LineEnd::Endless),
            Resolution::Next(Step { gain, turn, .. }) => {
                margin -= gain;
                margin = turn.convert(margin);
                if turn == Turn::Other {
                    since_capture.clear();
                }
            }
        }
        let Some(next) = after_round(&position, sower, chosen) else {
            return line(rounds, LineEnd::Over);
        };
        position = next;
    }
}

/// Optimal play on boards in the tables. Each choice of the winning side shortens the distance to the next capture.
struct ByTables<'a> {
    tables: &'a TabledStones,
    game: StonesTurns,
    progress: Progress,
}

impl ByTables<'_> {
    /// Returns a choice by tables. `None` where they do not reach, or where the losing side finds no way to delay.
    fn choice(&mut self, state: &TurnState, monitor: &dyn Monitor) -> Option<u8> {
        let (game, tables) = (&self.game, self.tables);
        let mut legal = Vec::new();
        game.moves(state, &mut legal);
        let value_of = |state: &TurnState| value(game, tables, state);
        let found = self
            .progress
            .advance(game, &value_of, state, &legal, monitor)?;
        match found.chosen {
            StonesMove::Choice(hole) => Some(hole),
            StonesMove::Swap | StonesMove::Stay => None,
        }
    }
}

/// Returns the value of a state by tables. Within a round it is that of an optimal choice.
fn value(game: &StonesTurns, tables: &TabledStones, state: &TurnState) -> Option<Value> {
    match state {
        PieState::Play(OpenState::Leader { state: board, .. }) => tables.probe(board),
        _ if game.mid_round(state) => {
            value_by_moves(game, state, &|next| value(game, tables, next))
        }
        _ => None,
    }
}

/// Choices by a search, on boards above the tables.
struct Searched<'a, J> {
    game: &'a StonesGame,
    search: ProofSearch<'a, J>,
}

impl<J: JointProblem<State = Board, Choice = u8>> Searched<'_, J> {
    /// Returns a first choice that secures the margin.
    fn first(&self, board: &Board, margin: i32) -> Option<u8> {
        if margin > -self.game.bound(board) {
            let secured = self
                .search
                .securing_choice(board, margin, Limits::MOST_QUIET);
            return secured.ok()?;
        }
        // If sente loses everything, every choice is optimal.
        let mut choices = Vec::new();
        self.game.leader_choices(board, &mut choices);
        choices.first().copied()
    }

    /// Returns a reply that concedes no more than the margin.
    fn second(&self, board: &Board, first: u8, margin: i32) -> Option<u8> {
        let held = self
            .search
            .holding_reply(board, first, -margin, Limits::MOST_QUIET);
        held.ok()?
    }
}

/// Returns the position after a round, without turning the board. `None` if the round never ends.
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
