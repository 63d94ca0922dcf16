//! Very many random games: all end or are recognised as repeating, and no egg is lost.

use std::collections::HashSet;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sowlab::games::colony::ColonyVariant;
use sowlab_solvers::Game;

/// Plays one random game; whether the rules ended it before a state came back.
fn play(name: &str, random: &mut SmallRng) -> bool {
    let game = name.parse::<ColonyVariant>().unwrap().game();
    let mut position = game.start_position();
    let total = position.total();
    let mut since_gain = HashSet::new();
    loop {
        let state = position.state();
        if position.outcome(&game).is_some() {
            return true;
        }
        if !since_gain.insert(state) {
            return false;
        }
        let choices = game.choices(&state);
        let place = (u64::from(random.next_u32()) * choices.len() as u64) >> 32;
        let after = position.play(&game, choices[place as usize]);
        assert_eq!(after.total(), total);
        if after.state().left() < state.left() {
            since_gain.clear();
        }
        assert_eq!(game.bound(&after.state()), i32::from(after.state().left()));
        position = after;
    }
}

fn soak(games: u64) {
    for name in [
        "colony:board=ring",
        "colony:board=ring,entry=stop",
        "colony:board=rows",
        "colony:board=rows,entry=stop",
        "colony:board=toy",
        "colony:board=toy,entry=stop",
    ] {
        let mut random = SmallRng::seed_from_u64(19);
        let ended = (0..games).filter(|_| play(name, &mut random)).count();
        println!("{name}: {games} games, {} repeated", games - ended as u64);
    }
}

#[test]
fn a_hundred_random_games_on_each_board_end_or_repeat() {
    soak(100);
}

/// `SOWLAB_SOAK_GAMES` says how many, a million if it is not set.
#[test]
#[ignore = "minutes: scripts/soak"]
fn soak_of_random_games_on_each_board() {
    let games = std::env::var("SOWLAB_SOAK_GAMES").ok();
    soak(games.map_or(1_000_000, |games| games.parse().unwrap()));
}
