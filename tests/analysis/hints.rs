//! Games by hints, which a review with endgame tables never blames.

use std::time::Duration;

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sowlab::analysis::Analyses;
use sowlab::analysis::choices::ChoicesRequest;
use sowlab_base::Limit;
use sowlab_engines::review::{ReviewRequest, review};
use sowlab_games::catalog::CatalogGame;
use sowlab_games::dynamic::Line;

/// Random moves before the hints, at most, and the number of moves by hints.
const RANDOM: usize = 12;
const MOVES: usize = 12;

/// The number of games from each game: SOWLAB_HINT_GAMES, else a few.
fn games() -> u64 {
    let wanted = std::env::var("SOWLAB_HINT_GAMES").ok();
    wanted.map_or(2, |games| games.parse().unwrap())
}

/// Plays on from a random position by hints; returns the start, and the hints.
fn by_hints(game: &CatalogGame, seed: u64) -> (String, String) {
    let mut random = SmallRng::seed_from_u64(seed);
    let for_play = game.for_play(false).unwrap();
    let mut line = Line::begin(&*for_play, None).unwrap();
    for _ in 0..random.random_range(0..=RANDOM) {
        let before = line.played().len();
        let Some(chosen) = line.position().moves().choose(&mut random).cloned() else {
            break;
        };
        line.play(&chosen).unwrap();
        if line.position().is_endless() || line.position().outcome().is_some() {
            line.truncate(before);
            break;
        }
    }
    let start = line.position().text();
    let mut line = Line::begin(&*for_play, Some(&start)).unwrap();
    for _ in 0..MOVES {
        if line.position().moves().is_empty() || line.position().is_endless() {
            break;
        }
        let request = ChoicesRequest {
            position: Some(line.position().text()),
            limit: Some(Limit::Time(Duration::from_millis(200))),
            ..ChoicesRequest::default()
        };
        let choices = game.analyses().choices(&request, &()).unwrap();
        let hint = choices.advised(false).unwrap().choice.clone();
        line.play(&hint).unwrap();
    }
    (start, line.moves().join(" "))
}

/// The hints are asked without tables and the review has tables, so that it knows more.
#[test]
fn a_game_by_hints_is_never_blamed() {
    let folder = tempfile::tempdir().unwrap();
    let (mut exact, mut all) = (0, 0);
    for (name, stones) in [
        ("stones:holes=5,seeds=3", 15),
        (
            "stones:holes=7,seeds=2,capture=reversed,both-out=end,mixed-out=forfeit",
            14,
        ),
        ("kalah:pits=4,seeds=2", 16),
        ("awari:pits=4,seeds=2", 16),
        ("trysse:pits=3,seeds=2", 12),
        ("egyptian:pits=3,seeds=2", 12),
    ] {
        let game: CatalogGame = name.parse().unwrap();
        let tables = folder.path().join(name.replace(':', "-"));
        std::fs::create_dir(&tables).unwrap();
        let tabled = game.analyses().tables().unwrap();
        let built = tabled.build_tables(&tables, stones, &(), &mut |_| ());
        built.unwrap();
        for seed in 0..games() {
            let (start, record) = by_hints(&game, seed);
            let request = ReviewRequest {
                game: &game,
                pie: false,
                start: Some(&start),
                record: &record,
                values: ChoicesRequest {
                    tables: Some(tables.clone()),
                    limit: Some(Limit::Time(Duration::from_millis(500))),
                    ..ChoicesRequest::default()
                },
            };
            let reviewed = review(&request, folder.path(), &(), &mut |_| ()).unwrap();
            for one in reviewed {
                all += 1;
                exact += u64::from(one.loss.is_some());
                assert!(one.loss.is_none_or(|loss| loss == 0), "{name} {one:?}");
            }
        }
    }
    assert!(9 * all < 10 * exact, "{exact} of {all}");
}
