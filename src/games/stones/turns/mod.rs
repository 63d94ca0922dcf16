//! The stones family one choice at a time: sente, gote, and the pie decision.

mod game;

use super::board::Board;
use super::joint::StonesGame;
use super::position::{Phase, Position};
use super::round::Seat;
use super::rules::Rules;
use super::sowing::{JointMove, Sower};

/// The game as its players see it: the side with sente takes a hole, the other takes one, both sow;
/// after the first round the pie decision, if that rule is played.
pub struct StonesTurns {
    pub(super) game: StonesGame,
    pub(super) pie: bool,
}

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StonesMove {
    /// The hole with this index (0 is hole 1).
    Hole(u8),
    /// To turn the board with the cups.
    Turn,
    /// To let it stay.
    Stay,
}

/// What is to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    /// The side with sente takes a hole; whether the pie decision follows this round.
    Sente { opening: bool },
    /// The other side takes a hole.
    Gote { taken: u8, opening: bool },
    /// This side may turn the board; it leads by so much.
    Pie { chooser: Seat, lead: i16 },
    /// Nothing: all is given out.
    Over,
    /// Nothing: the last round never ends.
    Endless,
}

/// What is left to play for: the board as it lies, who has sente, and what is to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnState {
    board: Board,
    sente: Seat,
    stage: Stage,
}

impl StonesTurns {
    /// The game by these rules, with the pie rule or without.
    pub fn new(rules: &Rules, pie: bool) -> StonesTurns {
        StonesTurns {
            game: StonesGame::new(rules),
            pie,
        }
    }

    /// The kernel.
    pub fn sower(&self) -> &Sower {
        self.game.sower()
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// The state of a position.
    pub fn state_of(&self, position: &Position) -> TurnState {
        let opening = self.pie && position.leads_to_pie();
        let stage = match position.phase() {
            Phase::Sente => Stage::Sente { opening },
            Phase::Gote { taken } => Stage::Gote { taken, opening },
            Phase::Pie => {
                let chooser = position.to_choose();
                let cups = position.cups();
                Stage::Pie {
                    chooser,
                    lead: i16::from(cups[chooser]) - i16::from(cups[!chooser]),
                }
            }
        };
        TurnState {
            board: position.board(),
            sente: position.sente(),
            stage,
        }
    }

    /// The state of a finished game.
    pub(super) fn over(&self, position: &Position, endless: bool) -> TurnState {
        let stage = if endless { Stage::Endless } else { Stage::Over };
        TurnState {
            board: position.board(),
            sente: position.sente(),
            stage,
        }
    }

    /// A state at the start of a round, and what is given out to `side` if there is none.
    fn start_of_round(
        &self,
        board: Board,
        sente: Seat,
        last_gote: Seat,
        side: Seat,
    ) -> (TurnState, i32) {
        match self
            .rules()
            .given_out(&board, sowlab_solvers::Turn::other_if(last_gote == sente))
        {
            Some(rest) => {
                let stage = Stage::Over;
                let over = TurnState {
                    board,
                    sente,
                    stage,
                };
                (over, if side == sente { rest } else { -rest })
            }
            None => {
                let stage = Stage::Sente { opening: false };
                (
                    TurnState {
                        board,
                        sente,
                        stage,
                    },
                    0,
                )
            }
        }
    }

    /// Gote takes a hole and the round is sown. The margin is gote's.
    fn resolve(&self, state: &TurnState, taken: u8, opening: bool, hole: u8) -> (TurnState, i32) {
        let TurnState { board, sente, .. } = *state;
        let chosen = JointMove::of(sente, taken, hole);
        let round = self
            .sower()
            .sow_without_period(board, chosen.east.into(), chosen.west.into());
        let gain = i32::from(round.captured[!sente]) - i32::from(round.captured[sente]);
        let next = match round.ending.turn() {
            None => {
                let stage = Stage::Endless;
                return (TurnState { stage, ..*state }, 0);
            }
            Some(sowlab_solvers::Turn::Same) => sente,
            Some(sowlab_solvers::Turn::Other) => !sente,
        };
        if opening {
            let pie = TurnState {
                board: round.board,
                sente: next,
                stage: Stage::Pie {
                    chooser: sente,
                    lead: -gain as i16,
                },
            };
            return (pie, gain);
        }
        let (after, rest) = self.start_of_round(round.board, next, !sente, !sente);
        (after, gain + rest)
    }

    fn decide(&self, state: &TurnState, chooser: Seat, lead: i16, turn: bool) -> (TurnState, i32) {
        // Sente passed on if and only if something was captured in the round before.
        let last_gote_is_sente = state.sente != chooser;
        let (board, sente, gain) = if turn {
            let board = state.board.turned(self.rules().holes());
            (board, !state.sente, -2 * i32::from(lead))
        } else {
            (state.board, state.sente, 0)
        };
        let last_gote = if last_gote_is_sente { sente } else { !sente };
        let (after, rest) = self.start_of_round(board, sente, last_gote, chooser);
        (after, gain + rest)
    }

    /// Visits the holes of a mask in the order in which the side with sente sees them, so that
    /// turned states list the same moves.
    fn push_holes(&self, sente: Seat, mut mask: u16, moves: &mut Vec<StonesMove>) {
        while mask != 0 {
            let hole = match sente {
                Seat::East => mask.trailing_zeros(),
                Seat::West => 15 - mask.leading_zeros(),
            };
            moves.push(StonesMove::Hole(hole as u8));
            mask &= !(1 << hole);
        }
    }
}

impl TurnState {
    /// Whether the last round never ends.
    pub fn is_endless(&self) -> bool {
        self.stage == Stage::Endless
    }

    /// Whether gote is to choose.
    pub fn is_gotes(&self) -> bool {
        matches!(self.stage, Stage::Gote { .. })
    }

    /// The board as the side with sente sees it, if that side is to take a hole and no pie decision
    /// follows the round.
    pub fn canonical_board(&self, holes: usize) -> Option<Board> {
        match (self.stage, self.sente) {
            (Stage::Sente { opening: false }, Seat::East) => Some(self.board),
            (Stage::Sente { opening: false }, Seat::West) => Some(self.board.turned(holes)),
            _ => None,
        }
    }
}
