//! The rules: legal choices, their effects, and the end of the game.

use std::sync::Arc;

use sowlab_solvers::{Game, Side, Step, Turn};

use super::board::{Board, Log, LogSet, MAX_LOGS, members};
use super::choice::Choice;
use super::lap::{LapEnd, sow};
use super::state::{Colour, Phase, State};

/// The moment at which ants enter the board, which the source leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// In the second phase: instead of moving an ant, the mover may place one from the hand on any log without an ant.
    PhaseTwo,
    /// On the unprotected log with three eggs that stopped the sowing.
    Stop,
}

/// The Colony on one board.
#[derive(Clone, Debug)]
pub struct Colony {
    board: Arc<Board>,
    entry: Entry,
    name: String,
}

impl Colony {
    /// Builds the game on this board. Results use `name` for it.
    pub fn new(name: impl Into<String>, board: Arc<Board>, entry: Entry) -> Colony {
        Colony {
            board,
            entry,
            name: name.into(),
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moment at which ants enter the board.
    pub fn entry(&self) -> Entry {
        self.entry
    }

    /// The full name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The starting state: all logs alike, all ants in hand, Red to move.
    pub fn start(&self) -> State {
        let mut eggs = [0; MAX_LOGS];
        eggs[..self.board.logs()].fill(self.board.eggs_per_log());
        State {
            eggs,
            ants: [0; 2],
            mover: Colour::Red,
            mandatory: false,
            phase: Phase::Log,
        }
    }

    /// Ants that a player has in hand.
    pub fn in_hand(&self, state: &State, colour: Colour) -> u8 {
        self.board.ants() - state.ants(colour).count_ones() as u8
    }

    /// All logs of the board.
    fn logs(&self) -> LogSet {
        (1 << self.board.logs()) - 1
    }

    /// The choices of the side to move, always in the same order; none if the game is over.
    pub fn choices(&self, state: &State) -> Vec<Choice> {
        let mut choices = Vec::new();
        self.moves(state, &mut choices);
        choices
    }

    /// The logs that may be picked up: those with eggs and without protection.
    fn open_logs(&self, state: &State) -> impl Iterator<Item = Log> {
        let state = *state;
        members(self.logs() & !state.protected()).filter(move |&log| state.eggs(log) > 0)
    }

    /// The actions with ants that the mover has in the second phase.
    fn ant_choices(&self, state: &State) -> impl Iterator<Item = Choice> + '_ {
        let free = self.logs() & !state.protected();
        let places = self.entry == Entry::PhaseTwo && self.in_hand(state, state.mover) > 0;
        let placed = members(if places { free } else { 0 }).map(Choice::Place);
        let moved = members(state.ants(state.mover)).flat_map(move |from| {
            members(self.board.neighbours(from) & free).map(move |to| Choice::Move { from, to })
        });
        placed.chain(moved)
    }

    /// Returns whether the mover has to act in the second phase: the phase is mandatory, and the mover has ants on the
    /// board.
    fn must_act(&self, state: &State) -> bool {
        state.mandatory && state.ants(state.mover) != 0
    }

    /// The second phase begins. Where nothing can be done in it and nothing has to be, the turn is
    /// over.
    fn begin_ants(&self, state: &mut State) {
        state.phase = Phase::Ant;
        if !self.second_phase_is_open(state) {
            end_turn(state);
        }
    }

    /// Returns whether a second phase has a decision, or lacks one although it is mandatory.
    pub(super) fn second_phase_is_open(&self, state: &State) -> bool {
        self.must_act(state) || self.ant_choices(state).next().is_some()
    }

    /// Returns whether eggs sown from a log through some exit circulate without end.
    pub(super) fn is_endless(&self, state: &State, at: Log, hand: u8) -> bool {
        self.board.exits(at).iter().any(|&to| {
            let mut after = *state;
            sow(&self.board, &mut after, at, to, hand);
            matches!(after.phase, Phase::Endless { .. })
        })
    }

    /// Continues a sowing from a log and returns the number of captured eggs.
    fn sow(&self, state: &mut State, at: Log, to: Log, hand: u8) -> u8 {
        let (rest, captured) = sow(&self.board, state, at, to, hand);
        match rest {
            LapEnd::Open => {}
            LapEnd::Stopped(Some(at))
                if self.entry == Entry::Stop && self.in_hand(state, state.mover) > 0 =>
            {
                state.phase = Phase::Entry { at };
            }
            LapEnd::Stopped(_) => self.begin_ants(state),
        }
        captured
    }

    /// The winner of a finished game with these captures of Red and of Black: the side with more eggs, those under its
    /// ants included. If equal, the side that completed the last turn wins, which is never the side to move. `None` if
    /// the game is not over.
    pub fn winner(&self, state: &State, captured: [u8; 2]) -> Option<Colour> {
        self.terminal(state)?;
        let [red, black] = self.count(state, captured);
        Some(match red.cmp(&black) {
            std::cmp::Ordering::Greater => Colour::Red,
            std::cmp::Ordering::Less => Colour::Black,
            std::cmp::Ordering::Equal => !state.mover,
        })
    }

    /// The eggs of Red and of Black: their captures and the eggs under their ants.
    pub fn count(&self, state: &State, captured: [u8; 2]) -> [u8; 2] {
        Colour::BOTH.map(|colour| captured[colour as usize] + state.guarded(colour))
    }
}

fn end_turn(state: &mut State) {
    state.mover = !state.mover;
    state.phase = Phase::Log;
}

impl Game for Colony {
    type State = State;
    type Move = Choice;

    fn endless(&self, state: &State) -> bool {
        matches!(state.phase, Phase::Endless { .. })
    }

    #[inline]
    fn side_to_move(&self, state: &State) -> Side {
        state.mover.into()
    }

    /// The game is over if the mover cannot pick up a log, or cannot place or move an ant although it is mandatory.
    /// Eggs under ants count. At a margin of 0 the side that is not to move wins.
    fn terminal(&self, state: &State) -> Option<i32> {
        let stuck = match state.phase {
            Phase::Log => self.open_logs(state).next().is_none(),
            Phase::Ant => self.must_act(state) && self.ant_choices(state).next().is_none(),
            Phase::Exit { .. } | Phase::Entry { .. } | Phase::Endless { .. } => false,
        };
        let guarded = |colour| i32::from(state.guarded(colour));
        stuck.then(|| guarded(state.mover) - guarded(!state.mover))
    }

    fn moves(&self, state: &State, moves: &mut Vec<Choice>) {
        match state.phase {
            Phase::Log => moves.extend(self.open_logs(state).map(Choice::PickUp)),
            Phase::Exit { at, .. } => {
                moves.extend(self.board.exits(at).iter().copied().map(Choice::Exit));
            }
            Phase::Entry { at } => moves.extend([Choice::Place(at), Choice::Pass]),
            Phase::Ant => {
                moves.extend(self.ant_choices(state));
                if !self.must_act(state) {
                    moves.push(Choice::Pass);
                }
            }
            Phase::Endless { .. } => moves.push(Choice::GoOn),
        }
    }

    /// Plays a choice without a check: a choice that is not listed is not detected.
    fn play(&self, state: &State, chosen: Choice) -> Step<State> {
        let mut after = *state;
        let mut captured = 0;
        match chosen {
            Choice::PickUp(log) => {
                let hand = std::mem::take(&mut after.eggs[usize::from(log)]);
                match *self.board.exits(log) {
                    [only] => captured = self.sow(&mut after, log, only, hand),
                    _ => after.phase = Phase::Exit { at: log, hand },
                }
            }
            Choice::Exit(to) => {
                if let Phase::Exit { at, hand } = state.phase {
                    captured = self.sow(&mut after, at, to, hand);
                }
            }
            Choice::Place(log) => {
                after.ants[state.mover as usize] |= 1 << log;
                if matches!(state.phase, Phase::Entry { .. }) {
                    self.begin_ants(&mut after);
                } else {
                    after.mandatory = true;
                    end_turn(&mut after);
                }
            }
            Choice::Move { from, to } => {
                after.ants[state.mover as usize] ^= 1 << from | 1 << to;
                after.mandatory = true;
                end_turn(&mut after);
            }
            Choice::Pass => {
                if matches!(state.phase, Phase::Entry { .. }) {
                    self.begin_ants(&mut after);
                } else {
                    end_turn(&mut after);
                }
            }
            Choice::GoOn => {}
        }
        Step {
            turn: Turn::other_if(after.mover != state.mover),
            state: after,
            gain: captured.into(),
        }
    }

    #[inline]
    fn bound(&self, state: &State) -> i32 {
        state.left().into()
    }
}
