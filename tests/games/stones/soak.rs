//! Very many random games of the stones family: all end, or a round never does, or a position comes
//! back, and no stone is lost.

use std::collections::HashSet;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sowlab::catalog::CatalogGame;
use sowlab::games::stones::{Phase, Position, Rules, sowing::Sower};

#[derive(Debug, PartialEq)]
enum End {
    Finished,
    Endless,
    Repeated,
}

/// One of the holes of a set, numbered from 1.
fn pick(holes: u16, random: &mut SmallRng) -> usize {
    let place = random.next_u32() % holes.count_ones();
    let mut left = holes;
    for _ in 0..place {
        left &= left - 1;
    }
    left.trailing_zeros() as usize + 1
}

fn play(rules: &Rules, sower: &Sower, random: &mut SmallRng) -> End {
    let mut position = Position::opening(rules);
    let total = position.board().stones() + position.cups().stones();
    let mut since_capture = HashSet::new();
    loop {
        if position.phase() == Phase::Pie {
            position = position.decide_pie(random.next_u32() & 1 == 1).unwrap();
        }
        if !since_capture.insert((position.board(), position.sente())) {
            return End::Repeated;
        }
        let first = pick(position.choices(), random);
        let taken = position.take(first).unwrap();
        let second = pick(taken.choices(), random);
        let (east, west) = match position.sente() {
            sowlab::games::stones::Seat::East => (first, second),
            sowlab::games::stones::Seat::West => (second, first),
        };
        let played = position.play(sower, position.joint_move(east, west).unwrap());
        let Some(after) = played.position else {
            return End::Endless;
        };
        assert_eq!(after.board().stones() + after.cups().stones(), total);
        if let Some(cups) = played.settled {
            assert_eq!(cups.stones(), total);
            return End::Finished;
        }
        if after.cups() != position.cups() {
            since_capture.clear();
        }
        position = after;
    }
}

fn soak(games: u64) {
    for name in [
        "55stones",
        "33stones",
        "55stones:capture=reversed",
        "55stones:both-out=end",
        "55stones:mixed-out=forfeit",
        "stones:holes=3,seeds=6",
    ] {
        let CatalogGame::Stones(rules) = name.parse().unwrap() else {
            unreachable!("{name} is of the stones family");
        };
        let sower = Sower::new(&rules);
        let mut random = SmallRng::seed_from_u64(55);
        let mut counts = [0u64; 3];
        for _ in 0..games {
            counts[play(&rules, &sower, &mut random) as usize] += 1;
        }
        let [finished, endless, repeated] = counts;
        println!("{name}: {finished} finished, {endless} endless rounds, {repeated} repeated");
    }
}

#[test]
fn two_hundred_random_games_of_each_end() {
    soak(200);
}

/// `SOWLAB_SOAK_GAMES` says how many, a million if it is not set.
#[test]
#[ignore = "minutes: scripts/soak"]
fn soak_of_random_games_of_each() {
    let games = std::env::var("SOWLAB_SOAK_GAMES").ok();
    soak(games.map_or(1_000_000, |games| games.parse().unwrap()));
}
