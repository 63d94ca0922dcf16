//! The stones family one choice at a time: sente, gote, and the pie decision. The leader of the joint game is the side
//! with sente; East is [`Side::First`](sowlab_solvers::Side::First).

use sowlab_solvers::Turn;
use sowlab_solvers::order::{OpenPie, OpenState, PieMove, PieState};

use super::board::Board;
use super::joint::StonesGame;
use super::position::{Phase, Position};

/// The game as played in turns: the side with sente takes a hole, the other takes one, both sow. With the pie rule, the
/// pie decision follows the first round.
pub type StonesTurns = OpenPie<StonesGame>;

/// A choice: a hole, a swap ([`PieMove::Swap`]) or keeping the side. The hole is an index in the view of the side with
/// sente (0 is hole 1 where that is East).
pub type StonesMove = PieMove<u8>;

/// The state of the remaining play.
pub type TurnState = PieState<Board, u8>;

/// Returns the state of a position, in a game with or without the pie rule.
pub fn state_of(position: &Position, pie: bool) -> TurnState {
    let (state, leader) = (position.canonical_board(), position.sente().side());
    let of_round = match pie && position.leads_to_pie() {
        true => PieState::First,
        false => PieState::Play,
    };
    match position.phase() {
        Phase::Sente => of_round(OpenState::Leader { state, leader }),
        Phase::Gote { taken } => of_round(OpenState::Follower {
            state,
            leader,
            first: position.index_for_sente(taken),
        }),
        Phase::Pie => {
            let chooser = position.to_choose();
            let cups = position.cups();
            PieState::Decision {
                state,
                leader,
                turn: Turn::other_if(chooser != position.sente()),
                ahead: i32::from(cups[chooser]) - i32::from(cups[!chooser]),
            }
        }
    }
}
