//! The family as the solvers of sequential games see it.

use sowlab_solvers::{Game, Guide, Key, Keyed, Side, Step, Turn};

use super::super::round::Seat;
use super::{Stage, StonesMove, StonesTurns, TurnState};

impl Game for StonesTurns {
    type State = TurnState;
    type Move = StonesMove;

    fn endless(&self, state: &TurnState) -> bool {
        state.is_endless()
    }

    fn side_to_move(&self, state: &TurnState) -> Side {
        let side = match state.stage {
            Stage::Sente { .. } => state.sente,
            Stage::Gote { .. } => !state.sente,
            Stage::Pie { chooser, .. } => chooser,
            Stage::Over | Stage::Endless => Seat::East,
        };
        match side {
            Seat::East => Side::First,
            Seat::West => Side::Second,
        }
    }

    fn terminal(&self, state: &TurnState) -> Option<i32> {
        match state.stage {
            // A position on its own counts as reached by a quiet round.
            Stage::Sente { .. } => {
                let playable = state.board.playable();
                if playable & playable.wrapping_sub(1) != 0 {
                    return None;
                }
                self.rules().given_out(&state.board, Turn::Same)
            }
            Stage::Gote { .. } | Stage::Pie { .. } => None,
            Stage::Over | Stage::Endless => Some(0),
        }
    }

    fn moves(&self, state: &TurnState, moves: &mut Vec<StonesMove>) {
        match state.stage {
            Stage::Sente { .. } => {
                let playable = state.board.playable();
                if playable & playable.wrapping_sub(1) != 0 {
                    self.push_holes(state.sente, playable, moves);
                }
            }
            Stage::Gote { taken, .. } => {
                self.push_holes(state.sente, state.board.playable() & !(1 << taken), moves);
            }
            Stage::Pie { .. } => moves.extend([StonesMove::Turn, StonesMove::Stay]),
            Stage::Over | Stage::Endless => {}
        }
    }

    /// A choice that is not open changes nothing.
    fn play(&self, state: &TurnState, chosen: StonesMove) -> Step<TurnState> {
        let (after, gain) = match (state.stage, chosen) {
            (Stage::Sente { opening }, StonesMove::Hole(taken)) => {
                let stage = Stage::Gote { taken, opening };
                (TurnState { stage, ..*state }, 0)
            }
            (Stage::Gote { taken, opening }, StonesMove::Hole(hole)) => {
                self.resolve(state, taken, opening, hole)
            }
            (Stage::Pie { chooser, lead }, StonesMove::Turn) => {
                self.decide(state, chooser, lead, true)
            }
            (Stage::Pie { chooser, lead }, StonesMove::Stay) => {
                self.decide(state, chooser, lead, false)
            }
            _ => (*state, 0),
        };
        Step {
            turn: Turn::between(self.side_to_move(state), self.side_to_move(&after)),
            state: after,
            gain,
        }
    }

    fn bound(&self, state: &TurnState) -> i32 {
        let stones = state.board.stones() as i32;
        match state.stage {
            Stage::Sente { .. } | Stage::Gote { .. } => stones,
            Stage::Pie { lead, .. } => stones + 2 * i32::from(lead).abs(),
            Stage::Over | Stage::Endless => 0,
        }
    }
}

impl Keyed<TurnState> for StonesTurns {
    /// The board as the side with sente sees it. How far the chooser of the pie leads is not in the
    /// key but for its sign: in a game from the opening it follows from the stones on the board.
    /// So a table is for games from one start only.
    fn key(&self, state: &TurnState) -> Key {
        let holes = self.rules().holes();
        let board = match state.sente {
            Seat::East => state.board,
            Seat::West => state.board.turned(holes),
        };
        const OPENING: u16 = 32;
        let tag = match state.stage {
            Stage::Sente { opening } => u16::from(opening) * OPENING,
            Stage::Gote { taken, opening } => {
                let taken = match state.sente {
                    Seat::East => u16::from(taken),
                    Seat::West => holes as u16 - 1 - u16::from(taken),
                };
                1 + taken + u16::from(opening) * OPENING
            }
            Stage::Pie { lead, .. } => 17 + u16::from(lead < 0),
            Stage::Over => 19,
            Stage::Endless => 20,
        };
        Key {
            bits: u128::from_le_bytes(*board.lanes()),
            tag,
        }
    }
}

impl Guide<TurnState, StonesMove> for StonesTurns {
    /// What the move brings at once: nothing where the other side is still to answer.
    fn prior(&self, state: &TurnState, chosen: StonesMove) -> f32 {
        self.play(state, chosen).gain as f32
    }
}
