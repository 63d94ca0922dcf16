//! Endgames of The Colony on both reconstructed boards: what proof search proves of them is what the plainest
//! references say.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use sowlab::analysis::solve::{Beyond, solve_sequential};
use sowlab::documents::Bounds;
use sowlab::games::colony::{Colony, ColonyVariant, Position, State};
use sowlab_base::MemorySize;
use sowlab_solvers::{Deadline, Game, Side, Turn};

use crate::values::values;

const MEMORY: MemorySize = MemorySize::new(1 << 24);
const NODES: u64 = 30_000;
/// The readings of each of which a value and an interval must fit.
const READINGS: usize = 3;

fn colony(name: &str) -> Colony {
    name.parse::<ColonyVariant>().unwrap().game()
}

/// By search alone.
fn searched(game: &Colony, position: &Position) -> Bounds {
    let budget = Deadline::of_nodes(&(), NODES);
    let found = solve_sequential(game, position, (1, Beyond::Proof), MEMORY, &budget);
    found.unwrap().bounds
}

/// One egg, an ant a side, and nobody can place another: few states, in which ants can wander for ever.
#[test]
fn endgames_of_one_egg_are_what_all_their_states_say() {
    let mut random = SmallRng::seed_from_u64(27);
    for name in [
        "colony:board=ring,entry=stop",
        "colony:board=rows,entry=stop",
    ] {
        let game = colony(name);
        let start = "0,0,0r,0,0,0/0,0,0,0b,0,0,0/0,0,0,0,1,0 R 20 20 must log";
        let start = game.parse_position(start).unwrap();
        let all = values(&game, start.state(), Side::First);
        let mut position = start;
        let (mut seen, mut closed) = (0, 0);
        while seen < 200 {
            let choices = game.choices(&position.state());
            if choices.is_empty() || game.endless(&position.state()) {
                position = start;
                continue;
            }
            let margin = |of: i32| match game.side_to_move(&position.state()) {
                Side::First => of,
                Side::Second => -of,
            };
            let value = all.of(&position.state());
            // The reference counts for Red.
            let value = match game.side_to_move(&position.state()) {
                Side::First => [value.lower, value.zero, value.upper],
                Side::Second => [value.upper, value.zero, value.lower].map(margin),
            };
            let found = searched(&game, &position);
            let intervals = [&found.lower, &found.zero, &found.upper];
            for reading in 0..READINGS {
                let held = intervals[reading].contains(&value[reading]);
                assert!(
                    held,
                    "{name} {}: {value:?} {found:?}",
                    game.position_text(&position)
                );
            }
            closed += usize::from(found.closed());
            seen += 1;
            let chosen = choices[random.random_range(0..choices.len())];
            position = position.play(&game, chosen);
        }
        assert!(closed >= 10, "{name}: {closed} of {seen}");
    }
}

/// Minimax to a depth, without anything else: whatever is beyond may be won or lost.
fn plain(game: &Colony, state: &State, depth: u32) -> [i32; 2] {
    if let Some(margin) = game.terminal(state) {
        return [margin; 2];
    }
    let bound = game.bound(state);
    if depth == 0 || game.endless(state) {
        return [-bound, bound];
    }
    let worth = |chosen| {
        let step = game.play(state, chosen);
        let [low, high] = plain(game, &step.state, depth - 1);
        match step.turn {
            Turn::Same => [step.gain + low, step.gain + high],
            Turn::Other => [step.gain - high, step.gain - low],
        }
    };
    let choices = game.choices(state).into_iter().map(worth);
    let best = choices
        .reduce(|[low, high], [other_low, other_high]| [low.max(other_low), high.max(other_high)]);
    best.unwrap()
}

/// Where the last turn of games begins in which both sides mostly take what they can.
fn last_turns(game: &Colony, games: usize) -> Vec<Position> {
    let mut random = SmallRng::seed_from_u64(27);
    let mut found = Vec::new();
    while found.len() < games {
        let mut position = game.start_position();
        let mut turn = position;
        for _ in 0..2000 {
            let state = position.state();
            if game.terminal(&state).is_some() {
                found.push(turn);
                break;
            }
            let choices = game.choices(&state);
            if choices.is_empty() || game.endless(&state) {
                break;
            }
            let at = random.random_range(0..choices.len());
            let best = choices
                .iter()
                .copied()
                .max_by_key(|&one| game.play(&state, one).gain);
            let chosen = match random.random_bool(0.2) {
                true => choices[at],
                false => best.expect("there are choices"),
            };
            let ends_turn = game.play(&state, chosen).turn == Turn::Other;
            position = position.play(game, chosen);
            if ends_turn && game.terminal(&position.state()).is_none() {
                turn = position;
            }
        }
    }
    found
}

#[test]
fn last_turns_are_worth_what_plain_minimax_says() {
    let (mut exact, mut closed) = (0, 0);
    for name in [
        "colony:board=ring",
        "colony:board=ring,entry=stop",
        "colony:board=rows",
        "colony:board=rows,entry=stop",
    ] {
        let game = colony(name);
        for position in last_turns(&game, 24) {
            let [low, high] = plain(&game, &position.state(), 5);
            let found = searched(&game, &position);
            for interval in [&found.lower, &found.zero, &found.upper] {
                let common = *interval.start() <= high && *interval.end() >= low;
                let text = game.position_text(&position);
                assert!(common, "{name} {text}: {low} to {high}, {found:?}");
            }
            if let (true, Some(value)) = (low == high, found.value()) {
                assert_eq!([value.lower, value.zero, value.upper], [low; READINGS]);
                exact += 1;
            }
            closed += usize::from(found.closed());
        }
    }
    assert!(exact >= 4 && closed >= 8, "{exact} exact, {closed} solved");
}
