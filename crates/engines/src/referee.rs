//! One game between two players.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sowlab_solvers::{Cancelled, Monitor, Side};

use super::limits::Limits;
use super::player::{Fault, Player, SearchInfo, Turn};
use sowlab_analysis::tables::OpenTables;
use sowlab_games::contest::{Arbitration, Play, lead};

/// How a game that does not end is scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Unfinished {
    /// Stones left on the board count for neither side. The side that has won more so far wins the game.
    #[default]
    Cups,
    /// Half a point for each.
    Draw,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// By the rules.
    Finished,
    /// A move never ends.
    Endless,
    /// A state came back without a gain since.
    Repetition,
    /// It reached the limit on moves.
    Limit,
    /// Endgame tables gave the result.
    Adjudicated,
    /// A player gave no legal move.
    Fault,
}

/// The conditions of a game in addition to its rules.
pub struct Conditions<'a, G: Play> {
    /// The scoring of games that do not end.
    pub unfinished: Unfinished,
    /// The limit on the moves of both sides together.
    pub most_moves: usize,
    /// The limits of each search.
    pub limits: Limits,
    /// The tables that adjudicate positions whose value does not depend on infinite play.
    pub tables: Option<&'a OpenTables<G::State>>,
    /// Cancels the game, which then has no result.
    pub monitor: &'a dyn Monitor,
}

impl<'a, G: Play> Conditions<'a, G> {
    /// Returns the conditions of games that measure players: to the end under the rules, up to this number of moves.
    /// The remaining stones of an unfinished game count for neither side.
    pub fn to_the_end(most_moves: usize, monitor: &'a dyn Monitor) -> Conditions<'a, G> {
        Conditions {
            unfinished: Unfinished::Cups,
            most_moves,
            limits: Limits::default(),
            tables: None,
            monitor,
        }
    }
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The ending of the game.
    pub ending: Ending,
    /// The final margin in stones of the first side; `None` after a fault.
    pub margin: Option<i32>,
    /// The half points of the first side: 0, 1 or 2.
    pub half_points: u8,
    /// A hash of the course of the game: equal for equal games.
    pub course: u64,
    /// The side that gave no legal move, and its fault.
    pub fault: Option<(Side, Fault)>,
}

/// A referee, which conducts games one after the other and stores the moves of the last.
pub struct Referee<G: Play> {
    moves: Vec<G::Move>,
    values: Vec<Option<i32>>,
    legal: Vec<G::Move>,
    /// The states since the last gain, in games that can repeat.
    since_gain: Vec<G::State>,
}

impl<G: Play> Default for Referee<G> {
    fn default() -> Referee<G> {
        Referee {
            moves: Vec::new(),
            values: Vec::new(),
            legal: Vec::new(),
            since_gain: Vec::new(),
        }
    }
}

impl<G: Play + Arbitration> Referee<G> {
    /// Returns the moves of the last game.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Returns, for each move of the last game, the margin that its player expected for itself, if it reported one.
    pub fn values(&self) -> &[Option<i32>] {
        &self.values
    }

    /// Plays a game from a position; each player has its own seed.
    ///
    /// # Errors
    /// The monitor cancelled: the game has no result.
    pub fn play(
        &mut self,
        game: &G,
        start: &G::Position,
        players: [&mut dyn Player<G>; 2],
        seeds: [u64; 2],
        conditions: &Conditions<'_, G>,
    ) -> Result<Outcome, Cancelled> {
        self.moves.clear();
        self.values.clear();
        self.since_gain.clear();
        let mut course = FxHasher::default();
        let [first, second] = players;
        for (player, seed, side) in [
            (&mut *first, seeds[0], Side::First),
            (&mut *second, seeds[1], Side::Second),
        ] {
            if let Err(fault) = player.new_game(seed) {
                return Ok(lost(side, fault, course.finish()));
            }
        }
        let mut state = game.state(start);
        let mut lead = lead(game, start);
        loop {
            let side = game.side_to_move(&state);
            let sign = if side == Side::First { 1 } else { -1 };
            let done = |ending, lead| Ok(outcome(ending, lead, conditions.unfinished, &course));
            if game.endless(&state) {
                return done(Ending::Endless, lead);
            }
            self.legal.clear();
            game.moves(&state, &mut self.legal);
            if self.legal.is_empty() {
                let rest = game.terminal(&state).unwrap_or(0);
                let mut outcome = outcome(
                    Ending::Finished,
                    lead + sign * rest,
                    conditions.unfinished,
                    &course,
                );
                if let (Some(0), Some(winner)) = (outcome.margin, game.tie_break(&state)) {
                    outcome.half_points = if winner == Side::First { 2 } else { 0 };
                }
                return Ok(outcome);
            }
            if let Some(value) = conditions.tables.and_then(|tables| tables.probe(&state))
                && !value.undetermined()
            {
                return done(Ending::Adjudicated, lead + sign * value.zero);
            }
            if self.moves.len() >= conditions.most_moves && !game.mid_round(&state) {
                return done(Ending::Limit, lead);
            }
            if !game.always_ends() && !game.mid_round(&state) {
                if self.since_gain.contains(&state) {
                    return done(Ending::Repetition, lead);
                }
                self.since_gain.push(state);
            }
            let turn = Turn {
                game,
                start,
                played: &self.moves,
                state: &state,
                legal: &self.legal,
                limits: conditions.limits,
                monitor: conditions.monitor,
                report: &|_: SearchInfo| (),
            };
            let chosen = match side {
                Side::First => first.choose(&turn),
                Side::Second => second.choose(&turn),
            };
            if conditions.monitor.cancelled() {
                return Err(Cancelled);
            }
            let choice = match chosen {
                Ok(choice) => choice,
                Err(fault) => return Ok(lost(side, fault, course.finish())),
            };
            let step = game.play(&state, choice.chosen);
            self.moves.push(choice.chosen);
            self.values.push(choice.value);
            if step.gain != 0 {
                self.since_gain.clear();
                lead += sign * step.gain;
            }
            state = step.state;
            state.hash(&mut course);
        }
    }
}

fn outcome(ending: Ending, margin: i32, unfinished: Unfinished, course: &FxHasher) -> Outcome {
    let drawn = unfinished == Unfinished::Draw
        && matches!(ending, Ending::Endless | Ending::Repetition | Ending::Limit);
    let half_points = match margin.signum() {
        _ if drawn => 1,
        sign => (1 + sign) as u8,
    };
    Outcome {
        ending,
        margin: Some(margin),
        half_points,
        course: course.finish(),
        fault: None,
    }
}

fn lost(side: Side, fault: Fault, course: u64) -> Outcome {
    Outcome {
        ending: Ending::Fault,
        margin: None,
        half_points: if side == Side::First { 0 } else { 2 },
        course,
        fault: Some((side, fault)),
    }
}
