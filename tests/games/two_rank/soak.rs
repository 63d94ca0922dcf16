//! Very many random games: all end or are recognised as repeating, and no seed is lost.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sowlab::games::two_rank::{
    Choice, DECLARATIONS, Playout, PlayoutEnd, Position, RandomVariant, Seat, State, TwoRank,
};
use sowlab_solvers::mcts::Simulate;

/// Plays one random game through positions, from Lower's point of view, checks each ply, and draws as [`TwoRank::playout`]
/// does.
fn play(game: &TwoRank, from: Position, random: &mut SmallRng) -> Playout {
    let mut position = from;
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
            let played = play(&game, game.start_position(), &mut random);
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

/// `SOWLAB_SOAK_GAMES` says how many, a million if it is not set.
#[test]
#[ignore = "minutes: scripts/soak"]
fn soak_of_random_games_of_each_game() {
    let games = std::env::var("SOWLAB_SOAK_GAMES").ok();
    let games = games.map_or(1_000_000, |games| games.parse().unwrap());
    soak(games);
    soak_random_mancala(games);
}

/// Another setup each game, the bases in turn; the choice of side and starter is random too.
fn soak_random_mancala(games: u64) {
    let bases: Vec<&str> = DECLARATIONS.iter().map(|game| game.name).collect();
    let mut random = SmallRng::seed_from_u64(56);
    let mut repeated = 0;
    for game in 0..games {
        let base = bases[game as usize % bases.len()];
        let name = format!("random:seed={game},base={base}");
        let game = name.parse::<RandomVariant>().unwrap().game().unwrap();
        let choice = Choice::ALL[random.next_u32() as usize % 4];
        let position = game.choose(&game.setup(), choice);
        let mut same = random.clone();
        let played = play(game.base(), position, &mut random);
        let state = position.state();
        let mut playout = game.base().playout(state, &mut same);
        if state.mover() == Seat::Upper {
            playout.margin = -playout.margin;
        }
        assert_eq!(playout, played, "{name}");
        repeated += u64::from(played.end == PlayoutEnd::Repeated);
    }
    println!("random: {games} games, {repeated} repeated");
}

#[test]
fn two_hundred_random_setups_end_or_repeat() {
    soak_random_mancala(200);
}

/// Random games ply by ply in turns, drawn as [`Simulate::playouts`] draws where nothing repeats.
fn play_in_turns(game: &TwoRank, from: &[State], random: &mut SmallRng) -> Vec<i32> {
    let mut games: Vec<_> = from.iter().map(|&state| (state, 0)).collect();
    while games.iter().any(|(state, _)| game.legal_count(*state) > 0) {
        for (state, lead) in &mut games {
            let legal = game.legal(*state);
            if legal.is_empty() {
                continue;
            }
            let place = (u64::from(random.next_u32()) * legal.len() as u64) >> 32;
            let (after, gained) = game.after(*state, legal.get(place as usize).unwrap());
            *lead += sign(*state) * gained as i32;
            *state = after;
        }
    }
    let ended = from.iter().zip(games).map(|(&from, (state, lead))| {
        let (mover, other) = game.rest(state);
        sign(from) * (lead + sign(state) * (mover as i32 - other as i32))
    });
    ended.collect()
}

fn sign(state: State) -> i32 {
    match state.mover() {
        Seat::Lower => 1,
        Seat::Upper => -1,
    }
}

#[test]
fn playouts_side_by_side_are_playouts() {
    for declaration in DECLARATIONS {
        let game = declaration.build(None).unwrap();
        let mut random = SmallRng::seed_from_u64(7);
        for count in [0, 1, 2, 3, 4, 5, 11] {
            // From the start and from later states, until a game is over there.
            let mut from = vec![game.start()];
            while from.len() < count {
                let legal = game.legal(from[from.len() - 1]);
                let Some(chosen) = legal.get(random.next_u32() as usize % legal.len().max(1))
                else {
                    break;
                };
                from.push(game.after(from[from.len() - 1], chosen).0);
            }
            from.truncate(count);
            let mut same = random.clone();
            let mut margins = vec![99];
            game.playouts(&from, &mut margins, &mut random);
            let mut expected = vec![99];
            if game.rules().can_repeat() {
                expected.extend(
                    from.iter()
                        .map(|&state| game.playout(state, &mut same).margin),
                );
            } else {
                for four in from.chunks(4) {
                    expected.extend(play_in_turns(&game, four, &mut same));
                }
            }
            assert_eq!(margins, expected, "{}", game.name());
        }
    }
}

#[test]
fn a_playout_of_a_finished_game_gives_out_the_rest() {
    for declaration in DECLARATIONS {
        let game = declaration.build(Some("pits=6")).unwrap();
        let over = game
            .parse_position("0,0,0,0,0,0/1,0,0,0,0,2 L 20 25")
            .unwrap();
        let playout = game.playout(over.state(), &mut SmallRng::seed_from_u64(1));
        assert_eq!((playout.plies, playout.end), (0, PlayoutEnd::Finished));
        let [lower, upper] = over.outcome(&game).unwrap();
        assert_eq!(playout.margin, lower as i32 - upper as i32 + 5);
    }
}
