//! The rules: what may be chosen, what it does, and when the game is over.

use std::sync::Arc;

use sowlab_solvers::{Game, Side, Step, Turn};

use super::board::{Board, Log, LogSet, MAX_LOGS, members};
use super::choice::Choice;
use super::lap::{LapEnd, sow};
use super::state::{Colour, Phase, State};

/// How ants come onto the board: the text does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// In the second phase: instead of moving an ant, one in hand may be placed on any log without
    /// an ant.
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
    /// The game on this board. The name is what results call it by.
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

    /// How ants come onto it.
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

    /// What the side to move may choose, always in the same order; nothing if the game is over.
    pub fn choices(&self, state: &State) -> Vec<Choice> {
        let mut choices = Vec::new();
        self.moves(state, &mut choices);
        choices
    }

    /// The logs that may be picked up: those with eggs that nobody protects.
    fn open_logs(&self, state: &State) -> impl Iterator<Item = Log> {
        let state = *state;
        members(self.logs() & !state.protected()).filter(move |&log| state.eggs(log) > 0)
    }

    /// What the mover can do with ants in the second phase.
    fn ant_choices(&self, state: &State) -> impl Iterator<Item = Choice> + '_ {
        let free = self.logs() & !state.protected();
        let places = self.entry == Entry::PhaseTwo && self.in_hand(state, state.mover) > 0;
        let placed = members(if places { free } else { 0 }).map(Choice::Place);
        let moved = members(state.ants(state.mover)).flat_map(move |from| {
            members(self.board.neighbours(from) & free).map(move |to| Choice::Move { from, to })
        });
        placed.chain(moved)
    }

    /// Whether the mover has to do something in the second phase: it has become mandatory, and he
    /// has ants on the board.
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

    /// Whether there is anything to decide in a second phase, or nothing though there has to be.
    pub(super) fn second_phase_is_open(&self, state: &State) -> bool {
        self.must_act(state) || self.ant_choices(state).next().is_some()
    }

    /// Whether eggs sown from a log by some exit go round for ever.
    pub(super) fn is_endless(&self, state: &State, at: Log, hand: u8) -> bool {
        self.board.exits(at).iter().any(|&to| {
            let mut after = *state;
            sow(&self.board, &mut after, at, to, hand);
            matches!(after.phase, Phase::Endless { .. })
        })
    }

    /// Sows on from a log, and what was captured.
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

    /// Who wins a finished game in which these were captured by Red and by Black: who has more eggs
    /// with those under his ants, or else who completed a turn last, which is never the side that
    /// is to move. `None` if the game is not over.
    pub fn winner(&self, state: &State, captured: [u8; 2]) -> Option<Colour> {
        self.terminal(state)?;
        let [red, black] = self.count(state, captured);
        Some(match red.cmp(&black) {
            std::cmp::Ordering::Greater => Colour::Red,
            std::cmp::Ordering::Less => Colour::Black,
            std::cmp::Ordering::Equal => !state.mover,
        })
    }

    /// What Red and Black own: the eggs they captured and those under their ants.
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

    /// The mover cannot select a log, or cannot place or move an ant though he has to. Eggs under
    /// ants count; a margin of 0 is won by the side that is not to move.
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

    /// A choice that is none of those listed is no legal move: it is not noticed here.
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
