//! The two-rank games: tables, search where play always ends, deepening where it may not.

use sowlab_solvers::search::{Acyclic, AlphaBeta, Horizon, Proven, Searchable, TranspositionTable};
use sowlab_solvers::{Game, Monitor, Value};

use super::best::keeping;
use super::repeating::{Searched, search_repeating};
use super::tabled_ending::TabledEnding;
use super::{Bounds, Solution, TwoRankTables, exact};
use crate::games::two_rank::{Move, Position, State, TwoRank};

/// How many moves deep the store difference is searched for a first guess.
const GUESS_DEPTH: u8 = 14;

/// Proves what a position is worth to the side to move, as far as `monitor` lets it. Positions that
/// the tables know are not searched.
pub fn solve_two_rank(
    game: &TwoRank,
    position: &Position,
    tables: Option<&TwoRankTables>,
    table: &TranspositionTable,
    monitor: &dyn Monitor,
) -> Solution {
    let state = position.state();
    let known = |state: &State| tables.and_then(|tables| tables.value(*state));
    if let Some(value) = known(&state) {
        return look_up(game, state, value, known);
    }
    if let Some(ending) = game.ending() {
        return match tables {
            None => search_ending(&ending, game, state, table, monitor),
            Some(_) => {
                let tabled = TabledEnding::new(&ending, known);
                search_ending(&tabled, game, state, table, monitor)
            }
        };
    }
    let Searched {
        bounds,
        best,
        nodes,
    } = search_repeating(game, state, known, u8::MAX, table, monitor);
    Solution {
        bounds,
        best_complete: game.legal_count(state) <= 1,
        best: best
            .map(|chosen| game.move_text(state.mover(), chosen))
            .into_iter()
            .collect(),
        nodes,
        pie: None,
    }
}

/// Where the tables hold the position, they hold all that it leads to.
fn look_up(
    game: &TwoRank,
    state: State,
    value: Value,
    known: impl Fn(&State) -> Option<Value>,
) -> Solution {
    let mut nodes = 1;
    let options = game
        .legal(state)
        .filter_map(|chosen| {
            nodes += 1;
            let (after, gain) = game.play(&state, chosen);
            let reply = known(&after)?;
            let reply = match after.mover() == state.mover() {
                true => reply,
                false => reply.flipped(),
            };
            let worth = Value {
                lower: gain + reply.lower,
                zero: gain + reply.zero,
                upper: gain + reply.upper,
            };
            Some((game.move_text(state.mover(), chosen), worth))
        })
        .collect();
    Solution {
        bounds: Bounds::of(value),
        best: keeping(options, value),
        best_complete: true,
        nodes,
        pie: None,
    }
}

/// Alpha-beta to the end of the game.
fn search_ending<G>(
    ending: &G,
    game: &TwoRank,
    state: State,
    table: &TranspositionTable,
    monitor: &dyn Monitor,
) -> Solution
where
    G: Searchable<State = State, Move = Move> + Acyclic,
{
    let search = AlphaBeta::new(ending, table, monitor);
    let say = |lower: i32, upper: i32| {
        monitor.begin(&format!("proven {lower:+} to {upper:+}, nodes"), 0);
    };
    let seeds = state.seeds() as i32;
    say(-seeds, seeds);
    // Kept in the same table: its codes say how far the horizon is.
    let horizon = Horizon::new(ending, |_: &State| 0);
    let guessing = AlphaBeta::new(&horizon, table, monitor);
    let near = horizon.limit(state, GUESS_DEPTH);
    let guess = guessing.value(&near, 0, &mut |_| ());
    let guess = if guess.lower > 0 {
        guess.lower
    } else {
        guess.upper.min(0)
    };
    let Proven { lower, upper } = search.value(&state, guess, &mut |proven| {
        say(proven.lower, proven.upper);
    });
    let bounds = Bounds::alike(lower..=upper);
    let (best, best_complete) = match exact(&bounds.lower) {
        None => (Vec::new(), false),
        Some(margin) => all_best(&search, ending, game, state, margin),
    };
    Solution {
        bounds,
        best,
        best_complete,
        nodes: guessing.nodes() + search.nodes(),
        pie: None,
    }
}

/// Every move that secures the proven margin, and whether the monitor left the time to ask them
/// all; then the list has at least the one that the proof rests on.
fn all_best<G>(
    search: &AlphaBeta<'_, G>,
    ending: &G,
    game: &TwoRank,
    state: State,
    margin: i32,
) -> (Vec<String>, bool)
where
    G: Searchable<State = State, Move = Move> + Acyclic,
{
    let text = |chosen| game.move_text(state.mover(), chosen);
    let first = search.securing(&state, margin);
    let mut best = Vec::new();
    let mut complete = true;
    for chosen in game.legal(state) {
        let (after, gain) = ending.play(&state, chosen);
        let secured = if after.mover() == state.mover() {
            search.test(&after, margin - gain).map(|reply| gain + reply)
        } else {
            search
                .test(&after, gain - margin + 1)
                .map(|reply| gain - reply)
        };
        complete &= secured.is_some();
        if first == Some(chosen) || secured.is_some_and(|secured| secured >= margin) {
            best.push(text(chosen));
        }
    }
    (best, complete)
}
