//! Very many random games: all end or are recognised as repeating, and no seed is lost.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sowlab::games::two_rank::{DECLARATIONS, Playout, PlayoutEnd, Seat, TwoRank};

/// Plays one random game through positions, checks each ply, and draws as [`TwoRank::playout`]
/// does.
fn play(game: &TwoRank, random: &mut SmallRng) -> Playout {
    let mut position = game.start_position();
    let total = position.total();
    let mut since_gain = Vec::new();
    for plies in 0.. {
        let store = |seat| i32::from(position.store(seat));
        let repeated = since_gain.contains(&position.state());
        if let Some([lower, upper]) = position.outcome(game) {
            assert!(lower + upper <= total);
            return Playout {
                margin: lower as i32 - upper as i32,
                plies,
                end: PlayoutEnd::Finished,
            };
        } else if repeated {
            return Playout {
                margin: store(Seat::Lower) - store(Seat::Upper),
                plies,
                end: PlayoutEnd::Repeated,
            };
        }
        since_gain.push(position.state());
        let legal = game.legal(position.state());
        let place = (u64::from(random.next_u32()) * legal.len() as u64) >> 32;
        let chosen = legal.get(place as usize).unwrap();
        let after = position.play(game, chosen).unwrap();
        assert_eq!(after.total(), total, "{} {position}", game.name());
        if after.state().seeds() < position.state().seeds() {
            since_gain.clear();
        }
        position = after;
    }
    unreachable!("a game of more plies than fit a count")
}

fn soak(games: u64) {
    for declaration in DECLARATIONS {
        let game = declaration.build(None).unwrap();
        let mut random = SmallRng::seed_from_u64(55);
        let mut repeated = 0;
        for _ in 0..games {
            let mut same = random.clone();
            let played = play(&game, &mut random);
            assert_eq!(game.playout(game.start(), &mut same), played);
            repeated += u64::from(played.end == PlayoutEnd::Repeated);
        }
        assert!(repeated < games, "{} also ends by its rules", game.name());
        if !game.rules().can_repeat() {
            assert_eq!(repeated, 0, "{}", game.name());
        }
        println!("{}: {games} games, {repeated} repeated", game.name());
    }
}

#[test]
fn five_hundred_random_games_of_each_game_end_or_repeat() {
    soak(500);
}

#[test]
#[ignore = "a minute or two in a release build"]
fn a_million_random_games_of_each_game_end_or_repeat() {
    soak(1_000_000);
}

#[test]
fn a_playout_of_a_finished_game_gives_out_the_rest() {
    for declaration in DECLARATIONS {
        let game = declaration.build(None).unwrap();
        let over = game
            .parse_position("0,0,0,0,0,0/1,0,0,0,0,2 L 20 25")
            .unwrap();
        let playout = game.playout(over.state(), &mut SmallRng::seed_from_u64(1));
        assert_eq!((playout.plies, playout.end), (0, PlayoutEnd::Finished));
        let [lower, upper] = over.outcome(&game).unwrap();
        assert_eq!(playout.margin, lower as i32 - upper as i32 + 5);
    }
}
