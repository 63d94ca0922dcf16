//! Certificates of omweso, agsinnoninka and bao that the program finds: both verifiers accept them, and refuse what was
//! changed.

use sowlab::analysis::Analyses;
use sowlab::analysis::certificates::{Certificate, Claim};
use sowlab::analysis::endless::{Followed, ReachRequest};
use sowlab::catalog::CatalogGame;
use sowlab_base::MemorySize;
use sowlab_check::certificate::check_text;

use super::certificates::{STEPS, holds, refused, verified};

/// The certificate of the game that `loops reach` finds.
fn found(name: &str, rounds: u32) -> Certificate {
    let game: CatalogGame = name.parse().unwrap();
    let request = ReachRequest {
        position: None,
        rounds,
        followed: Followed::All,
        memory: MemorySize::new(1 << 28),
        checkpoint: None,
        certificate: true,
    };
    let found = game.analyses().reach(&request, &()).unwrap();
    found.witness.unwrap().certificate.unwrap()
}

#[test]
fn changed_games_are_refused() {
    for (name, rounds) in [
        ("omweso:pits=6", 5),
        ("agsinnoninka", 3),
        ("agsinnoninka:mode=alternate", 3),
        ("bao:pits=3", 6),
        ("bao:pits=5,seeds=3", 8),
    ] {
        let certificate = found(name, rounds);
        holds(&certificate);
        let resigned = |play: &[String], game: &str, position: &str| {
            let Certificate { start, claim, .. } = certificate.clone();
            let (play, position) = (play.to_vec(), position.to_owned());
            refused(&Certificate::new(game, start, play, position, claim, 0).unwrap());
        };
        let (full, position) = (certificate.full_name(), &certificate.position);
        let play = &certificate.play;
        resigned(&play[1..], &full, position);
        resigned(&play[..play.len() - 1], &full, position);
        resigned(&[&play[..], &play[..1]].concat(), &full, position);
        resigned(play, &full, &certificate.start);
        for at in 0..play.len() {
            let mut other = play.clone();
            other[at] = if other[at].ends_with('2') { "L1" } else { "U2" }.to_owned();
            resigned(&other, &full, position);
        }
        for (from, to) in [
            ("pits=6", "pits=5"),
            ("pits=5", "pits=6"),
            ("seeds=4", "seeds=3"),
            ("seeds=5", "seeds=4"),
            ("any-lap", "some-lap"),
            ("endless=annul", "endless=never"),
            ("first-capture=yes", "first-capture=maybe"),
            ("mode=simultaneous", "mode=alternate"),
            ("mode=alternate", "mode=simultaneous"),
            ("tie=lower", "tie=none"),
            ("omweso:", "owela:"),
            ("agsinnoninka:", "omweso:"),
            ("pits=3", "pits=4"),
            ("big=on", "big=maybe"),
            ("bao:", "omweso:"),
        ] {
            let other = full.replace(from, to);
            if other != full {
                resigned(play, &other, position);
            }
        }
        // A change without a new checksum.
        let text = certificate.to_json();
        for (at, _) in text.char_indices().filter(|(_, one)| one.is_ascii_digit()) {
            let digit = if &text[at..=at] == "7" { "8" } else { "7" };
            let changed = format!("{}{digit}{}", &text[..at], &text[at + 1..]);
            assert!(check_text(&changed, STEPS).is_err(), "{changed}");
            let parsed = Certificate::parse(&changed);
            assert!(
                parsed.is_err() || verified(&parsed.unwrap()).is_err(),
                "{changed}"
            );
        }
        for length in 0..text.trim_end().len() {
            assert!(check_text(&text[..length], STEPS).is_err(), "{length}");
        }
    }
}

/// A log of McGill University calls this game cancelled.
#[test]
fn the_cancelled_game_of_the_mcgill_log_is_certified() {
    let game: CatalogGame = "omweso:reverse=none".parse().unwrap();
    let position = "1,2,7,0,3,0,1,0/10,0,3,0,10,0,5,13/0,1,0,1,2,0,1,0/0,0,0,2,1,0,0,1 L";
    let certificate = game.analyses().certify(position, "L16").unwrap();
    holds(&certificate);
    let ends = game.analyses().certify(position, "L15").unwrap_err();
    assert!(ends.to_string().contains("ends"), "{ends}");
}

/// Where a move that never ends is illegal, its certificate shows why.
#[test]
fn illegal_moves_that_never_end_are_certified() {
    let game: CatalogGame = "omweso:reverse=none,endless=illegal".parse().unwrap();
    let position = "1,2,7,0,3,0,1,0/10,0,3,0,10,0,5,13/0,1,0,1,2,0,1,0/0,0,0,2,1,0,0,1 L";
    holds(&game.analyses().certify(position, "L16").unwrap());
    let game: CatalogGame = "agsinnoninka".parse().unwrap();
    let certificate = game
        .analyses()
        .certify("7,0,13,5,0/7,0,13,5,0 L", "L2 U2")
        .unwrap();
    holds(&certificate);
    let Claim::EndlessRound { round, period, .. } = certificate.claim else {
        panic!("{certificate:?}");
    };
    assert_eq!((round.as_str(), period), ("L2U2", 2470));
}
