//! Moves seed by seed lead where the kernels say.

use sowlab::analysis::Analyses;
use sowlab::analysis::{Field, RequestError, SownMove, SownMoveRequest};
use sowlab::catalog::CatalogGame;
use sowlab::games::contest::SeedEvent;

const ALL: usize = 1 << 20;

fn sown(game: &CatalogGame, position: &str, chosen: &str, from: u64, limit: usize) -> SownMove {
    let request = SownMoveRequest {
        position: Some(position),
        chosen,
        from,
        limit,
    };
    game.analyses().sown_move(request).unwrap()
}

/// The counts of a position as it is written, ants left out.
fn pits(position: &str) -> Vec<u8> {
    let board = position.split(' ').next().unwrap();
    let counts = board.split([',', '/']);
    let digits = |text: &str| text.trim_end_matches(['r', 'b']).parse().unwrap();
    counts.map(digits).collect()
}

/// Returns the stores of both sides, in a game with stores.
fn stores(position: &str) -> [u8; 2] {
    let mut fields = position.split(' ').skip(2);
    [(); 2].map(|()| {
        fields
            .next()
            .and_then(|text| text.parse().ok())
            .unwrap_or(0)
    })
}

/// Returns the number of seeds in hand while an exit is chosen.
fn in_hand(position: &str) -> u8 {
    let exit = position.split(' ').next_back().unwrap();
    match exit.strip_prefix("exit:") {
        None => 0,
        Some(exit) => exit.rsplit(':').next().unwrap().parse().unwrap(),
    }
}

/// Every seed is somewhere at every step, and each step does what it says.
fn check_steps(sown: &SownMove) {
    let total = |pits: &[u8], stores: [u8; 2], hand: u8| {
        let seeds = pits.iter().chain(&stores).map(|&seeds| u32::from(seeds));
        seeds.sum::<u32>() + u32::from(hand)
    };
    let before = total(
        &pits(&sown.before),
        stores(&sown.before),
        in_hand(&sown.before),
    );
    for (number, (at, step)) in sown.trace.iter().enumerate() {
        assert_eq!(number as u64, *at);
        let now = total(step.pits(), step.stores, step.hand);
        assert_eq!(now, before, "{sown:?}");
    }
    for pair in sown.trace.windows(2) {
        let [(_, was), (_, is)] = pair else { continue };
        let at = is.at.map(usize::from);
        let fell = |seeds: u8| seeds.saturating_sub(at.map_or(0, |at| was.pits[at]));
        let taken: u8 = is.taken().map(|pit| was.pits[pit]).sum();
        match is.event {
            SeedEvent::Start => panic!("it starts twice: {sown:?}"),
            SeedEvent::Drop => {
                assert_eq!(is.hand + 1, was.hand);
                assert!(at.is_none_or(|at| fell(is.pits[at]) == 1));
            }
            SeedEvent::Relay => {
                assert_eq!((was.hand, is.pits[at.unwrap()]), (1, 0));
                assert_eq!(is.hand, was.pits[at.unwrap()] + 1);
            }
            SeedEvent::Take => {
                assert_eq!((was.hand, is.hand), (1, taken));
                assert!(is.taken != 0 && fell(is.pits[at.unwrap()]) == 1);
            }
            // The seed that fell may be among those that are captured.
            SeedEvent::Capture => assert_eq!((was.hand, is.hand), (1, 0)),
            SeedEvent::Keep => assert_eq!((was.hand, is.hand), (1, 0)),
        }
    }
}

#[test]
fn every_move_of_random_games_ends_where_the_kernel_says() {
    let mut captures = [0; 3];
    for name in [
        "kalah",
        "kalah:pits=4,seeds=3,empty-capture=yes",
        "awari",
        "oware",
        "bestemshe",
        "warri",
        "trysse",
        "basic",
        "egyptian:pits=3,seeds=4",
        "ethiopian",
        "random:seed=3,base=egyptian",
        "colony",
        "colony:entry=stop",
        "owela:pits=2,capture=inner",
        "owela:pits=3",
        "owela",
    ] {
        let game: CatalogGame = name.parse().unwrap();
        let mut seed = 7u64;
        for _ in 0..12 {
            let mut position = game.show(None).unwrap().position;
            for _ in 0..80 {
                let shown = game.show(Some(&position)).unwrap();
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let moves = shown.moves;
                let Some(chosen) = moves.get((seed >> 33) as usize % moves.len().max(1)) else {
                    break;
                };
                let found = sown(&game, &position, chosen, 0, ALL);
                let Some(after) = found.after.clone() else {
                    break;
                };
                if let Some((_, last)) = found.trace.last() {
                    check_steps(&found);
                    assert!(found.complete);
                    assert_eq!(last.pits(), pits(&after), "{name} {position} {chosen}");
                    assert_eq!(last.hand, in_hand(&after), "{name} {position} {chosen}");
                    if !name.starts_with("owela") {
                        assert_eq!(last.stores, stores(&after), "{name} {position} {chosen}");
                    }
                    for (_, step) in &found.trace {
                        match step.event {
                            SeedEvent::Capture => captures[0] += 1,
                            SeedEvent::Take => captures[1] += 1,
                            SeedEvent::Keep => captures[2] += 1,
                            _ => {}
                        }
                    }
                }
                position = after;
            }
        }
    }
    assert!(captures.iter().all(|&count| count > 20), "{captures:?}");
}

#[test]
fn endless_moves_repeat_as_the_certificates_say() {
    // results/owela.
    for (name, record, laps) in [
        ("owela:pits=2", "L1 U3 L1 U3", 60),
        ("owela:pits=4", "L5 U6 L6 U3 L3", 1632),
        ("owela", "L1 U2 L11 U3 L13 U12 L16", 690),
    ] {
        let game: CatalogGame = name.parse().unwrap();
        let mut moves: Vec<&str> = record.split(' ').collect();
        let last = moves.pop().unwrap();
        let mut position = game.show(None).unwrap().position;
        for chosen in moves {
            let played = sown(&game, &position, chosen, 0, 0);
            position = played.after.unwrap();
        }
        let found = sown(&game, &position, last, 0, ALL);
        check_steps(&found);
        let period = found.recurrence.unwrap();
        assert_eq!(period.laps, laps, "{name}");
        assert_eq!((found.steps, found.complete), (None, false));
        // The steps repeat without end, and not before a whole period.
        let boards: Vec<_> = found.trace.iter().map(|(_, step)| *step).collect();
        let steps = period.steps as usize;
        let first = boards.len() - 3 * steps;
        assert_eq!(
            boards[first..first + steps],
            boards[first + steps..][..steps]
        );
        assert!(!boards[first + 1..first + steps].contains(&boards[first]));
        let later = sown(&game, &position, last, first as u64 + 900 * period.steps, 5);
        let later: Vec<_> = later.trace.iter().map(|(_, step)| *step).collect();
        assert_eq!(later, boards[first..first + 5], "{name}");
    }
}

#[test]
fn parts_meet_and_wrong_requests_are_refused() {
    let game: CatalogGame = "owela:pits=4".parse().unwrap();
    let start = game.show(None).unwrap().position;
    let whole = sown(&game, &start, "L5", 0, ALL);
    let count = whole.steps.unwrap() + 1;
    assert_eq!(whole.trace.len() as u64, count);
    let part = sown(&game, &start, "L5", 1, 1);
    assert_eq!(part.trace, whole.trace[1..2]);
    assert!(!part.complete);
    let rest = sown(&game, &start, "L5", count - 2, 9);
    assert_eq!(rest.trace, whole.trace[whole.trace.len() - 2..]);
    assert!(rest.complete);
    let refused = |position, chosen| {
        let request = SownMoveRequest {
            position,
            chosen,
            from: 0,
            limit: 1,
        };
        match game.analyses().sown_move(request).unwrap_err() {
            RequestError::Field { field, .. } => field,
            error => panic!("{error}"),
        }
    };
    assert_eq!(refused(None, "U5"), Field::Move);
    assert_eq!(refused(Some("2,2 L"), "L5"), Field::Position);
}
